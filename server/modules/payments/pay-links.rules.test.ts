import { expect, test } from 'vitest'
import { chainWindowMinutes, paymentWindowMinutes } from '#shared/payment-windows.ts'
import { isLinkAlive } from './pay-links.rules.ts'

/**
 * Sources:
 * - `h5_url` lives 5 minutes, whatever `time_expire` says: WeChat's answer at
 *   developers.weixin.qq.com/community/pay/doc/00082e2fcbcad0d265fec01a256c00. An unpaid order is either asked for a new
 *   link with unchanged parameters, or closed and made again: …/community/pay/doc/0006accc130890369aa100e3d6b000.
 * - `code_url` lives 2 hours: pay.weixin.qq.com/wiki/doc/apiv3/apis/chapter7_3_10.shtml.
 * - The code of `alipay.trade.precreate` lives 2 hours until it is scanned: answer of Alipay's support at
 *   cloud.tencent.com/developer/article/1096089.
 */
test.each([
  ['wechat', 'phone', 5],
  ['wechat', 'desktop', 120],
  ['alipay', 'desktop', 120],
] as const)('a payment link of %s for a %s works for %i minutes', (provider, device, minutes) => {
  expect(isLinkAlive({ provider, device }, minutes * 60 - 1)).toBe(true)
  expect(isLinkAlive({ provider, device }, minutes * 60)).toBe(false)
})

/**
 * Sources:
 * - `alipay.trade.wap.pay` takes a signed address until `time_expire`: yq.aliyun.com/articles/710964.
 * - A Checkout Session of Stripe opens until `expires_at`, 30 minutes to 24 hours after it was made:
 *   docs.stripe.com/payments/checkout/managing-limited-inventory.
 * - UnionPay's code is paid until `payTimeout`; its public documents name no other limit.
 */
test.each([
  ['alipay', 'phone'],
  ['stripe', 'phone'],
  ['stripe', 'desktop'],
  ['unionpay', 'phone'],
  ['unionpay', 'desktop'],
] as const)('a payment link of %s for a %s works until the payment attempt ends', (provider, device) => {
  const longest = Math.max(paymentWindowMinutes, chainWindowMinutes) * 60
  expect(isLinkAlive({ provider, device }, longest)).toBe(true)
})
