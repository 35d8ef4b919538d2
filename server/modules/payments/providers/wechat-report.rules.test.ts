import { describe, expect, it, vi } from 'vitest'
import { joinLists } from './day-list.ts'
import { UnreadableList } from './port.ts'
import { readReport } from './wechat-report.rules.ts'

// The columns of bill type ALL and their order: "交易账单详细说明" of pay.weixin.qq.com (25 Nov 2024).
const head =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const foot =
  '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额\n`2,`268.00,`10.50,`0.00,`1.61000,`268.00,`10.50'
const merchant = '1900000001'
const paid =
  '`2026-11-20 09:14:05,`wx2026,`1900000001,`0,`,`42000001,`01ATTEMPT,`oUpF8u,`NATIVE,`SUCCESS,`OTHERS,`CNY,`268.00,`0.00,`0,`0,`0.00,`0.00,`,`,`Plan, one year,`,`1.61000,`0.60%,`268.00,`0.00,`'
const refunded =
  '`2026-11-20 10:00:00,`wx2026,`1900000001,`0,`,`42000001,`01ATTEMPT,`oUpF8u,`NATIVE,`REFUND,`OTHERS,`CNY,`0.00,`0.00,`50000001,`R1,`10.50,`0.00,`ORIGINAL,`SUCCESS,`Plan,`,`-0.06000,`0.60%,`0.00,`10.50,`'
const report = (...rows: string[]) => [head, ...rows, foot].join('\n')
const read = (text: string) => readReport(text, merchant)
const paidLine = {
  kind: 'paid',
  attemptId: '01ATTEMPT',
  providerTxnId: '42000001',
  refundId: null,
  amount: { amountMinor: 26_800, currency: 'CNY' },
}
const refundLine = { ...paidLine, kind: 'refunded', refundId: 'R1', amount: { amountMinor: 1_050, currency: 'CNY' } }

describe('WeChat Pay trade report', () => {
  it('payments are read with their total and refunds with their amount', () => {
    expect(read(report(paid, refunded))).toEqual({ lines: [paidLine, refundLine], unread: [] })
    expect(read(report())).toEqual({ lines: [], unread: [] })
  })

  it('a byte order mark, Windows line ends, empty lines and spaces in the header are accepted', () => {
    const text = `\uFEFF\n${report(paid).replace('微信订单号', ' 微信订单号 ').replaceAll('\n', '\r\n')}\r\n\n`
    expect(read(text)?.lines).toEqual([paidLine])
  })

  it('columns are searched once per report, however many lines it has', () => {
    const searches = (lines: number) => {
      const text = report(...Array.from({ length: lines }, () => paid))
      const [indexOf, includes] = [vi.spyOn(Array.prototype, 'indexOf'), vi.spyOn(Array.prototype, 'includes')]
      const result = read(text)
      const calls = indexOf.mock.calls.length + includes.mock.calls.length
      indexOf.mockRestore()
      includes.mockRestore()
      expect(result?.unread).toEqual([])
      return calls
    }
    expect(searches(10)).toBeGreaterThan(0)
    expect(searches(500)).toBe(searches(10))
  })

  it.each([
    ['SUCCESS', 'done', undefined],
    ['', 'done', undefined],
    ['PROCESSING', 'pending', 'pending'],
    ['FAIL', 'failed', 'failed'],
    ['CHANGE', 'failed', 'failed'],
    ['REFUNDCLOSE', 'failed', 'failed'],
  ])('refund state %j is read as %s', (stated, _meaning, state) => {
    const [line] = read(report(refunded.replace('`ORIGINAL,`SUCCESS', `\`ORIGINAL,\`${stated}`)))?.lines ?? []
    expect(line).toEqual({ ...refundLine, ...(state && { state }) })
  })

  it.each([
    '２68.00',
    '-268.00',
    '+268.00',
    '1e3',
    '268.000',
    '268,00',
    '٢٦٨.٠٠',
    '268.00\u200B',
    '9007199254740993',
    '',
  ])('a line with the amount %j is reported as unread', (sum) => {
    const odd = paid.replace('`0.60%,`268.00', `\`0.60%,\`${sum}`)
    expect(read(report(odd, refunded))).toEqual({ lines: [refundLine], unread: [{ number: 2, why: 'amount' }] })
  })

  it('a revoked payment is read as refunded without a refund number', () => {
    const revoked = paid.replace('`SUCCESS', '`REVOKED')
    expect(read(report(paid, revoked))?.lines).toEqual([paidLine, { ...paidLine, kind: 'refunded' }])
    const asked = `${revoked.slice(0, revoked.lastIndexOf('`0.00,`'))}\`5.00,\``
    expect(read(report(asked))?.lines[0]?.amount.amountMinor).toBe(500)
  })

  it('columns are counted from the end when a product name contains separators', () => {
    const name = paid.replace('Plan, one year', 'Plan,`0,`0.00,`R9')
    expect(read(report(name))).toEqual({ lines: [paidLine], unread: [] })
    expect(read(report(name.replace('`,`1.61000', '`a,`b,`1.61000')))).toEqual({ lines: [paidLine], unread: [] })
  })

  it('the stated currency is kept, and CNY is the default', () => {
    expect(read(report(paid.replace('CNY', 'HKD')))?.lines[0]?.amount.currency).toBe('HKD')
    expect(read(report(paid.replace('CNY', '')))?.lines[0]?.amount.currency).toBe('CNY')
  })

  it('the early layout with one amount column is read', () => {
    // Layout by the note about early layouts on the same page of the documentation, with columns as shops printed them
    // (developers.weixin.qq.com, downloadbill v2).
    const early =
      '交易时间,公众账号ID,商户号,子商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,总金额,代金券或立减优惠金额,微信退款单号,商户退款单号,退款金额,代金券或立减优惠退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率'
    const rows = [
      '`2026-11-20 09:14:05,`wx2026,`1900000001,`0,`1000,`42000001,`01ATTEMPT,`085e,`MICROPAY,`SUCCESS,`OTHERS,`CNY,`268.00,`0.0,`0,`0,`0,`0,`,`,`Plan,`,`0,`0.60%',
      '`2026-11-20 10:00:00,`wx2026,`1900000001,`0,`1000,`42000001,`01ATTEMPT,`085e,`MICROPAY,`REFUND,`OTHERS,`CNY,`268.00,`0.0,`50000001,`R1,`10.50,`0,`ORIGINAL,`SUCCESS,`Plan,`,`0,`0.60%',
    ]
    const text = [early, ...rows, '总交易单数,总交易额,总退款金额,总代金券或立减优惠退款金额,手续费总金额'].join('\n')
    expect(read(text)).toEqual({ lines: [paidLine, refundLine], unread: [] })
  })

  it.each([
    ['an unknown trade state', paid.replace('`SUCCESS', '`TRANSFER'), 'state'],
    ['an unknown refund state', refunded.replace('`ORIGINAL,`SUCCESS', '`ORIGINAL,`LATER'), 'state'],
    ['another shop', paid.replace(merchant, '1900000002'), 'merchant'],
    ['an invalid amount', paid.replaceAll('268.00', '268.005'), 'amount'],
    ['a payment without its number', paid.replace('42000001', ''), 'number'],
    ['a refund without its number', refunded.replace('`R1', '`'), 'number'],
    ['a truncated line', paid.slice(0, -20), 'columns'],
    ['the rest of a name with a line break', 'one year`,`', 'columns'],
  ])('reports %s by its line number, and reads the other lines', (_what, line, why) => {
    expect(read(report(paid, line, refunded))).toEqual({
      lines: [paidLine, refundLine],
      unread: [{ number: 3, why }],
    })
  })

  it.each([
    ['an empty text', ''],
    ['an error message', '<xml><return_code>FAIL</return_code></xml>'],
    ['a list without a column', report(paid).replace('商户退款单号', 'x')],
    ['a list without the column of states', report(paid).replace('退款状态', 'x')],
    ['a report truncated before its totals', [head, paid].join('\n')],
  ])('refuses to read %s as a report', (_what, text) => {
    expect(read(text)).toBeNull()
  })

  it('a report where no line has the right columns is unreadable', () => {
    expect(() => joinLists('x', [read(report('`1,`2', '`3'))])).toThrow(UnreadableList)
    expect(joinLists('x', [read(report('`1', paid))]).lines).toEqual([paidLine])
    expect(() => joinLists('x', [read(report(paid)), null])).toThrow(UnreadableList)
    expect(() => joinLists('x', [])).toThrow(UnreadableList)
  })
})
