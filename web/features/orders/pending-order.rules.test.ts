import { expect, test } from 'vitest'
import { findPendingOrder } from './pending-order.rules.ts'

const order = (id: string, outcome: 'open' | 'c-short' | 'review' | 'paid' | 'expired', payableUntil = 2_000) => ({
  id,
  outcome,
  status: outcome === 'paid' || outcome === 'review' || outcome === 'expired' ? outcome : ('awaiting_payment' as const),
  payableUntil,
})

test.each([
  ['an order with money rather than a newer one without', [order('new', 'open'), order('half', 'c-short')], 'half'],
  ['an order with money after its window', [order('late', 'c-short', 500)], 'late'],
  ['an order under review', [order('checked', 'review', 500)], 'checked'],
  ['the newest of two open orders', [order('new', 'open'), order('old', 'open')], 'new'],
  ['no order that is paid or expired', [order('paid', 'paid'), order('gone', 'expired', 500)], undefined],
  ['no open order whose window is over', [order('over', 'open', 500)], undefined],
])('the order shown as under way is %s', (_what, orders, id) => {
  expect(findPendingOrder(orders, 1_000)?.id).toBe(id)
})
