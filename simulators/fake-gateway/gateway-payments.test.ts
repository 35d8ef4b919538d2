import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBeijing, fromYuan, statusOf, toBeijing, toYuan } from '../alipay/wire.ts'
import {
  GatewayRefusal,
  closeGatewayPayment,
  closeIfOver,
  newGatewayPayment,
  payGatewayPayment,
  refundGatewayPayment,
  refundedMinor,
  stateOf,
} from './gateway-payments.ts'

const start = Date.UTC(2026, 10, 20, 9)
const trade = () =>
  newGatewayPayment(
    {
      number: '01J',
      subject: 'x',
      currency: 'CNY',
      notifyUrl: '',
      returnUrl: '',
      totalMinor: 26_800,
      expiresAt: start + 60_000,
      extra: {},
    },
    start,
  )

describe('gateway payment', () => {
  it('a payment is paid once, and not after it closed', () => {
    const paid = trade()
    payGatewayPayment(paid, start, 0)
    expect([stateOf(paid), statusOf(paid)]).toEqual(['paid', 'TRADE_SUCCESS'])
    expect(() => payGatewayPayment(paid, start, 0)).toThrow(GatewayRefusal)
    expect(() => closeGatewayPayment(paid, start)).toThrow('paid')
    const closed = trade()
    closeGatewayPayment(closed, start)
    expect(() => payGatewayPayment(closed, start, 0)).toThrow(GatewayRefusal)
  })

  it('an unpaid payment closes when its time is over', () => {
    const waiting = trade()
    expect(closeIfOver(waiting, start + 59_999)).toBe(false)
    expect(closeIfOver(waiting, start + 60_000)).toBe(true)
    expect([stateOf(waiting), statusOf(waiting)]).toEqual(['closed', 'TRADE_CLOSED'])
    expect(closeIfOver(waiting, start + 60_001)).toBe(false)
  })

  it('a refund is made once per number, and the same number with another amount is refused', () => {
    const paid = trade()
    payGatewayPayment(paid, start, 0)
    const refund = { number: 'r', amountMinor: 6_800, at: start }
    expect([refundGatewayPayment(paid, refund), refundGatewayPayment(paid, refund)]).toMatchObject([
      { isNew: true },
      { isNew: false },
    ])
    expect(refundedMinor(paid)).toBe(6_800)
    expect(() => refundGatewayPayment(paid, { ...refund, amountMinor: 1 })).toThrow('other_content')
    expect(() => refundGatewayPayment(paid, { ...refund, number: 's', amountMinor: 20_001 })).toThrow('too_much')
    expect(refundGatewayPayment(paid, { ...refund, number: 's', amountMinor: 20_000 }).isNew).toBe(true)
    expect(statusOf(paid)).toBe('TRADE_CLOSED')
  })

  it("amounts and times are written in Alipay's format and read back", () => {
    expect([toYuan(5), toYuan(26_800), toBeijing(start)]).toEqual(['0.05', '268.00', '2026-11-20 17:00:00'])
    expect([fromYuan('268'), fromYuan('268.5'), fromYuan('1e3'), fromYuan('-1'), fromYuan(undefined)]).toEqual([
      26_800,
      26_850,
      null,
      null,
      null,
    ])
    fc.assert(fc.property(fc.integer({ min: 0, max: 1e9 }), (minor) => fromYuan(toYuan(minor)) === minor))
    expect(fromBeijing(toBeijing(start))).toBe(start)
  })
})
