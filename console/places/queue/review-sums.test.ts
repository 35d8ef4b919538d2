import { describe, expect, it } from 'vitest'
import { currencyOf, differenceOf, partsOf, sumsOf } from './review-sums.ts'

const of = (amountMinor: number, currency: string) => ({ amountMinor, currency })

describe('amounts of a review', () => {
  it('each amount keeps its own currency', () => {
    const details = { statedMinor: 5_000, statedCurrency: 'JPY', expectedMinor: 4_490, expectedCurrency: 'USD' }
    const sums = sumsOf(details)
    expect(sums).toEqual({ about: of(5_000, 'JPY'), came: of(5_000, 'JPY'), asked: of(4_490, 'USD') })
    expect(differenceOf(sums)).toBeNull()
  })

  it('reads expected and received amounts from the fields of different kinds of reviews, and none without a currency', () => {
    expect(sumsOf({ receivedMinor: 3_500, expectedMinor: 26_800, currency: 'CNY' })).toMatchObject({
      came: of(3_500, 'CNY'),
      asked: of(26_800, 'CNY'),
    })
    expect(sumsOf({ kind: 'refunded', amountMinor: 500, currency: 'USD', askedMinor: 700 })).toMatchObject({
      came: of(500, 'USD'),
      asked: of(700, 'USD'),
    })
    expect(sumsOf({ statements: [{ kind: 'paid', ...of(3_500, 'CNY') }] }).came).toEqual(of(3_500, 'CNY'))
    expect(sumsOf({ provider: 'alipay', stated: { amount: of(1, 'CNY') }, known: of(2, 'CNY') })).toMatchObject({
      came: of(1, 'CNY'),
      asked: of(2, 'CNY'),
    })
    expect(sumsOf({ statedMinor: 1, knownMinor: 2 }, 'USD')).toMatchObject({ came: of(1, 'USD'), asked: of(2, 'USD') })
    expect(sumsOf({ statedMinor: 1, knownMinor: 2 })).toEqual({ about: null, came: null, asked: null })
  })

  it('a dispute review is about the disputed amount, not the whole payment', () => {
    const details = { statedMinor: 4_490, statedCurrency: 'USD', disputes: [{ id: 'dp', ...of(3_990, 'USD') }] }
    expect(sumsOf(details)).toMatchObject({ about: of(3_990, 'USD'), came: of(4_490, 'USD'), asked: null })
    expect(currencyOf('lostMinor', details)).toBe('USD')
  })

  it('the difference between expected and received amount is positive, negative or none', () => {
    const about = { about: null, asked: of(4_490, 'USD') }
    expect(differenceOf({ ...about, came: of(5_000, 'USD') })).toEqual(of(510, 'USD'))
    expect(differenceOf({ ...about, came: of(4_390, 'USD') })).toEqual(of(-100, 'USD'))
    expect(differenceOf({ ...about, came: null })).toBeNull()
  })

  it('invalid details give no amounts', () => {
    for (const details of [null, 'text', 4, [], { statedMinor: '12', currency: 'USD' }, { disputes: [null] }])
      expect(sumsOf(details)).toEqual({ about: null, came: null, asked: null })
  })
})

it('a stored decision is split into its verdict and its reason, which may contain colons and line breaks', () => {
  expect(partsOf('keep: a: b\nc')).toEqual({ decision: 'keep', why: 'a: b\nc' })
  expect(partsOf('won')).toEqual({ decision: 'won', why: '' })
})
