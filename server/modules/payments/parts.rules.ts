import type { Payment } from './fold-payments.rules.ts'

/** Money that may pay for the plan: a single payment, or all partial payments together. */
export type Credit = {
  readonly amountMinor: number
  readonly refundedMinor: number
  readonly pendingMinor: number
  readonly lostMinor: number
  readonly contested: boolean
  readonly at: Date
}

type Sums = Pick<Credit, 'amountMinor' | 'refundedMinor' | 'pendingMinor' | 'lostMinor'>
const sum = (parts: readonly Sums[], what: keyof Sums) => parts.reduce((total, part) => total + part[what], 0)

export const unspent = (part: Payment): Payment => ({ ...part, withdrawnMinor: part.withdrawnMinor - part.spentMinor })

/** Amounts of a partial payment without its withdrawn part (see `withdrawnMinor`). */
function effective({ amountMinor, refundedMinor: back, pendingMinor, withdrawnMinor }: Payment) {
  const refunded = Math.max(0, back - withdrawnMinor)
  return {
    amountMinor: amountMinor - withdrawnMinor,
    refundedMinor: refunded,
    pendingMinor: Math.max(0, back + pendingMinor - withdrawnMinor - refunded),
  }
}

/**
 * Adds up partial payments and returns their sum if it reaches the total, with the time at which it did. Reverted
 * payments count as never received.
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
 * Money that we keep for an order: received less refunds and lost disputes, at most its total, so that refunding an
 * excess changes nothing. Used for commissions, bonus time, tiers, first purchases and the order status. `credit` is
 * undefined while no payment has bought the plan.
 */
export const keptMinor = (totalMinor: number, credit: Credit | undefined): number =>
  credit ? Math.max(0, Math.min(totalMinor, credit.amountMinor - credit.refundedMinor - credit.lostMinor)) : 0
