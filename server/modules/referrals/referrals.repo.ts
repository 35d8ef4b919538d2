import type { Language } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { Outcome, RefusalReason, Verdict } from './referrals.rules.ts'
import type { TotalsChange } from './referrals.queries.ts'

export type NewReferral = {
  userId: string
  inviterId: string
  via: 'typed' | 'link'
  campaignId: string | null
  visitedAt: Date | null
  verdict: Verdict
  reason: RefusalReason | null
  language: Language
}

export const insertReferral = (db: Queryable, r: NewReferral) =>
  db.run(sql`
    insert into referrals (user_id, inviter_id, via, campaign_id, visited_at, verdict, reason, language)
    values (${r.userId}, ${r.inviterId}, ${r.via}, ${r.campaignId}, ${r.visitedAt}, ${r.verdict}, ${r.reason}, ${r.language})
    on conflict do nothing`)

/** Changes the inviter of a user. The caller must first reverse the earnings of the old inviter. */
export const setInviter = (
  db: Queryable,
  userId: string,
  r: { inviterId: string; campaignId: string | null; decidedBy: string },
) =>
  db.run(sql`
    update referrals set inviter_id = ${r.inviterId}, campaign_id = ${r.campaignId}, via = 'typed', visited_at = null, verdict = 'counted',
      reason = null, decided_by = ${r.decidedBy}, decided_by_person = false, first_order_id = null, outcome = null, outcome_at = null,
      bonus_seconds = 0, bonus_grant = null
    where user_id = ${userId}`)

export const deleteReferral = (db: Queryable, userId: string) =>
  db.run(sql`delete from referrals where user_id = ${userId}`)

/** Inviter of the user, the inviter's inviter and so on. At most 20, which is enough to detect cycles. */
export const listAncestors = (db: Queryable, userId: string) =>
  db.query(sql<{ id: string }>`
    with recursive up as (
      select inviter_id as id, 1 as step from referrals where user_id = ${userId}
      union
      select r.inviter_id, up.step + 1 from up join referrals r on r.user_id = up.id where up.step < 20
    )
    select id as "id" from up`)

export const listSiblings = (db: Queryable, inviterId: string, userIds: readonly string[]) =>
  db.query(sql<{ id: string }>`
    select user_id as "id" from referrals where inviter_id = ${inviterId} and user_id = any(${userIds}::uuid[])`)

export const saveFirstOrder = (db: Queryable, userId: string, orderId: string | null) =>
  db.run(sql`update referrals set first_order_id = ${orderId} where user_id = ${userId}`)

export const saveOutcome = (
  db: Queryable,
  userId: string,
  o: { outcome: Outcome; bonusSeconds: number; bonusGrant: string | null },
) =>
  db.run(sql`
    update referrals set outcome = ${o.outcome}, outcome_at = now(), bonus_seconds = ${o.bonusSeconds}, bonus_grant = ${o.bonusGrant}
    where user_id = ${userId}`)

export const addTotals = (db: Queryable, userId: string, c: TotalsChange) =>
  db.run(sql`
    insert into inviter_totals as t (user_id, invited, paid, rewarded, bonus_seconds)
    values (${userId}, ${c.invited}, ${c.paid}, ${c.rewarded}, ${c.bonusSeconds})
    on conflict (user_id) do update set invited = t.invited + excluded.invited, paid = t.paid + excluded.paid,
      rewarded = t.rewarded + excluded.rewarded, bonus_seconds = t.bonus_seconds + excluded.bonus_seconds`)

export type ReferralLine = {
  userId: string
  uid: number | null
  referredAt: Date
  isPaid: boolean
  slug: string | null
  verdict: Verdict
  reason: RefusalReason | null
}

const invitedColumns = columns`
  r.user_id as "userId", case when not u.is_erased then u.uid end as uid, r.referred_at as "referredAt",
  (r.first_order_id is not null)::boolean as "isPaid", c.slug, r.verdict, r.reason`

/*
 * Limits the page before it joins names. A join before the limit would scan all accounts that are younger than the last
 * friend of the page.
 */
export const listAll = (db: Queryable, inviterId: string, before: string, limit: number) =>
  db.query(sql<ReferralLine>`
    select ${invitedColumns} from (
      select * from referrals where inviter_id = ${inviterId} and user_id < ${before}::uuid order by user_id desc limit ${limit}
    ) r join account_labels u on u.user_id = r.user_id left join campaign_labels c on c.id = r.campaign_id
    order by r.user_id desc`)

export const listPaid = (db: Queryable, inviterId: string, before: string, limit: number) =>
  db.query(sql<ReferralLine>`
    select ${invitedColumns} from (
      select * from referrals where inviter_id = ${inviterId} and first_order_id is not null and user_id < ${before}::uuid
      order by user_id desc limit ${limit}
    ) r join account_labels u on u.user_id = r.user_id left join campaign_labels c on c.id = r.campaign_id
    order by r.user_id desc`)

export type ReferralFilter = {
  campaignId: string | null
  isPaid: boolean | null
  from: Date | null
  to: Date | null
}

/**
 * Friends of an inviter, filtered by campaign, by whether they have paid, and by the time of their sign-up. The caller
 * applies the other filters.
 */
export const listFiltered = (db: Queryable, inviterId: string, f: ReferralFilter, before: string, limit: number) =>
  db.query(sql<ReferralLine>`
    select ${invitedColumns} from (
      select * from referrals
      where inviter_id = ${inviterId} and (${f.campaignId}::uuid is null or campaign_id = ${f.campaignId}::uuid)
        and (${f.isPaid}::boolean is null or (first_order_id is not null) = ${f.isPaid}::boolean)
        and (${f.from}::timestamptz is null or referred_at >= ${f.from}::timestamptz)
        and (${f.to}::timestamptz is null or referred_at < ${f.to}::timestamptz)
        and user_id < ${before}::uuid
      order by user_id desc limit ${limit}
    ) r join account_labels u on u.user_id = r.user_id left join campaign_labels c on c.id = r.campaign_id
    order by r.user_id desc`)
