import { holdDaysOf, tierAt, usdMicrosOf, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Currency } from '#shared/money.ts'

/** The inviter as they stood when an order of their friend was paid. */
export type InviterThen = {
  /** Null: no affiliate by then. */
  readonly affiliate: { readonly tier: string | null; readonly isSuspended: boolean; readonly since: Date } | null
  readonly isMember: boolean
  /** Paying customers whom they had brought before. */
  readonly paidBefore: number
}

export type Rates = {
  readonly termsVersion: number
  readonly tier: string
  readonly firstBps: number
  readonly renewalBps: number
  readonly bonusBps: number
  readonly usdMicros: number
  readonly holdDays: number
  /** What of a commission is kept back, and for how many days after its hold; 0 and 0: nothing. */
  readonly reserveBps: number
  readonly reserveDays: number
}
/** Who earns by an order, and at which rates; decided once, with the payment. */
export type Reward = Rates &
  (
    | { readonly kind: 'commission' | 'bonus'; readonly reason: null }
    | { readonly kind: 'nothing'; readonly reason: 'suspended' | 'no_membership' }
  )

/** What was decided so, as it is stored. */
export type RewardRow = Rates & {
  readonly orderId: string
  readonly inviterId: string
  readonly kind: 'commission' | 'bonus' | 'nothing'
  /** `corrected`: someone else brought this customer, as was found out since. */
  readonly reason: 'suspended' | 'no_membership' | 'corrected' | null
}

/** An order when it was paid. */
export type PaidThen = { readonly currency: Currency; readonly byCard: boolean; readonly paidAt: Date }

/** An affiliate earns commissions, or nothing at all while suspended; everyone else bonus time while a member. */
export function freezeReward(inviter: InviterThen, terms: AffiliateTerms, order: PaidThen): Reward {
  const { affiliate, isMember, paidBefore } = inviter
  const tier = terms.tiers.find(({ id }) => id === affiliate?.tier) ?? tierAt(terms, paidBefore)
  const rates = {
    termsVersion: terms.version,
    tier: tier.id,
    firstBps: tier.firstBps,
    renewalBps: tier.renewalBps,
    bonusBps: terms.referRateBps,
    usdMicros: usdMicrosOf(terms, order.currency),
    holdDays: affiliate ? holdDaysOf(terms, tier, { ...order, since: affiliate.since }) : terms.holdDays,
    reserveBps: (affiliate && tier.reserve?.bps) ?? 0,
    reserveDays: (affiliate && tier.reserve?.days) ?? 0,
  }
  if (affiliate?.isSuspended) return { ...rates, kind: 'nothing', reason: 'suspended' }
  if (affiliate) return { ...rates, kind: 'commission', reason: null }
  return isMember ? { ...rates, kind: 'bonus', reason: null } : { ...rates, kind: 'nothing', reason: 'no_membership' }
}

/** Providers state payments by the second. Whether something had begun by then; within the same second it had. */
export const hadBegun = (since: Date, at: Date): boolean => Math.floor(since.getTime() / 1000) * 1000 <= at.getTime()

/** Whether an instant lies in a time during which an affiliate was suspended. `until`: null while it lasts. */
export const wasSuspended = (
  suspensions: readonly { readonly since: Date; readonly until: Date | null }[],
  at: Date,
): boolean => suspensions.some(({ since, until }) => hadBegun(since, at) && (until === null || until > at))
