import type { Localized } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { Outcome, Referral, RefusalReason, Verdict } from './referrals.rules.ts'

const referralColumns = columns`
  user_id as "userId", inviter_id as "inviterId", campaign_id as "campaignId", visited_at as "visitedAt", verdict, reason,
  decided_by_person as "isDecided",
  referred_at as "referredAt", first_order_id as "firstOrderId", outcome, bonus_seconds as "bonusSeconds", bonus_grant as "bonusGrant"`

/** Locks the referral of a user. Take this lock after the order's lock, to prevent deadlocks. */
export const lockReferral = (db: Queryable, userId: string) =>
  db.maybe(sql<Referral>`
    select ${referralColumns} from referrals where user_id = ${userId} for update`)

/** Locks several referrals, in the order of user ids to prevent deadlocks. */
export const lockReferrals = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<Referral>`
    select ${referralColumns} from referrals where user_id = any(${userIds}::uuid[]) order by user_id for update`)

export const findReferral = (db: Queryable, userId: string) =>
  db.maybe(sql<Referral>`
    select ${referralColumns} from referrals where user_id = ${userId}`)

export const listReferredUsers = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<Referral>`
    select ${referralColumns} from referrals where user_id = any(${userIds}::uuid[]) order by user_id`)

export const judgeReferral = (
  db: Queryable,
  userId: string,
  v: { verdict: Verdict; reason: RefusalReason | null; decidedBy: string; isByPerson: boolean },
) =>
  db.run(sql`
    update referrals set verdict = ${v.verdict}, reason = ${v.reason}, decided_by = ${v.decidedBy}, decided_by_person = ${v.isByPerson}
    where user_id = ${userId}`)

export type TotalsChange = { invited: number; paid: number; rewarded: number; bonusSeconds: number }

export const findTotals = (db: Queryable, userId: string) =>
  db.maybe(sql<TotalsChange>`
    select invited, paid, rewarded, bonus_seconds as "bonusSeconds" from inviter_totals where user_id = ${userId}`)

export type Invitation = {
  userId: string
  referredAt: Date
  name: string | null
  verdict: Verdict
  reason: RefusalReason | null
  outcome: Outcome | null
  outcomeAt: Date | null
  bonusSeconds: number
  productNames: Localized | null
}

/**
 * Page of an inviter's referrals, newest first, because user ids are in order of time. `before`: last id of the
 * previous page.
 */
export const listInvitations = (db: Queryable, inviterId: string, before: string, limit: number) =>
  db.query(sql<Invitation>`
    select r.user_id as "userId", r.referred_at as "referredAt", r.verdict, r.reason, r.outcome, r.outcome_at as "outcomeAt",
      r.bonus_seconds as "bonusSeconds", o.product_names as "productNames",
      a.name
    from (
      select * from referrals where inviter_id = ${inviterId} and user_id < ${before}::uuid order by user_id desc limit ${limit}
    ) r left join order_labels o on o.id = r.first_order_id left join account_labels a on a.user_id = r.user_id
    order by r.user_id desc`)

/**
 * Number of sign-ups and buyers per affiliate link in a page of referrals. `after`: last user of the previous page.
 * `link` is null for referrals without a link.
 */
export const countByLink = (db: Queryable, inviterId: string, after: string, limit: number) =>
  db.query(sql<{ link: string | null; signUps: number; paid: number; last: string | null }>`
    with page as materialized (
      select user_id, campaign_id, first_order_id from referrals
      where inviter_id = ${inviterId} and user_id > ${after}::uuid order by user_id limit ${limit}
    )
    select campaign_id::text as link, count(*)::int as "signUps", count(first_order_id)::int as paid,
      (select l.user_id::text from page l order by l.user_id desc limit 1) as last
    from page group by campaign_id`)

type HeldReferral = {
  userId: string
  uid: number
  inviterUid: number
  reason: RefusalReason | null
  referredAt: Date
}

export const listHeld = (db: Queryable, afterUid: number | null, limit: number) =>
  db.query(sql<HeldReferral>`
    select r.user_id as "userId", u.uid, i.uid as "inviterUid", r.reason, r.referred_at as "referredAt"
    from referrals r join account_labels u on u.user_id = r.user_id join account_labels i on i.user_id = r.inviter_id
    where r.verdict = 'held' and (${afterUid}::int is null or (r.referred_at, r.user_id) > (
      select x.referred_at, x.user_id from referrals x join account_labels y on y.user_id = x.user_id where y.uid = ${afterUid}::int))
    order by r.referred_at, r.user_id limit ${limit}`)
