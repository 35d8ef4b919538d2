import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { terms } from '#shared/affiliate-terms.test-support.ts'
import { freezeReward, hadStarted, wasSuspended } from './rewards.rules.ts'

const since = new Date('2025-01-01')
const paid = { byCard: false, paidAt: new Date('2026-01-02') }

const affiliate = fc.option(
  fc.record({
    tier: fc.constantFrom(null, 'low', 'high', 'gone'),
    isSuspended: fc.boolean(),
    since: fc.constant(since),
  }),
)

describe('reward of an order', () => {
  it('gives an affiliate a commission, a member bonus time, and a suspended inviter or anybody else nothing', () => {
    fc.assert(
      fc.property(affiliate, fc.boolean(), fc.nat(40), (who, isMember, paidBefore) => {
        const { kind, reason } = freezeReward({ affiliate: who, isMember, paidBefore }, terms, {
          currency: 'CNY',
          ...paid,
        })
        const expected = who?.isSuspended
          ? ['nothing', 'suspended']
          : who
            ? ['commission', null]
            : isMember
              ? ['bonus', null]
              : ['nothing', 'no_membership']
        expect([kind, reason]).toEqual(expected)
      }),
    )
  })

  it('uses the tier set by an operator if it exists, or else the tier for the number of earlier customers', () => {
    const of = (set: string | null, paidBefore: number) =>
      freezeReward({ affiliate: { tier: set, isSuspended: false, since }, isMember: false, paidBefore }, terms, {
        currency: 'USD',
        ...paid,
      })
    expect(of(null, 19)).toMatchObject({ tier: 'low', firstBps: 2_500, renewalBps: 2_000, usdMicros: 1_000_000 })
    expect(of(null, 20)).toMatchObject({ tier: 'high', firstBps: 5_000, renewalBps: 2_500, termsVersion: 1 })
    expect(of('high', 0)).toMatchObject({ tier: 'high', holdDays: 14, bonusBps: 1_000 })
    expect(of('gone', 0)).toMatchObject({ tier: 'low' })
  })
})

it('an affiliate has the reserve of the own tier, and anybody else has none', () => {
  const [low, high] = terms.tiers as [(typeof terms.tiers)[number], (typeof terms.tiers)[number]]
  const kept: AffiliateTerms = { ...terms, tiers: [low, { ...high, reserve: { bps: 1_500, days: 80 } }] }
  const reserve = (tier: string | null, of: AffiliateTerms, isAffiliate = true) => {
    const who = isAffiliate ? { tier, isSuspended: false, since } : null
    const inviter = { affiliate: who, isMember: true, paidBefore: 20 }
    const { reserveBps, reserveDays } = freezeReward(inviter, of, { currency: 'USD', ...paid })
    return [reserveBps, reserveDays]
  }
  expect(reserve('high', kept)).toEqual([1_500, 80])
  expect(reserve(null, kept)).toEqual([1_500, 80])
  expect(reserve('low', kept)).toEqual([0, 0])
  expect(reserve('high', terms)).toEqual([0, 0])
  expect(reserve(null, kept, false)).toEqual([0, 0])
})

describe('hold of a commission', () => {
  const longer: AffiliateTerms = {
    ...terms,
    longerHolds: { newAffiliate: { months: 3, days: 45 }, card: { fromBps: 5_000, days: 60 } },
  }
  const days = (tier: string | null, order: { byCard?: boolean; afterDays?: number }, of = longer) =>
    freezeReward({ affiliate: { tier, isSuspended: false, since }, isMember: false, paidBefore: 0 }, of, {
      currency: 'USD',
      byCard: order.byCard ?? false,
      paidAt: new Date(since.getTime() + (order.afterDays ?? 365) * 86_400_000),
    }).holdDays

  it('applies the longest hold of a commission that fits', () => {
    expect([days('low', {}), days('low', { byCard: true }), days('high', {})]).toEqual([14, 14, 14])
    expect([days('low', { afterDays: 0 }), days('low', { afterDays: 89 }), days('low', { afterDays: 90 })]).toEqual([
      45, 45, 14,
    ])
    expect([days('high', { byCard: true }), days('high', { byCard: true, afterDays: 1 })]).toEqual([60, 60])
    expect(days('high', { byCard: true, afterDays: 1 }, terms)).toBe(14)
    expect(days('low', { afterDays: 1 }, { ...longer, holdDays: 50 })).toBe(50)
  })

  it('applies the normal hold to an inviter who is no affiliate', () => {
    const inviter = { affiliate: null, isMember: true, paidBefore: 0 }
    const order = { currency: 'USD', byCard: true, paidAt: since } as const
    expect(freezeReward(inviter, longer, order).holdDays).toBe(14)
  })
})

describe('suspension period', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
  it('counts a suspension from the start of the second in which it began until the instant of its end', () => {
    const over = [{ since: at(10_500), until: at(20_000) }]
    expect([9_999, 10_000, 19_999, 20_000].map((ms) => wasSuspended(over, at(ms)))).toEqual([false, true, true, false])
    expect(wasSuspended([{ since: at(10_500), until: null }], at(9e9))).toBe(true)
    expect(wasSuspended([], at(0))).toBe(false)
    expect([hadStarted(at(10_500), at(10_000)), hadStarted(at(10_500), at(9_999))]).toEqual([true, false])
  })
})

it('an inviter who is neither affiliate nor member earns nothing, and the rates are still stored', () => {
  const inviter = { affiliate: null, isMember: false, paidBefore: 0 }
  const member = freezeReward({ ...inviter, isMember: true }, terms, { currency: 'USD', ...paid })
  expect(member).toMatchObject({ kind: 'bonus', reason: null, tier: 'low', bonusBps: 1_000 })
  expect(freezeReward(inviter, terms, { currency: 'USD', ...paid })).toEqual({
    ...member,
    kind: 'nothing',
    reason: 'no_membership',
  })
})
