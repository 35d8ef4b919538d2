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
import { linkingKinds, weigh, type Shared } from './relations.rules.ts'
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

describe('a friend', () => {
  it('who shares nothing raises nothing', () => expect(rules({})).toEqual([]))

  it('who shares a payer, a payout address or a device with the inviter is told by its rule', () => {
    expect(rules({ withInviter: [now('payer')] })).toEqual(['same_payer'])
    expect(rules({ withInviter: [former('payer')] })).toEqual(['same_payer'])
    expect(rules({ withInviter: [now('payout')] })).toEqual(['same_payer'])
    expect(rules({ withInviter: [now('device')] })).toEqual(['same_device'])
    expect(rules({ withInviter: [former('device')] })).toEqual(['device_shared'])
  })

  it('who came after another with the same payer or device is told, and the first is not', () => {
    expect(rules(sibling([now('payer')]))).toEqual(['payer_shared_by_friends'])
    expect(rules(sibling([former('device')]))).toEqual(['device_shared'])
    expect(rules(sibling([now('payer')], false))).toEqual([])
  })

  it('is told once by each rule, with everyone who has it too, and what they share by its weight', () => {
    const siblings = ['a', 'b'].map((userId) => ({ userId, shared: [former('device'), now('payer')], isEarlier: true }))
    const found = judgeFriend({ ...friend, siblings, withInviter: [former('device')] }, settings)
    expect(found.map(({ rule, otherIds }) => [rule, otherIds])).toEqual([
      ['device_shared', ['i']],
      ['payer_shared_by_friends', ['a', 'b']],
    ])
    expect(found[1]?.details.shared).toEqual(weigh([now('payer'), former('device')]))
    expect(found[0]).toMatchObject({ act: 'hold', userId: 'f', inviterId: 'i', period: '' })
  })

  it('is told with all that is shared, by its weight, and with whom', () => {
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

  it('of several who share a thing, one who has it still says more than one who had it', () => {
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

  it('is part of a case by who brought them when it was opened, and by no one since', () => {
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

  it('in a crowd is told only where the purchase told nothing apart', () => {
    expect(rules({ heldFor: 'velocity' })).toEqual(['same_network_burst'])
    expect(rules({ heldFor: 'velocity', hasPaid: false })).toEqual([])
    expect(rules({ heldFor: 'payer' })).toEqual([])
  })

  it('in a group is told where everyone else in it is tied to them', () => {
    const mate = (isTied: boolean) => ({ userId: String(isTied), isTied })
    expect(rules({ groupmates: [mate(true), mate(true)] })).toEqual(['self_group'])
    expect(rules({ groupmates: [mate(true), mate(false)] })).toEqual([])
  })

  it('is never told for networks and models of passkeys, however many of them are shared', () => {
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

describe('an affiliate', () => {
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

  it('is told from the numbers of the terms on', () => {
    expect(told({})).toEqual([])
    expect(told({ payoutSharers: ['b'] })).toEqual(['payout_address_shared'])
    expect(told({ refundedAfterPayout: 3 })).toEqual(['refund_after_reward'])
    expect(told({ disputedOrders: 5 })).toEqual(['dispute_rate'])
    expect(told({ disputedOrders: 4 })).toEqual([])
    expect(told({ disputedOrders: 2, paidOrders: 2 })).toEqual([])
    expect(told({ newPayersOfDay: 10, newPayersOfMonth: 30 })).toEqual(['tier_jump'])
    expect(told({ newPayersOfDay: 10, newPayersOfMonth: 31 })).toEqual([])
  })

  it('is told with the numbers that speak against them', () => {
    const about = { userId: 'a', inviterId: 'a', otherIds: [], period: '2026-11', act: 'ask' }
    const view = {
      payoutSharers: ['b', 'c'],
      refundedAfterPayout: 4,
      // Three in sixty are five percent.
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

  it('is told anew in another month of what may happen again', () => {
    const [event] = judgeAffiliate({ ...quiet, refundedAfterPayout: 3 }, settings)
    expect(event).toMatchObject({ period: '2026-11', act: 'ask', details: { counts: { orders: 3 } } })
  })
})

describe('the terms', () => {
  it('switch a rule off, or make it ask', () => {
    const view = { ...friend, withInviter: [now('payer')] }
    expect(judgeFriend(view, readRiskTerms({ acts: { same_payer: 'off' } }))).toEqual([])
    expect(judgeFriend(view, readRiskTerms({ acts: { same_payer: 'ask' } }))[0]?.act).toBe('ask')
    expect(readRiskTerms({ numbers: { jump: { friends: 3 } } }).numbers).toMatchObject({
      jump: { friends: 3 },
      refunds: { orders: 3 },
    })
  })

  it('hold by every rule about friends in a way that a referral can carry', () => {
    expect(riskRules.map((rule) => reasonOf(rule)).every(Boolean)).toBe(true)
    expect(reasonOf('self_group')).toBe('self_group')
  })
})
