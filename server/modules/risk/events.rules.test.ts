import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRiskTerms, riskRules } from '#shared/risk-rules.ts'
import {
  judgeAffiliate,
  judgeFriend,
  keepNamed,
  reasonOf,
  type AffiliateView,
  type FriendView,
} from './events.rules.ts'
import { linkingKinds, weigh, type Shared } from './signal-weights.rules.ts'
import type { SignalKind } from './signals.rules.ts'

const settings = readRiskTerms()
const friend: FriendView = {
  userId: 'f',
  inviterId: 'i',
  heldFor: null,
  hasPaid: true,
  withInviter: [],
  siblings: [],
  groupmates: [],
}
const rules = (view: Partial<FriendView>) => judgeFriend({ ...friend, ...view }, settings).map(({ rule }) => rule)
const now = (kind: SignalKind): Shared => ({ kind, isFormer: false })
const former = (kind: SignalKind): Shared => ({ kind, isFormer: true })
const sibling = (shared: Shared[], isEarlier = true) => ({ siblings: [{ userId: 's', shared, isEarlier }] })

describe('risk rules for a friend', () => {
  it('a friend who shares nothing raises no event', () => expect(rules({})).toEqual([]))

  it('raises the matching event for a friend who shares payer, payout address or device with the inviter', () => {
    expect(rules({ withInviter: [now('payer')] })).toEqual(['same_payer'])
    expect(rules({ withInviter: [former('payer')] })).toEqual(['same_payer'])
    expect(rules({ withInviter: [now('payout')] })).toEqual(['same_payer'])
    expect(rules({ withInviter: [now('device')] })).toEqual(['same_device'])
    expect(rules({ withInviter: [former('device')] })).toEqual(['device_shared'])
  })

  it('raises an event for a later friend with the same payer or device, and none for the first', () => {
    expect(rules(sibling([now('payer')]))).toEqual(['payer_shared_by_friends'])
    expect(rules(sibling([former('device')]))).toEqual(['device_shared'])
    expect(rules(sibling([now('payer')], false))).toEqual([])
  })

  it('raises one event per rule with everyone concerned and the shared signals by weight', () => {
    const siblings = ['a', 'b'].map((userId) => ({ userId, shared: [former('device'), now('payer')], isEarlier: true }))
    const found = judgeFriend({ ...friend, siblings, withInviter: [former('device')] }, settings)
    expect(found.map(({ rule, otherIds }) => [rule, otherIds])).toEqual([
      ['device_shared', ['i']],
      ['payer_shared_by_friends', ['a', 'b']],
    ])
    expect(found[1]?.details.shared).toEqual(weigh([now('payer'), former('device')]))
    expect(found[0]).toMatchObject({ act: 'hold', userId: 'f', inviterId: 'i', period: '' })
  })

  it('includes all shared signals by weight, and the other accounts, in an event', () => {
    const event = { act: 'hold', userId: 'f', inviterId: 'i', period: '' }
    const payer = { kind: 'payer', isFormer: false, weight: 90 }
    const device = { kind: 'device', isFormer: false, weight: 80 }
    const before = { kind: 'network', isFormer: true, weight: 15 }
    const withInviter = [former('network'), now('device'), now('payer')]
    const groupmates = ['g', 'i'].map((userId) => ({ userId, isTied: true }))
    const found = judgeFriend({ ...friend, withInviter, heldFor: 'velocity', groupmates }, settings)
    const details = { shared: [payer, device, before] }
    expect(found).toEqual([
      { ...event, rule: 'same_payer', otherIds: ['i'], details },
      { ...event, rule: 'same_device', otherIds: ['i'], details },
      { ...event, rule: 'same_network_burst', otherIds: ['i'], details },
      { ...event, rule: 'self_group', otherIds: ['g', 'i'], details: { counts: { people: 3 } } },
    ])
  })

  it('gives a current signal more weight than a former one', () => {
    const of = (first: Shared, second: Shared) => {
      const siblings = [first, second].map((shared, index) => ({
        userId: `s${index}`,
        shared: [shared],
        isEarlier: true,
      }))
      return judgeFriend({ ...friend, siblings }, settings).map(({ details }) => details.shared)
    }
    for (const both of [of(now('payer'), former('payer')), of(former('payer'), now('payer'))])
      expect(both).toEqual([[{ kind: 'payer', isFormer: false, weight: 90 }]])
    expect(of(former('payer'), former('payer'))).toEqual([[{ kind: 'payer', isFormer: true, weight: 80 }]])
  })

  it('assigns an event to the inviter at the time the case was opened', () => {
    const named = [
      { userId: 'f', inviterIds: ['i', 'j'] },
      { userId: 'g', inviterIds: ['i'] },
    ]
    const referrals = ['f', 'g', 'h'].flatMap((userId) => ['i', 'j', 'k'].map((inviterId) => ({ userId, inviterId })))
    expect(keepNamed(referrals, named)).toEqual([
      { userId: 'f', inviterId: 'i' },
      { userId: 'f', inviterId: 'j' },
      { userId: 'g', inviterId: 'i' },
    ])
  })

  it('raises an event for a friend from a crowded network only when the purchase proved nothing', () => {
    expect(rules({ heldFor: 'velocity' })).toEqual(['same_network_burst'])
    expect(rules({ heldFor: 'velocity', hasPaid: false })).toEqual([])
    expect(rules({ heldFor: 'payer' })).toEqual([])
  })

  it('raises an event for a group whose other members are all related', () => {
    const mate = (isTied: boolean) => ({ userId: String(isTied), isTied })
    expect(rules({ groupmates: [mate(true), mate(true)] })).toEqual(['self_group'])
    expect(rules({ groupmates: [mate(true), mate(false)] })).toEqual([])
  })

  it('never raises an event because of networks and passkey models', () => {
    const weak: SignalKind[] = ['network', 'network_wide', 'network_widest', 'passkey']
    expect(linkingKinds.filter((kind) => weak.includes(kind))).toEqual([])
    const shared = fc.array(fc.record({ kind: fc.constantFrom(...weak), isFormer: fc.boolean() }))
    fc.assert(
      fc.property(
        shared,
        fc.array(fc.record({ userId: fc.string(), shared, isEarlier: fc.boolean() })),
        (own, siblings) => {
          expect(rules({ withInviter: own, siblings })).toEqual([])
        },
      ),
    )
  })
})

describe('risk rules for an affiliate', () => {
  const quiet: AffiliateView = {
    userId: 'a',
    month: '2026-11',
    payoutSharers: [],
    refundedAfterPayout: 2,
    paidOrders: 100,
    disputedOrders: 2,
    newPayersOfDay: 9,
    newPayersOfMonth: 9,
  }
  const told = (view: Partial<AffiliateView>) => judgeAffiliate({ ...quiet, ...view }, settings).map(({ rule }) => rule)

  it('raises events for an affiliate whose numbers reach the limits in the terms', () => {
    expect(told({})).toEqual([])
    expect(told({ payoutSharers: ['b'] })).toEqual(['payout_address_shared'])
    expect(told({ refundedAfterPayout: 3 })).toEqual(['refund_after_reward'])
    expect(told({ disputedOrders: 5 })).toEqual(['dispute_rate'])
    expect(told({ disputedOrders: 4 })).toEqual([])
    expect(told({ disputedOrders: 2, paidOrders: 2 })).toEqual([])
    expect(told({ newPayersOfDay: 10, newPayersOfMonth: 30 })).toEqual(['tier_jump'])
    expect(told({ newPayersOfDay: 10, newPayersOfMonth: 31 })).toEqual([])
  })

  it('includes the numbers that caused it in an event', () => {
    const about = { userId: 'a', inviterId: 'a', otherIds: [], period: '2026-11', act: 'ask' }
    const view = {
      payoutSharers: ['b', 'c'],
      refundedAfterPayout: 4,
      // Three disputed orders among sixty paid ones are five percent, which is the limit.
      disputedOrders: 3,
      paidOrders: 60,
      newPayersOfDay: 12,
      newPayersOfMonth: 30,
    }
    expect(judgeAffiliate({ ...quiet, ...view }, settings)).toEqual([
      {
        ...about,
        rule: 'payout_address_shared',
        otherIds: ['b', 'c'],
        period: '',
        details: { counts: { affiliates: 3 } },
      },
      { ...about, rule: 'refund_after_reward', details: { counts: { orders: 4 } } },
      { ...about, rule: 'dispute_rate', details: { counts: { disputed: 3, paid: 60 } } },
      { ...about, rule: 'tier_jump', details: { counts: { day: 12, month: 30 } } },
    ])
  })

  it('raises a recurring event again in another month', () => {
    const [event] = judgeAffiliate({ ...quiet, refundedAfterPayout: 3 }, settings)
    expect(event).toMatchObject({ period: '2026-11', act: 'ask', details: { counts: { orders: 3 } } })
  })
})

describe('risk terms', () => {
  it('terms can switch a risk rule off, make it only ask an operator, or change one number of a rule', () => {
    const view = { ...friend, withInviter: [now('payer')] }
    expect(judgeFriend(view, readRiskTerms({ acts: { same_payer: 'off' } }))).toEqual([])
    expect(judgeFriend(view, readRiskTerms({ acts: { same_payer: 'ask' } }))[0]?.act).toBe('ask')
    expect(readRiskTerms({ numbers: { jump: { friends: 3 } } }).numbers).toMatchObject({
      jump: { friends: 3 },
      refunds: { orders: 3 },
    })
  })

  it('every risk rule about friends has a reason that a referral can store', () => {
    expect(riskRules.map((rule) => reasonOf(rule)).every(Boolean)).toBe(true)
    expect(reasonOf('self_group')).toBe('self_group')
  })
})
