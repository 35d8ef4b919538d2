import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { terms, tier } from '#shared/affiliate-terms.test-support.ts'
import type { Sentence } from '#shared/sentence.ts'
import { say } from '#text/say.ts'
import { describeTermsChange, findCrossedBounds } from './terms-change.rules.ts'

const before: AffiliateTerms = {
  ...terms,
  tiers: [tier('standard', 0, 2_500, 2_000), tier('top', 50, 10_000, 2_500)],
}
const inEnglish = (each: Sentence) => say('en', each)
const today = '2026-06-01'
const crossed = (change: Partial<AffiliateTerms>) =>
  findCrossedBounds(before, { ...before, version: 2, since: today, ...change }, today)
const top = before.tiers[1]!

describe('change of affiliate terms', () => {
  it.each([
    ['to 50 % for 365 days', { bps: 5_000, days: 365 }, 0],
    ['to 50.01 %', { bps: 5_001, days: 90 }, 1],
    ['to 366 days', { bps: 1_000, days: 366 }, 1],
    ['to a smaller reserve where a sale pays 100 %', { bps: 999, days: 90 }, 1],
    ['to a shorter reserve where a sale pays 100 %', { bps: 1_000, days: 89 }, 1],
    ['to no reserve where a sale pays 100 %', undefined, 1],
  ])('asks for a second operator for a change of the reserve when needed: %s', (_, reserve, count) => {
    const kept = { ...before, tiers: [{ ...top, reserve: { bps: 1_000, days: 90 } }] }
    const next = { ...kept, since: today, tiers: [{ ...top, ...(reserve && { reserve }) }] }
    expect(findCrossedBounds(kept, next, today)).toHaveLength(count)
    expect(findCrossedBounds(next, next, today)).toEqual([])
  })

  it.each([
    ['a rate of 50 %', { tiers: [tier('standard', 0, 5_000, 2_000), top] }, 0],
    ['a rate of 50.01 %', { tiers: [tier('standard', 0, 5_001, 2_000), top] }, 1],
    ['a renewal of 50.01 %', { tiers: [tier('standard', 0, 2_500, 5_001), top] }, 1],
    ['a top tier that stays at 100 %', {}, 0],
    ['a new tier of 60 %', { tiers: [...before.tiers, tier('more', 60, 10_000, 6_000)] }, 2],
    ['a hold of 7 days', { holdDays: 7 }, 0],
    ['a hold of 6 days', { holdDays: 6 }, 1],
    ['a minimum of 20 dollars', { minPayoutMinor: 2_000 }, 0],
    ['a minimum of 19.99 dollars', { minPayoutMinor: 1_999 }, 1],
    ['bonus time of 50 %', { referRateBps: 5_000 }, 0],
    ['bonus time of 50.01 %', { referRateBps: 5_001 }, 1],
    ['a worth just under twice', { usdPerUnitMicros: { CNY: 279_999 } }, 0],
    ['a worth of twice', { usdPerUnitMicros: { CNY: 280_000 } }, 1],
    ['a worth of ten times', { usdPerUnitMicros: { CNY: 1_400_000 } }, 1],
    ['a worth of half', { usdPerUnitMicros: { CNY: 70_000 } }, 1],
    ['a day that is over', { since: '2026-05-31' }, 1],
  ] satisfies [string, Partial<AffiliateTerms>, number][])(
    'asks for a second operator for a change of terms when needed: %s',
    (_, change, count) => {
      expect(crossed(change)).toHaveLength(count)
    },
  )

  it('moving terms further beyond a bound crosses it again, and moving back does not', () => {
    const loose = { ...before, holdDays: 3, minPayoutMinor: 500, tiers: [tier('standard', 0, 6_000, 2_000)] }
    const next = (change: Partial<AffiliateTerms>) =>
      findCrossedBounds(loose, { ...loose, since: today, ...change }, today)
    expect(next({})).toEqual([])
    expect(next({ holdDays: 4, minPayoutMinor: 600, tiers: [tier('standard', 0, 5_500, 2_000)] })).toEqual([])
    expect(next({ holdDays: 2, minPayoutMinor: 400, tiers: [tier('standard', 0, 6_001, 2_000)] })).toHaveLength(3)
  })

  it('needs no second operator for numbers within their bounds', () => {
    const within = fc.record({
      holdDays: fc.integer({ min: 7, max: 60 }),
      minPayoutMinor: fc.integer({ min: 2_000, max: 50_000 }),
      referRateBps: fc.nat(5_000),
      usdPerUnitMicros: fc.record({ CNY: fc.integer({ min: 70_001, max: 279_999 }) }),
      tiers: fc
        .tuple(fc.nat(5_000), fc.nat(5_000))
        .map(([first, renewal]) => [tier('standard', 0, first, renewal), top]),
    })
    fc.assert(
      fc.property(within, (change) => {
        expect(crossed(change)).toEqual([])
      }),
    )
  })

  it('describes a change number by number, without unchanged ones', () => {
    expect(describeTermsChange(before, { ...before, version: 2 })).toEqual([])
    const after = {
      ...before,
      tiers: [tier('standard', 0, 2_500, 1_000), tier('star', 90, 3_000, 1_000)],
      holdDays: 10,
    }
    expect(describeTermsChange(before, after).map(inEnglish)).toEqual([
      'tier standard, renewals: 20% → 10%',
      'tier star: new, from 90 paying customers',
      'tier star, first purchases: 0% → 30%',
      'tier star, renewals: 0% → 10%',
      'tier top: ends',
      'days of hold: 14 → 10',
    ])
  })
})

it('describes each crossed bound of the terms by a sentence with its number', () => {
  expect(
    crossed({
      tiers: [tier('standard', 0, 5_100, 5_200), top],
      referRateBps: 6_000,
      holdDays: 6,
      minPayoutMinor: 1_999,
      usdPerUnitMicros: { CNY: 280_000 },
      since: '2026-05-31',
    }).map(inEnglish),
  ).toEqual([
    'tier standard pays 51% of first purchases, above 50%',
    'tier standard pays 52% of renewals, above 50%',
    'bonus time is 60%, above 50%',
    'the hold is 6 days, below 7',
    'the minimum payout is 1999 cents, below 2000',
    'a yuan is worth 280000 millionths of a dollar, before 140000',
    'it counts from 2026-05-31, which is in the past',
  ])
})

it('bonus time that was beyond its bound before crosses no bound again', () => {
  const loose = { ...before, referRateBps: 6_000 }
  expect(findCrossedBounds(loose, { ...loose, since: today }, today)).toEqual([])
  expect(findCrossedBounds(loose, { ...loose, since: today, referRateBps: 5_900 }, today)).toEqual([])
})

it('names every changed number of the terms with its old and new value', () => {
  expect(
    describeTermsChange(before, {
      ...before,
      tiers: [tier('standard', 1, 2_600, 2_100), tier('plus', 20, 3_000, 2_200)],
      holdDays: 15,
      minPayoutMinor: 9_000,
      attributionDays: 8,
      invitedTrialMinutes: 90,
      referRateBps: 1_100,
      usdPerUnitMicros: { CNY: 141_000 },
    }).map(inEnglish),
  ).toEqual([
    'tier standard, from paying customers: 0 → 1',
    'tier standard, first purchases: 25% → 26%',
    'tier standard, renewals: 20% → 21%',
    'tier plus: new, from 20 paying customers',
    'tier plus, first purchases: 0% → 30%',
    'tier plus, renewals: 0% → 22%',
    'tier top: ends',
    'days of hold: 14 → 15',
    'minimum payout, cents: 10000 → 9000',
    'days of attribution: 7 → 8',
    'minutes of an invited trial: 180 → 90',
    'bonus time: 10% → 11%',
    'a yuan in millionths of a dollar: 140000 → 141000',
  ])
  expect(describeTermsChange(before, before)).toEqual([])
})
