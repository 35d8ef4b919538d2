import { expect, test } from 'vitest'
import { findPendingOrders } from './pending-order.rules.ts'

const order = (
  id: string,
  outcome: 'open' | 'c-short' | 'review' | 'paid' | 'group-wait' | 'expired',
  payableUntil = 2_000,
) => ({
  id,
  outcome,
  status:
    outcome === 'group-wait'
      ? 'paid'
      : outcome === 'paid' || outcome === 'review' || outcome === 'expired'
        ? outcome
        : ('awaiting_payment' as const),
  payableUntil,
})

test.each([
  ['an order with money before a newer one without', [order('new', 'open'), order('half', 'c-short')], ['half', 'new']],
  ['an order with money after its window', [order('late', 'c-short', 500)], ['late']],
  ['an order under review', [order('checked', 'review', 500)], ['checked']],
  ['every open order, newest first', [order('c', 'open'), order('b', 'open'), order('a', 'open')], ['c', 'b', 'a']],
  ['no order that is paid or expired', [order('paid', 'paid'), order('gone', 'expired', 500)], []],
  ['no open order whose window is over', [order('over', 'open', 500), order('new', 'open')], ['new']],
  [
    'a paid seat that waits for its group after an open order',
    [order('seat', 'group-wait', 500), order('new', 'open')],
    ['new', 'seat'],
  ],
])('the profile shows %s', (_what, orders, ids) => {
  expect(findPendingOrders(orders, 1_000).map(({ id }) => id)).toEqual(ids)
})
