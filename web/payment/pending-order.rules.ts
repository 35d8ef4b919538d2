import { isOpenStatus, type OrderOutcome, type OutcomeFacts } from '#shared/order-outcome.ts'

/** Outcomes of orders that have received money and are not decided yet. */
const withMoney: readonly OrderOutcome[] = ['c-seen', 'c-short', 'c-late', 'review']

type Listed = Pick<OutcomeFacts, 'status'> & { readonly outcome: OrderOutcome; readonly payableUntil: number }

/** True if the order can still be paid. */
export const isPayable = ({ status, outcome, payableUntil }: Listed, now: number): boolean =>
  isOpenStatus(status) && outcome !== 'c-seen' && payableUntil > now

/** True if the order is a paid seat of a group that is not full yet. */
export const isWaitingSeat = ({ outcome }: Pick<Listed, 'outcome'>): boolean => outcome === 'group-wait'

/** Page on which a pending order goes on: the group of a paid seat, else the order's own page. */
export const pageOfPending = (
  order: Pick<Listed, 'outcome'> & { readonly orderId: string; readonly groupId: string | null },
): string =>
  isWaitingSeat(order) && order.groupId !== null
    ? `/group-buying?group=${order.groupId}`
    : `/purchased?order=${encodeURIComponent(order.orderId)}`

/**
 * Orders under way: first those with received but undecided money, then those that can still be paid,
 * then paid seats of groups that are not full yet. Each part stays in the order of the list, newest first.
 */
export const findPendingOrders = <T extends Listed>(orders: readonly T[], now: number): T[] => {
  const hasMoney = ({ outcome }: T) => withMoney.includes(outcome)
  return [
    ...orders.filter(hasMoney),
    ...orders.filter((order) => !hasMoney(order) && isPayable(order, now)),
    ...orders.filter(isWaitingSeat),
  ]
}
