import { describe, expect, it } from 'vitest'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { say } from '#text/say.ts'
import { findTermsFaults as findFaults } from './terms-faults.ts'
import { terms as twoTiers, tier } from '#shared/affiliate-terms.test-support.ts'

const findTermsFaults = (value: unknown) => findFaults(value).map((fault) => say('en', fault))
const terms: AffiliateTerms = { ...twoTiers, tiers: [tier('a', 0, 2_500, 2_000), tier('b', 2, 10_000, 2_500)] }

it('finds tiers that do not start at 0 or whose rates fall or exceed 100 %, negative hold days and a version of 0', () => {
  expect(findTermsFaults(terms)).toEqual([])
  const [first, second] = terms.tiers as [AffiliateTerms['tiers'][number], AffiliateTerms['tiers'][number]]
  expect(findTermsFaults({ ...terms, tiers: [second] }).join()).toMatch(/start at 0/)
  expect(findTermsFaults({ ...terms, tiers: [first, { ...second, firstBps: 100 }] }).join()).toMatch(
    /less than the one before/,
  )
  expect(findTermsFaults({ ...terms, tiers: [first, { ...second, firstBps: 10_001 }] }).join()).toMatch(/basis points/)
  expect(findTermsFaults({ ...terms, holdDays: -1 }).join()).toMatch(/holdDays/)
  expect(findTermsFaults({ ...terms, version: 0 }).join()).toMatch(/version/)
})

describe('faults of terms', () => {
  const [first, second] = terms.tiers as [AffiliateTerms['tiers'][number], AffiliateTerms['tiers'][number]]
  const tiers = (change: object) => ({ tiers: [first, { ...second, ...change }] })
  const micros = 'usdPerUnitMicros.CNY must be millionths of a dollar for one yuan, like 140000'

  it.each<[object, string]>([
    [{ version: 1.5 }, 'version must be a whole number from 1'],
    [{ version: '1' }, 'version must be a whole number from 1'],
    [{ since: '2025-4-20' }, 'since must be a day like 2025-04-20'],
    [{ since: 'x2025-04-20' }, 'since must be a day like 2025-04-20'],
    [{ since: '2025-04-20x' }, 'since must be a day like 2025-04-20'],
    [{ since: 'aaaa-04-20' }, 'since must be a day like 2025-04-20'],
    [{ since: '2025-aa-20' }, 'since must be a day like 2025-04-20'],
    [{ since: '2025-04-aa' }, 'since must be a day like 2025-04-20'],
    [{ tiers: [] }, 'tiers must be a list of one tier at least'],
    [{ tiers: { 0: first } }, 'tiers must be a list of one tier at least'],
    [tiers({ names: undefined }), 'tiers[1].names must be an object'],
    [tiers({ names: { en: '', 'zh-CN': 'x' } }), 'tiers[1].names.en must be a text'],
    [tiers({ names: { en: 'x', 'zh-CN': '' } }), 'tiers[1].names.zh-CN must be a text'],
    [tiers({ firstBps: -1 }), 'tiers[1].firstBps must be 0 to 10000 basis points'],
    [tiers({ firstBps: 10_001 }), 'tiers[1].firstBps must be 0 to 10000 basis points'],
    [tiers({ renewalBps: 10_001 }), 'tiers[1].renewalBps must be 0 to 10000 basis points'],
    [tiers({ renewalBps: 0.5 }), 'tiers[1].renewalBps must be 0 to 10000 basis points'],
    [tiers({ fromPaidReferrals: 0 }), 'tier b must start later than the one before'],
    [tiers({ firstBps: 2_499 }), 'tier b may not pay less than the one before'],
    [tiers({ renewalBps: 1_999 }), 'tier b may not pay less than the one before'],
    [
      { tiers: [{ ...tier('a', 0, 2_500, 2_000), byOperator: true }, tier('b', 2, 10_000, 2_500)] },
      'the first tier cannot be given by an operator',
    ],
    [{ longerHolds: { card: { fromBps: 5_000, days: -1 } } }, 'longerHolds.card.days must be a whole number from 0'],
    [{ risk: { acts: { same_payer: 'refuse' } } }, 'risk.acts.same_payer must be one of off, ask, hold'],
    [{ risk: { acts: { tier_jump: 'hold' } } }, 'risk.acts.tier_jump must be one of off, ask'],
    [{ risk: { numbers: { jump: { friends: 0 } } } }, 'risk.numbers.jump.friends must be a whole number from 1'],
    [{ longerHolds: { crypto: {} } }, 'longerHolds.crypto is not known. Known are newAffiliate, card'],
    [{ holdDays: 0.5 }, 'holdDays must be a whole number from 0'],
    [{ minPayoutMinor: -1 }, 'minPayoutMinor must be a whole number from 0'],
    [{ attributionDays: '7' }, 'attributionDays must be a whole number from 0'],
    [{ invitedTrialMinutes: Infinity }, 'invitedTrialMinutes must be a whole number from 0'],
    [{ referRateBps: 10_001 }, 'referRateBps must be 0 to 10000 basis points'],
    [{ referRateBps: -1 }, 'referRateBps must be 0 to 10000 basis points'],
    [{ usdPerUnitMicros: undefined }, 'usdPerUnitMicros must be an object'],
    [{ usdPerUnitMicros: { CNY: 0 } }, micros],
    [{ usdPerUnitMicros: { CNY: 10_000_001 } }, micros],
    [{ usdPerUnitMicros: { CNY: 0.5 } }, micros],
    [{ currency: 'EUR' }, 'currency must be "USD"'],
    [
      { holdDay: 14 },
      'holdDay is not known. Known are version, since, currency, tiers, holdDays, longerHolds, risk, minPayoutMinor, attributionDays, invitedTrialMinutes, referRateBps, usdPerUnitMicros',
    ],
  ])('finds one fault in terms with %j', (change, fault) => {
    expect(findTermsFaults({ ...terms, ...change })).toEqual([fault])
  })

  it.each<object>([
    { version: 1 },
    tiers({ fromPaidReferrals: 1 }),
    tiers({ firstBps: 2_500, renewalBps: 2_000 }),
    tiers({ firstBps: 10_000, renewalBps: 10_000 }),
    { holdDays: 0, minPayoutMinor: 0, attributionDays: 0, invitedTrialMinutes: 0 },
    { referRateBps: 0 },
    { referRateBps: 10_000 },
    { usdPerUnitMicros: { CNY: 1 } },
    { usdPerUnitMicros: { CNY: 10_000_000 } },
  ])('accepts terms with %j', (change) => {
    expect(findTermsFaults({ ...terms, ...change })).toEqual([])
  })
})

it.each([null, [], 'terms'])('terms that are %j are refused without being read', (value) => {
  expect(findTermsFaults(value)).toEqual(['the file must be an object'])
})

it('reports all faults of terms at once', () => {
  expect(findTermsFaults({ ...terms, version: 0, holdDays: -1 })).toHaveLength(2)
})
