import { commissionOf } from '#shared/commission.ts'
import type { Currency } from '#shared/money.ts'
import { reserveChange, reserveOf } from './reserves.rules.ts'

type Reckoning = { readonly rateBps: number; readonly usdMicros: number }

export const commissionDue = (kept: number, { rateBps, usdMicros }: Reckoning): number =>
  commissionOf(kept, rateBps, usdMicros)

/**
 * Returns the commission row that corrects an order's commission; null if the commission is correct. `paidMinor`:
 * change of the price that was paid and not refunded, so that the sums of both columns are the current values.
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

/** Row of an order's commission. Rows after the first one reverse it or restore it. */
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
  /** Part of the amount that is withheld as reserve. In a reversal: the amount taken from the reserve. */
  readonly reserveMinor: number
  readonly reserveUntil: Date | null
  /** Only on the first row of an order: true if a payout contains the reserve. */
  readonly isReserveOut?: boolean
  /** Only on the first row of an order: reason why an operator voided the whole commission. */
  readonly voidReason?: string | null
}

type CommissionOrder = {
  readonly orderId: string
  readonly affiliateId: string
  readonly referredId: string
  readonly campaignId: string | null
  /** Price of the order that was paid and not refunded, in minor units of the order's currency. */
  readonly keptMinor: number
  readonly currency: Currency
}
/** Rates and terms of a new commission. Existing commissions keep theirs. */
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
 * Returns the next row of an order's commission: the first row at the rates in `frozen`, a reversal, or a restoration.
 * Null if nothing changes.
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

const commissionStates = ['held', 'review', 'payable', 'settling', 'paid'] as const
export type CommissionState = (typeof commissionStates)[number]

export function stateOf(
  row: { readonly reviewReason: string | null; readonly heldUntil: Date; readonly settlementState: string | null },
  now: Date,
): CommissionState {
  if (row.settlementState !== null) return row.settlementState === 'paid' ? 'paid' : 'settling'
  if (row.reviewReason !== null) return 'review'
  return row.heldUntil > now ? 'held' : 'payable'
}

/** First day of the month in UTC, for example 2026-11-01. */
export const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

export const lastMonths = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1))),
  )
