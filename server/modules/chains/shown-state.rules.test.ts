import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { depositSums, paymentState, type TransferView } from './shown-state.rules.ts'

const order = { status: 'awaiting_payment', windowOpen: true, totalMinor: 1_000 }
const deposit = { attemptId: 'a', amount: '10000000' }
const transfer = (
  status: TransferView['status'],
  amount: string,
  creditedMinor: number | null = null,
): TransferView => ({
  attemptId: 'a',
  status,
  amount,
  creditedMinor,
})

describe('payment state shown to the buyer', () => {
  it.each([
    ['unquoted', order, false, []],
    ['awaiting', order, true, [transfer('dropped', '5'), transfer('stray', '5')]],
    ['seen', order, true, [transfer('seen', '5')]],
    ['short', order, true, [transfer('confirmed', '5000000', 500)]],
    ['seen', order, true, [transfer('confirmed', '5000000', 500), transfer('seen', '5')]],
    ['settled', { ...order, status: 'paid' }, true, [transfer('confirmed', '10000000', 1_000)]],
    ['over', { ...order, status: 'paid' }, true, [transfer('confirmed', '20000000', 2_000)]],
    ['expired', { ...order, windowOpen: false }, true, []],
    ['expired', { ...order, status: 'expired' }, true, []],
    ['seen', { ...order, status: 'expired' }, true, [transfer('seen', '5')]],
    ['review', { ...order, status: 'review' }, true, [transfer('confirmed', '5000000', 500)]],
    ['ended', { ...order, status: 'cancelled' }, true, []],
    ['ended', { ...order, status: 'refunding' }, true, [transfer('confirmed', '10000000', 1_000)]],
  ] as const)('shows the buyer the state %s', (expected, given, isQuoted, transfers) => {
    expect(paymentState(given, isQuoted, transfers)).toBe(expected)
  })
})

describe('missing amount', () => {
  it('the missing amount is the price minus payments in any token', () => {
    expect(depositSums(deposit, [transfer('confirmed', '4000000', 400), transfer('seen', '1000000')], 1_000)).toEqual({
      received: 4_000_000n,
      arriving: 1_000_000n,
      missing: 5_000_000n,
    })
    const elsewhere: TransferView = { ...transfer('confirmed', '99', 250), attemptId: 'b' }
    expect(depositSums(deposit, [elsewhere], 1_000)).toMatchObject({ received: 0n, missing: 7_500_000n })
    expect(depositSums(deposit, [transfer('confirmed', '10000001', 1_000)], 1_000)).toMatchObject({ missing: 0n })
  })

  it('computes a missing amount that completes the order, wherever the other parts were paid', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1_000_000n, max: 10n ** 30n }),
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: 99 }),
        (amount, totalMinor, percent) => {
          const credited = Math.floor((totalMinor * percent) / 100)
          const elsewhere: TransferView = { ...transfer('confirmed', '1', credited), attemptId: 'b' }
          const { missing } = depositSums({ attemptId: 'a', amount: String(amount) }, [elsewhere], totalMinor)
          expect(Number((missing * BigInt(totalMinor)) / amount) + credited).toBeGreaterThanOrEqual(totalMinor)
        },
      ),
    )
  })
})

describe('ended order', () => {
  it.each(['refunding', 'refunded', 'partially_refunded'] as const)(
    'treats an order that is %s as over, whatever arrives',
    (status) => {
      expect(paymentState({ ...order, status }, true, [transfer('seen', '5')])).toBe('ended')
    },
  )
})

it('credits only confirmed transfers, and an order of total 0 misses nothing', () => {
  const reverted = transfer('reverted', '10000000', 1_000)
  expect(paymentState(order, true, [reverted])).toBe('awaiting')
  expect(depositSums(deposit, [{ ...reverted, attemptId: 'b' }], 1_000).missing).toBe(10_000_000n)
  expect(depositSums(deposit, [], 0).missing).toBe(0n)
})
