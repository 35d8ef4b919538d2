import { money as moneyOf } from '#shared/money.ts'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { lockLedgers } from '#server/modules/membership/membership.service.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { lockOrderInGroup } from '#server/modules/orders/orders.service.ts'
import { readMoney, type Asked } from '#server/modules/payments/read-money.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { ordersToRefund, type ChangeSurroundings, type Effects } from './decide-change.rules.ts'

/**
 * Reads the further data that a change needs. Locks in the global order: group, orders, referrals by user id,
 * affiliates, counters, memberships by user id. `others`: additional users whose time may change.
 */
export async function readChange(
  tx: Transaction,
  effects: Effects<Group>,
  others: readonly string[] = [],
): Promise<ChangeSurroundings> {
  const refunded = []
  for (const id of ordersToRefund(effects)) {
    const order = await lockOrderInGroup(tx, id)
    refunded.push({ order, money: await readMoney(tx, totalOf(order)) })
  }
  const { times, change, group } = effects
  const granted = times.filter(({ kind }) => kind === 'grant').map(({ userId }) => userId)
  const known = [...times.map(({ userId }) => userId), ...others]
  const currency = change?.order.currency ?? group?.before.currency
  const [ledgers, rates] = await Promise.all([
    known.length > 0 ? lockLedgers(tx, [...new Set(granted)], [...new Set(known)]) : new Map(),
    times.length > 0 && currency ? readPlanRates(tx, currency) : [],
  ])
  return { refunded, ledgers, rates }
}

/**
 * Fields needed to read an order's money. A free order (total 0) with status `refunded` was reversed by an operator.
 */
export const totalOf = ({ id, totalMinor, currency, status }: Priced): Asked => ({
  id,
  total: moneyOf(totalMinor, currency),
  isTakenBack: totalMinor === 0 && status === 'refunded',
})
type Priced = Pick<Order, 'id' | 'totalMinor' | 'currency' | 'status'>
