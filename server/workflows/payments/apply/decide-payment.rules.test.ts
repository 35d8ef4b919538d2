import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commissionOf } from '#shared/commission.ts'
import type { GroupState, Seat } from '#server/modules/groups/seats.rules.ts'
import {
  addedEntries,
  openLedger,
  type TimeEntry,
  type TimeLedger,
} from '#server/modules/membership/time-ledger.rules.ts'
import { needsManualReview } from '#server/modules/payments/fold-payments.rules.ts'
import type { OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import type { FactView } from '#server/modules/payments/payment-views.rules.ts'
import type { Finding, Referral } from '#server/modules/referrals/referrals.rules.ts'
import { apply, type World } from './decide-payment.test-support.ts'
import { now, orderOf } from './decide.test-support.ts'
import { keptAmount, type Decision } from './decide-payment.rules.ts'

const at = (second: number) => new Date(now.getTime() - 3_600_000 + second * 1000)
const statements = (orderId: string): fc.Arbitrary<FactView> => {
  const base = { refundId: null, currency: 'CNY' }
  const gateway = { ...base, attemptId: `${orderId}-gateway` }
  const chain = { ...base, attemptId: `${orderId}-chain` }
  const money = (txn: string, from: typeof gateway, amounts: readonly number[]) =>
    fc
      .record({ amountMinor: fc.constantFrom(...amounts), second: fc.nat({ max: 5 }) })
      .map(({ amountMinor, second }) => ({
        ...from,
        kind: 'paid' as const,
        providerTxnId: txn,
        amountMinor,
        at: at(second),
      }))
  const about = (
    kind: FactView['kind'],
    txn: string,
    from: typeof gateway,
    more: Partial<FactView> = {},
  ): FactView => ({
    ...from,
    kind,
    providerTxnId: txn,
    amountMinor: 10_000,
    at: at(60),
    ...more,
  })
  return fc.oneof(
    { weight: 5, arbitrary: money('t1', gateway, [10_000]) },
    { weight: 2, arbitrary: money('t2', gateway, [10_000, 9_000]) },
    { weight: 2, arbitrary: money('c1', chain, [4_000, 10_000]) },
    { weight: 2, arbitrary: money('c2', chain, [6_000, 7_000]) },
    fc.constantFrom(1_000, 5_000, 10_000).map((amountMinor) => about('refunded', 't1', gateway, { amountMinor })),
    fc.constant(about('disputed', 't1', gateway, { disputeId: 'd' })),
    fc.constant(about('disputed', 't1', gateway, { disputeId: 'd', isLost: true, at: at(70) })),
    fc.constant(about('dispute_won', 't1', gateway, { disputeId: 'd', at: at(70) })),
    fc
      .constantFrom(1_000, 4_000, 10_000)
      .chain((amountMinor) => fc.constantFrom('c1', 'c2').map((txn) => about('refunded', txn, chain, { amountMinor }))),
    fc.constant(about('closed', `${orderId}-gateway`, gateway)),
    fc.constant(about('closed', `${orderId}-chain`, chain)),
    fc.constant(about('reverted', 'c1', chain)),
  )
}
type Act = { orderId: string; fact: FactView } | { orderId: string; refundOf: number; fails: boolean }
const anyAct = (orderIds: readonly string[]): fc.Arbitrary<Act> =>
  fc.constantFrom(...orderIds).chain((orderId) =>
    fc.oneof(
      { weight: 6, arbitrary: statements(orderId).map((fact): Act => ({ orderId, fact })) },
      {
        weight: 1,
        arbitrary: fc.record({ orderId: fc.constant(orderId), refundOf: fc.nat({ max: 5 }), fails: fc.boolean() }),
      },
    ),
  )

const entry = (userId: string, maxDevices: number | null): TimeEntry => ({
  id: `held ${userId}`,
  source: maxDevices === null ? 'operator' : 'order',
  sourceId: `held ${userId}`,
  seconds: 86_400 * 40,
  at: at(-86_400 * 10),
  expiresAt: new Date(at(-86_400 * 10).getTime() + 86_400_000 * 40),
  reverses: null,
  converts: null,
  planMonths: maxDevices === null ? null : 1,
  maxDevices,
  note: null,
})
const ledgerOf = (userId: string, held: number | null | 'none'): TimeLedger =>
  openLedger(userId, held === 'none' ? [] : [entry(userId, held)])
const held = fc.constantFrom<(number | null | 'none')[]>('none', null, 1, 5, 10)

const referralOf = (userId: string, verdict: Referral['verdict']): Referral => ({
  userId,
  inviterId: 'inviter',
  campaignId: 'campaign',
  visitedAt: null,
  verdict,
  reason: null,
  isDecided: false,
  referredAt: at(-86_400),
  firstOrderId: null,
  outcome: null,
  bonusSeconds: 0,
  bonusGrant: null,
})
const surroundings = fc.record({
  buyers: fc.array(held, { minLength: 3, maxLength: 3 }),
  inviter: held,
  brought: fc.array(
    fc.constantFrom<(Referral['verdict'] | null)[]>('counted', 'counted', 'counted', 'held', 'refused', null),
    {
      minLength: 3,
      maxLength: 3,
    },
  ),
  affiliate: fc.constantFrom(null, null, { isSuspended: false }, { isSuspended: true }),
  cheat: fc.constantFrom<(Finding | null)[]>(
    null,
    null,
    null,
    { verdict: 'refused', reason: 'device' },
    { verdict: 'held', reason: 'friends_payer' },
  ),
})
type Surroundings = typeof surroundings extends fc.Arbitrary<infer T> ? T : never

function worldOf(orders: ReturnType<typeof orderOf>[], around: Surroundings, group: World['group']): World {
  const people = [...new Set(orders.map(({ order }) => order.userId))]
  return {
    orders: new Map(orders.map(({ order }) => [order.id, order])),
    money: new Map(orders.map(({ order, money }) => [order.id, money])),
    group,
    ledgers: new Map([
      ...people.map((userId, index): [string, TimeLedger] => [
        userId,
        ledgerOf(userId, around.buyers[index] ?? 'none'),
      ]),
      ['inviter', ledgerOf('inviter', around.inviter)],
    ]),
    referrals: new Map(
      people.flatMap((userId, index): [string, Referral][] => {
        const verdict = around.brought[index]
        return verdict ? [[userId, referralOf(userId, verdict)]] : []
      }),
    ),
    rewards: new Map(),
    commissions: [],
    affiliate: around.affiliate,
    cheat: around.cheat,
    nextId: 1,
  }
}

function perform(world: World, { orderId, ...act }: Act): void {
  if ('fact' in act) return void apply(world, orderId, [act.fact])
  const promised = world.money.get(orderId)?.refunds.filter(({ status }) => status === 'requested') ?? []
  const refund = promised[act.refundOf % Math.max(1, promised.length)]
  if (!refund) return
  const { attemptId, providerTxnId, amountMinor, id: refundId } = refund
  const kind = act.fails ? 'refund_failed' : 'refunded'
  apply(world, orderId, [{ kind, attemptId, providerTxnId, amountMinor, refundId, currency: 'CNY', at: at(90) }])
}

function expectNothing({ change: { orders, group, times, ledgers }, reward, earnings }: Decision, before: World): void {
  for (const { statuses, refunds, money, from } of orders) {
    expect([statuses, refunds]).toEqual([[], []])
    const states = (attempts: readonly { id: string; status: string }[]) =>
      attempts.map(({ id, status }) => `${id} ${status}`)
    expect(states(money.paymentOutcome.attempts).join()).toBe(states(from.attempts).join())
  }
  const changes = [
    ...(group?.step.events ?? []),
    ...times,
    ...[...ledgers.values()].flatMap(addedEntries),
    ...(reward === null ? [] : [reward]),
    ...[earnings.commissions, earnings.campaigns, earnings.voided].flat(),
  ]
  expect([changes, ...earnings.referrals]).toEqual([[], ...before.referrals])
}

function standing({ entries }: TimeLedger): TimeEntry[] {
  const gone = entries.flatMap(({ reverses }) => (reverses === null ? [] : [reverses]))
  if (new Set(gone).size < gone.length) throw new Error(`a grant is reversed twice: ${gone.join()}`)
  const made = entries
    .filter(({ reverses }) => reverses === null)
    .map(({ source, sourceId }) => `${source} ${sourceId}`)
  if (new Set(made).size < made.length) throw new Error(`time is granted twice: ${made.join()}`)
  return entries.filter(({ id, reverses }) => reverses === null && !gone.includes(id))
}

/**
 * Money kept for an order, computed a second way from payments only: min(total, received − refunded). Leaves out
 * reverted transfers and refunds promised before the total arrived.
 */
function keptByFacts({ total, paymentOutcome: { payments } }: OrderMoney): number {
  const fitting = payments.filter(({ mismatch }) => mismatch === null)
  const exact = fitting.find(({ isPart }) => !isPart)
  const counted = exact ? [exact] : fitting.filter(({ reverted }) => !reverted)
  const left = counted.map(({ amountMinor, withdrawnMinor, refundedMinor, lostMinor }) => {
    const withdrawn = exact ? 0 : withdrawnMinor
    return amountMinor - withdrawn - Math.max(0, refundedMinor - withdrawn) - lostMinor
  })
  return Math.max(
    0,
    Math.min(
      total.amountMinor,
      left.reduce((sum, minor) => sum + minor, 0),
    ),
  )
}

function expectWhole(world: World): void {
  for (const [id, order] of world.orders) {
    const money = world.money.get(id)!
    // Refunds never exceed payments, except for refunds that providers make on their own.
    for (const payment of money.paymentOutcome.payments) {
      const own = money.refunds.filter(
        (refund) => refund.providerTxnId === payment.providerTxnId && refund.status !== 'failed',
      )
      const refunded = own.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
      if (refunded > payment.amountMinor)
        throw new Error(`${refunded} refunded of ${payment.amountMinor} in ${payment.providerTxnId}`)
    }
    const grants = standing(world.ledgers.get(order.userId)!)
    const own = grants.filter(({ source, sourceId }) => source === 'order' && sourceId.split(':')[0] === id)
    // An order has membership time exactly as long as its payment counts.
    if (order.groupId === null) {
      expect(`${own.map(({ sourceId }) => sourceId).join()} ${money.paymentOutcome.entitled}`).toBe(
        `${order.standingGrant ?? ''} ${order.standingGrant !== null}`,
      )
    }
    const rows = world.commissions.filter((row) => row.orderId === id)
    const seats = world.group?.seats.filter(({ orderId, state }) => orderId === id && state === 'paid') ?? []
    const isActive =
      order.groupId === null ? order.standingGrant !== null : seats.length > 0 && world.group?.status === 'finished'
    const kept = isActive ? keptByFacts(money) : 0
    expect(keptAmount({ money, isActive })).toBe(kept)
    const [first] = rows
    // Commission rows add up to the rate applied to the kept money. There is a row if the order earns commission.
    expect(rows.reduce((total, { amountMinor }) => total + amountMinor, 0)).toBe(
      first ? commissionOf(kept, first.rateBps, first.usdMicros) : 0,
    )
    const isCounted = world.referrals.get(order.userId)?.verdict === 'counted'
    if (isCounted && kept > 0 && world.rewards.get(id)?.kind === 'commission') expect(first).toBeDefined()
  }
  const bonuses = standing(world.ledgers.get('inviter')!).filter(({ source }) => source === 'invite')
  const promised = [...world.referrals.values()].filter(({ bonusGrant }) => bonusGrant !== null)
  // Each referral that names a bonus has exactly one bonus grant.
  expect(bonuses.map(({ sourceId, seconds }) => [sourceId, seconds]).toSorted()).toEqual(
    promised.map(({ bonusGrant, bonusSeconds }) => [bonusGrant, bonusSeconds]).toSorted(),
  )
  for (const referral of world.referrals.values()) {
    if (referral.verdict !== 'counted') expect([referral.firstOrderId, referral.outcome]).toEqual([null, null])
    if (referral.outcome === 'rewarded') expect(referral.firstOrderId).not.toBeNull()
  }
  const { group } = world
  if (!group) return
  for (const [id, { paymentOutcome }] of world.money) {
    const isUndecided = paymentOutcome.payments.some(needsManualReview)
    // Paid money without open review either has a seat or is refunded.
    if (paymentOutcome.outcome === 'paid' && !isUndecided)
      expect(
        group.seats.some(({ orderId, state }) => orderId === id && state === 'paid'),
        `${id} in a group ${group.status}`,
      ).toBe(group.status === 'unfinished' || group.status === 'finished')
  }
  for (const seat of group.seats) {
    const owner = seat.userId ?? group.creatorId
    const own = standing(world.ledgers.get(owner)!).filter(
      ({ source, sourceId }) => source === 'group' && sourceId.split(':')[1] === String(seat.seat),
    )
    expect(own.map(({ sourceId }) => sourceId)).toEqual(seat.standingGrant === null ? [] : [seat.standingGrant])
    expect(seat.standingGrant !== null).toBe(
      group.status === 'finished' && seat.state === 'paid' && (seat.userId !== null || group.ended),
    )
  }
}

function follow(world: World, acts: readonly Act[], before?: (world: World) => void): void {
  for (const each of acts) {
    perform(world, each)
    before?.(world)
    expectWhole(world)
    for (const orderId of world.orders.keys())
      expectNothing(apply(world, orderId, world.money.get(orderId)!.facts), world)
    expectWhole(world)
  }
}

describe('payment decision', () => {
  it('two orders of one buyer never grant, refund or lose anything twice, and a repeated decision changes nothing', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(fc.array(anyAct(['a', 'b']), { minLength: 1, maxLength: 10 }), surroundings, (acts, around) => {
        const orders = [
          orderOf({ id: 'a', userId: 'ann' }),
          orderOf({ id: 'b', userId: 'ann', maxDevices: 10, months: 1 }),
        ]
        follow(worldOf(orders, around, null), acts)
      }),
      { numRuns: 600 },
    )
  })

  it('orders of a group never grant, refund or lose anything twice, and a repeated decision changes nothing', () => {
    expect.hasAssertions()
    const groups = fc.record({
      size: fc.constantFrom<(2 | 3)[]>(2, 3),
      all: fc.boolean(),
      over: fc.boolean(),
      lapsed: fc.boolean(),
      acts: fc.array(anyAct(['ann', 'ben', 'cay']), { minLength: 1, maxLength: 12 }),
    })
    fc.assert(
      fc.property(groups, surroundings, ({ size, all, over, lapsed, acts }, around) => {
        const people = ['ann', 'ben', 'cay'].slice(0, size)
        const buyers = all ? ['ann'] : people
        const orders = ['ann', 'ben', 'cay'].map((id) =>
          orderOf({ id, userId: id, groupId: 'G', seats: all && id === 'ann' ? size : 1, totalMinor: 10_000 }),
        )
        const seats = people.map((userId, index): Seat => ({
          seat: index + 1,
          userId: all && index > 0 ? null : userId,
          payerId: all ? 'ann' : userId,
          orderId: all ? 'ann' : userId,
          state: 'held',
          leaseUntil: now,
          lapsed: lapsed && index > 0,
          halfPaid: false,
          standingGrant: null,
          grantsMade: 0,
        }))
        const state: GroupState = {
          creatorId: 'ann',
          size,
          paymentType: all ? 'pay_all' : 'pay_self',
          status: 'unfinished',
          over: false,
          keepsHalfPaid: true,
          ended: false,
          removed: [],
          seats,
        }
        const world = worldOf(orders, around, { ...state, id: 'G', months: 12, bonusDays: 0, maxDevices: 5 })
        const middle = Math.floor(acts.length / 2)
        follow(world, acts.slice(0, middle))
        if (over && world.group) world.group = { ...world.group, over: true }
        if (over && buyers[0]) apply(world, buyers[0], [])
        follow(world, acts.slice(middle))
      }),
      { numRuns: 600 },
    )
  })
})
