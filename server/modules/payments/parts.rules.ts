import type { Payment } from './fold-payments.rules.ts'

/** Money that may buy the plan: one payment, or the parts together. */
export type Credit = {
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly pendingMinor: number
  /** What disputes took for good. */
  readonly lostMinor: number
  readonly contested: boolean
  readonly at: Date
}

type Sums = Pick<Credit, 'amountMinor' | 'refundedMinor' | 'pendingMinor' | 'lostMinor'>
const sum = (parts: readonly Sums[], what: keyof Sums) => parts.reduce((total, part) => total + part[what], 0)

/** A part as it was before it went back with all the others. */
export const unspent = (part: Payment): Payment => ({ ...part, withdrawnMinor: part.withdrawnMinor - part.spentMinor })

/** A part as far as it buys something: without what was promised back before it could, or went back with all of them. */
function effective({ amountMinor, refundedMinor: back, pendingMinor, withdrawnMinor }: Payment) {
  const refunded = Math.max(0, back - withdrawnMinor)
  return {
    amountMinor: amountMinor - withdrawnMinor,
    refundedMinor: refunded,
    pendingMinor: Math.max(0, back + pendingMinor - withdrawnMinor - refunded),
  }
}

/**
 * The parts together, where they come to the total: paid at the moment in which they did. A part that was reverted is as
 * if it had never come.
 */
export function addParts(totalMinor: number, parts: readonly Payment[]): Credit | undefined {
  const standing = parts.filter((part) => !part.reverted).map((part) => ({ ...part, ...effective(part) }))
  let amountMinor = 0
  const last = standing.find((part) => (amountMinor += part.amountMinor) >= totalMinor)
  return (
    last && {
      amountMinor: sum(standing, 'amountMinor'),
      refundedMinor: sum(standing, 'refundedMinor'),
      pendingMinor: sum(standing, 'pendingMinor'),
      lostMinor: sum(standing, 'lostMinor'),
      contested: standing.some(({ disputed }) => disputed),
      at: last.at,
    }
  )
}

/**
 * Kept money of an order: what it received, less what was given back or lost in disputes, and never more than its total.
 * Giving an excess back therefore changes nothing. Commissions, bonus time, tiers, the first purchase and the order's
 * status all read this number. `credit`: undefined while no money bought the order.
 */
export const keptMinor = (totalMinor: number, credit: Credit | undefined): number =>
  credit ? Math.max(0, Math.min(totalMinor, credit.amountMinor - credit.refundedMinor - credit.lostMinor)) : 0
