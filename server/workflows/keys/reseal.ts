import { countRows, findNeeded, sumOf } from '#server/db/rows-by-key.ts'
import { sealedColumns } from '#server/db/sealed-columns.ts'
import { listKeys, retireKey } from '#server/modules/secret-keys/secret-keys.queries.ts'
import { done, refuse, type Act, type PartsAct, type Read } from '#server/platform/act.ts'
import type { Database } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'
import { sealedUnder, type KeySet } from '#server/platform/secret-keys.ts'
import { stepBytes, stepsOf } from './steps.rules.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

/** Rows per step, few enough to hold their locks for milliseconds only. */
const pageSize = 100

export const listSecretKeys: Read<'keys.list'> = async (database, _input, _operator, { config: { secretKey } }) => {
  const known = await listKeys(database)
  const missing = known.map(({ id }) => id).filter((id) => !secretKey.all.some((key) => key.id === id))
  const needed = await findNeeded(database, secretKey, missing)
  if (needed !== undefined)
    return refuse('NotPossible', sentence('key.missing', { key: needed.key, rows: needed.rows }))
  const useOf = ({ id, isRoot, retiredAt }: (typeof known)[number]): Sentence =>
    [
      ...(id === secretKey.seals.id ? [sentence('keyUse.encrypts')] : []),
      sentence(secretKey.all.some((key) => key.id === id) ? 'keyUse.decrypts' : 'keyUse.missing'),
      ...(isRoot ? [sentence('keyUse.digests')] : []),
      ...(retiredAt === null ? [] : [sentence('keyUse.retired')]),
    ].reduce((first, second) => sentence('cell.both', { first, second }))
  return {
    ok: true,
    value: {
      keys: known.map((key) => ({
        id: key.id,
        use: useOf(key),
        since: key.firstSeenAt,
        retired: key.retiredAt,
      })),
    },
  }
}

/**
 * Encrypts again all values that were encrypted with older keys, now with the current key; leaves and counts those that
 * cannot be decrypted. Each row names its key, so an interrupted run can be restarted.
 */
export const resealRows: PartsAct<'keys.reseal'> = {
  async parts(database, _input, _operator, { config: { secretKey }, audit, preview, emit }) {
    const key = secretKey.seals.id
    const others = async () => (await countRows(database, secretKey)).filter((count) => count.key !== key)
    if (preview) {
      const left = await others()
      return { ok: true, value: { key, resealed: sumOf(left), unreadable: 0, left } }
    }
    await database.transaction((tx) => audit(tx, `key ${key}`, { begun: true }))
    let [resealed, unreadable] = [0, 0]
    for (const column of sealedColumns)
      for (let after: string | undefined = column.first; after !== undefined;) {
        const page = await column.page(database, after, pageSize)
        const old = page.filter(({ beginning }) => sealedUnder(secretKey, beginning) !== key)
        for (const ids of stepsOf(old, stepBytes)) {
          const passed = await resealStep(database, secretKey, column, ids)
          resealed += passed.resealed
          unreadable += passed.unreadable
          emit({ done: resealed, what: `sealed anew, ${column.name}` })
        }
        after = page.length < pageSize ? undefined : page.at(-1)?.id
      }
    const left = await others()
    await database.transaction((tx) => audit(tx, `key ${key}`, { resealed, unreadable, left: sumOf(left) }))
    return { ok: true, value: { key, resealed, unreadable, left } }
  },
}

async function resealStep(database: Database, secretKey: KeySet, column: SealedColumn, ids: readonly string[]) {
  const keyring = createKeyring(secretKey)
  const rows: { id: string; from: Buffer; to: Buffer }[] = []
  const found = await column.read(database, ids)
  for (const { id, sealed } of found) {
    const purpose = column.purposeOf(id)
    try {
      rows.push({ id, from: sealed, to: keyring.seal(purpose, keyring.open(purpose, sealed)) })
    } catch {}
  }
  const resealed =
    rows.length === 0
      ? 0
      : await column.replace(database, {
          ids: rows.map(({ id }) => id),
          from: rows.map(({ from }) => from),
          to: rows.map(({ to }) => to),
        })
  return { resealed, unreadable: found.length - rows.length }
}

/**
 * Retires an encryption key that no row uses any more. A process that still runs with this key may encrypt further
 * values; the next start detects them.
 */
export const retireSecretKey: Act<'keys.retire'> = async (
  tx,
  { key, reason },
  _operator,
  { config: { secretKey } },
) => {
  const known = (await listKeys(tx)).find(({ id }) => id === key)
  if (known === undefined) return refuse('NotFound', 'key.unknown')
  if (known.isRoot) return refuse('NotPossible', 'key.isRoot')
  if (known.retiredAt !== null) return refuse('NotPossible', 'key.isRetired')
  if (key === secretKey.seals.id) return refuse('NotPossible', 'key.isInUse')
  const rows = (await findNeeded(tx, secretKey, [key]))?.rows ?? 0
  if (rows > 0) return refuse('NotPossible', sentence('key.hasRows', { rows }))
  await retireKey(tx, key)
  return done({ key }, `key ${key}`, { reason })
}
