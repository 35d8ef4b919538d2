import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeIfOver, closeTrade, newTrade, payTrade, refundedMinor, refundTrade, TradeError } from './trades.ts'
import { fromBeijing, fromYuan, toBeijing, toYuan } from './wire.ts'

const start = Date.UTC(2026, 10, 20, 9)
const trade = () =>
  newTrade(
    { outTradeNo: '01J', subject: 'x', notifyUrl: '', returnUrl: '', totalMinor: 26_800, expiresAt: start + 60_000 },
    start,
  )

describe('a trade at the gateway', () => {
  it('is paid once, and not after it closed', () => {
    const paid = trade()
    payTrade(paid, start)
    expect(paid.status).toBe('TRADE_SUCCESS')
    expect(() => payTrade(paid, start)).toThrow(TradeError)
    expect(() => closeTrade(paid, start)).toThrow('ACQ.TRADE_STATUS_ERROR')
    const closed = trade()
    closeTrade(closed, start)
    expect(() => payTrade(closed, start)).toThrow(TradeError)
  })

  it('closes by itself when its time is over', () => {
    const waiting = trade()
    expect(closeIfOver(waiting, start + 59_999)).toBe(false)
    expect(closeIfOver(waiting, start + 60_000)).toBe(true)
    expect(waiting).toMatchObject({ status: 'TRADE_CLOSED', paidAt: null })
    expect(closeIfOver(waiting, start + 60_001)).toBe(false)
  })

  it('gives a refund once by its number, and refuses the same number for another amount', () => {
    const paid = trade()
    payTrade(paid, start)
    const refund = { requestNo: 'r', amountMinor: 6_800, at: start }
    expect([refundTrade(paid, refund), refundTrade(paid, refund)]).toEqual([true, false])
    expect(refundedMinor(paid)).toBe(6_800)
    expect(() => refundTrade(paid, { ...refund, amountMinor: 1 })).toThrow('ACQ.DISCORDANT_REPEAT_REQUEST')
    expect(() => refundTrade(paid, { ...refund, requestNo: 's', amountMinor: 20_001 })).toThrow(
      'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
    )
    expect(refundTrade(paid, { ...refund, requestNo: 's', amountMinor: 20_000 })).toBe(true)
    expect(paid.status).toBe('TRADE_CLOSED')
  })

  it('writes amounts and times as Alipay does, and reads them back', () => {
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
