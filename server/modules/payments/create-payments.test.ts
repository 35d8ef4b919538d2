import { describe, expect, it } from 'vitest'
import { isSameShop } from './create-payments.ts'

const alipay = { appId: '2021', privateKey: 'a', gateway: 'https://openapi.alipay.com' }
const wechat = { appId: 'wx1', merchantId: '1900', privateKey: 'a', endpoint: 'https://api.mch.weixin.qq.com' }
const unionpay = { merchantId: '777', privateKey: 'a', endpoint: 'https://gateway.95516.com' }
const epay = { pid: '1001', key: 'a', gateway: 'https://pay.example' }
const stripe = { secretKey: 'sk_live_a', webhookSecret: 'whsec_a', endpoint: 'https://api.stripe.com' }
const elsewhere = 'https://other.example'

describe('shop behind the keys of an account', () => {
  it.each([
    ['Alipay', alipay, { ...alipay, privateKey: 'b' }],
    ['WeChat Pay', wechat, { ...wechat, privateKey: 'b' }],
    ['UnionPay', unionpay, { ...unionpay, privateKey: 'b' }],
    ['EPay', epay, { ...epay, key: 'b' }],
  ])('stays the same if only the keys of %s change', (_name, before, after) => {
    expect(isSameShop(after, before)).toBe(true)
  })

  it.each([
    ['the app of Alipay', alipay, { ...alipay, appId: '2022' }],
    ['the gateway of Alipay', alipay, { ...alipay, gateway: elsewhere }],
    ['the merchant of WeChat Pay', wechat, { ...wechat, merchantId: '1901' }],
    ['the endpoint of WeChat Pay', wechat, { ...wechat, endpoint: elsewhere }],
    ['the merchant of UnionPay', unionpay, { ...unionpay, merchantId: '778' }],
    ['the endpoint of UnionPay', unionpay, { ...unionpay, endpoint: elsewhere }],
    ['the merchant of an EPay gateway', epay, { ...epay, pid: '1002' }],
    ['the address of an EPay gateway', epay, { ...epay, gateway: elsewhere }],
  ])('is another one if %s changes', (_name, before, after) => {
    expect(isSameShop(after, before)).toBe(false)
  })

  it('any new keys of Stripe count as another shop, because they do not name it', () => {
    expect(isSameShop(stripe, stripe)).toBe(false)
  })
})
