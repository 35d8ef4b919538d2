import { money as moneyOf } from '#shared/money.ts'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Seat, SoldGroup } from '#server/modules/groups/seats.rules.ts'
import { rateOf } from '#server/modules/membership/conversion.rules.ts'
import { openLedger, type TimeEntry, type TimeLedger } from '#server/modules/membership/time-ledger.rules.ts'
import type { PaidOrder } from '#server/modules/orders/orders.rules.ts'
import { deriveMoney, type OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import type { FactKind, FactView, RefundView } from '#server/modules/payments/payment-views.rules.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'

export const now = new Date('2026-11-22T12:00:00Z')
export const terms: AffiliateTerms = {
  version: 1,
  since: '2025-01-01',
  currency: 'USD',
  tiers: [
    { id: 'base', names: { en: 'Base', 'zh-CN': '基础' }, fromPaidReferrals: 0, firstBps: 2_000, renewalBps: 1_000 },
  ],
  holdDays: 30,
  minPayoutMinor: 1,
  attributionDays: 30,
  invitedTrialMinutes: 15,
  referRateBps: 1_000,
  usdPerUnitMicros: { CNY: 140_000 },
}
export const rates = [1, 5, 10].flatMap((maxDevices) =>
  [1, 12].map((months) => rateOf({ months, bonusDays: 0, maxDevices, priceMinor: maxDevices * months * 1_000 })),
)

/** Order of 100 yuan with two payment attempts: one at a gateway, one on a blockchain where partial payments add up. */
export function orderOf(change: Pick<PaidOrder, 'id' | 'userId'> & Partial<PaidOrder>): {
  order: PaidOrder
  money: OrderMoney
} {
  const order: PaidOrder = {
    groupId: null,
    seats: 1,
    months: 12,
    bonusDays: 0,
    maxDevices: 5,
    difference: null,
    totalMinor: 10_000,
    currency: 'CNY',
    promoCode: null,
    status: 'awaiting_payment',
    payableUntil: new Date(now.getTime() + 1_800_000),
    windowOpen: true,
    paidAt: null,
    standingGrant: null,
    grantsMade: 0,
    ...change,
  }
  const attempt = { status: 'open', amountMinor: order.totalMinor, currency: 'CNY' } as const
  const attempts = [
    { ...attempt, id: `${order.id}-gateway`, provider: 'alipay', addsUp: false },
    { ...attempt, id: `${order.id}-chain`, provider: 'crypto', addsUp: true },
  ]
  const total = moneyOf(order.totalMinor, 'CNY')
  return { order, money: deriveMoney({ orderId: order.id, total, attempts, facts: [], refunds: [] }) }
}

export const minutesAgo = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000)
export const dayS = 86_400
export const daysAgo = (days: number): Date => new Date(now.getTime() - days * dayS * 1000)
export const daysAhead = (days: number): Date => daysAgo(-days)

export function ids(): () => string {
  let made = 0
  return () => `id-${++made}`
}
export function idsFrom() {
  const newId = ids()
  return { now, newId, newRefundId: newId }
}

/** Payment fact about 100 yuan half an hour ago, for the attempt at the gateway or on the blockchain. */
const factOf =
  (where: 'gateway' | 'chain') =>
  (orderId: string, kind: FactKind, more: Partial<FactView> = {}): FactView => ({
    kind,
    attemptId: `${orderId}-${where}`,
    providerTxnId: where,
    refundId: null,
    amountMinor: 10_000,
    currency: 'CNY',
    at: minutesAgo(30),
    ...more,
  })
export const atGateway = factOf('gateway')
export const onChain = factOf('chain')

export const refundOf = (orderId: string, id: string, more: Partial<RefundView> = {}): RefundView => ({
  id,
  attemptId: `${orderId}-gateway`,
  providerTxnId: 'gateway',
  amountMinor: 10_000,
  status: 'requested',
  ...more,
})

export const withFacts = (
  money: OrderMoney,
  facts: readonly FactView[],
  refunds: readonly RefundView[] = [],
): OrderMoney => deriveMoney({ ...money, facts, refunds })

export const seatOf = (seat: number, userId: string | null, more: Partial<Seat> = {}): Seat => ({
  seat,
  userId,
  payerId: userId ?? 'ann',
  orderId: userId ?? 'ann',
  state: 'paid',
  leaseUntil: now,
  lapsed: false,
  halfPaid: false,
  standingGrant: null,
  grantsMade: 0,
  ...more,
})

export const groupOf = (more: Partial<SoldGroup> = {}): SoldGroup => ({
  id: 'G',
  creatorId: 'ann',
  size: 2,
  paymentType: 'pay_self',
  status: 'finished',
  over: false,
  keepsHalfPaid: true,
  ended: false,
  removed: [],
  seats: [seatOf(1, 'ann'), seatOf(2, 'ben')],
  months: 12,
  bonusDays: 0,
  maxDevices: 5,
  ...more,
})

/** Grant of some days for five devices, made ten days ago. */
export function grantOf(sourceId: string, days: number, more: Partial<TimeEntry> = {}): TimeEntry {
  const at = daysAgo(10)
  return {
    id: `grant ${sourceId}`,
    source: 'order',
    sourceId,
    seconds: days * dayS,
    at,
    expiresAt: new Date(at.getTime() + days * dayS * 1000),
    reverses: null,
    converts: null,
    planMonths: 1,
    maxDevices: 5,
    note: null,
    ...more,
  }
}
export const ledgersOf = (held: Readonly<Record<string, readonly TimeEntry[]>>): ReadonlyMap<string, TimeLedger> =>
  new Map(Object.entries(held).map(([userId, entries]) => [userId, openLedger(userId, entries)]))

/** Referral of the buyer Ann by the inviter Ivy, through campaign K. */
export const referral = (change: Partial<Referral> = {}): Referral => ({
  userId: 'ann',
  inviterId: 'ivy',
  campaignId: 'K',
  visitedAt: null,
  verdict: 'counted',
  reason: null,
  isDecided: false,
  referredAt: daysAgo(20),
  firstOrderId: null,
  outcome: null,
  bonusSeconds: 0,
  bonusGrant: null,
  ...change,
})
