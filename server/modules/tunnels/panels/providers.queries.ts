import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderKind } from './port.ts'
import type { Plan } from './told.rules.ts'

export type ProviderRow = {
  id: string
  kind: ProviderKind
  serves: Plan[]
  settings: Buffer
  revision: number
  isFilled: boolean
}

export const findProvider = (db: Queryable, id: string) =>
  db.maybe(sql<ProviderRow>`
    select id, kind, serves, settings, revision, filled_at is not null as "isFilled" from tunnel_providers where id = ${id}`)

/** The same, held until the transaction ends. */
export const lockProvider = (db: Queryable, id: string) =>
  db.maybe(sql<ProviderRow>`
    select id, kind, serves, settings, revision, filled_at is not null as "isFilled" from tunnel_providers where id = ${id} for no key update`)

/** Those with something to do at this moment. */
export const listBusy = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select p.id from tunnel_providers p
    where p.filled_at is null or exists (select from tunnel_deliveries d where d.provider = p.id and d.due_at <= now())`)

/** The provider whose feed this token opens, by its digest. */
export const findByFeedToken = (db: Queryable, digest: Buffer) =>
  db.maybe(
    sql<{ id: string; serves: Plan[] }>`select id, serves from tunnel_providers where feed_token_digest = ${digest}`,
  )

export type ProviderHealth = {
  id: string
  kind: ProviderKind
  serves: Plan[]
  isFilled: boolean
  addedAt: Date
  comparedAt: Date | null
  comparison: Comparison | null
  heldSince: Date | null
  open: number
  waiting: number
  oldestSeconds: number | null
  failing: number
  error: string | null
}
/** What a comparison found. `closures`: open there, and not to be. */
export type Comparison = { seen: number; unknown: number; missing: number; closures: number; other: number }

export const listProviders = (db: Queryable) =>
  db.query(sql<ProviderHealth>`
    select p.id, p.kind, p.serves, p.filled_at is not null as "isFilled", p.added_at as "addedAt", p.compared_at as "comparedAt",
      p.comparison, p.held_since as "heldSince",
      (select count(*) from tunnel_deliveries d where d.provider = p.id and d.is_open)::int as open,
      (select count(*) from tunnel_deliveries d where d.provider = p.id and d.behind_since is not null)::int as waiting,
      (select extract(epoch from now() - min(d.behind_since)) from tunnel_deliveries d
        where d.provider = p.id and d.behind_since is not null)::int as "oldestSeconds",
      (select count(*) from tunnel_deliveries d where d.provider = p.id and d.due_at is not null and d.failures > 0)::int as failing,
      (select d.error from tunnel_deliveries d where d.provider = p.id and d.due_at is not null and d.failures > 0
        order by d.due_at limit 1) as error
    from tunnel_providers p order by p.id`)
