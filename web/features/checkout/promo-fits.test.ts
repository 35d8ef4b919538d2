import { describe, expect, it } from 'vitest'
import { testOffer as offer } from '#web/payment/offer.test-support.ts'
import en from '#text/en/site/paying.ts'
import zh from '#text/zh-CN/site/paying.ts'
import { withFits } from './promo-fits.ts'

const any = { plans: null, methods: null, currencies: null }
const basket = { goodsId: 'plan-12', currency: 'CNY', method: 'alipay' } as const
const offers = [offer(1), offer(12), offer(24)]
const [one, , two] = offers.map(({ name }) => name)
const say = (fits: object, refusal = 'Not for this.') =>
  withFits(refusal, { ...any, ...fits }, basket, en.promoFits, offers)

describe('refused promo code', () => {
  it('the message names the plans on sale to which it applies', () => {
    expect(say({ plans: ['plan-1', 'plan-24', 'gone'] })).toBe(`Not for this. It applies to ${one} or ${two}.`)
    expect(say({ plans: ['gone'] })).toBe('Not for this. None of the plans it applies to is on sale now.')
  })

  it('the message names the method and currency to which it applies, if different from the choice', () => {
    expect(say({ methods: ['card'] }, 'For another way')).toBe('For another way. It applies when you pay by card.')
    expect(say({ methods: ['crypto', 'wechat'] })).toBe(
      'Not for this. It applies when you pay in crypto or with WeChat Pay.',
    )
    expect(say({ currencies: ['USD'] })).toBe('Not for this. It applies to prices in USD.')
    expect(say({ plans: ['plan-1'], methods: ['card', 'alipay'], currencies: ['USD'] })).toBe(
      `Not for this. It applies to ${one}. It applies to prices in USD.`,
    )
  })

  it('the message is only the refusal when nothing else is known', () => {
    expect(say({})).toBe('Not for this.')
    expect(say({ methods: ['barter'] })).toBe('Not for this.')
    expect(say({ currencies: [] })).toBe('Not for this.')
  })

  it('the message is translated to Chinese', () => {
    expect(withFits('不适用', { ...any, methods: ['card'] }, basket, zh.promoFits, offers)).toBe(
      '不适用。用银行卡付款时可用。',
    )
  })
})
