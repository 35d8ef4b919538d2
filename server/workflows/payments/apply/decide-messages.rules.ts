import type { Currency } from '#shared/money.ts'
import type { Step } from '#server/modules/groups/group-steps.rules.ts'
import type { Facts, PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { isContested, type Payment } from '#server/modules/payments/fold-payments.rules.ts'
import { derivePaymentOutcome } from '#server/modules/payments/payments.rules.ts'
import { unusedDays } from '#server/modules/payments/refund-time.rules.ts'
import type { Change } from './decide-payment.rules.ts'
import { notifyGroup, type ToldGroup } from './decide-group-messages.rules.ts'
import type { OrderChange } from './decide-order.rules.ts'

type NewFact = {
  readonly kind: string
  readonly attemptId: string
  readonly providerTxnId: string
  readonly refundId: string | null
  readonly amount: { readonly amountMinor: number }
}

export function decideMessages(change: Change<ToldGroup>, newFacts: readonly NewFact[], now: Date): PersonMessage[] {
  const step = change.group?.step ?? null
  return [
    ...change.orders.flatMap((order, index) => [
      ...notifyPaid(order, step, change.times),
      ...notifyReview(order, now),
      ...notifyTakenBack(order, now),
      ...(index === 0
        ? [
            ...notifyRefunded(order, step?.group ?? null, change.times, newFacts, now),
            ...notifyFailed(order, newFacts, now),
          ]
        : []),
    ]),
    ...(change.group ? notifyGroup(change.group.before, change.group.step, change, now) : []),
  ]
}

function notifyPaid(
  { order, isNewlyPaid }: OrderChange,
  step: Step<ToldGroup> | null,
  times: Change['times'],
): PersonMessage[] {
  const { id: orderId, userId, paidAt } = order
  if (!isNewlyPaid || paidAt === null || order.status !== 'paid') return []
  const expiresAt = times.findLast((time) => time.userId === userId && time.kind === 'grant')?.expiresAt ?? null
  const group = step && { id: step.group.id, endsAt: step.group.expiresAt.toISOString() }
  const facts = { orderId, at: paidAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null, group }
  return [{ userId, event: `receipt:${orderId}`, template: 'receipt', facts }]
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

function notifyReview({ order, money, statuses, reviews }: OrderChange, now: Date): PersonMessage[] {
  if (!statuses.some(({ to }) => to === 'review')) return []
  const { payments } = money.paymentOutcome
  const contested = payments.filter(isContested)
  const isShort = reviews.some(({ reason }) => reason === 'underpaid')
  const isHeld = payments.some(({ mismatch }) => mismatch === 'payer_blocked')
  const differs = payments.filter(({ mismatch }) => mismatch !== null)
  const about = contested.length > 0 ? contested : differs.length > 0 ? differs : payments
  const currency = (about[0]?.currency ?? order.currency) as Currency
  const amountMinor = sum(about.filter((each) => each.currency === currency).map((each) => each.amountMinor))
  const why =
    contested.length > 0 ? 'contested' : isShort ? 'short' : isHeld || differs.length === 0 ? 'other' : 'differs'
  const facts: Facts['review'] = { orderId: order.id, amountMinor, currency, at: now.toISOString(), why }
  return [
    {
      userId: order.userId,
      event: `review:${order.id}:${why}:${amountMinor}${currency}`,
      template: 'review',
      facts,
    },
  ]
}

function notifyTakenBack({ order, money, statuses }: OrderChange, now: Date): PersonMessage[] {
  if (money.isTakenBack !== true || !statuses.some(({ to }) => to === 'refunded')) return []
  const sums = { amountMinor: 0, paidMinor: 0, refundedMinor: 0, currency: order.currency }
  const facts: Facts['refund'] = { orderId: order.id, ...sums, at: now.toISOString(), why: 'free' }
  return [{ userId: order.userId, event: `refund:${order.id}:free`, template: 'refund', facts }]
}

function notifyRefunded(
  change: OrderChange,
  group: ToldGroup | null,
  times: Change['times'],
  newFacts: readonly NewFact[],
  now: Date,
): PersonMessage[] {
  if (!newFacts.some(({ kind }) => kind === 'refunded')) return []
  const { order, from } = change
  const taken = times.find(({ kind, orderId }) => kind === 'settleParts' && orderId === order.id)?.takenSeconds ?? 0
  const { payments } = from.paymentOutcome
  const { total, attempts, refunds } = from
  const known = from.facts.filter((fact) => !newFacts.some((fresh) => isSame(fresh, fact)))
  const before = derivePaymentOutcome(total, attempts, known, refunds).payments
  const backOf = (some: readonly Payment[], currency: string) =>
    sum(some.filter((each) => each.currency === currency).map(({ refundedMinor }) => refundedMinor))
  return [...new Set(payments.map(({ currency }) => currency))].flatMap((currency): PersonMessage[] => {
    const refundedMinor = backOf(payments, currency)
    const amountMinor = refundedMinor - backOf(before, currency)
    if (amountMinor <= 0) return []
    const paidMinor = sum(payments.filter((each) => each.currency === currency).map((each) => each.amountMinor))
    const facts: Facts['refund'] = {
      orderId: order.id,
      amountMinor,
      currency: currency as Currency,
      paidMinor,
      refundedMinor,
      at: now.toISOString(),
      why: whyBack(change, group),
      ...(taken > 0 && { takenDays: unusedDays(taken) }),
    }
    const event = `refund:${order.id}:${currency}:${refundedMinor}`
    return [{ userId: order.userId, event, template: 'refund', facts }]
  })
}

const isSame = (fresh: NewFact, fact: OrderChange['from']['facts'][number]): boolean =>
  fresh.kind === fact.kind &&
  fresh.attemptId === fact.attemptId &&
  fresh.providerTxnId === fact.providerTxnId &&
  fresh.refundId === fact.refundId &&
  fresh.amount.amountMinor === fact.amountMinor

function whyBack({ order, money: { paymentOutcome } }: OrderChange, group: ToldGroup | null): Facts['refund']['why'] {
  const { outcome, payments } = paymentOutcome
  const hasSeat = group?.seats.some(({ orderId, state }) => orderId === order.id && state !== 'held') ?? false
  if (group && (group.status !== 'finished' || !hasSeat)) return 'group'
  if (order.paidAt === null) return 'unused'
  if (outcome === 'paid') return payments.every(({ isPart }) => isPart) ? 'over' : 'twice'
  return outcome === 'refunded' ? 'whole' : 'part'
}

function notifyFailed({ order, from }: OrderChange, newFacts: readonly NewFact[], now: Date): PersonMessage[] {
  const failed = from.paymentOutcome.payments.flatMap(({ failedRefunds }) => failedRefunds)
  return failed
    .filter(({ id }) => newFacts.some(({ kind, refundId }) => kind === 'refund_failed' && refundId === id))
    .map((refund) => refundFailed(order, refund, now))
}

export const refundFailed = (
  order: { readonly id: string; readonly userId: string },
  refund: { readonly id: string; readonly amountMinor: number; readonly currency: string },
  now: Date,
): PersonMessage => ({
  userId: order.userId,
  event: `refund-failed:${refund.id}`,
  template: 'refund-failed',
  facts: {
    orderId: order.id,
    amountMinor: refund.amountMinor,
    currency: refund.currency as Currency,
    at: now.toISOString(),
  },
})
