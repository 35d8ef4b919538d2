import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { terms } from '#shared/affiliate-terms.test-support.ts'
import { freezeReward, hadBegun, wasSuspended } from './rewards.rules.ts'

const affiliate = fc.option(
  fc.record({ tier: fc.constantFrom(null, 'low', 'high', 'gone'), isSuspended: fc.boolean() }),
)

describe('who earns by an order', () => {
  it('is no one while suspended, an affiliate by commission, a member by bonus time, and no one else', () => {
    fc.assert(
      fc.property(affiliate, fc.boolean(), fc.nat(40), (who, isMember, paidBefore) => {
        const { kind, reason } = freezeReward({ affiliate: who, isMember, paidBefore }, terms, 'CNY')
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

  it('is counted by the tier that an operator set, else by that of the customers who came before', () => {
    const of = (set: string | null, paidBefore: number) =>
      freezeReward({ affiliate: { tier: set, isSuspended: false }, isMember: false, paidBefore }, terms, 'USD')
    expect(of(null, 19)).toMatchObject({ tier: 'low', firstBps: 2_500, renewalBps: 2_000, usdMicros: 1_000_000 })
    expect(of(null, 20)).toMatchObject({ tier: 'high', firstBps: 5_000, renewalBps: 2_500, termsVersion: 1 })
    expect(of('high', 0)).toMatchObject({ tier: 'high', holdDays: 14, bonusBps: 1_000 })
    expect(of('gone', 0)).toMatchObject({ tier: 'low' })
  })
})

describe('an instant within a suspension', () => {
  const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
  it('counts from its second on until the instant of its end', () => {
    const over = [{ since: at(10_500), until: at(20_000) }]
    expect([9_999, 10_000, 19_999, 20_000].map((ms) => wasSuspended(over, at(ms)))).toEqual([false, true, true, false])
    expect(wasSuspended([{ since: at(10_500), until: null }], at(9e9))).toBe(true)
    expect(wasSuspended([], at(0))).toBe(false)
    expect([hadBegun(at(10_500), at(10_000)), hadBegun(at(10_500), at(9_999))]).toEqual([true, false])
  })
})

it('an inviter without membership earns nothing, at rates that are kept as they were', () => {
  const inviter = { affiliate: null, isMember: false, paidBefore: 0 }
  const member = freezeReward({ ...inviter, isMember: true }, terms, 'USD')
  expect(member).toMatchObject({ kind: 'bonus', reason: null, tier: 'low', bonusBps: 1_000 })
  expect(freezeReward(inviter, terms, 'USD')).toEqual({ ...member, kind: 'nothing', reason: 'no_membership' })
})
