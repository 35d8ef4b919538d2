import { holdDaysOf, tierAt, usdMicrosOf, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Currency } from '#shared/money.ts'

export type InviterThen = {
  readonly affiliate: { readonly tier: string | null; readonly isSuspended: boolean; readonly since: Date } | null
  readonly isMember: boolean
  readonly paidBefore: number
}

type Rates = {
  readonly termsVersion: number
  readonly tier: string
  readonly firstBps: number
  readonly renewalBps: number
  readonly bonusBps: number
  readonly usdMicros: number
  readonly holdDays: number
  /**
   * Part of a commission that is withheld as reserve, and days for which it is withheld after the hold period. Both are
   * 0 without a reserve.
   */
  readonly reserveBps: number
  readonly reserveDays: number
}
type Reward = Rates &
  (
    | { readonly kind: 'commission' | 'bonus'; readonly reason: null }
    | { readonly kind: 'nothing'; readonly reason: 'suspended' | 'no_membership' }
  )

export type RewardRow = Rates & {
  readonly orderId: string
  readonly inviterId: string
  readonly kind: 'commission' | 'bonus' | 'nothing'
  /** Reason why the inviter gets no reward. `corrected`: the customer was assigned to another inviter later. */
  readonly reason: 'suspended' | 'no_membership' | 'corrected' | null
}

export type PaidThen = { readonly currency: Currency; readonly byCard: boolean; readonly paidAt: Date }

/**
 * Decides the inviter's reward for an order. Affiliates earn a commission, or nothing while suspended. Others earn
 * bonus time while they are members, and otherwise nothing.
 */
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

/**
 * True if a period that starts at `since` had begun at `at`. The same second counts as begun, because payment providers
 * report whole seconds.
 */
export const hadStarted = (since: Date, at: Date): boolean => Math.floor(since.getTime() / 1000) * 1000 <= at.getTime()

/** True if an affiliate was suspended at `at`. `until` is null while a suspension lasts. */
export const wasSuspended = (
  suspensions: readonly { readonly since: Date; readonly until: Date | null }[],
  at: Date,
): boolean => suspensions.some(({ since, until }) => hadStarted(since, at) && (until === null || until > at))
