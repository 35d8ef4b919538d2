import type { OrderPage } from '#console/client/wire.ts'

/** Payments in another currency than the order's, which do not count as received. */
export const paidElsewhere = ({ facts, total }: Pick<OrderPage, 'facts' | 'total'>) =>
  facts.filter(({ kind, sum }) => kind === 'paid' && sum.currency !== total.currency)

type Commission = OrderPage['commissions'][number]
type Earned = {
  readonly earnedMinor: number
  readonly standing: Commission | undefined
  readonly isHeld: boolean
}

/** Commissions earned by an order after reversals, which are rows with negative amounts. */
export function earnedBy({ commissions }: Pick<OrderPage, 'commissions'>, nowMs: number): Earned {
  const earnedMinor = commissions.reduce((sum, { amount }) => sum + amount.amountMinor, 0)
  const standing = earnedMinor > 0 ? commissions.find(({ amount }) => amount.amountMinor > 0) : undefined
  return { earnedMinor, standing, isHeld: standing !== undefined && Date.parse(standing.heldUntil) > nowMs }
}
