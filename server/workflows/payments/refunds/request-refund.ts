import { refundLimit, refundLimitText, type OperatorLimits } from '#shared/operator-limits.ts'
import { inShop } from '#shared/month-zones.ts'
import { formatMoney, fromDecimal, money, type Currency, type Money } from '#shared/money.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findGroup } from '#server/modules/groups/groups.service.ts'
import {
  findConverters,
  findUnused,
  previewReversal,
  previewTaking,
} from '#server/modules/membership/membership.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { listDifferences, type Order } from '#server/modules/orders/orders.queries.ts'
import { listPayments, readMoney, type PricedOrder } from '#server/modules/payments/read-money.ts'
import { knownPayments, timeTakenBy } from '#server/modules/payments/order-money.rules.ts'
import { planRefund } from '#server/modules/payments/refunds.service.ts'
import { isDisputed, refundableMinor } from '#server/modules/payments/fold-payments.rules.ts'
import { saleOf } from '#server/modules/payments/sale.rules.ts'
import { decideTime, secondsToTake, unusedDays } from '#server/modules/payments/refund-time.rules.ts'
import { done, refuse, Refused, type Act, type Operator } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { enqueueRefunds } from '#server/workflows/payments/apply/enqueue-by-provider.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { requireOrder } from '#server/workflows/membership/name-subject.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { findOverDay, entitledPreparer, type Amount } from './refunds-of-day.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

export class RefundRefused extends Refused {
  readonly availableMinor: number
  constructor(availableMinor: number, currency: Currency) {
    super('NotPossible', sentence('refund.atMost', { available: formatMoney(money(availableMinor, currency), 'en') }))
    this.availableMinor = availableMinor
  }
}

export type RefundOrder = {
  orderId: string
  amountMinor: number | 'all'
  takeSeconds?: number
  reason: string
  requestedBy: Operator
}

/**
 * Promises refunds of an order under its lock; together they never exceed the money received. Membership time is taken
 * only once the provider reports the refund as done. Throws `RefundRefused`.
 */
export async function requestRefund(tx: Transaction, { orderId, ...request }: RefundOrder): Promise<readonly string[]> {
  const order = await lockOrder(tx, orderId)
  const { ids, availableMinor } = await planRefund(tx, order, {
    ...request,
    requestedBy: request.requestedBy.name,
  })
  if (ids.length === 0) throw new RefundRefused(availableMinor, order.currency)
  await enqueueRefunds(tx, ids)
  await applyPaymentFacts(tx, { orderId, facts: [], source: 'operator', actor: request.requestedBy.name })
  return ids
}

export type RefundWish = {
  readonly amount?: string | undefined
  readonly takeDays?: number
  readonly reason: string
  readonly seat?: number
}
export type PromisedRefund = {
  readonly amountMinor: number | 'all'
  readonly measured: RefundMeasure
  readonly taking: Taking | null
  /**
   * Amounts by currency that count against the operator's limits: the refunds, or the price of a free order. Stored in
   * the audit row, from which the operator's daily sum is computed.
   */
  readonly sums: readonly Amount[]
  readonly refundIds: string[]
  readonly takesTwo: Sentence | null
  /** True for a partial refund after which the customer keeps all membership time. */
  readonly keepsTime: boolean
}

/**
 * Promises an operator's refund of an order; without an amount, of all that is left. Checks the limit per order and the
 * operator's sum of 24 hours. Throws `Refused`.
 */
export async function promiseRefund(
  tx: Transaction,
  order: Order,
  wish: RefundWish,
  operator: Operator,
): Promise<PromisedRefund> {
  const promised = await promiseOfOrder(tx, order, wish, operator)
  return { ...promised, takesTwo: promised.takesTwo ?? (await findOverDay(tx, operator.id, promised.sums)) }
}

/**
 * Promises an operator's refund of an order. Checks only the limit per order, because a batch of refunds checks the
 * operator's daily sum once, when it is stored.
 */
export async function promiseOfOrder(
  tx: Transaction,
  order: Order,
  { amount, takeDays = 0, reason, seat }: RefundWish,
  operator: Operator,
): Promise<PromisedRefund> {
  const amountMinor = amount === undefined ? 'all' : (fromDecimal(amount, order.currency)?.amountMinor ?? null)
  if (amountMinor === null)
    throw new Refused(
      'InvalidInput',
      sentence('field.wrong', { field: { field: 'amount' }, must: sentence('must.like', { example: '12.34' }) }),
    )
  if (order.totalMinor === 0) return takeBackFree(tx, order, amount !== undefined || takeDays > 0, operator)
  await refuseDisputed(tx, order)
  const measured = await measureRefund(tx, order, amountMinor)
  const time = decideTime({ amountMinor, availableMinor: measured.availableMinor }, takeDays)
  if (time === 'clash') throw new Refused('InvalidInput', 'refund.fullTakesTime')
  if (measured.takesTimeBack || time === 'part' || seat !== undefined) await refuseRaised(tx, order, seat)
  const taking = time === 'part' ? await planTaking(tx, order, takeDays) : null
  const takes = taking ? { takeSeconds: taking.seconds } : {}
  const asked: RefundOrder = { orderId: order.id, amountMinor, reason, requestedBy: operator, ...takes }
  const refundIds = [...(await requestRefund(tx, asked))]
  const { operatorLimits } = await readSettings(tx)
  const takesTwo = findLargeRefund(order, measured, operatorLimits)
  return {
    amountMinor,
    measured,
    taking,
    sums: amountsOf(order, measured),
    refundIds,
    takesTwo,
    keepsTime: time === 'stays',
  }
}

/**
 * Reverses a free order, such as one with a promo code of 100 %. Takes its membership time at once, because no provider
 * has to move money first, and releases the promo code. Throws `Refused`.
 */
async function takeBackFree(
  tx: Transaction,
  order: Order,
  isPart: boolean,
  operator: Operator,
): Promise<PromisedRefund> {
  if (isPart) throw new Refused('InvalidInput', sentence('order.freeOnlyWhole', { order: order.number }))
  if (order.status !== 'paid')
    throw new Refused('NotPossible', sentence('order.nothingToTake', { order: order.number }))
  await refuseRaised(tx, order)
  const measured = { availableMinor: 0, goneMinor: 0, amountMinor: 0, takesTimeBack: true, others: [] }
  await applyPaymentFacts(tx, {
    orderId: order.id,
    facts: [],
    source: 'operator',
    actor: operator.name,
    takesBack: true,
  })
  const { operatorLimits } = await readSettings(tx)
  // The membership time is worth the order's price, so it counts against the limits like money.
  const takesTwo = findLargeRefund(order, { ...measured, amountMinor: order.priceMinor }, operatorLimits)
  const sums = [money(order.priceMinor, order.currency)]
  return { amountMinor: 'all', measured, taking: null, sums, refundIds: [], takesTwo, keepsTime: false }
}

type Taking = {
  readonly days: number
  readonly seconds: number
  readonly unusedDays: number
  readonly until: Date | null
}

async function planTaking(tx: Transaction, order: Order, days: number): Promise<Taking> {
  if (order.seats > 1) throw new Refused('NotPossible', 'refund.severalSeats')
  const [grant] = await listStandingGrants(tx, order)
  if (!grant) throw new Refused('NotPossible', 'refund.noTime')
  const { refunds, facts } = await readMoney(tx, order)
  const waitingSeconds = timeTakenBy({ refunds, facts })?.waitingSeconds ?? 0
  const unused = Math.max(0, (await findUnused(tx, grant)) - waitingSeconds)
  const seconds = secondsToTake(days, unused)
  if (seconds === null) throw new Refused('InvalidInput', sentence('refund.tooManyDays', { days: unusedDays(unused) }))
  return {
    days,
    seconds,
    unusedDays: unusedDays(unused),
    until: await previewTaking(tx, grant, waitingSeconds + seconds),
  }
}

/**
 * Rejects a refund while the purchase is disputed, because the bank may have taken the money: Stripe refuses such a
 * refund; UnionPay and others would pay twice. A dispute about a duplicate payment does not block the first payment.
 * Throws `Refused`.
 */
async function refuseDisputed(tx: Transaction, order: Order): Promise<void> {
  const known = await readMoney(tx, order)
  const payments = knownPayments(known.paymentOutcome, known.attempts)
  const isOpen = payments.some((payment) => !isDisputed(payment) && refundableMinor(payment) > 0)
  if (isOpen && !saleOf(known).payments.some(isDisputed)) return
  const disputed = payments.find(isDisputed)
  if (disputed?.provider === 'stripe') throw new Refused('NotPossible', 'refund.stripeDispute')
  if (disputed) throw new Refused('NotPossible', 'refund.openDispute')
}

type StandingGrant = { readonly userId: string; readonly source: 'order' | 'group'; readonly sourceId: string }

async function listStandingGrants(tx: Transaction, order: Order, only?: number): Promise<StandingGrant[]> {
  const group = order.groupId === null ? null : await findGroup(tx, order.groupId)
  const of = (source: StandingGrant['source'], userId: string, sourceId: string | null) =>
    sourceId === null ? [] : [{ userId, source, sourceId }]
  return group
    ? group.seats
        .filter(({ orderId, seat }) => orderId === order.id && (only === undefined || seat === only))
        .flatMap(({ userId, standingGrant }) => of('group', userId ?? group.creatorId, standingGrant))
    : of('order', order.userId, order.standingGrant)
}

/**
 * Rejects the refund if a device upgrade was bought for the order's membership time, because the upgrade must be
 * refunded first. Throws `Refused`.
 */
async function refuseRaised(tx: Transaction, order: Order, only?: number): Promise<void> {
  const converters: string[] = []
  for (const grant of await listStandingGrants(tx, order, only)) converters.push(...(await findConverters(tx, grant)))
  const [raised] = converters.length > 0 ? await listDifferences(tx, converters) : []
  if (raised) throw new Refused('NotPossible', sentence('order.hasRaise', { order: raised.number }))
}

type Described = Pick<PromisedRefund, 'measured' | 'taking'> & { readonly onceSent: Date | null }

export const describeRefund = async (tx: Transaction, order: Order, { measured, taking, onceSent }: Described) => ({
  number: order.number,
  back: money(backMinor(order, measured), order.currency),
  total: money(order.totalMinor, order.currency),
  amount: money(measured.amountMinor, order.currency),
  available: money(measured.availableMinor, order.currency),
  others: [...measured.others],
  takesTimeBack: measured.takesTimeBack,
  takesDays: taking?.days ?? 0,
  time: await describeTime(tx, order, { measured, taking, onceSent }),
})

/**
 * Sentence about the membership after the refund, with its end in the shop's time zone. Without the end if the order
 * belongs to a group, whose members have different ends, or if no time is left.
 */
async function describeTime(
  tx: Transaction,
  order: Order,
  { measured, taking, onceSent }: Described,
): Promise<Sentence> {
  const { monthZones } = await readSettings(tx)
  const stays = !taking && !measured.takesTimeBack
  const end = stays && order.groupId === null ? ((await findMembership(tx, order.userId))?.expiresAt ?? null) : onceSent
  const until = end && end > tx.now ? sentence('refund.memberUntil', { at: inShop(monthZones, end, tx.now) }) : ''
  if (stays) return sentence('refund.timeStays', { until })
  if (taking) return sentence('refund.daysGo', { days: taking.days, until })
  return sentence(order.totalMinor === 0 ? 'refund.timeIsGone' : 'refund.timeGoes', { until })
}

const amountsOf = ({ currency }: Order, { amountMinor, others }: RefundMeasure): readonly Amount[] =>
  [{ amountMinor, currency }, ...others].filter((each) => each.amountMinor > 0)

export const refundOrder: Act<'orders.refund'> = async (tx, input, operator, deps) => {
  const { order: named, all = false, amount, takeDays = 0, reason } = input
  if (all === (amount !== undefined))
    return refuse(
      'InvalidInput',
      sentence('field.giveEither', { first: { field: 'all' }, second: { field: 'amount' } }),
    )
  const order = await lockOrder(tx, (await requireOrder(tx, named)).id)
  const promised = await promiseRefund(tx, order, { amount, takeDays, reason }, operator)
  const { amountMinor, sums, refundIds, takesTwo, keepsTime } = promised
  const details = { amountMinor, reason, refundIds, keepsTime, takesDays: takeDays, sums, ...entitledPreparer(deps) }
  const onceSent = await expiryOnceSent(tx, order, promised)
  const output = { ...(await describeRefund(tx, order, { ...promised, onceSent })), onceSent, refundIds }
  return done(output, `order ${order.number}`, details, { takesTwo })
}

/**
 * Reason why a refund needs a second operator, or null. Earlier refunds of the order count too; amounts in another
 * currency than the order's have no limit and always need a second operator.
 */
function findLargeRefund(
  { currency }: Order,
  { goneMinor, amountMinor, others }: RefundMeasure,
  limits: OperatorLimits,
): Sentence | null {
  return goneMinor + amountMinor > refundLimit(limits, currency).amountMinor || others.length > 0
    ? sentence('refund.takesTwo', { limit: refundLimitText(limits, currency) })
    : null
}

const backMinor = ({ totalMinor }: Order, { availableMinor, amountMinor }: RefundMeasure): number =>
  Math.min(totalMinor, Math.max(0, totalMinor - availableMinor) + amountMinor)

export const shareText = (back: Money, total: Money): string =>
  `${formatMoney(back, 'en')} of ${formatMoney(total, 'en')} (${Math.floor((back.amountMinor * 1_000) / Math.max(1, total.amountMinor)) / 10} %)`

/**
 * End of the buyer's membership once the refund is done. For a free order, whose time was taken at once, the current
 * end. Null if the end does not change or the order belongs to a group.
 */
export async function expiryOnceSent(
  tx: Transaction,
  { id, userId, groupId, currency, totalMinor, standingGrant: sourceId }: Order,
  { measured, taking }: Pick<PromisedRefund, 'measured' | 'taking'>,
): Promise<Date | null> {
  if (taking) return taking.until
  if (totalMinor === 0) return (await findMembership(tx, userId))?.expiresAt ?? null
  if (!measured.takesTimeBack || groupId !== null || sourceId === null) return null
  const reversal = { source: 'order', sourceId, reversedBy: id, note: null } as const
  return previewReversal(tx, userId, reversal, await readPlanRates(tx, currency))
}

type RefundMeasure = {
  readonly availableMinor: number
  readonly goneMinor: number
  readonly amountMinor: number
  readonly takesTimeBack: boolean
  readonly others: readonly { readonly amountMinor: number; readonly currency: string }[]
}

export async function measureRefund(
  database: Queryable,
  order: PricedOrder,
  amountMinor: number | 'all',
): Promise<RefundMeasure> {
  const payments = await listPayments(database, order)
  const open = payments
    .filter((payment) => !isDisputed(payment))
    .map((payment) => ({ amountMinor: refundableMinor(payment), currency: payment.currency }))
    .filter((left) => left.amountMinor > 0)
  const own = open.filter(({ currency }) => currency === order.currency)
  const others = amountMinor === 'all' ? open.filter(({ currency }) => currency !== order.currency) : []
  const availableMinor = own.reduce((total, left) => total + left.amountMinor, 0)
  const wanted = amountMinor === 'all' ? availableMinor : amountMinor
  if ((wanted <= 0 && others.length === 0) || wanted > availableMinor)
    throw new RefundRefused(availableMinor, order.currency)
  const takesTimeBack = wanted === availableMinor
  const goneMinor = payments
    .filter(({ currency }) => currency === order.currency)
    .reduce((total, { refundedMinor, pendingMinor }) => total + refundedMinor + pendingMinor, 0)
  return { availableMinor, goneMinor, amountMinor: wanted, takesTimeBack, others }
}
