import type { OrderPage } from './order-page.ts'

/** Payments in another currency than was asked for: they are no part of what arrived. */
export const paidElsewhere = ({ facts, total }: Pick<OrderPage, 'facts' | 'total'>) =>
  facts.filter(({ kind, sum }) => kind === 'paid' && sum.currency !== total.currency)

type Commission = OrderPage['commissions'][number]
type Earned = {
  readonly earnedMinor: number
  /** The one that still stands; undefined where nothing is left of any. */
  readonly standing: Commission | undefined
  /** Its hold is not over. */
  readonly isHeld: boolean
}

/** What is left of the commissions of an order: what was taken back is a row of its own, below nothing. */
export function earnedBy({ commissions }: Pick<OrderPage, 'commissions'>, nowMs: number): Earned {
  const earnedMinor = commissions.reduce((sum, { amount }) => sum + amount.amountMinor, 0)
  const standing = earnedMinor > 0 ? commissions.find(({ amount }) => amount.amountMinor > 0) : undefined
  return { earnedMinor, standing, isHeld: standing !== undefined && Date.parse(standing.heldUntil) > nowMs }
}
