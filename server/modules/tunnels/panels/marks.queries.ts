import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Drift } from './delivered-terms.rules.ts'

export const markAgain = (db: Queryable, userId: string) =>
  db.query(sql<{ provider: string }>`
    update tunnel_deliveries set due_at = now(), turn = turn + 1, failures = 0 where user_id = ${userId} returning provider`)

export const markDrop = (db: Queryable, userId: string) =>
  db.query(sql<{ provider: string }>`
    update tunnel_deliveries set due_at = now(), turn = turn + 1, failures = 0, drop_wanted = true
    where user_id = ${userId} and subject is not null returning provider`)

/**
 * Returns which of these users still have access at a tunnel provider, or have a change that a provider has not
 * received.
 */
export const listUnsettledAmong = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string }>`
    select distinct user_id as "userId" from tunnel_deliveries
    where user_id = any(${userIds}::uuid[]) and (is_open or behind_since is not null)`)

export type StandingRow = {
  provider: string
  isOpen: boolean
  isBehind: boolean
  failures: number
  error: string | null
  drift: Drift | null
}
/**
 * State of a person at each tunnel provider. Expiry needs no delivery: a provider that knows the end date ends the
 * access by itself.
 */
export const listStandings = (db: Queryable, userId: string) =>
  db.query(sql<StandingRow>`
    select d.provider,
      d.is_open and (coalesce(t.expires_at > now(), false) or d.behind_since is not null or d.drift is not null) as "isOpen",
      d.behind_since is not null as "isBehind", d.failures, d.error, d.drift
    from tunnel_deliveries d join entitlement_terms t on t.user_id = d.user_id where d.user_id = ${userId} order by d.provider`)

export const countKnown = (db: Queryable, provider: string) =>
  db.one(sql<{ open: number; unerased: number }>`
    select count(*) filter (
        where d.is_open and (t.expires_at > now() or d.behind_since is not null or d.drift is not null))::int as open,
      count(*) filter (where d.subject is not null and t.erased_at is not null)::int as unerased
    from tunnel_deliveries d join entitlement_terms t on t.user_id = d.user_id where d.provider = ${provider}`)

/**
 * Queues a check of a person after a panel's webhook about them. Ignores repeated and older messages. A second check
 * within a minute waits, so that a panel which reverts our changes cannot cause an endless loop.
 */
export const markLook = (db: Queryable, provider: string, subject: string, saidAt: Date) =>
  db.run(sql`
    update tunnel_deliveries d
    set look = true, said_at = ${saidAt}, turn = d.turn + 1,
      due_at = least(d.due_at,
        now() + case when d.said_at > ${saidAt}::timestamptz - interval '1 minute' then interval '1 minute' else interval '0' end)
    where d.provider = ${provider} and d.subject = ${subject} and (d.said_at is null or d.said_at < ${saidAt})`)

export const markRevoke = (db: Queryable, userId: string) =>
  db.query(sql<{ provider: string }>`
    update tunnel_deliveries
    set due_at = now(), turn = turn + 1, failures = 0, revoke_wanted = true, drop_wanted = true
    where user_id = ${userId} and subject is not null returning provider`)
