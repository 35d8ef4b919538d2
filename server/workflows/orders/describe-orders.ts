import type { Output } from '#shared/contract/call.ts'
import type { paymentCalls } from '#shared/contract/payment.ts'
import type { Language, Localized } from '#shared/language.ts'
import { decideOutcome, plainLook } from '#shared/order-outcome.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listDeposits } from '#server/modules/chains/deposits.queries.ts'
import { listTransfers } from '#server/modules/chains/transfers.queries.ts'
import { findGroups, type Group } from '#server/modules/groups/groups.service.ts'
import { listGrants, type Grant } from '#server/modules/membership/membership.queries.ts'
import { listEnds, type Order, type OrderEnd } from '#server/modules/orders/orders.queries.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { isLinkAlive } from '#server/modules/payments/pay-links.rules.ts'
import type { ListedAttempt } from '#server/modules/payments/payments.queries.ts'
import { readMoneyOf, type ReadMoney } from '#server/modules/payments/read-money.ts'
import { listOpenReviewsOf } from '#server/modules/payments/review-queue.queries.ts'
import { summarizeMoney, type MoneySummary, type OpenQuestion } from '#server/modules/payments/summarize-money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { notifyGroup } from './notify-group.ts'
import { presentToken } from './present-token.ts'
import type { Difference } from '#server/modules/membership/difference.rules.ts'

export const differenceDays = (seconds: number): number => Math.round(seconds / 86_400)

export function nameDifference({
  maxDevices,
  devicesBefore,
  seconds,
}: Pick<Difference, 'maxDevices' | 'devicesBefore' | 'seconds'>): Localized {
  const days = differenceDays(seconds)
  return {
    en: `${maxDevices} devices instead of ${devicesBefore}, for ${days} ${days === 1 ? 'day' : 'days'}`,
    'zh-CN': `剩余 ${days} 天从 ${devicesBefore} 台升到 ${maxDevices} 台`,
  }
}

export type OrderView = Output<(typeof paymentCalls)['/api/payment/payment_purchase']>

const daySeconds = 86_400
const hourMs = 3_600_000

export async function describeOrders(
  db: Queryable,
  userId: string,
  orders: readonly Order[],
  language: Language,
): Promise<OrderView[]> {
  const ids = orders.map(({ id }) => id)
  const groupIds = [...new Set(orders.flatMap(({ groupId }) => groupId ?? []))]
  const isPaid = orders.some(({ paidAt }) => paidAt !== null)
  const [moneys, questions, ends, groups, grants] = await Promise.all([
    readMoneyOf(db, orders),
    listOpenReviewsOf(db, ids),
    listEnds(db, ids),
    groupIds.length > 0 ? findGroups(db, groupIds) : [],
    isPaid ? listGrants(db, userId) : [],
  ])
  const reviewHours = questions.length > 0 ? (await readSettings(db)).reviewHours : null
  return Promise.all(
    orders.map(async (order, index) => {
      const known = moneys[index]
      if (!known) throw new Error(`no money of ${order.id}`)
      const own = <T extends { orderId: string | null }>(some: readonly T[]) =>
        some.filter(({ orderId }) => orderId === order.id)
      const group = groups.find(({ id }) => id === order.groupId) ?? null
      const asked = own(questions)
      const summary = summarizeMoney(known, asked, order.method)
      const facts = {
        ...wireSums(summary),
        ...describeEnd(order, own(ends)),
        token: await readToken(db, order, known, summary),
        group: group && notifyGroup(order, group),
        status: order.status,
        amountMinor: order.totalMinor,
        boughtDays: order.difference ? null : boughtDays(order, group, grants),
        memberUntil: grants.at(-1)?.expiresAt.getTime() ?? null,
      }
      const outcome = decideOutcome(facts, plainLook(order.windowOpen))
      return {
        ...describePlan(order, known.attempts, language),
        ...facts,
        outcome,
        decideBy: decideBy(asked, waitsForPerson.includes(outcome) ? reviewHours : null),
      }
    }),
  )
}

const waitsForPerson: readonly OrderView['outcome'][] = ['review', 'dispute', 'c-late', 'refund-failed']

const decideBy = (asked: readonly OpenQuestion[], reviewHours: number | null): number | null => {
  const first = asked[0]
  return first && reviewHours !== null ? first.openedAt.getTime() + reviewHours * hourMs : null
}

const describePlan = (order: Order, attempts: readonly ListedAttempt[], language: Language) => ({
  orderId: order.id,
  number: order.number,
  goodsId: order.goodsId,
  date: order.createdAt.getTime(),
  productName: order.productNames[language],
  months: order.months,
  priceMinor: order.priceMinor,
  discountMinor: order.discountMinor,
  promoCode: order.promoCode,
  currency: order.currency,
  method: order.method,
  paidAt: order.paidAt?.getTime() ?? null,
  payableUntil: order.payableUntil.getTime(),
  membershipExpiresAt: order.membershipExpiresAt?.getTime() ?? null,
  groupId: order.groupId,
  seats: order.seats,
  pay: payStepOf(order, attempts),
  difference: order.difference && {
    days: differenceDays(order.difference.seconds),
    devicesBefore: order.difference.devicesBefore,
    devicesAfter: order.maxDevices,
  },
})

/**
 * Next step of the buyer. Cryptocurrency has its own page, where the buyer chooses network and token. A payment link
 * that the provider no longer opens is left out; the buyer gets a new link through `repayOrder`.
 */
function payStepOf(order: Order, attempts: readonly ListedAttempt[]): OrderView['pay'] {
  if (!isOpen(order.status) || !order.windowOpen || order.totalMinor === 0) return { kind: 'none' }
  if (order.method === 'crypto') return { kind: 'page', path: `/crypto-pay/${order.goodsId}?order=${order.id}` }
  const open = attempts.findLast(({ status, method }) => status === 'open' && method === order.method)
  return (open && isLinkAlive(open, open.ageSeconds) && open.payStep) || { kind: 'none' }
}

function wireSums({ refundedAt, refundingSince, secondPayment, refunds, ...sums }: MoneySummary) {
  return {
    ...sums,
    refundedAt: refundedAt?.getTime() ?? null,
    refundingSince: refundingSince?.getTime() ?? null,
    secondPayment: secondPayment && {
      ...secondPayment,
      refundedAt: secondPayment.refundedAt?.getTime() ?? null,
    },
    refunds: refunds.map((refund) => ({ ...refund, at: refund.at.getTime() })),
  }
}

function describeEnd(order: Order, events: readonly OrderEnd[]) {
  const end = events.findLast(({ to }) => to === 'cancelled' || to === 'expired')
  const isEnded = order.status === 'cancelled' || order.status === 'expired'
  return {
    isLate: order.paidAt !== null && events.some(({ reason }) => reason === 'paid_late'),
    endedBy: isEnded && end ? endedBy(end) : null,
    endedAt: isEnded && end ? end.at.getTime() : null,
  }
}

function endedBy({ reason, actor }: OrderEnd): NonNullable<OrderView['endedBy']> {
  if (reason === 'window_closed') return 'time'
  if (reason === 'group_over') return 'group'
  if (reason === 'refused_at_provider') return 'provider'
  return actor === 'buyer' ? 'buyer' : 'operator'
}

async function readToken(db: Queryable, order: Order, known: ReadMoney, summary: MoneySummary) {
  if (!known.attempts.some(({ provider }) => provider === 'crypto')) return null
  const [deposits, transfers] = await Promise.all([listDeposits(db, order.id), listTransfers(db, order.id)])
  return presentToken(order, deposits, transfers, summary)
}

function boughtDays(order: Order, group: Group | null, grants: readonly Grant[]): number | null {
  const source = group ? 'group' : 'order'
  const names = group
    ? group.seats.filter(({ orderId }) => orderId === order.id).map(({ seat }) => `${group.id}:${seat}`)
    : [order.id]
  const grant = grants.findLast(
    (known) =>
      known.source === source &&
      known.reverses === null &&
      names.some((name) => known.sourceId === name || known.sourceId.startsWith(`${name}:`)),
  )
  return grant ? Math.floor(grant.seconds / daySeconds) : null
}
