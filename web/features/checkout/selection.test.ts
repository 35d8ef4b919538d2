import { expect, test } from 'vitest'
import { testMethods as methods, testOffer as offer } from '#web/payment/offer.test-support.ts'
import { settle } from './selection.ts'

const offers = [offer(1), offer(6), offer(12), offer(24)]

test('a wish is met as nearly as what is on sale allows', () => {
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
