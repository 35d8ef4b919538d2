import { expect, it } from 'vitest'
import type { SiteGoods, SiteMethod } from '#shared/site.ts'
import { suggestedPlan } from './page-facts.ts'

const plan = (id: string, months: number, prices: SiteGoods['prices'], badge?: string): SiteGoods => ({
  id,
  months,
  bonusDays: 0,
  maxDevices: 5,
  names: { en: `${months} months`, 'zh-CN': `${months} 个月` },
  badges: badge === undefined ? null : { en: badge, 'zh-CN': badge },
  prices,
  groupPrices: [],
})
const price = (currency: 'CNY' | 'USD', priceMinor: number) => ({ currency, priceMinor, listPriceMinor: null })
const methods: SiteMethod[] = [
  { method: 'alipay', currencies: ['CNY'] },
  { method: 'card', currencies: ['USD'] },
]
const goods = [
  plan('plan-1', 1, [price('CNY', 3000), price('USD', 500)]),
  plan('plan-12', 12, [price('CNY', 26_800), price('USD', 4490)]),
]

it("the renewal link leads to the default plan in the reader's currency", () => {
  expect(suggestedPlan({ goods, methods }, 'en')).toEqual({
    query: 'plan=plan-12&currency=USD',
    name: '12 months',
    sum: '$44.90',
  })
  expect(suggestedPlan({ goods, methods }, 'zh-CN')).toMatchObject({ query: 'plan=plan-12&currency=CNY', sum: '¥268' })
  const badged = [...goods, plan('plan-24', 24, [price('CNY', 40_000), price('USD', 7000)], 'Best')]
  expect(suggestedPlan({ goods: badged, methods }, 'en')).toMatchObject({ query: 'plan=plan-24&currency=USD' })
})

it('the renewal link uses the other currency if needed, and is absent when nothing is sold', () => {
  const yuanOnly = [plan('plan-12', 12, [price('CNY', 26_800)])]
  expect(suggestedPlan({ goods: yuanOnly, methods }, 'en')).toMatchObject({ query: 'plan=plan-12&currency=CNY' })
  expect(suggestedPlan({ goods, methods: methods.slice(0, 1) }, 'en')).toMatchObject({
    query: 'plan=plan-12&currency=CNY',
  })
  expect(suggestedPlan({ goods: [], methods }, 'en')).toBeNull()
})
