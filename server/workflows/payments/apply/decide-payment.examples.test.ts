import { describe, expect, it } from 'vitest'
import type { SoldGroup } from '#server/modules/groups/seats.rules.ts'
import type { TimeEntry } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import type { FactView } from '#server/modules/payments/payment-views.rules.ts'
import {
  decideEffects,
  decidePayment,
  effectsOfStep,
  keptAmount,
  nextStanding,
  type Freezing,
} from './decide-payment.rules.ts'
import type { Purchase } from './decide-referral.rules.ts'
import {
  atGateway,
  daysAgo,
  grantOf,
  groupOf,
  ids,
  ledgersOf,
  idsFrom,
  now,
  orderOf,
  rates,
  referral,
  seatOf,
  terms,
  withFacts,
} from './decide.test-support.ts'

const paid = (id: string) => atGateway(id, 'paid')
const refunded = (id: string, amountMinor = 10_000) => atGateway(id, 'refunded', { amountMinor })

function bought(
  id: string,
  facts: readonly FactView[],
  change: Partial<PaidOrder> = {},
  group: SoldGroup | null = null,
) {
  const { order, money } = orderOf({ id, userId: id, ...change })
  const effects = decideEffects({ order, money: withFacts(money, facts), group, actor: 'query' }, ids())
  return { order, effects }
}
const standing = (...of: Parameters<typeof bought>) => {
  const { order, effects } = bought(...of)
  return nextStanding(order, effects)
}

describe('single order', () => {
  const held = { status: 'paid', paidAt: daysAgo(1), standingGrant: 'ann:1', grantsMade: 2 } as const

  it.each([
    ['an order is active by the time granted now', [paid('ann')], {}, { isActive: true, grant: 'ann' }],
    ['an order is active by time granted before', [paid('ann')], held, { isActive: true, grant: 'ann:1' }],
    [
      'an order is not active once its time is taken back',
      [paid('ann'), refunded('ann')],
      held,
      { isActive: false, grant: null },
    ],
    ['an order is not active before its payment', [], {}, { isActive: false, grant: null }],
  ])('a single order: %s', (_what, facts, change, { isActive, grant }) => {
    expect(standing('ann', facts, change)).toEqual({
      isActive,
      grant: grant === null ? null : { source: 'order', sourceId: grant },
    })
  })

  it('an order without a decision is not active', () => {
    const { order } = orderOf({ id: 'ann', userId: 'ann' })
    expect(nextStanding(order, { change: null, group: null, times: [] })).toEqual({ isActive: false, grant: null })
  })
})

describe('group order', () => {
  const forming = groupOf({ status: 'unfinished', seats: [seatOf(1, 'ann'), seatOf(2, 'ben', { state: 'held' })] })
  const inGroup = { groupId: 'G' }
  const granted = (seat: number) => ({ isActive: true, grant: { source: 'group', sourceId: `G:${seat}` } })

  it("a group order becomes active with the complete group, for its buyer's own seat", () => {
    const { effects, order: ben } = bought('ben', [paid('ben')], inGroup, forming)
    expect(nextStanding(ben, effects)).toEqual(granted(2))
    expect(nextStanding(orderOf({ id: 'ann', userId: 'ann', ...inGroup }).order, effects)).toEqual(granted(1))
    expect(nextStanding(orderOf({ id: 'cay', userId: 'cay', ...inGroup }).order, effects)).toEqual({
      isActive: false,
      grant: null,
    })
  })

  it('a group order is not active while a seat is unpaid', () => {
    const three = { ...forming, size: 3 as const }
    expect(standing('ben', [paid('ben')], inGroup, three)).toEqual({ isActive: false, grant: null })
  })

  it('a group order is active if time was granted to its seat', () => {
    const done = groupOf({ seats: [seatOf(1, 'ann', { standingGrant: 'G:1', grantsMade: 1 }), seatOf(2, 'ben')] })
    expect(standing('ann', [paid('ann')], inGroup, done)).toEqual(granted(1))
  })

  it('a group order is not active once its seat is lost', () => {
    const seats = [seatOf(1, 'ann', { standingGrant: 'G:1', grantsMade: 1 }), seatOf(2, 'ben')]
    expect(standing('ann', [paid('ann'), refunded('ann')], inGroup, groupOf({ seats }))).toEqual({
      isActive: false,
      grant: null,
    })
  })

  it('a pay-all order gives its buyer the time of the own seat', () => {
    const seats = [seatOf(2, 'ben', { payerId: 'ann', orderId: 'ann' }), seatOf(1, 'ann')]
    const { order } = orderOf({ id: 'ann', userId: 'ann', ...inGroup, seats: 2 })
    const step = { group: groupOf({ paymentType: 'pay_all', seats }), events: [], refund: [], cancel: [] }
    expect(nextStanding(order, effectsOfStep(forming, step))).toEqual(granted(1))
  })

  it('an order for the open seats gives its buyer no time, even if nobody took them', () => {
    const seats = [seatOf(1, 'ann', { standingGrant: 'G:1', grantsMade: 1 }), seatOf(2, null, { orderId: 'rest' })]
    const ended = groupOf({ seats, ended: true })
    const { order } = orderOf({ id: 'rest', userId: 'ann', ...inGroup })
    const effects = effectsOfStep(groupOf({ seats }), { group: ended, events: [], refund: [], cancel: [] })
    expect(effects.times).toMatchObject([{ kind: 'grant', userId: 'ann', seat: 2 }])
    expect(nextStanding(order, effects)).toEqual({ isActive: true, grant: null })
  })
})

describe('kept amount', () => {
  const { money } = orderOf({ id: 'ann', userId: 'ann' })
  const known = withFacts(money, [paid('ann'), refunded('ann', 3_000)])

  it('the kept amount is what was not refunded', () => {
    expect(keptAmount({ money: known, isActive: true })).toBe(7_000)
  })

  it('the kept amount is zero when the order is not active or its payments were not read', () => {
    expect(keptAmount({ money: known, isActive: false })).toBe(0)
    expect(keptAmount({ money: null, isActive: true })).toBe(0)
  })
})

describe('reward of an order', () => {
  const freezing: Freezing = {
    orderId: 'ann',
    inviterId: 'ivy',
    inviter: { affiliate: null, paidBefore: 0 },
    paid: { byCard: false, paidAt: now },
    terms,
  }
  const ivys = referral({ campaignId: null })
  const purchase = (id: string, userId = id): Purchase => ({
    order: { id, userId, currency: 'CNY', difference: null },
    keptMinor: 10_000,
    grant: { source: 'order', sourceId: id },
    reward: null,
    isSuspended: false,
    commissions: [],
    cheat: null,
    next: null,
  })
  const decide = (ivy: readonly TimeEntry[] | undefined, more: { freezing?: Freezing; purchases?: Purchase[] } = {}) =>
    decidePayment(
      bought('ann', [paid('ann')]).effects,
      {
        refunded: [],
        ledgers: ledgersOf({ ann: [], ben: [grantOf('ben', 100)], ...(ivy && { ivy }) }),
        rates,
        referrals: new Map([
          ['ann', ivys],
          ['ben', { ...ivys, userId: 'ben' }],
        ]),
        purchases: more.purchases ?? [],
        freezing: more.freezing ?? freezing,
      },
      idsFrom(),
    )
  const upTo = (expiresAt: Date) => [grantOf('own', 10, { expiresAt })]
  const rewardRow = {
    orderId: 'ann',
    inviterId: 'ivy',
    termsVersion: 1,
    tier: 'base',
    firstBps: 2_000,
    renewalBps: 1_000,
    bonusBps: 1_000,
    usdMicros: 140_000,
    holdDays: 30,
    reserveBps: 0,
    reserveDays: 0,
  }

  it.each([
    ['was never a member', [], 'nothing'],
    ['has an unread ledger', undefined, 'nothing'],
    ['was a member until an hour ago', upTo(new Date(now.getTime() - 3_600_000)), 'nothing'],
    ['was a member until this moment', upTo(now), 'nothing'],
    ['is a member', upTo(new Date(now.getTime() + 1)), 'bonus'],
  ])('the reward is decided with the payment for an inviter who %s', (_who, ivy, kind) => {
    expect(decide(ivy).reward).toEqual({
      ...rewardRow,
      kind,
      reason: kind === 'bonus' ? null : 'no_membership',
    })
  })

  it('an affiliate gets a commission, member or not', () => {
    const affiliate = { tier: null, isSuspended: false, since: daysAgo(400) }
    const { reward } = decide([], { freezing: { ...freezing, inviter: { affiliate, paidBefore: 0 } } })
    expect(reward).toEqual({ ...rewardRow, kind: 'commission', reason: null })
  })

  it('the reward is decided only for the order that was paid', () => {
    const { earnings } = decide(upTo(new Date(now.getTime() + 1)), { purchases: [purchase('ben'), purchase('ann')] })
    // Ivy's bonus is a tenth of Ann's yearly plan. Ben's order earns her nothing.
    expect(earnings.referrals.get('ann')).toMatchObject({ outcome: 'rewarded', bonusSeconds: 3_153_600 })
    expect(earnings.referrals.get('ben')).toMatchObject({ outcome: null, bonusSeconds: 0 })
  })

  it('the reward is not decided again, nor without an order', () => {
    const effects = effectsOfStep(groupOf(), { group: groupOf(), events: [], refund: [], cancel: [] })
    const around = { refunded: [], rates, referrals: new Map(), purchases: [] }
    const held = ledgersOf({ ann: [], ben: [] })
    expect(decidePayment(effects, { ...around, ledgers: held, freezing }, idsFrom()).reward).toBeNull()
    const { effects: own } = bought('ann', [paid('ann')])
    expect(decidePayment(own, { ...around, ledgers: held, freezing: null }, idsFrom()).reward).toBeNull()
  })

  it('the ledgers of buyer and inviter change together', () => {
    const { change, earnings } = decide(upTo(new Date(now.getTime() + 1)), { purchases: [purchase('ann')] })
    expect(change.ledgers).toBe(earnings.ledgers)
    expect(change.ledgers.get('ann')?.entries).toHaveLength(1)
    expect(change.ledgers.get('ivy')?.entries).toMatchObject([
      { sourceId: 'own' },
      { source: 'invite', sourceId: 'order ann' },
    ])
  })
})
