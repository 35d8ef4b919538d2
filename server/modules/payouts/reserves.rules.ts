import { commissionOf } from '#shared/commission.ts'

export const reserveOf = (amountMinor: number, bps: number): number => commissionOf(amountMinor, bps)

type ReserveState = 'kept' | 'review' | 'payable' | 'settling' | 'paid'

export function reserveStateOf(
  row: {
    readonly reserveMinor: number
    readonly reserveUntil: Date | null
    readonly reviewReason: string | null
    readonly reserveSettlementState: string | null
  },
  now: Date,
): ReserveState | null {
  if (row.reserveMinor === 0) return null
  if (row.reserveSettlementState !== null) return row.reserveSettlementState === 'paid' ? 'paid' : 'settling'
  if (row.reviewReason !== null) return 'review'
  return row.reserveUntil !== null && row.reserveUntil > now ? 'kept' : 'payable'
}

/** Reserve of a commission that is left after refunds, in US cents, whatever the reserve's state. 0 for reversals. */
export const reserveLeft = (row: {
  readonly reserveMinor: number
  readonly reserveTakenMinor: number
  readonly reverses: string | null
}): number => (row.reverses === null ? Math.max(0, row.reserveMinor - row.reserveTakenMinor) : 0)

/**
 * Part of a commission that is in a payout, in US cents: the amount without its reserve, the reserve alone, or both.
 */
export const dueIn = (
  settlementId: string,
  row: {
    readonly amountMinor: number
    readonly reserveMinor: number
    readonly settlementId: string | null
    readonly reserveSettlementId: string | null
  },
): number =>
  (row.settlementId === settlementId ? row.amountMinor - row.reserveMinor : 0) +
  (row.reserveSettlementId === settlementId ? row.reserveMinor : 0)

type Row = {
  readonly amountMinor: number
  readonly reserveMinor: number
  readonly isReserveOut?: boolean
}

/**
 * Change of an order's reserve when its commission changes, both in US cents. Reversals are taken from the reserve
 * first, and restorations fill it first. The result is never larger than the change and never has the opposite sign, so
 * that a reversal pays nothing.
 */
export function reserveChange(rows: readonly [Row, ...Row[]], changeMinor: number): number {
  const [{ amountMinor, reserveMinor, isReserveOut }] = rows
  if (isReserveOut) return 0
  const left = rows.reduce((total, row) => total + row.amountMinor, changeMinor)
  const before = rows.reduce((total, row) => total + row.reserveMinor, 0)
  const after = Math.min(Math.max(0, left - (amountMinor - reserveMinor)), reserveMinor)
  return Math.min(Math.max(after - before, Math.min(0, changeMinor)), Math.max(0, changeMinor))
}
