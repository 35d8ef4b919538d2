import type { SoldGroup } from '#server/modules/groups/seats.rules.ts'
import { openLedger, type TimeLedger } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { deriveMoney, type OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import type { FactView } from '#server/modules/payments/payment-views.rules.ts'
import type { NewCommission } from '#server/modules/payouts/commissions.rules.ts'
import type { Referral, Finding } from '#server/modules/referrals/referrals.rules.ts'
import type { RewardRow } from '#server/modules/referrals/rewards.rules.ts'
import {
  decideEffects,
  decidePayment,
  keptAmount,
  nextStanding,
  ordersToRefund,
  type Decision,
  type Effects,
  type Freezing,
} from './decide-payment.rules.ts'
import type { Purchase } from './decide-referral.rules.ts'
import { daysAgo, now, rates, terms } from './decide.test-support.ts'

export type World = {
  readonly orders: Map<string, PaidOrder>
  readonly money: Map<string, OrderMoney>
  group: SoldGroup | null
  readonly ledgers: Map<string, TimeLedger>
  readonly referrals: Map<string, Referral>
  readonly rewards: Map<string, RewardRow>
  readonly commissions: NewCommission[]
  readonly affiliate: { readonly isSuspended: boolean } | null
  readonly cheat: Finding | null
  nextId: number
}

export function apply(world: World, orderId: string, facts: readonly FactView[]): Decision {
  const known = world.money.get(orderId) as OrderMoney
  const newFacts = facts.filter((fact) => !known.facts.some((old) => JSON.stringify(old) === JSON.stringify(fact)))
  const money = deriveMoney({ ...known, facts: [...known.facts, ...newFacts] })
  const order = world.orders.get(orderId) as PaidOrder
  const newId = () => `id-${world.nextId++}`
  const effects = decideEffects(
    { order, money, group: order.groupId === null ? null : world.group, actor: 'query' },
    newId,
  )
  const referred = [...world.orders.values()].filter(
    (other) =>
      (other.id === orderId || (order.groupId !== null && other.groupId === order.groupId)) &&
      world.referrals.has(other.userId),
  )
  const paidAt = order.paidAt === null ? money.paymentOutcome.paidAt : null
  const decision = decidePayment(
    effects,
    {
      refunded: ordersToRefund(effects).map((id) => ({
        order: world.orders.get(id) as PaidOrder,
        money: world.money.get(id) as OrderMoney,
      })),
      ledgers: world.ledgers,
      rates,
      referrals: world.referrals,
      purchases: referred.map((other) =>
        purchaseOf(world, other, effects, other.id === orderId ? money : (world.money.get(other.id) as OrderMoney)),
      ),
      freezing:
        paidAt && world.referrals.has(order.userId) && !world.rewards.has(orderId) ? freezing(world, order) : null,
    },
    { now, newId, newRefundId: newId },
  )
  write(world, decision)
  return decision
}

function purchaseOf(world: World, order: PaidOrder, effects: Effects | null, money: OrderMoney): Purchase {
  const { isActive, grant } = effects
    ? nextStanding(order, effects)
    : {
        isActive: order.standingGrant !== null,
        grant: order.standingGrant === null ? null : ({ source: 'order', sourceId: order.standingGrant } as const),
      }
  const keptMinor = keptAmount({ money, isActive })
  const referral = world.referrals.get(order.userId) as Referral
  const isGone = keptMinor === 0 && referral.firstOrderId === order.id
  const others = [...world.orders.values()].filter(
    ({ id, userId, paidAt }) => id !== order.id && userId === order.userId && paidAt !== null,
  )
  const purchases = isGone
    ? others.map((other) =>
        purchaseOf(
          { ...world, referrals: new Map(world.referrals).set(order.userId, { ...referral, firstOrderId: null }) },
          other,
          null,
          world.money.get(other.id) as OrderMoney,
        ),
      )
    : []
  return {
    order,
    keptMinor,
    grant,
    reward: world.rewards.get(order.id) ?? null,
    isSuspended: world.affiliate?.isSuspended === true,
    commissions: world.commissions.filter((row) => row.orderId === order.id),
    cheat: world.cheat,
    next: purchases.find((next) => next.keptMinor > 0) ?? null,
  }
}

const freezing = (world: World, { id: orderId, userId }: PaidOrder): Freezing => ({
  orderId,
  inviterId: (world.referrals.get(userId) as Referral).inviterId,
  inviter: {
    affiliate: world.affiliate && { tier: null, isSuspended: world.affiliate.isSuspended, since: daysAgo(400) },
    paidBefore: 0,
  },
  paid: { byCard: false, paidAt: now },
  terms,
})

function write(world: World, { change: { orders, group, times, ledgers }, reward, earnings }: Decision): void {
  for (const { order, from, money, refunds, isFinal } of orders) {
    world.orders.set(order.id, order)
    const { attempts, refundsDone, refundsFailed } = money.paymentOutcome
    const stored = {
      ...money,
      attempts: money.attempts.map((attempt) => ({
        ...attempt,
        status: attempts.find(({ id }) => id === attempt.id)?.status ?? attempt.status,
      })),
      refunds: [
        ...from.refunds.map((refund) => (isFinal && refund.status !== 'failed' ? { ...refund, isFinal } : refund)),
        ...refunds,
      ].map((refund) => ({
        ...refund,
        status: refundsDone.includes(refund.id)
          ? ('done' as const)
          : refundsFailed.includes(refund.id)
            ? ('failed' as const)
            : refund.status,
      })),
    }
    world.money.set(order.id, deriveMoney(stored))
  }
  if (group) world.group = group.step.group
  for (const { kind, seat, orderId, sourceId, grantsMade } of times) {
    const standing = { standingGrant: kind === 'grant' ? sourceId : null, grantsMade }
    if (seat === null) world.orders.set(orderId, { ...(world.orders.get(orderId) as PaidOrder), ...standing })
    else if (world.group)
      world.group = {
        ...world.group,
        seats: world.group.seats.map((own) => (own.seat === seat ? { ...own, ...standing } : own)),
      }
  }
  for (const ledger of ledgers.values()) world.ledgers.set(ledger.userId, openLedger(ledger.userId, ledger.entries))
  if (reward) world.rewards.set(reward.orderId, reward)
  for (const id of earnings.voided)
    world.rewards.set(id, { ...(world.rewards.get(id) as RewardRow), kind: 'nothing', reason: 'suspended' })
  for (const [userId, referral] of earnings.referrals) world.referrals.set(userId, referral)
  world.commissions.push(...earnings.commissions)
}
