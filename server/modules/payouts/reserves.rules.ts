import { commissionOf } from '#shared/affiliate-terms.ts'

/** What of a commission is kept back, in US cents. `bps`: of the terms, frozen with the payment. */
export const reserveOf = (amountMinor: number, bps: number): number => commissionOf(amountMinor, bps)

type ReserveState = 'kept' | 'review' | 'payable' | 'settling' | 'paid'

/** How the reserve of a row stands; null: it has none. */
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

/** What refunds left of a commission's reserve, in US cents, wherever it is by now; a row that takes back has none. */
export const reserveLeft = (row: {
  readonly reserveMinor: number
  /** What rows that take back took from it. */
  readonly reserveTakenMinor: number
  readonly reverses: string | null
}): number => (row.reverses === null ? Math.max(0, row.reserveMinor - row.reserveTakenMinor) : 0)

/** What of a row is in a settlement, in US cents: it less its reserve, its reserve alone, or both. */
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
  /** On the first row: its reserve is in a settlement, and none is left. */
  readonly isReserveOut?: boolean
}

/**
 * By how much the reserve of an order changes where its commission changes by `changeMinor`, both in US cents: what goes back is taken
 * from the reserve first, and what comes again fills the rest first. Never more than the change itself, nor against its sign, so that
 * no row pays what it takes.
 */
export function reserveChange(rows: readonly [Row, ...Row[]], changeMinor: number): number {
  const [{ amountMinor, reserveMinor, isReserveOut }] = rows
  if (isReserveOut) return 0
  const left = rows.reduce((total, row) => total + row.amountMinor, changeMinor)
  const before = rows.reduce((total, row) => total + row.reserveMinor, 0)
  const after = Math.min(Math.max(0, left - (amountMinor - reserveMinor)), reserveMinor)
  return Math.min(Math.max(after - before, Math.min(0, changeMinor)), Math.max(0, changeMinor))
}
