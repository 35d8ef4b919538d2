import { describe, expect, it } from 'vitest'
import { cutName, factsOfPaid, methodOf, refusalOf, stateOf, stepOf, typeOf } from './epay-wire.rules.ts'

const now = new Date('2026-11-29T10:00:00Z')
const order = { trade_no: '2026112918000012345', type: 'alipay', money: '268.00', status: '1' }
const gateway = 'https://pay.example/epay/'

describe('payment method of EPay', () => {
  it('translates the two payment methods that EPay has in common with the shop, in both directions', () => {
    expect([typeOf('alipay'), typeOf('wechat'), typeOf('unionpay'), typeOf('crypto')]).toEqual([
      'alipay',
      'wxpay',
      null,
      null,
    ])
    expect(['alipay', 'wxpay', 'qqpay', 'usdt', '', undefined, 'toString'].map(methodOf)).toEqual([
      'alipay',
      'wechat',
      ...Array.from({ length: 5 }, () => 'other'),
    ])
  })
})

describe('order name of EPay', () => {
  it('cuts the order name to 127 bytes without splitting a character, as gateways do', () => {
    expect(cutName('一年')).toBe('一年')
    expect(cutName('年'.repeat(60))).toBe('年'.repeat(42))
    expect(cutName(`${'x'.repeat(125)}🎉`)).toBe('x'.repeat(125))
  })
})

describe('facts of a paid EPay order', () => {
  // PHP gateways send (float)$money, so 268.00 comes as 268 and 268.50 as 268.5.
  it.each([
    ['1.00', 100],
    ['1', 100],
    ['1.0', 100],
    ['268.5', 26_850],
    ['0.01', 1],
  ])('reads the amount "%s" of a paid EPay order', (money, amountMinor) => {
    expect(factsOfPaid({ ...order, money }, now)).toMatchObject([
      { kind: 'paid', amount: { amountMinor, currency: 'CNY' } },
    ])
  })

  it.each(['1,00', '1e2', '-1.00', '+1', '1.001', '1.', '.5', '', ' 1', '0x10', '１', 'NaN'])(
    'refuses the amount "%s" of a paid EPay order',
    (money) => {
      expect(factsOfPaid({ ...order, money }, now)).toBeNull()
    },
  )

  it('refuses an order without a number, or with one of unknown form', () => {
    expect(factsOfPaid({ ...order, trade_no: '' }, now)).toBeNull()
    expect(factsOfPaid({ ...order, trade_no: 'a b' }, now)).toBeNull()
  })

  it('names payment method, time and payer of a paid EPay order', () => {
    const stated = { ...order, type: 'wxpay', endtime: '2026-11-29 17:59:00', buyer: 'oUpF8uMuAJO' }
    expect(factsOfPaid(stated, now)).toMatchObject([
      { method: 'wechat', at: new Date('2026-11-29T09:59:00Z'), payer: 'oUpF8uMuAJO' },
    ])
    expect(factsOfPaid({ ...order, timestamp: '1764410399' }, now)?.[0]?.at).toEqual(new Date(1_764_410_399_000))
    expect(factsOfPaid({ ...order, buyer: '138****0000' }, now)?.[0]).not.toHaveProperty('payer')
  })

  it('states the total refunded amount, or the whole amount if a refunded order states none', () => {
    const refunded = (more: Record<string, string>) =>
      factsOfPaid({ ...order, status: '2', ...more }, now)?.map(({ kind, amount }) => `${kind} ${amount.amountMinor}`)
    expect(refunded({ refundmoney: '10.50' })).toEqual(['paid 26800', 'refunded 1050'])
    expect(refunded({})).toEqual(['paid 26800', 'refunded 26800'])
    expect(refunded({ refundmoney: '1,00' })).toBeUndefined()
    expect(factsOfPaid({ ...order, refundmoney: '0.00' }, now)).toHaveLength(1)
  })
})

it('an order is treated as paid only in states that the gateway documents as paid', () => {
  expect(['0', '1', '2', '3', '4', '5', '', undefined, 'constructor'].map(stateOf)).toEqual([
    'open',
    'paid',
    'refunded',
    'frozen',
    'open',
    ...Array.from({ length: 4 }, () => 'unknown'),
  ])
})

// Refusals as worded by AliverAnme/Epay (lib/api/Pay.php, lib/Order.php, api.php) and itxve/epay (api.php, mapi.php).
it.each([
  ['订单号不存在', 'unknown_order'],
  ['当前订单不存在！', 'unknown_order'],
  ['退款记录不存在', 'unknown_refund'],
  ['该订单(01KAG2)已完成支付，请勿重复发起支付', 'stands'],
  ['该订单(01KAG2)支付参数有变化，请更换订单号重新发起支付', 'stands'],
  ['创建订单失败，请返回重试！', 'busy'],
  ['管理员未开启商户后台自助退款', 'final'],
  ['商户未开启订单退款API接口', 'final'],
  ['该订单状态不支持退款！', 'final'],
  ['只支持退款已支付状态的订单', 'final'],
  ['退款金额不能大于订单金额', 'final'],
  ['退款金额不能超过该订单剩余可退款金额！', 'final'],
  ['该订单已全额退款！', 'final'],
  ['商户余额不足，请先充值', 'final'],
  // The payment channel behind the gateway failed. It may have refunded the money before that.
  ['退款失败：上游处理中', 'other'],
  ['商户不存在！', 'other'],
  ['商户ID不存在', 'other'],
  ['商户密钥错误', 'other'],
  ['', 'other'],
] as const)('the refusal "%s" of an EPay gateway is read as %s', (message, meaning) => {
  expect(refusalOf(message)).toBe(meaning)
})

describe('next step of an EPay buyer', () => {
  const desktop = (answer: Record<string, string>) => stepOf(answer, 'desktop', gateway)
  const phone = (answer: Record<string, string>) => stepOf(answer, 'phone', gateway)

  it('shows a QR code on a computer and opens a URL on a phone', () => {
    const both = { qrcode: 'weixin://wxpay/bizpayurl?pr=1', payurl: 'https://pay.example/p/1' }
    expect(desktop(both)).toEqual({ kind: 'qr', content: both.qrcode })
    expect(phone(both)).toEqual({ kind: 'redirect', url: both.payurl })
    expect(phone({ qrcode: 'https://qr.alipay.com/1' })).toEqual({ kind: 'redirect', url: 'https://qr.alipay.com/1' })
    expect(phone({ ...both, payurl2: 'https://pay.example/h5/1' })).toMatchObject({ url: 'https://pay.example/h5/1' })
    expect(desktop({ pay_type: 'qrcode', pay_info: 'https://qr.alipay.com/2' })).toMatchObject({ kind: 'qr' })
    expect(desktop({ pay_type: 'jump', pay_info: 'https://pay.example/p/2' })).toMatchObject({ kind: 'redirect' })
  })

  it('completes a payment URL that begins at the root of the gateway', () => {
    expect(phone({ payurl: '/pay/submit/1/' })).toEqual({ kind: 'redirect', url: 'https://pay.example/pay/submit/1/' })
    expect(desktop({ qrcode: '/pay/qr/1/' })).toEqual({ kind: 'qr', content: 'https://pay.example/pay/qr/1/' })
  })

  it('opens only web URLs, never an app, a script or a form', () => {
    expect(phone({ qrcode: 'weixin://wxpay/bizpayurl?pr=1' })).toBeNull()
    expect(desktop({ urlscheme: 'weixin://dl/business/?t=1' })).toBeNull()
    expect(desktop({ payurl: 'javascript:alert(1)' })).toBeNull()
    expect(desktop({ pay_type: 'html', pay_info: '<form></form>' })).toBeNull()
    expect(desktop({ pay_type: 'urlscheme', pay_info: 'weixin://dl/business/?t=1' })).toBeNull()
    expect(desktop({})).toBeNull()
  })
})
