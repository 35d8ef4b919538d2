import { holdDaysOf, tierAt, usdMicrosOf, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Currency } from '#shared/money.ts'

/** State of the inviter when their friend's order was paid. */
export type InviterThen = {
  /** Null: not an affiliate at that time. */
  readonly affiliate: { readonly tier: string | null; readonly isSuspended: boolean; readonly since: Date } | null
  readonly isMember: boolean
  /** Number of paying customers before this one. */
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
  /** Reserve of a commission and its days after the hold; both 0: none. */
  readonly reserveBps: number
  readonly reserveDays: number
}
/** Reward of an order and its rates, decided once at payment. */
export type Reward = Rates &
  (
    | { readonly kind: 'commission' | 'bonus'; readonly reason: null }
    | { readonly kind: 'nothing'; readonly reason: 'suspended' | 'no_membership' }
  )

/** Reward as stored. */
export type RewardRow = Rates & {
  readonly orderId: string
  readonly inviterId: string
  readonly kind: 'commission' | 'bonus' | 'nothing'
  /** `corrected`: the customer was assigned to another inviter later. */
  readonly reason: 'suspended' | 'no_membership' | 'corrected' | null
}

/** Facts of an order at payment. */
export type PaidThen = { readonly currency: Currency; readonly byCard: boolean; readonly paidAt: Date }

/** Decides the reward: affiliates earn a commission, or nothing while suspended; other members earn bonus time. */
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

/** True if something had begun at `at`. Providers report whole seconds, so the same second counts. */
export const hadBegun = (since: Date, at: Date): boolean => Math.floor(since.getTime() / 1000) * 1000 <= at.getTime()

/** True if an affiliate was suspended at `at`. `until`: null while it lasts. */
export const wasSuspended = (
  suspensions: readonly { readonly since: Date; readonly until: Date | null }[],
  at: Date,
): boolean => suspensions.some(({ since, until }) => hadBegun(since, at) && (until === null || until > at))
