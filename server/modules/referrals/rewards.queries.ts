import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type RewardRow = {
  orderId: string
  inviterId: string
  kind: 'commission' | 'bonus' | 'nothing'
  reason: 'suspended' | 'no_membership' | null
  termsVersion: number
  tier: string
  firstBps: number
  renewalBps: number
  bonusBps: number
  usdMicros: number
  holdDays: number
}

/** The first word counts: 0 if it was decided before. */
export const insertReward = (db: Queryable, r: RewardRow) =>
  db.run(sql`
    insert into referral_rewards (order_id, inviter_id, kind, reason, terms_version, tier, first_bps, renewal_bps, bonus_bps,
      usd_per_unit_micros, hold_days)
    values (${r.orderId}, ${r.inviterId}, ${r.kind}, ${r.reason}, ${r.termsVersion}, ${r.tier}, ${r.firstBps}, ${r.renewalBps},
      ${r.bonusBps}, ${r.usdMicros}, ${r.holdDays})
    on conflict do nothing`)

export const findReward = (db: Queryable, orderId: string) =>
  db.maybe(sql<RewardRow>`
    select order_id as "orderId", inviter_id as "inviterId", kind, reason, terms_version as "termsVersion", tier,
      first_bps as "firstBps", renewal_bps as "renewalBps", bonus_bps as "bonusBps", usd_per_unit_micros as "usdMicros",
      hold_days as "holdDays"
    from referral_rewards where order_id = ${orderId}`)

/** What an inviter who is suspended by now does not earn any more, for good. */
export const voidReward = (db: Queryable, orderId: string) =>
  db.run(sql`update referral_rewards set kind = 'nothing', reason = 'suspended' where order_id = ${orderId}`)

/** Holds the count of paying customers, so that two who come at once count one after the other. */
export async function lockPaid(db: Queryable, userId: string): Promise<number> {
  await db.run(sql`insert into inviter_totals (user_id) values (${userId}) on conflict do nothing`)
  return (await db.one(sql<{ paid: number }>`select paid from inviter_totals where user_id = ${userId} for update`))
    .paid
}
