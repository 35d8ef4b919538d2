import { expect, it } from 'vitest'
import { chainWindowMinutes, paymentWindowMinutes, groupHours } from '#shared/payment-windows.ts'
import { estimateCommission } from '#shared/commission.ts'
import type { Queryable } from '#server/platform/database.ts'
import { readSettings } from './catalog.service.ts'
import { completeTerms } from './default-settings.ts'
import { findTermsFaults } from './terms-faults.ts'

const empty = { query: () => Promise.resolve([]) } as unknown as Queryable
const settings = await readSettings(empty)
const { affiliateTerms: terms, campaign } = settings

it('a trial lasts 15 minutes, or three hours after an invitation, and waits a week for its first sign-in', () => {
  expect([settings.trialMinutes, terms.invitedTrialMinutes, settings.trialArmedDays]).toEqual([15, 180, 7])
})

it('an affiliate earns 25 to 100 % of first purchases, and 20 or in the top tier 25 % of renewals', () => {
  expect(
    terms.tiers.map(({ id, fromPaidReferrals, firstBps, renewalBps }) => [id, fromPaidReferrals, firstBps, renewalBps]),
  ).toEqual([
    ['standard', 0, 2_500, 2_000],
    ['plus', 20, 5_000, 2_000],
    ['top', 100, 10_000, 2_500],
  ])
  expect(findTermsFaults(terms)).toEqual([])
  // The commission on the 20th customer is still 25 %, on the next one 50 %. The number of customers alone never leads
  // to the top tier.
  expect(estimateCommission(terms, 20, 100).firstMinor - estimateCommission(terms, 19, 100).firstMinor).toBe(25)
  expect(estimateCommission(terms, 21, 100).firstMinor - estimateCommission(terms, 20, 100).firstMinor).toBe(50)
  expect(estimateCommission(terms, 101, 100).firstMinor - estimateCommission(terms, 100, 100).firstMinor).toBe(50)
  expect(estimateCommission(terms, 101, 100).renewalMinor).toBe(101 * 20)
})

it('a commission is held 14 days and paid from 100 dollars, and a referral is valid for seven days', () => {
  expect([terms.holdDays, terms.minPayoutMinor, terms.attributionDays, terms.referRateBps]).toEqual([
    14, 10_000, 7, 1_000,
  ])
  expect(terms.longerHolds).toEqual({ newAffiliate: { months: 3, days: 45 }, card: { fromBps: 5_000, days: 60 } })
})

it('the top tier has a reserve of a tenth for ninety days, and other tiers have none', () => {
  expect(terms.tiers.map(({ reserve }) => reserve ?? null)).toEqual([null, null, { bps: 1_000, days: 90 }])
})

it('affiliate terms that name no longer holds have none, and other missing terms have their default', () => {
  expect(completeTerms({ version: 2, holdDays: 10 })).toMatchObject({
    holdDays: 10,
    longerHolds: {},
    minPayoutMinor: 10_000,
  })
  expect(completeTerms(undefined)).toBe(terms)
})

it('the advertising campaign of a visit is stored for seven days, and only with consent', () => {
  expect([campaign?.days, campaign?.asks]).toEqual([7, true])
})

it('the product was released on 20 April 2025', () => {
  expect(settings.releaseDate).toBe('2025.04.20')
})

it('an order can be paid for 30 minutes, or 60 with cryptocurrency, and a group fills within 24 hours', () => {
  expect([paymentWindowMinutes, chainWindowMinutes, groupHours]).toEqual([30, 60, 24])
})

it('a purchase can be refunded for seven days', () => {
  expect(settings.refundDays).toBe(7)
})
