import { isOpenStatus, type OrderOutcome, type OutcomeFacts } from '#shared/order-outcome.ts'

/** Outcomes of orders that have received money and are not decided yet. */
const withMoney: readonly OrderOutcome[] = ['c-seen', 'c-short', 'c-late', 'review']

type Listed = Pick<OutcomeFacts, 'status'> & { readonly outcome: OrderOutcome; readonly payableUntil: number }

/**
 * Order to show first on the profile: the newest one with received but undecided money, otherwise the newest that can
 * still be paid.
 */
export const findPendingOrder = <T extends Listed>(orders: readonly T[], now: number): T | undefined =>
  orders.find(({ outcome }) => withMoney.includes(outcome)) ??
  orders.find(({ status, payableUntil }) => isOpenStatus(status) && payableUntil > now)
