import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { RewardRow } from './rewards.rules.ts'

export const insertReward = (db: Queryable, r: RewardRow) =>
  db.run(sql`
    insert into referral_rewards (order_id, inviter_id, kind, reason, terms_version, tier, first_bps, renewal_bps, bonus_bps,
      usd_per_unit_micros, hold_days, reserve_bps, reserve_days)
    values (${r.orderId}, ${r.inviterId}, ${r.kind}, ${r.reason}, ${r.termsVersion}, ${r.tier}, ${r.firstBps}, ${r.renewalBps},
      ${r.bonusBps}, ${r.usdMicros}, ${r.holdDays}, ${r.reserveBps},
      ${r.reserveDays})
    on conflict do nothing`)

export const listRewards = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<RewardRow>`
    select order_id as "orderId", inviter_id as "inviterId", kind, reason, terms_version as "termsVersion", tier,
      first_bps as "firstBps", renewal_bps as "renewalBps", bonus_bps as "bonusBps", usd_per_unit_micros as "usdMicros",
      hold_days as "holdDays", reserve_bps as "reserveBps", reserve_days as "reserveDays"
    from referral_rewards where order_id = any(${orderIds}::uuid[])`)

export const voidReward = (db: Queryable, orderId: string) =>
  db.run(sql`update referral_rewards set kind = 'nothing', reason = 'suspended' where order_id = ${orderId}`)

/** Voids the rewards of a wrong inviter for good, even if that inviter turns out to be the right one later. */
export const forfeitRewards = (db: Queryable, orderIds: readonly string[]) =>
  db.run(sql`
    update referral_rewards set kind = 'nothing', reason = 'corrected' where order_id = any(${orderIds}::uuid[])`)

/**
 * Locks the inviter's number of paying customers, so that concurrent first purchases are counted one after the other.
 */
export const lockPaid = (db: Queryable, userId: string) =>
  db.one(sql<{ paid: number }>`
    insert into inviter_totals as t (user_id) values (${userId}) on conflict (user_id) do update set paid = t.paid
    returning paid`)
