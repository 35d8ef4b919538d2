import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { MonthSums } from './commissions.queries.ts'
import type { NewCommission } from './commissions.rules.ts'

export const insertCommission = (db: Queryable, c: NewCommission) =>
  db.run(sql`
    insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, reverses, type, terms_version, tier, rate_bps,
      paid_currency, paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, review_reason,
      reserve_minor, reserve_until)
    values (${c.id}, ${c.affiliateId}, ${c.referredId}, ${c.orderId}, ${c.campaignId}, ${c.reverses}, ${c.type}, ${c.termsVersion},
      ${c.tier}, ${c.rateBps}, ${c.paidCurrency}, ${c.paidMinor}, ${c.usdMicros}, ${c.amountMinor}, ${c.earnedAt}, ${c.heldUntil},
      ${c.reviewReason}, ${c.reserveMinor}, ${c.reserveUntil})`)

export const addToMonth = (db: Queryable, affiliateId: string, month: string, c: MonthSums) =>
  db.run(sql`
    insert into affiliate_months as m (affiliate_id, month, first_minor, renewal_minor, reversed_minor)
    values (${affiliateId}, ${month}::date, ${c.firstMinor}, ${c.renewalMinor}, ${c.reversedMinor})
    on conflict (affiliate_id, month) do update set first_minor = m.first_minor + excluded.first_minor,
      renewal_minor = m.renewal_minor + excluded.renewal_minor, reversed_minor = m.reversed_minor + excluded.reversed_minor`)
