import { expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/client/fake-browser.test-support.ts'
import { testMethods as methods, testOffer as offer } from '#web/payment/offer.test-support.ts'
import {
  forDevices,
  forgetWish,
  readWish,
  saveWish,
  settle,
  shownWish,
  wishOf,
  withAsked,
  type Choice,
} from './selection.ts'

const offers = [offer(1), offer(6), offer(12), offer(24)]

test('a choice that is not on sale falls back to the nearest one', () => {
  expect(settle({}, offers, methods, 'en')).toMatchObject({
    offer: { id: 'plan-12' },
    currency: 'USD',
    method: 'card',
    priceMinor: 3_600,
  })
  expect(settle({}, offers, methods, 'zh-CN')).toMatchObject({ currency: 'CNY', method: 'alipay' })
  expect(settle({ goodsId: 'plan-6', currency: 'USD', method: 'alipay' }, offers, methods, 'zh-CN')).toMatchObject({
    offer: { id: 'plan-6' },
    currency: 'USD',
    method: 'card',
  })
  expect(settle({ goodsId: 'gone' }, offers, methods, 'en')).toMatchObject({ offer: { id: 'plan-12' } })
  expect(settle({}, [], methods, 'en')).toBeNull()
  expect(settle({}, offers, [], 'en')).toMatchObject({ method: null })
})

test('a shown choice settles to the same currency and method in the other language', () => {
  const shown = settle({}, offers, methods, 'en')
  expect(shown && settle(wishOf(shown), offers, methods, 'zh-CN')).toEqual(shown)
})

test('the payment method is the chosen one, else the last used, else the default of the currency', () => {
  const all = [{ method: 'alipay', currencies: ['CNY', 'USD'] }, ...methods.slice(1)] as const
  expect(settle({}, offers, all, 'en')).toMatchObject({ method: 'card', methods: ['card', 'alipay'] })
  expect(settle({}, offers, all, 'zh-CN')).toMatchObject({ method: 'alipay', methods: ['alipay', 'card'] })
  expect(settle({}, offers, all, 'en', 'alipay')).toMatchObject({ method: 'alipay' })
  expect(settle({ method: 'card' }, offers, all, 'zh-CN', 'alipay')).toMatchObject({ method: 'card' })
  // Ignores a stored method that does not take the currency, or whose stored name was tampered with.
  expect(settle({}, offers, methods, 'en', 'alipay')).toMatchObject({ method: 'card' })
  expect(settle({}, offers, methods, 'en', 'barter' as 'card')).toMatchObject({ method: 'card' })
  // The usual method may depend on the app around the page, but a chosen method stays chosen.
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.49' })
  expect(settle({}, offers, all, 'zh-CN', null, true)).toMatchObject({ method: 'card' })
  expect(settle({ method: 'alipay' }, offers, all, 'zh-CN', null, true)).toMatchObject({ method: 'alipay' })
  expect(settle({}, offers, all, 'zh-CN')).toMatchObject({ method: 'alipay' })
  vi.unstubAllGlobals()
})

/** User agents of phones; sources are in `open-payment.test.ts`. */
const apps = {
  browser: 'Mozilla/5.0 (iPhone) Version/17.5 Mobile/15E148 Safari/604.1',
  wechat: 'Mozilla/5.0 (iPhone) Mobile/15E148 MicroMessenger/8.0.49(0x18003137) NetType/WIFI Language/zh_CN',
  alipay: 'Mozilla/5.0 (iPhone) Mobile/15E148 Nebula AliApp(AP/10.6.0) AlipayClient/10.6.0',
  qq: 'Mozilla/5.0 (iPhone) Mobile/15E148 QQ/9.0.8.614 V1_IPH_SQ_9.0.8_1_APP_A NetType/WIFI',
}

test.each(Object.keys(apps) as (keyof typeof apps)[])(
  'in the app "%s" every wish of an address gives its currency and a method, and WeChat preselects none that it blocks',
  (app) => {
    vi.stubGlobal('navigator', { userAgent: apps[app] })
    const sold = [
      { method: 'alipay', currencies: ['CNY'] },
      { method: 'wechat', currencies: ['CNY'] },
      { method: 'unionpay', currencies: ['CNY'] },
      { method: 'card', currencies: ['USD'] },
    ] as const
    const usual = { CNY: app === 'wechat' ? 'unionpay' : 'alipay', USD: 'card' } as const
    for (const language of ['en', 'zh-CN'] as const) {
      const home = language === 'en' ? 'USD' : 'CNY'
      const wishes = [
        [{}, home, usual[home]],
        [{ currency: 'CNY' }, 'CNY', usual.CNY],
        [{ currency: 'USD' }, 'USD', 'card'],
        [{ currency: 'CNY', method: 'unionpay' }, 'CNY', 'unionpay'],
        [{ currency: 'CNY', method: 'alipay' }, 'CNY', 'alipay'],
        [{ currency: 'USD', method: 'alipay' }, 'USD', 'card'],
      ] as const
      for (const [wish, currency, method] of wishes) {
        const settled = settle(wish, offers, sold, language, null, true)
        expect(settled, `${language} ${JSON.stringify(wish)}`).toMatchObject({ currency, method })
      }
      // The first render equals the server's in every app.
      const first = settle({}, offers, sold, language)
      expect(first).toMatchObject({ currency: home, method: home === 'CNY' ? 'alipay' : 'card' })
      expect(first && settle(shownWish(first), offers, sold, language, null, true)).toEqual(first)
    }
    vi.unstubAllGlobals()
  },
)

test('another device count keeps the duration, or uses the default plan of that count', () => {
  const family = offer(12, { id: 'family', maxDevices: 10 })
  const sold = [...offers, family]
  const from = (goodsId: string) => settle({ goodsId }, sold, methods, 'en') as Choice
  expect(from('plan-6').devices).toEqual([5, 10])
  expect(forDevices(sold, from('plan-12'), 10)?.id).toBe('family')
  expect(forDevices(sold, from('plan-6'), 10)?.id).toBe('family')
  expect(forDevices(sold, from('family'), 5)?.id).toBe('plan-12')
})

test('a choice is stored for a day, and invalid stored values are ignored', async () => {
  await fakeBrowser()
  const now = Date.now()
  expect(readWish(now)).toBeNull()
  saveWish({ goodsId: 'plan-6', promoCode: 'SAVE10' })
  expect(readWish(Date.now())).toEqual({ goodsId: 'plan-6', promoCode: 'SAVE10' })
  expect(readWish(now + 86_400_000 + 1_000)).toBeNull()
  expect(readWish(now - 1_000)).toBeNull()
  forgetWish()
  expect(readWish(Date.now())).toBeNull()
  for (const odd of ['7', 'null', '"x"', '{"goodsId":"plan-6"}', '{']) {
    localStorage.setItem('checkout-choice', odd)
    expect(readWish(Date.now()), odd).toBeNull()
  }
  vi.unstubAllGlobals()
})

test('a plan in a link overrides the stored choice, with its currency and in full', () => {
  const kept = { goodsId: 'plan-6', currency: 'CNY', method: 'alipay', onlyDifference: true } as const
  expect(withAsked(kept, { goodsId: 'plan-24' })).toEqual({ ...kept, goodsId: 'plan-24', onlyDifference: false })
  expect(withAsked(kept, { goodsId: 'plan-24', currency: 'USD' })).toMatchObject({ currency: 'USD' })
  expect(withAsked(null, { goodsId: 'plan-24' })).toMatchObject({ goodsId: 'plan-24' })
  expect(withAsked(kept, { currency: 'USD', method: 'card' })).toEqual({ ...kept, currency: 'USD', method: 'card' })
  expect(withAsked(kept, {})).toBe(kept)
  expect(withAsked(null, {})).toBeNull()
})
