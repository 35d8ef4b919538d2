import { randomUUIDv7 } from 'node:crypto'
import { ulid } from 'ulid'
import { currencies, type Money } from '#shared/money.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { readReference, referenceOf } from './fact-reference.rules.ts'
import * as repo from './payments.repo.ts'
import {
  decideSettlement,
  foldPayments,
  refundableMinor,
  waitsForPerson,
  type FactView,
  type Payment,
  type Settlement,
} from './payments.rules.ts'
import type { Created, Fact, Method, ProviderId } from './providers/port.ts'
import { nextQueryAt } from './query-schedule.rules.ts'
import { closeDisputeReviews } from './review-queue.repo.ts'

export { createPayments } from './create-payments.ts'
export type { MethodOffer, Payments } from './create-payments.ts'
export type { Attempt, Refund } from './payments.repo.ts'
export { refundableMinor, type Settlement } from './payments.rules.ts'
export { BadNotification, ProviderRefused, ProviderSilent } from './providers/port.ts'
export type { Created, Fact, Method, PaymentProvider, ProviderId } from './providers/port.ts'
export {
  findAttempt,
  findPaidAttempt,
  findProviderEvent,
  findRefund,
  listAttempts,
  listReviews,
  listRefunds,
  listStaleRefunds,
  markRefundSent,
} from './payments.repo.ts'

export { listAttemptsSince, listOpenReviews, resolveReview, type OpenReview } from './review-queue.repo.ts'

export type FactSource = 'notification' | 'query' | 'operator' | 'chain'

const seconds = (from: Date, count: number) => new Date(from.getTime() + count * 1000)

/**
 * Saves an attempt before the provider hears of it, so that whatever happens next, somebody asks about it. The first
 * question waits until the longest call is over.
 */
export async function prepareAttempt(
  tx: Transaction,
  order: { id: string; method: Method; total: Money; payableUntil: Date },
  provider: ProviderId,
  device: repo.Attempt['device'] = 'desktop',
): Promise<string> {
  const id = ulid()
  await repo.insertAttempt(tx, {
    id,
    orderId: order.id,
    provider,
    method: order.method,
    device,
    ...order.total,
    expiresAt: order.payableUntil,
    nextQueryAt: seconds(tx.now, 30),
  })
  return id
}

/** An attempt that nobody has to be asked about: its payments are seen by the watcher of the chains. */
export async function openWatchedAttempt(
  tx: Transaction,
  order: { id: string; total: Money; payableUntil: Date },
): Promise<string> {
  const id = ulid()
  const { total, payableUntil } = order
  await repo.insertOpenAttempt(tx, { id, orderId: order.id, ...total, expiresAt: payableUntil })
  return id
}

/** What the provider answered to `create`; null: nobody knows, so it is asked soon. */
export const saveCreated = (tx: Transaction, attemptId: string, created: Created | null) =>
  repo.saveAnswer(tx, attemptId, {
    status: created ? 'open' : 'unknown',
    payStep: created?.pay ?? null,
    providerRef: created?.providerRef ?? null,
    nextQueryAt: seconds(tx.now, 5),
  })

/** Takes up to `limit` attempts that are due for a question; each gets its next one before this one is asked. */
export async function claimDueAttempts(tx: Transaction, limit: number): Promise<repo.Attempt[]> {
  const due = await repo.lockDueAttempts(tx, limit)
  for (const { id, queries, expiresAt } of due)
    await repo.scheduleQuery(tx, id, queries + 1, nextQueryAt(tx.now, queries + 1, expiresAt))
  return due
}

/** Whether a person's question may go to the provider now: once in two seconds for an attempt, whoever asks. */
export const mayAsk = async (db: Queryable, attemptId: string): Promise<boolean> =>
  (await repo.claimQuestion(db, attemptId, 2_000)) === 1

/** The order's money as it is known; with the facts that decide it. */
async function readMoney(db: Queryable, order: { id: string; total: Money }) {
  const [attempts, facts, refunds] = [
    await repo.listAttempts(db, [order.id]),
    await repo.listFacts(db, order.id),
    await repo.listRefunds(db, order.id),
  ]
  const views = facts.map((fact): FactView => ({ ...fact, ...readReference(fact.reference) }))
  const attemptViews = attempts.map((attempt) => ({ ...attempt, addsUp: addsUp(attempt) }))
  return {
    attempts: attemptViews,
    facts: views,
    refunds,
    settlement: decideSettlement(order.total, attemptViews, views, refunds),
  }
}

/** A chain takes any amount from anybody; the others take exactly what an attempt asks for. */
const addsUp = ({ provider }: repo.Attempt): boolean => provider === 'crypto'

/**
 * Adds one verified fact to what is known: the one way in which anything about a payment becomes true, whoever brings
 * it. A fact that is known changes nothing. A second fact under the same name that says something else is put to review.
 */
export async function applyFact(tx: Transaction, orderId: string, fact: Fact, source: FactSource): Promise<void> {
  const { amountMinor, currency } = fact.amount
  const reference = referenceOf({ ...fact, amountMinor })
  const { provider, kind, attemptId, providerTxnId, at, rawHash } = fact
  const row = { provider, kind, attemptId, providerTxnId, reference, amountMinor, currency, at }
  if ((await repo.insertFact(tx, { ...row, source, rawHash })) === 1) return
  const known = await repo.findFact(tx, row)
  if (known && (known.amountMinor !== amountMinor || known.currency !== currency || known.attemptId !== attemptId))
    await repo.insertReview(tx, {
      orderId,
      attemptId,
      reason: 'conflicting_facts',
      details: { kind, providerTxnId, reference, amountMinor, currency },
    })
}

/** A payment with where it came in and whether it is what its attempt asked for. */
export type KnownPayment = Payment & { readonly provider: ProviderId; readonly isMatched: boolean }
export type SettledMoney = {
  readonly settlement: Settlement
  readonly payments: readonly KnownPayment[]
  readonly newRefundIds: readonly string[]
}

const knownPayments = ({ payments, partsPay }: Settlement, attempts: readonly repo.Attempt[]): KnownPayment[] =>
  payments.flatMap((payment) => {
    const attempt = attempts.find(({ id }) => id === payment.attemptId)
    const isMatched = payment.mismatch === null && (!payment.isPart || partsPay)
    return attempt ? [{ ...payment, provider: attempt.provider, isMatched }] : []
  })

/**
 * Adds the facts and brings everything of this module in line with them: attempts, finished refunds, refunds of money
 * paid twice, reviews. The caller holds the order's lock, sends the new refunds, and sees to what the order is worth.
 */
export async function settleMoney(
  tx: Transaction,
  order: { id: string; total: Money },
  facts: readonly Fact[],
  source: FactSource,
): Promise<SettledMoney> {
  for (const fact of facts) await applyFact(tx, order.id, fact, source)
  const { attempts, settlement } = await readMoney(tx, order)
  for (const { id, status } of settlement.attempts)
    if (attempts.find((attempt) => attempt.id === id)?.status !== status) await repo.setAttemptStatus(tx, id, status)
  if (settlement.refundsDone.length > 0) await repo.markRefundsDone(tx, settlement.refundsDone)
  for (const review of settlement.reviews) await repo.insertReview(tx, { orderId: order.id, ...review })
  const won = facts.filter(({ kind }) => kind === 'dispute_won').map(({ attemptId }) => attemptId)
  for (const { attemptId, disputed } of settlement.payments)
    if (!disputed && won.includes(attemptId)) await closeDisputeReviews(tx, order.id, attemptId)
  const newRefundIds: string[] = []
  for (const duplicate of settlement.duplicates) {
    const id = ulid()
    const { currency } = order.total
    await repo.insertRefund(tx, {
      id,
      orderId: order.id,
      ...duplicate,
      currency,
      reason: 'duplicate',
      requestedBy: 'settlement',
      beforeCredit: false,
      isFinal: false,
    })
    newRefundIds.push(id)
  }
  return { settlement, newRefundIds, payments: knownPayments(settlement, attempts) }
}

/** What is known about the order's money now, without changing anything. */
export const readSettlement = async (db: Queryable, order: { id: string; total: Money }): Promise<Settlement> =>
  (await readMoney(db, order)).settlement

/** The payments of an order as they are known now. */
export async function listPayments(db: Queryable, order: { id: string; total: Money }): Promise<KnownPayment[]> {
  const { settlement, attempts } = await readMoney(db, order)
  return knownPayments(settlement, attempts)
}

export type RefundPlan = { readonly ids: readonly string[]; readonly availableMinor: number }

/**
 * Plans to give `amountMinor` back from what was paid for the order, oldest payment first. Under the order's lock, so
 * that all refunds together never exceed what came in. `ids` is empty if less than that is available. `undecided: 'keep'`
 * leaves alone each payment that waits for a person: contested, or with a refund that was refused for good.
 */
export async function planRefund(
  tx: Transaction,
  order: { id: string; total: Money },
  request: { amountMinor: number | 'all'; reason: string; requestedBy: string; undecided?: 'keep' },
): Promise<RefundPlan> {
  const { attempts, facts, refunds, settlement } = await readMoney(tx, order)
  const open = foldPayments(attempts, facts, refunds).flatMap((payment) => {
    const currency = currencies.find((known) => known === payment.currency)
    if (request.undecided === 'keep' && waitsForPerson(payment)) return []
    return currency && refundableMinor(payment) > 0
      ? [{ ...payment, currency, openMinor: refundableMinor(payment) }]
      : []
  })
  const availableMinor = open.reduce((total, payment) => total + payment.openMinor, 0)
  let left = request.amountMinor === 'all' ? availableMinor : request.amountMinor
  if (left <= 0 || left > availableMinor) return { ids: [], availableMinor }
  // Nothing is left of what bought the plan: what comes later buys it anew, or not.
  const isFinal = settlement.partsPay && left === availableMinor
  if (isFinal) await repo.markRefundsFinal(tx, order.id)
  const ids: string[] = []
  for (const { attemptId, providerTxnId, currency, openMinor, isPart } of open) {
    const amountMinor = Math.min(left, openMinor)
    if (amountMinor === 0) break
    const id = ulid()
    const { reason, requestedBy } = request
    await repo.insertRefund(tx, {
      id,
      orderId: order.id,
      attemptId,
      providerTxnId,
      currency,
      amountMinor,
      reason,
      requestedBy,
      beforeCredit: isPart && !settlement.partsPay,
      isFinal,
    })
    ids.push(id)
    left -= amountMinor
  }
  return { ids, availableMinor }
}

/** The provider said no for good: the money stays here, and a person has to look. */
export async function failRefund(tx: Transaction, refund: repo.Refund, failure: string): Promise<void> {
  // A notification may have stated it as done by now: that is the truth then.
  if ((await repo.markRefundFailed(tx, refund.id, failure)) === 0) return
  const details = { refundId: refund.id, amountMinor: refund.amountMinor, currency: refund.currency, failure }
  await repo.insertReview(tx, {
    orderId: refund.orderId,
    attemptId: refund.attemptId,
    reason: 'refund_failed',
    details,
  })
}

/**
 * Verified statements about a payment that is none of ours: somebody's money, so a person looks at it. Where none moved,
 * as in a closing, there is nothing to look at.
 */
export async function reviewUnknown(tx: Transaction, providerEventId: string, facts: readonly Fact[]): Promise<void> {
  const about = facts.filter(({ kind }) => kind !== 'closed' && kind !== 'failed')
  const [first] = about
  if (!first) return
  const statements = about.map(({ kind, providerTxnId, amount }) => ({ kind, providerTxnId, ...amount }))
  const details = { provider: first.provider, attemptId: first.attemptId, statements }
  await repo.insertEventReview(tx, { providerEventId, reason: 'unknown_payment', details })
}

/** Money at an address of ours that nobody was asked for there: once for each transfer. */
export async function reviewStray(tx: Transaction, eventId: string, details: unknown): Promise<void> {
  const raw = Buffer.from(JSON.stringify(details))
  const id = await storeEvent(tx, { provider: 'crypto', eventId, raw, headers: {} })
  if (id !== null) await repo.insertEventReview(tx, { providerEventId: id, reason: 'stray_transfer', details })
}

/** Puts an order before a person, once for each reason and attempt. */
export const openReview = (
  tx: Transaction,
  review: { orderId: string; attemptId: string | null; reason: string; details: unknown },
) => repo.insertReview(tx, review)

/** Stores a verified notification as it came. Answers its id, or null if the provider sent it before. */
export async function storeEvent(
  tx: Transaction,
  event: { provider: ProviderId; eventId: string; raw: Uint8Array; headers: Readonly<Record<string, string>> },
): Promise<string | null> {
  const id = randomUUIDv7()
  const { provider, eventId, raw, headers } = event
  const stored = await repo.insertProviderEvent(tx, {
    id,
    provider,
    eventId,
    raw,
    headers,
  })
  return stored === 1 ? id : null
}
