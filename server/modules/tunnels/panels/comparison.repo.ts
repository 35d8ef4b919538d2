import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Terms } from '../entitlement.rules.ts'
import type { Comparison } from './comparison.rules.ts'
import type { Drift } from './delivered-terms.rules.ts'

type Standing = Terms & { userId: string; subject: string | null; isBusy: boolean }

export const listStanding = (db: Queryable, provider: string, after: string, limit: number) =>
  db.query(sql<Standing>`
    select d.user_id as "userId", d.subject,
      (coalesce(d.claimed_until > now(), false) or d.failures > 0 or coalesce(d.due_at <= now(), false)) as "isBusy",
      t.version, t.expires_at as "expiresAt", t.max_devices as "maxDevices", t.trial_from as "trialFrom",
      t.blocked_at as "blockedAt", t.erased_at as "erasedAt"
    from tunnel_deliveries d join entitlement_terms t on t.user_id = d.user_id
    where d.provider = ${provider} and d.user_id > ${after} order by d.user_id limit ${limit}`)

export const readClock = (db: Queryable) => db.one(sql<{ now: Date }>`select now() as now`)

/**
 * Saves the result of comparing a provider with the shop. Returns 0 if the provider's settings have changed since the
 * comparison began.
 */
export const saveComparison = (
  db: Queryable,
  {
    provider,
    revision,
    comparison,
    held,
  }: { provider: string; revision: number; comparison: Comparison; held: boolean },
) =>
  db.run(sql`
    update tunnel_providers
    set compared_at = now(), comparison = ${JSON.stringify(comparison)}::jsonb,
      held_since = case when ${held} then coalesce(held_since, now()) end
    where id = ${provider} and revision = ${revision}`)

export const forgetDrift = (db: Queryable, provider: string) =>
  db.run(sql`
    update tunnel_deliveries d set drift = null
    from (select user_id from tunnel_deliveries where provider = ${provider} and drift is not null for update skip locked) old
    where d.provider = ${provider} and d.user_id = old.user_id`)

type Marked = { userId: string; subject: string; drift: Drift; isOpen: boolean; waits: boolean }

/**
 * Queues a check and repair of each person who differs at a provider. Repairs that wait for an operator are only
 * recorded. Skips rows that are locked, claimed or due, because a delivery for these people comes anyway.
 */
export const markDrift = (db: Queryable, provider: string, found: readonly Marked[]) =>
  db.run(sql`
    update tunnel_deliveries d
    set drift = f.drift, subject = coalesce(d.subject, f.subject), is_open = d.is_open or f."isOpen",
      look = d.look or not f.waits, due_at = case when f.waits then d.due_at else now() end,
      turn = d.turn + (case when f.waits then 0 else 1 end)
    from (
      select held.user_id, f.subject, f.drift, f."isOpen", f.waits
      from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        as f ("userId" uuid, subject text, drift text, "isOpen" boolean, waits boolean)
      join tunnel_deliveries held on held.provider = ${provider} and held.user_id = f."userId"
      where not coalesce(held.claimed_until > now(), false) and not coalesce(held.due_at <= now(), false)
      for update of held skip locked
    ) f
    where d.provider = ${provider} and d.user_id = f.user_id`)

export const adoptOne = (db: Queryable, provider: string, userId: string, subject: string) =>
  db.run(sql`
    insert into tunnel_deliveries (user_id, provider, wanted, subject)
    select user_id, ${provider}, version, ${subject} from entitlement_terms where user_id = ${userId}
    on conflict (user_id, provider) do nothing`)

export const releaseHeld = (db: Queryable, provider: string, takesAway: readonly string[]) =>
  db.run(sql`
    update tunnel_deliveries d set look = true, due_at = now(), turn = d.turn + 1
    from (
      select user_id from tunnel_deliveries
      where provider = ${provider} and drift = any(${takesAway}) for update skip locked
    ) held
    where d.provider = ${provider} and d.user_id = held.user_id`)

export const endHold = (db: Queryable, provider: string) =>
  db.run(sql`update tunnel_providers set held_since = null where id = ${provider}`)
