import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '#tests/support/any-text.ts'
import { isReport, readAlipayReport } from './alipay-report.rules.ts'
import { downloadAddress } from './alipay-report.ts'

const ask = { sellerId: '2088000000000001', day: '2026-11-20' }
const paid =
  '2026112022001\t,01KAATTEMPT\t,交易    ,12 个月,2026-11-20 09:00:00,2026-11-20 09:01:00,\t,  ,  ,\t,*明(1**@x.com),268.00,268.00,0.00,0.00,0.00,0.00,0.00,  ,0.00,0.00,\t,1.61,0.00,  '
const refunded =
  '2026112022001\t,01KAATTEMPT\t,退款    ,12 个月,2026-11-20 09:00:00,2026-11-20 10:00:00,\t,  ,  ,\t,*明(1**@x.com),-3.50,-3.50,0.00,0.00,0.00,0.00,0.00,  ,0.00,0.00,01KAREFUND\t,0.00,0.00,  '
const names =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const file = (...rows: string[]): string =>
  [
    '#支付宝业务明细查询',
    '#账号：[20880000000000010156]',
    '#起始日期：[2026年11月20日 00:00:00]   终止日期：[2026年11月21日 00:00:00]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    names,
    ...rows,
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#交易合计：1笔，商家实收共268.00元，商家优惠共0.00元',
    '#导出时间：[2026年11月21日 09:00:00]',
    '',
  ].join('\r\n')

const linesOf = (text: string) => readAlipayReport(text, ask)?.lines
const one = (row: string) => readAlipayReport(file(paid, row, refunded), ask)

describe('Alipay trade report', () => {
  it('reads payments and refunds with our ids', () => {
    expect(linesOf(file(paid, refunded))).toEqual([
      {
        kind: 'paid',
        attemptId: '01KAATTEMPT',
        providerTxnId: '2026112022001',
        refundId: null,
        amount: { amountMinor: 26_800, currency: 'CNY' },
      },
      {
        kind: 'refunded',
        attemptId: '01KAATTEMPT',
        providerTxnId: '2026112022001',
        refundId: '01KAREFUND',
        amount: { amountMinor: 350, currency: 'CNY' },
      },
    ])
    expect(readAlipayReport(file(), ask)).toEqual({ lines: [], unread: [] })
  })

  it.each(['12 个月，送 1, 2, 3', '"12 个月, ""年""付"', '2, 2026, 交易'])(
    'reads all columns right for a product named %j',
    (name) => {
      expect(linesOf(file(paid.replace('12 个月', name)))).toMatchObject([{ amount: { amountMinor: 26_800 } }])
    },
  )

  it.each([
    ['another account', file(paid).replace('[2088', '[2089')],
    ['another day', file(paid).replace('11月20日', '11月19日')],
    ['no closing line', file(paid).replace(/#-+业务明细列表结束[^]*/, '')],
    ['a truncated line', file(paid.slice(0, 60)).replace(/#-+业务明细列表结束[^]*/, '')],
    ['no column of amounts', file(paid).replace('订单金额', '金额')],
    ['the content of a summary', file(paid).replaceAll('明细', '汇总')],
    ['another encoding', new TextDecoder('gbk').decode(new TextEncoder().encode(file(paid)))],
  ])('a report is refused with %s', (_name, text) => expect(readAlipayReport(text, ask)).toBeNull())

  it.each([
    ['a truncated line', paid.slice(0, 60), 'columns'],
    ['an unknown kind', paid.replace('交易', '转账'), 'kind'],
    ['a negative payment', paid.replaceAll('268.00', '-268.00'), 'amount'],
    ['an invalid amount', paid.replaceAll('268.00', '2.6e2'), 'amount'],
    ['an unquoted amount with a comma', paid.replaceAll('268.00', '1,035.00'), 'amount'],
    ['another amount beside one with a comma', paid.replace('268.00', '1,135.00'), 'amount'],
    [
      'an amount with a comma beside a name with one',
      paid.replace('268.00', '1,135.00').replace('12 个月', '12, 月'),
      'amount',
    ],
    ['a row without its number', paid.replace('2026112022001', ''), 'number'],
    ['a refund number of another form', refunded.replace('01KAREFUND', 'a b'), 'number'],
    ['an invalid time', paid.replaceAll('2026-11-20 09:0', '2026-11-20 x9:0'), 'columns'],
    ['a value before the times', paid.replaceAll('2026-11-20 09', 'x2026-11-20 09'), 'columns'],
    ['a value after the times', paid.replaceAll('00,', '00x,'), 'amount'],
    ['a payment with a dash within its amount', paid.replaceAll('268.00', '26-8.00'), 'amount'],
    ['a refund with a dash within its amount', refunded.replaceAll('3.50', '3-.50'), 'amount'],
    ['a missing value', paid.replace(',12 个月', ''), 'columns'],
    ['a refund that ends before its number', refunded.slice(0, refunded.indexOf(',01KAREFUND')), 'columns'],
    ['more commas than supported', paid.replace('12 个月', 'a,b,c,d,e,f,g,h'), 'columns'],
  ])('reports %s by its line number, and reads the other lines', (_what, row, why) => {
    const { lines = [], unread = [] } = one(row) ?? {}
    expect(lines.map(({ kind }) => kind)).toEqual(['paid', 'refunded'])
    // The first detail line is the sixth of the file.
    expect(unread).toEqual([{ number: 7, why }])
  })

  // Free texts of the shop and the buyer stand before and after the amounts, so their commas shift the columns
  // (edge-sky/Bills-save, issue 12).
  it.each([
    ['the name of a coupon', refunded.replace('0.00,  ,0.00,0.00,01KA', '0.00,满 5, 减 1,0.00,0.00,01KA')],
    ['the account of the buyer', refunded.replace('*明(1**@x.com)', 'Ming, Li')],
    ['the name of a branch', refunded.replace('\t,  ,  ,\t', '\t,North, 2,  ,\t')],
    ['the note', refunded.replace(/ {2}$/, 'a, b, c')],
    [
      'several texts',
      refunded.replace('12 个月', '12, 月').replace('*明(1**@x.com)', 'Ming, Li').replace(/ {2}$/, 'a, b'),
    ],
    ['products named like other columns', refunded.replace('12 个月', '2026-11-20 09:00:00,2026-11-20 09:00:00,-9.00')],
  ])('reads the number and amount of a refund despite commas in %s', (_what, row) => {
    expect(linesOf(file(row))).toMatchObject([{ refundId: '01KAREFUND', amount: { amountMinor: 350 } }])
  })

  it('a refund without a number is read', () => {
    expect(linesOf(file(refunded.replace('01KAREFUND', '')))).toMatchObject([
      { kind: 'refunded', refundId: null, amount: { amountMinor: 350 } },
    ])
  })

  it('an altered report never gives an amount that is not a whole number', () => {
    const whole = file(paid, refunded)
    const pieces = fc.constantFrom(',', '\t', '"', '\r\n', '-', '2026-11-20 09:00:00', '退款', '#', '', '9')
    fc.assert(
      fc.property(fc.nat(whole.length), fc.nat(40), fc.oneof(pieces, fc.string()), (at, length, piece) => {
        const lines = linesOf(whole.slice(0, at) + piece + whole.slice(at + length))
        for (const { amount } of lines ?? []) expect(Number.isSafeInteger(amount.amountMinor)).toBe(true)
        expect(lines?.length ?? 0).toBeLessThanOrEqual(3)
      }),
      { numRuns: 1_000 },
    )
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(readAlipayReport(text, ask)).toBeNull()
      }),
    )
  })

  it('distinguishes a trade report from a summary', () => {
    expect(isReport(file())).toBe(true)
    expect(isReport(file().replaceAll('明细', '汇总'))).toBe(false)
  })
})

describe('report download URL', () => {
  const alipay = 'https://openapi.alipay.com/gateway.do'
  const simulator = 'http://localhost:4001/alipay/gateway.do'
  it.each([
    [alipay, 'http://dwbillcenter.alipay.com/f.resource?a=1', 'https://dwbillcenter.alipay.com/f.resource?a=1'],
    [alipay, 'https://openapi.alipay.com/f', 'https://openapi.alipay.com/f'],
    ['https://openapi-sandbox.dl.alipaydev.com/gateway.do', 'https://x.alipaydev.com/f', 'https://x.alipaydev.com/f'],
    [simulator, 'http://localhost:4001/f', 'http://localhost:4001/f'],
    [simulator, 'http://localhost:4002/f', null],
    [simulator, 'https://dwbillcenter.alipay.com/f', null],
    [alipay, 'https://alipay.com.example.org/f', null],
    [alipay, 'https://notalipay.com/f', null],
    [alipay, 'http://dwbillcenter.alipay.com:8080/f', null],
    [alipay, 'https://user@dwbillcenter.alipay.com/f', null],
    [alipay, 'ftp://dwbillcenter.alipay.com/f', null],
    [alipay, 'http://169.254.169.254/f', null],
    [alipay, 'file:///etc/passwd', null],
    [alipay, 'not an address', null],
    [alipay, undefined, null],
  ])('for the gateway %s, turns the download URL %s into %s', (gateway, stated, followed) =>
    expect(downloadAddress(stated, gateway)).toBe(followed),
  )
})

describe('unusual trade report', () => {
  const begins = '#-----------------------------------------业务明细列表----------------------------------------'
  const ends = '#-----------------------------------------业务明细列表结束------------------------------------'
  const lines = (...all: string[]) => readAlipayReport(all.join('\n'), ask)?.lines ?? null
  const head = ['#账号：[20880000000000010156]', '#起始日期：[2026年11月20日 00:00:00]']

  it('a report may have Unix line ends and surrounding spaces', () => {
    expect(lines(...head, begins, names, paid, ends)).toHaveLength(1)
    expect(lines(...head.map((line) => `  ${line} `), ` ${begins} `, ` ${names} `, paid, ` ${ends} `)).toHaveLength(1)
  })

  it.each([
    ['a section mark within another line', [...head, `x${begins}`, names, paid, ends]],
    ['a section mark followed by text', [...head, `${begins}x`, names, paid, ends]],
    ['an end within another line', [...head, begins, names, paid, `x${ends}`]],
    ['an end followed by text', [...head, begins, names, paid, `${ends}x`]],
    ['no beginning', [...head, names, paid, ends]],
    ['an end directly after the beginning', [...head, begins, ends]],
    ['an end before the beginning', [...head, ends, begins, names]],
    ['the account below the list', [head[1]!, begins, names, paid, ends, head[0]!]],
    ['the day below the list', [head[0]!, begins, names, paid, ends, head[1]!]],
    ['no column of kinds', [...head, begins, names.replace('业务类型', 'x'), paid, ends]],
    [
      'a unit in the middle of the column',
      [...head, begins, names.replace('订单金额（元）', '订单金额（元）x'), paid, ends],
    ],
    [
      'a unit within the name of a column',
      [...head, begins, names.replace('订单金额（元）', '订单（元）金额'), paid, ends],
    ],
    ['no column for the numbers of refunds', [...head, begins, names.replace('退款批次号', 'x'), paid, ends]],
    ['no beginning and the account after the end', [names, paid, ends, ...head, 'x']],
  ])('a report with %s is refused', (_what, all) => {
    expect(lines(...all)).toBeNull()
  })

  it('quoted values may contain commas and quotes', () => {
    const quoted = paid.replace('12 个月', '"12 个月, ""A"""').replace('268.00', '"1,268.00"')
    expect(lines(...head, begins, names, quoted, ends)).toEqual([])
    const sum = paid.replace('12 个月', '"12 个月, ""A"""').replace('*明(1**@x.com)', '"Ming, Li"')
    expect(lines(...head, begins, names, sum, ends)).toMatchObject([{ amount: { amountMinor: 26_800 } }])
    for (const name of ['a"b"c', 'a"b"', '"a"b'])
      expect(lines(...head, begins, names, paid.replace('12 个月', name), ends)).toMatchObject([
        { amount: { amountMinor: 26_800 } },
      ])
  })

  it('a product name may contain a date and commas, and a report may end with its last line', () => {
    const named = paid.replace('12 个月', '2026-11-20 09:00:00 x, and more')
    expect(lines(...head, begins, names, named, ends)).toMatchObject([{ amount: { amountMinor: 26_800 } }])
    const short = refunded.slice(0, refunded.indexOf('\t,0.00,0.00,  '))
    const shortNames = names.slice(0, names.indexOf(',服务费'))
    expect(lines(...head, begins, shortNames, short, ends)).toMatchObject([{ refundId: '01KAREFUND' }])
  })

  it('a report is recognized by its own header line', () => {
    expect(isReport(`x\n${begins}  \ny`)).toBe(true)
    expect(isReport(begins)).toBe(true)
    expect(isReport(`x${begins}`)).toBe(false)
    expect(isReport(`${begins}x`)).toBe(false)
  })
})
