import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type KnownKey = { id: string; isRoot: boolean; firstSeenAt: Date; retiredAt: Date | null }

export const listKeys = (db: Queryable) =>
  db.query(sql<KnownKey>`
    select id, is_root as "isRoot", first_seen_at as "firstSeenAt", retired_at as "retiredAt" from secret_keys
    order by first_seen_at, id limit 1000`)

/** Those that are known already stay as they are, and so does the root. */
export const insertKeys = (db: Queryable, ids: readonly string[], root: string | null) =>
  db.run(sql`
    insert into secret_keys (id, is_root)
    select id, id is not distinct from ${root}::text from unnest(${ids}::text[]) id
    on conflict do nothing`)

/** 0 if it is retired already, or the root, or not known. */
export const retireKey = (db: Queryable, id: string) =>
  db.run(sql`update secret_keys set retired_at = now() where id = ${id} and retired_at is null and not is_root`)
