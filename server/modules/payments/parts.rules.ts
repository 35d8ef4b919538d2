import type { Payment } from './fold-payments.rules.ts'

/** Money that may buy the plan: a single payment, or all parts. */
export type Credit = {
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly pendingMinor: number
  /** Total lost in disputes. */
  readonly lostMinor: number
  readonly contested: boolean
  readonly at: Date
}

type Sums = Pick<Credit, 'amountMinor' | 'refundedMinor' | 'pendingMinor' | 'lostMinor'>
const sum = (parts: readonly Sums[], what: keyof Sums) => parts.reduce((total, part) => total + part[what], 0)

/** Part as it was before a complete refund. */
export const unspent = (part: Payment): Payment => ({ ...part, withdrawnMinor: part.withdrawnMinor - part.spentMinor })

/** Effective amount of a part: without refunds promised before completion or with all parts. */
function effective({ amountMinor, refundedMinor: back, pendingMinor, withdrawnMinor }: Payment) {
  const refunded = Math.max(0, back - withdrawnMinor)
  return {
    amountMinor: amountMinor - withdrawnMinor,
    refundedMinor: refunded,
    pendingMinor: Math.max(0, back + pendingMinor - withdrawnMinor - refunded),
  }
}

/** Sums the parts if they reach the total; paid at that moment. Reverted parts count as never received. */
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
 * Kept money of an order: received less refunds and dispute losses, at most its total, so refunding an excess changes
 * nothing. Basis of commissions, bonus time, tiers, first purchase and status. `credit`: undefined while nothing bought
 * the order.
 */
export const keptMinor = (totalMinor: number, credit: Credit | undefined): number =>
  credit ? Math.max(0, Math.min(totalMinor, credit.amountMinor - credit.refundedMinor - credit.lostMinor)) : 0
