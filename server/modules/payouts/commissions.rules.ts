import { commissionOf } from '#shared/affiliate-terms.ts'
import type { Currency } from '#shared/money.ts'
import { reserveChange, reserveOf } from './reserves.rules.ts'

export type Reckoning = { readonly rateBps: number; readonly usdMicros: number }

/** What a commission must come to, in US cents, for what is kept of its order. */
export const commissionDue = (kept: number, { rateBps, usdMicros }: Reckoning): number =>
  commissionOf(kept, rateBps, usdMicros)

/**
 * The row that brings the rows of an order in line with what is due; null: they are. `paidMinor` is the change of what
 * is kept, so that both columns of all rows of an order sum up to what stands.
 */
export function adjustment(
  rows: readonly { readonly amountMinor: number; readonly paidMinor: number }[],
  kept: number,
  reckoning: Reckoning,
): { amountMinor: number; paidMinor: number } | null {
  const sum = (of: 'amountMinor' | 'paidMinor') => rows.reduce((total, row) => total + row[of], 0)
  const amountMinor = commissionDue(kept, reckoning) - sum('amountMinor')
  return amountMinor === 0 ? null : { amountMinor, paidMinor: kept - sum('paidMinor') }
}

/** One row of what an affiliate earned with an order; those after the first take back or give again. */
export type NewCommission = {
  readonly id: string
  readonly affiliateId: string
  readonly referredId: string
  readonly orderId: string
  readonly campaignId: string | null
  readonly reverses: string | null
  readonly type: 'first' | 'renewal'
  readonly termsVersion: number
  readonly tier: string
  readonly rateBps: number
  readonly paidCurrency: Currency
  readonly paidMinor: number
  readonly usdMicros: number
  readonly amountMinor: number
  readonly earnedAt: Date
  readonly heldUntil: Date
  readonly reviewReason: string | null
  /** Of the amount, what is kept back when the rest is paid; of a row that takes back, what goes from there. */
  readonly reserveMinor: number
  /** From when on the reserve is paid; null: there is none. */
  readonly reserveUntil: Date | null
  /** On the first row: its reserve is in a settlement. */
  readonly isReserveOut?: boolean
  /** On the first row: an operator took all of it back for good. */
  readonly voidReason?: string | null
}

export type CommissionOrder = {
  readonly orderId: string
  readonly affiliateId: string
  readonly referredId: string
  readonly campaignId: string | null
  /** What the customer paid and did not get back, in minor units of the order's currency. */
  readonly keptMinor: number
  readonly currency: Currency
}
/** By what a new commission is counted; rows that exist keep theirs. */
export type Rate = {
  readonly type: 'first' | 'renewal'
  readonly termsVersion: number
  readonly tier: string
  readonly rateBps: number
  readonly usdMicros: number
  readonly holdDays: number
  readonly reserveBps: number
  readonly reserveDays: number
}

const dayMs = 86_400_000

/**
 * The row that brings the commission of an order in line with what is kept of its price: a first one, by `frozen`, or one
 * that takes back what is too much, or gives back what was taken. Null: nothing is missing, or there is none to be made.
 */
export function decideCommission(
  rows: readonly NewCommission[],
  { orderId, affiliateId, referredId, campaignId, currency, keptMinor: kept }: CommissionOrder,
  frozen: Rate | null,
  { now, newId }: { readonly now: Date; readonly newId: () => string },
): NewCommission | null {
  const [first] = rows
  if (first) {
    const missing = adjustment(rows, first.voidReason ? 0 : kept, first)
    if (!missing) return null
    const reserveMinor = reserveChange([first, ...rows.slice(1)], missing.amountMinor)
    const reserveUntil = reserveMinor === 0 ? null : first.reserveUntil
    return { ...first, id: newId(), reverses: first.id, ...missing, reserveMinor, reserveUntil }
  }
  if (!frozen) return null
  const missing = adjustment(rows, kept, frozen)
  if (!missing) return null
  const { holdDays, reserveBps, reserveDays, ...reckoning } = frozen
  const heldUntil = new Date(now.getTime() + holdDays * dayMs)
  const reserveMinor = reserveOf(missing.amountMinor, reserveBps)
  const reserveUntil = reserveMinor === 0 ? null : new Date(heldUntil.getTime() + reserveDays * dayMs)
  const about = {
    orderId,
    affiliateId,
    referredId,
    campaignId,
    paidCurrency: currency,
    reverses: null,
    reviewReason: null,
  }
  return { id: newId(), ...about, ...reckoning, earnedAt: now, heldUntil, reserveMinor, reserveUntil, ...missing }
}

export const commissionStates = ['held', 'review', 'payable', 'settling', 'paid'] as const
export type CommissionState = (typeof commissionStates)[number]

export function stateOf(
  row: { readonly reviewReason: string | null; readonly heldUntil: Date; readonly settlementState: string | null },
  now: Date,
): CommissionState {
  if (row.settlementState !== null) return row.settlementState === 'paid' ? 'paid' : 'settling'
  if (row.reviewReason !== null) return 'review'
  return row.heldUntil > now ? 'held' : 'payable'
}

/** The month of an instant, its first day, UTC: 2026-11-01. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

/** The first days of the last `count` months, oldest first, the one of `now` included. */
export const lastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))),
  )
