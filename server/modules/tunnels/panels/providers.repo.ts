import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderKind } from './port.ts'
import type { Plan } from './delivered-terms.rules.ts'

export type Written = {
  readonly id: string
  readonly kind: ProviderKind
  readonly serves: readonly Plan[]
  readonly settings: Buffer
  readonly feedTokenDigest: Buffer | null
}

/**
 * Saves the settings of a tunnel provider and starts to fill its delivery rows again. A changed URL may be another
 * panel, and changed plans may have other users.
 */
export const saveProvider = (db: Queryable, { id, kind, serves, settings, feedTokenDigest }: Written) =>
  db.run(sql`
    insert into tunnel_providers as p (id, kind, serves, settings, feed_token_digest)
    values (${id}, ${kind}, ${serves}, ${settings}, ${feedTokenDigest})
    on conflict (id) do update
      set kind = excluded.kind, serves = excluded.serves, settings = excluded.settings,
        feed_token_digest = coalesce(excluded.feed_token_digest, p.feed_token_digest),
        revision = p.revision + 1, fill_after = null, filled_to = '00000000-0000-0000-0000-000000000000', filled_at = null`)

export const deleteProvider = (db: Queryable, id: string) => db.run(sql`delete from tunnel_providers where id = ${id}`)

/** Stores, only once, the first database transaction id from which every transaction sees the provider. */
export const markFillStart = (db: Queryable, id: string) =>
  db.run(sql`
    update tunnel_providers set fill_after = pg_snapshot_xmax(pg_current_snapshot())::text::bigint
    where id = ${id} and fill_after is null`)

export const findFill = (db: Queryable, id: string) =>
  db.maybe(sql<{ filledTo: string; mayBegin: boolean }>`
    select filled_to as "filledTo",
      coalesce(pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= fill_after, false) as "mayBegin"
    from tunnel_providers where id = ${id} and filled_at is null for no key update`)

export const moveFill = (db: Queryable, id: string, filledTo: string | null) =>
  db.run(sql`
    update tunnel_providers
    set filled_to = coalesce(${filledTo}, filled_to), filled_at = case when ${filledTo}::uuid is null then now() end
    where id = ${id}`)
