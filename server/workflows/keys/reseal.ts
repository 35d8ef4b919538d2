import { sealedColumns } from '#server/db/sealed-columns.ts'
import { listKeys, retireKey } from '#server/modules/secret-keys/secret-keys.queries.ts'
import { countByKey } from '#server/modules/secret-keys/secret-keys.service.ts'
import { done, refuse, type LookAct, type PartsAct, type Read } from '#server/platform/act.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import type { SealedColumn } from '#server/platform/sealed-column.ts'
import { sealedUnder, type KeySet } from '#server/platform/secret-keys.ts'

/** Few enough that pictures of conversations do not fill the memory, and that a lock is held for some milliseconds. */
const step = 100

type Count = { readonly key: string; readonly column: string; readonly rows: number }

async function countRows(db: Queryable, keys: KeySet): Promise<Count[]> {
  const counts: Count[] = []
  for (const column of sealedColumns)
    for (const [key, rows] of await countByKey(db, keys, column)) counts.push({ key, column: column.name, rows })
  return counts
}

const sumOf = (counts: readonly Count[]) => counts.reduce((sum, { rows }) => sum + rows, 0)

export const listSecretKeys: Read<'keys.list'> = async (database, _input, _operator, { config: { secretKey } }) => {
  const known = await listKeys(database)
  const uses = ({ id, isRoot, retiredAt }: (typeof known)[number]) =>
    [
      id === secretKey.seals.id && 'seals',
      secretKey.all.some((key) => key.id === id) ? 'opens' : 'not in the file',
      isRoot && 'digests',
      retiredAt !== null && 'retired',
    ].filter((use) => use !== false)
  return {
    ok: true,
    value: {
      keys: known.map((key) => ({
        id: key.id,
        use: uses(key).join(', '),
        since: key.firstSeenAt,
        retired: key.retiredAt,
      })),
    },
  }
}

/**
 * Seals everything anew that is under another key than the one that seals, in steps that commit one by one. What a row says about
 * its key is all that is remembered: a run that dies is begun again, and passes by what is done.
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
        const page = await column.page(database, after, step)
        const old = page.filter(({ beginning }) => sealedUnder(secretKey, beginning) !== key).map(({ id }) => id)
        if (old.length > 0) {
          const passed = await resealStep(database, secretKey, column, old)
          resealed += passed.resealed
          unreadable += passed.unreadable
          emit({ column: column.name, resealed })
        }
        after = page.length < step ? undefined : page.at(-1)?.id
      }
    const left = await others()
    await database.transaction((tx) => audit(tx, `key ${key}`, { resealed, unreadable, left: sumOf(left) }))
    return { ok: true, value: { key, resealed, unreadable, left } }
  },
}

/** What changed meanwhile, or is being changed, is passed by: the next run finds it. */
async function resealStep(database: Database, secretKey: KeySet, column: SealedColumn, ids: readonly string[]) {
  const keyring = createKeyring(secretKey)
  const rows: { id: string; from: Buffer; to: Buffer }[] = []
  const found = await column.read(database, ids)
  for (const { id, sealed } of found) {
    const purpose = column.purposeOf(id)
    try {
      rows.push({ id, from: sealed, to: keyring.seal(purpose, keyring.open(purpose, sealed)) })
    } catch {
      // It was lost before: a key that opens it is not there.
    }
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

export const retireSecretKey: LookAct<'keys.retire', readonly Count[]> = {
  look: async (database, { key }, _operator, { config }) =>
    (await countRows(database, config.secretKey)).filter((count) => count.key === key),
  async act(tx, { key, reason }, _operator, { config: { secretKey } }, seen) {
    const known = (await listKeys(tx)).find(({ id }) => id === key)
    if (known === undefined) return refuse('NotFound', 'There is no key {key}.')
    if (known.isRoot)
      return refuse(
        'NotPossible',
        'This key is the last line of SECRET_KEY_FILE: digests are made from it, so it stays.',
      )
    if (known.retiredAt !== null) return refuse('NotPossible', 'This key is retired already.')
    if (key === secretKey.seals.id)
      return refuse('NotPossible', 'This key seals: put a newer one into the first line of SECRET_KEY_FILE first.')
    const rows = sumOf(seen)
    if (rows > 0)
      return refuse('NotPossible', `Rows are still sealed under this key (${rows}): run "keys reseal" first.`)
    await retireKey(tx, key)
    return done({ key }, `key ${key}`, { reason })
  },
}
