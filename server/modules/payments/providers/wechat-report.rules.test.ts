import { describe, expect, it } from 'vitest'
import { readReport } from './wechat-report.rules.ts'

const head = '交易时间,微信订单号,商户订单号,交易状态,货币种类,订单金额,商户退款单号,申请退款金额,商品名称'
const paid = '`2026-11-20 09:14:05,`42000001,`01ATTEMPT,`SUCCESS,`CNY,`268.00,`0,`0.00,`Plan, one year'
const refunded = '`2026-11-20 10:00:00,`42000001,`01ATTEMPT,`REFUND,`CNY,`268.00,`R1,`10.50,`Plan'
const foot = '总交易单数,应结订单总金额\n`2,`268.00'
const report = (...rows: string[]) => [head, ...rows, foot].join('\n')

describe('a trade report of WeChat Pay', () => {
  it('lists payments with their total and refunds with what went back', () => {
    expect(readReport(report(paid, refunded))).toEqual([
      {
        kind: 'paid',
        attemptId: '01ATTEMPT',
        providerTxnId: '42000001',
        refundId: null,
        amount: { amountMinor: 26_800, currency: 'CNY' },
      },
      {
        kind: 'refunded',
        attemptId: '01ATTEMPT',
        providerTxnId: '42000001',
        refundId: 'R1',
        amount: { amountMinor: 1_050, currency: 'CNY' },
      },
    ])
  })

  it('is read with a byte order mark, lines of Windows, and spaces around its names', () => {
    const text = `\uFEFF${report(paid).replace('微信订单号', ' 微信订单号 ').replaceAll('\n', '\r\n')}\r\n`
    expect(readReport(text)).toHaveLength(1)
  })

  it('of a day without trade has no lines', () => {
    expect(readReport(report())).toEqual([])
  })

  it('keeps the currency that it names, and is in yuan where it names none', () => {
    expect(readReport(report(paid.replace('CNY', 'HKD')))?.[0]?.amount.currency).toBe('HKD')
    expect(readReport(report(paid.replace('CNY', '')))?.[0]?.amount.currency).toBe('CNY')
  })

  it('has an empty number where its row is short', () => {
    const short = 'x,商户订单号,微信订单号,交易状态,订单金额,货币种类,商户退款单号,申请退款金额'
    const row = '`1,`01A,`42,`SUCCESS,`1.00'
    expect(readReport([short, row, foot].join('\n'))).toEqual([
      {
        kind: 'paid',
        attemptId: '01A',
        providerTxnId: '42',
        refundId: null,
        amount: { amountMinor: 100, currency: 'CNY' },
      },
    ])
  })

  it.each([
    ['nothing', ''],
    ['an error in place of a report', '<xml><return_code>FAIL</return_code></xml>'],
    ['a column that is missing', report(paid).replace('商户退款单号', 'x')],
    ['a report that was cut off before its totals', [head, paid].join('\n')],
    ['a sum that is none', report(paid.replace('268.00', '268.005'))],
    ['a payment without its number', report(paid.replace('42000001', ''))],
    ['a refund whose sum is none', report(refunded.replace('10.50', ''))],
  ])('%s is no report', (_what, text) => {
    expect(readReport(text)).toBeNull()
  })
})

it('a report may begin with empty lines, and a mark within a value stays there', () => {
  expect(readReport(`\n\n${report(paid)}\n\n`)).toHaveLength(1)
  const marked = paid.replace('01ATTEMPT', '01\uFEFFA')
  expect(readReport(report(marked))?.[0]?.attemptId).toBe('01\uFEFFA')
})

it('the backtick before a row is not of its first value', () => {
  const first = '微信订单号,商户订单号,交易状态,货币种类,订单金额,商户退款单号,申请退款金额'
  const row = '`42,`01A,`SUCCESS,`CNY,`1.00,`0,`0.00'
  expect(readReport([first, row, foot].join('\n'))?.[0]?.providerTxnId).toBe('42')
  expect(readReport(`\uFEFF${[first, row, foot].join('\n')}`)?.[0]?.providerTxnId).toBe('42')
})
