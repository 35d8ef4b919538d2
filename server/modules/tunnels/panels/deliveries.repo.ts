import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Terms } from '../entitlement.rules.ts'

type Present = { userId: string; version: number; isPresent: boolean }

export const listMembers = (db: Queryable, after: string, limit: number) =>
  db.query(sql<Present>`
    select user_id as "userId", version, (expires_at > now() and blocked_at is null and erased_at is null) is true as "isPresent"
    from entitlement_terms where user_id > ${after} order by user_id limit ${limit}`)

/** Queues deliveries for everyone whom the tunnel provider already has, and for everyone else who has access. */
export const queueDeliveries = (
  db: Queryable,
  provider: string,
  userIds: readonly string[],
  versions: readonly number[],
  present: readonly boolean[],
) =>
  db.run(sql`
    insert into tunnel_deliveries as d (user_id, provider, wanted, due_at, behind_since)
    select m.user_id, ${provider}, m.version, now(), now()
    from unnest(${userIds}::uuid[], ${versions}::bigint[], ${present}::boolean[]) as m (user_id, version, present)
    where m.present or exists (select from tunnel_deliveries k where k.provider = ${provider} and k.user_id = m.user_id)
    order by m.user_id
    on conflict (user_id, provider) do update
      set wanted = greatest(d.wanted, excluded.wanted), due_at = now(), turn = d.turn + 1,
        behind_since = coalesce(d.behind_since, now())`)

export type Claimed = {
  userId: string
  turn: number
  subject: string | null
  applied: number
  isOpen: boolean
  failures: number
  unsure: boolean
  look: boolean
  dropWanted: boolean
  revokeWanted: boolean
}

/**
 * Claims the deliveries that have been due longest. If an earlier claim expired, its request may have reached the
 * provider, so it counts as a request without an answer.
 */
export const claimDue = (db: Queryable, provider: string, claim: string, limit: number) =>
  db.query(sql<Claimed>`
    update tunnel_deliveries d
    set claim = ${claim}, claimed_until = now() + interval '25 seconds', unsure = d.unsure or d.claim is not null
    from (
      select user_id from tunnel_deliveries
      where provider = ${provider} and due_at <= now() and (claimed_until is null or claimed_until < now())
      order by due_at limit ${limit} for update skip locked
    ) next
    where d.provider = ${provider} and d.user_id = next.user_id
    returning d.user_id as "userId", d.turn, d.subject, d.applied, d.is_open as "isOpen", d.failures, d.unsure, d.look,
      d.drop_wanted as "dropWanted", d.revoke_wanted as "revokeWanted"`)

export const findTermsOfMany = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<Terms & { userId: string; now: Date }>`
    select now() as now, user_id as "userId", version, expires_at as "expiresAt", max_devices as "maxDevices", trial_from as "trialFrom",
      blocked_at as "blockedAt", erased_at as "erasedAt"
    from entitlement_terms where user_id = any(${userIds})`)

type Which = { provider: string; userId: string; claim: string; turn: number }

/**
 * Marks a delivery as done. The delivery stays due if something changed in the meantime. `nextAt`: time of a further
 * delivery. `again`: delivers once more within a minute. Neither counts as late. Returns 0 if another worker has taken over the claim.
 */
export const finishDelivery = (
  db: Queryable,
  { provider, userId, claim, turn }: Which,
  {
    version,
    subject,
    externalId,
    isOpen,
    nextAt,
    again,
  }: {
    version: number
    subject: string | null
    externalId: string | null
    isOpen: boolean
    nextAt: Date | null
    again: boolean
  },
) =>
  db.run(sql`
    update tunnel_deliveries d
    set applied = ${version}, subject = ${subject}, external_id = ${externalId}, is_open = ${isOpen},
      counted = case when ${subject}::text is not null then d.counted end, claim = null, claimed_until = null,
      failures = 0, error = null, drift = null, unsure = false,
      look = d.look and d.turn > ${turn}, drop_wanted = d.drop_wanted and d.turn > ${turn},
      revoke_wanted = d.revoke_wanted and d.turn > ${turn},
      behind_since = case when d.wanted > ${version} then d.behind_since end,
      due_at = case when d.turn > ${turn} then d.due_at
        when ${again} then least(${nextAt}::timestamptz, now() + interval '1 minute') else ${nextAt}::timestamptz end
    where provider = ${provider} and user_id = ${userId} and claim = ${claim}`)

/**
 * Queues another delivery for a person after two ran at the same time, because nobody knows which of them reached the
 * provider last.
 */
export const repeatDelivery = (db: Queryable, provider: string, userId: string) =>
  db.run(sql`
    update tunnel_deliveries set due_at = now(), turn = turn + 1, unsure = true where provider = ${provider} and user_id = ${userId}`)

export const failDelivery = (
  db: Queryable,
  { provider, userId, claim, turn }: Which,
  { error, seconds, unsure, subject }: { error: string; seconds: number; unsure: boolean; subject: string | null },
) =>
  db.run(sql`
    update tunnel_deliveries d
    set failures = d.failures + 1, error = ${error}, unsure = d.unsure or ${unsure}, claim = null, claimed_until = null,
      subject = coalesce(d.subject, ${subject}),
      due_at = case when d.turn > ${turn} then d.due_at else now() + make_interval(secs => ${seconds}) end
    where provider = ${provider} and user_id = ${userId} and claim = ${claim}`)

export const postponeDelivery = (db: Queryable, { provider, userId, claim, turn }: Which, seconds: number) =>
  db.run(sql`
    update tunnel_deliveries d
    set claim = null, claimed_until = null,
      due_at = case when d.turn > ${turn} then d.due_at else now() + make_interval(secs => ${seconds}) end
    where provider = ${provider} and user_id = ${userId} and claim = ${claim}`)

/** True if there are providers for paid plans, but none of them has received the person yet. */
export const isAwaited = (db: Queryable, userId: string) =>
  db.one(sql<{ awaited: boolean }>`
    select (count(*) > 0 and not bool_or(coalesce(d.is_open and d.behind_since is null, false))) as awaited
    from tunnel_providers p left join tunnel_deliveries d on d.provider = p.id and d.user_id = ${userId}
    where 'paid' = any(p.serves)`)

export const releaseDelivery = (db: Queryable, { provider, userId, claim }: Which) =>
  db.run(sql`
    update tunnel_deliveries set claim = null, claimed_until = null
    where provider = ${provider} and user_id = ${userId} and claim = ${claim}`)

export const isAnyDue = (db: Queryable, provider: string) =>
  db.one(sql<{ due: boolean }>`
    select exists (select from tunnel_deliveries where provider = ${provider} and due_at <= now()) as due`)
