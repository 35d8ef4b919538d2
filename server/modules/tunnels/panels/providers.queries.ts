import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Comparison } from './comparison.rules.ts'
import type { ProviderKind } from './port.ts'
import type { Plan } from './delivered-terms.rules.ts'

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

export const lockProvider = (db: Queryable, id: string) =>
  db.maybe(sql<ProviderRow & { feedTokenDigest: Buffer | null }>`
    select id, kind, serves, settings, revision, filled_at is not null as "isFilled", feed_token_digest as "feedTokenDigest"
    from tunnel_providers where id = ${id} for no key update`)

export const listBusy = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select p.id from tunnel_providers p
    where p.filled_at is null or exists (select from tunnel_deliveries d where d.provider = p.id and d.due_at <= now())`)

export const findByFeedToken = (db: Queryable, digest: Buffer) =>
  db.maybe(
    sql<{
      id: string
      serves: Plan[]
      revision: number
    }>`select id, serves, revision from tunnel_providers where feed_token_digest = ${digest}`,
  )

type ProviderHealth = {
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
export const listProviders = (db: Queryable) =>
  db.query(sql<ProviderHealth>`
    select p.id, p.kind, p.serves, p.filled_at is not null as "isFilled", p.added_at as "addedAt", p.compared_at as "comparedAt",
      p.comparison, p.held_since as "heldSince",
      (select count(*) from tunnel_deliveries d join entitlement_terms t on t.user_id = d.user_id
        where d.provider = p.id and d.is_open
          and (t.expires_at > now() or d.behind_since is not null or d.drift is not null))::int as open,
      (select count(*) from tunnel_deliveries d where d.provider = p.id and d.behind_since is not null)::int as waiting,
      (select extract(epoch from now() - min(d.behind_since)) from tunnel_deliveries d
        where d.provider = p.id and d.behind_since is not null)::int as "oldestSeconds",
      (select count(*) from tunnel_deliveries d where d.provider = p.id and d.due_at is not null and d.failures > 0)::int as failing,
      (select d.error from tunnel_deliveries d where d.provider = p.id and d.due_at is not null and d.failures > 0
        order by d.due_at limit 1) as error
    from tunnel_providers p order by p.id`)

/** Seconds after which an alert is raised because a panel has not received somebody's new access. */
export const lateSeconds = 300
/** Hours without a comparison after which a panel counts as unreachable. Panels are normally compared daily. */
const staleHours = 48

type Troubled = { provider: string; lateSeconds: number | null; heldSince: Date | null; comparedAt: Date | null }

/**
 * Tunnel providers that need an operator: somebody's new access has not reached them in time, repairs that take access
 * away wait for approval, or, for VPN panels, they were not compared for two days.
 */
export const listTroubled = (db: Queryable) =>
  db.query(sql<Troubled>`
    select p.id as provider, p.held_since as "heldSince", p.compared_at as "comparedAt",
      case when late.seconds > ${lateSeconds}::int then late.seconds end as "lateSeconds"
    from tunnel_providers p
      cross join lateral (
        select extract(epoch from now() - min(d.behind_since))::int as seconds from tunnel_deliveries d
        where d.provider = p.id and d.behind_since is not null) late
    where late.seconds > ${lateSeconds}::int or p.held_since is not null
      or (p.kind <> 'webhook' and coalesce(p.compared_at, p.added_at) < now() - make_interval(hours => ${staleHours}::int))
    order by p.id`)

/** Number of VPN panels and webhook receivers to which all members have been sent. */
export const countFilled = (db: Queryable) =>
  db.one(sql<{ count: number }>`select count(*)::int as count from tunnel_providers where filled_at is not null`)

export const listCounting = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select id from tunnel_providers where kind <> 'webhook' and filled_at is not null order by id`)

/**
 * Panels that were not compared for a day. Leaves out webhook receivers, because they cannot be queried, and panels
 * whose delivery rows are not complete yet.
 */
export const listUncompared = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select id from tunnel_providers
    where kind <> 'webhook' and filled_at is not null
      and coalesce(compared_at, added_at) < now() - interval '1 day' order by id`)

/** Plans for which VPN panels have subscription documents. Webhook receivers have none. */
export const findServedByPanels = (db: Queryable) =>
  db.one(sql<{ trial: boolean; paid: boolean }>`
    select coalesce(bool_or('trial' = any(serves)), false) as trial, coalesce(bool_or('paid' = any(serves)), false) as paid
    from tunnel_providers where kind <> 'webhook'`)
