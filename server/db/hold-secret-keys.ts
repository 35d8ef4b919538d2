import { insertKeys, listKeys } from '#server/modules/secret-keys/secret-keys.queries.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { ConfigError } from '#server/platform/read-setting.ts'
import type { KeySet } from '#server/platform/secret-keys.ts'
import { findNeeded } from './rows-by-key.ts'
import { sealedColumns } from './sealed-columns.ts'

const looked = 20

/**
 * True if any sampled row can be decrypted, or if there are no rows. A deployment that once lost its key keeps some
 * undecryptable rows.
 */
async function opensSome(db: Queryable, keys: KeySet): Promise<boolean> {
  const keyring = createKeyring(keys)
  let rows = 0
  for (const column of sealedColumns) {
    const page = await column.page(db, column.first, looked)
    for (const { id, sealed } of await column.read(
      db,
      page.map((row) => row.id),
    )) {
      rows++
      try {
        keyring.open(column.purposeOf(id), sealed)
        return true
      } catch {}
    }
  }
  return rows === 0
}

/**
 * Throws `ConfigError` if the keys cannot decrypt stored rows or would change digests. Records new encryption keys, but
 * none marked `next`, which may still be removed; a database without recorded keys accepts keys that decrypt some of
 * its rows. `start` requires every key that is not retired, because another process may be encrypting with it, and
 * looks for rows of retired keys; `command` only requires keys that still have rows, so that `keys retire` works after
 * a key was lost.
 */
export async function holdSecretKeys(
  database: Database,
  keys: KeySet,
  by: 'start' | 'command' = 'start',
): Promise<void> {
  const ids = keys.all.map(({ id }) => id)
  const sealing = ids.slice(ids.indexOf(keys.seals.id))
  if ((await listKeys(database)).length === 0) {
    if (!(await opensSome(database, keys)))
      throw new ConfigError(
        'SECRET_KEY_FILE holds no key that opens what this database keeps sealed: put back the key that it was used with.',
      )
    await insertKeys(database, sealing, keys.root.id)
  }
  const known = await listKeys(database)
  const root = known.find(({ isRoot }) => isRoot)
  if (root !== undefined && root.id !== keys.root.id)
    throw new ConfigError(
      `SECRET_KEY_FILE has to end with the key ${root.id}, from which the digests of this database are made; its last line is ${keys.root.id}.`,
    )
  const missing = known.filter(({ id }) => !ids.includes(id))
  const [inUse, retired] = [
    missing.filter(({ retiredAt }) => retiredAt === null),
    missing.filter(({ retiredAt }) => retiredAt !== null),
  ]
  if (by === 'start' && inUse[0] !== undefined)
    throw new ConfigError(
      `SECRET_KEY_FILE lacks the key ${inUse[0].id}, under which rows of this database may be sealed: put it back, and take it out once "keys retire" has accepted it.`,
    )
  const needed = await findNeeded(
    database,
    keys,
    (by === 'start' ? retired : inUse).map(({ id }) => id),
  )
  if (needed !== undefined)
    throw new ConfigError(
      `SECRET_KEY_FILE lacks the key ${needed.key}, under which rows of this database are sealed (${needed.rows}): put it back, restart everything, and run "keys reseal".`,
    )
  if (known.some(({ id, retiredAt }) => retiredAt !== null && id === keys.seals.id))
    throw new ConfigError(
      `SECRET_KEY_FILE seals with the key ${keys.seals.id}, which is retired: put a new key into its first line.`,
    )
  const added = sealing.filter((id) => !known.some((each) => each.id === id))
  if (added.length > 0) await insertKeys(database, added, null)
}
