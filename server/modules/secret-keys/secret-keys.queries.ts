import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type KnownKey = { id: string; isRoot: boolean; firstSeenAt: Date; retiredAt: Date | null }

export const listKeys = (db: Queryable) =>
  db.query(sql<KnownKey>`
    select id, is_root as "isRoot", first_seen_at as "firstSeenAt", retired_at as "retiredAt" from secret_keys
    order by first_seen_at, id limit 1000`)

/**
 * Records the ids of new secret keys with which the server encrypts stored data. Existing keys and the root key stay
 * unchanged.
 */
export const insertKeys = (db: Queryable, ids: readonly string[], root: string | null) =>
  db.run(sql`
    insert into secret_keys (id, is_root)
    select id, id is not distinct from ${root}::text from unnest(${ids}::text[]) id
    on conflict do nothing`)

/**
 * Records that a secret key of the server is retired. Returns 0 if the key is already retired, is the root key, or is
 * unknown.
 */
export const retireKey = (db: Queryable, id: string) =>
  db.run(sql`update secret_keys set retired_at = now() where id = ${id} and retired_at is null and not is_root`)
