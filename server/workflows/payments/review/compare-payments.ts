import { money } from '#shared/money.ts'
import { listAttemptsSince } from '#server/modules/payments/review-queue.queries.ts'
import { listRefunds, type Attempt } from '#server/modules/payments/payments.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { ProviderSilent, type AttemptRef, type ProviderId } from '#server/modules/payments/providers/port.ts'
import { findOrder } from '#server/modules/orders/orders.queries.ts'
import { listPayments } from '#server/modules/payments/read-money.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { isByItsMethod, reviewStrangers } from '#server/workflows/payments/attempts/own-facts.ts'
import { namePayers } from '#server/workflows/payments/attempts/name-payers.ts'

export type Discrepancy = {
  readonly orderId: string
  readonly attemptId: string
  readonly provider: ProviderId
  readonly what: 'unknown_payment' | 'denied_payment' | 'other_amount' | 'denied_refund' | 'failed_refund' | 'no_answer'
  readonly statedMinor: number | null
  readonly knownMinor: number
}

/**
 * Compares our record of a payment attempt with the provider's. Payments missing here are recorded at once. Payments
 * that the provider denies open reviews but are not reversed.
 */
export async function compareAttempt(deps: PaymentDeps, attempt: Attempt): Promise<Discrepancy[]> {
  const { database, payments } = deps
  // Skips cryptocurrency payments, because the chain watcher compares them.
  if (attempt.provider === 'crypto') return []
  const order = await findOrder(database, attempt.orderId)
  if (!order) return []
  const known = (await listPayments(database, order)).filter((payment) => payment.attemptId === attempt.id)
  const knownMinor = known.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const about = { orderId: order.id, attemptId: attempt.id, provider: attempt.provider, knownMinor }
  const ref = { id: attempt.id, amount: money(attempt.amountMinor, attempt.currency), providerRef: attempt.providerRef }
  const found = await compareRefunds(deps, { orderId: order.id, ref, about })
  const answer = await ask(deps, attempt, () => payments.byId(attempt.provider).query(ref))
  if (answer === null) return [...found, { ...about, what: 'no_answer', statedMinor: null }]
  const facts = answer === 'not_found' ? [] : answer
  const paid = facts.filter((fact) => fact.kind === 'paid')
  const statedMinor = paid.reduce((total, fact) => total + fact.amount.amountMinor, 0)
  if (statedMinor === knownMinor) return found
  if (knownMinor > 0)
    return [
      ...found,
      await report(deps, { ...about, what: statedMinor === 0 ? 'denied_payment' : 'other_amount', statedMinor }),
    ]
  if (!facts.every((fact) => isByItsMethod(fact, attempt))) {
    await database.transaction((tx) => reviewStrangers(tx, attempt, facts))
    return [...found, { ...about, what: 'unknown_payment', statedMinor }]
  }
  const named = await namePayers(payments.byId(attempt.provider), facts, deps.log)
  await database.transaction((tx) => applyPaymentFacts(tx, { orderId: order.id, facts: named.facts, source: 'query' }))
  return [...found, { ...about, what: 'unknown_payment', statedMinor }]
}

async function ask<T>({ log }: PaymentDeps, attempt: { id: string }, question: () => Promise<T>): Promise<T | null> {
  try {
    return await question()
  } catch (error) {
    const level = error instanceof ProviderSilent ? 'warn' : 'error'
    log[level]({ err: error, attempt: attempt.id }, 'the provider did not answer in a comparison')
    return null
  }
}

type AboutAttempt = Pick<Discrepancy, 'orderId' | 'attemptId' | 'provider' | 'knownMinor'>

async function compareRefunds(
  deps: PaymentDeps,
  { orderId, ref, about }: { orderId: string; ref: AttemptRef; about: AboutAttempt },
): Promise<Discrepancy[]> {
  const provider = deps.payments.byId(about.provider)
  const done = (await listRefunds(deps.database, [orderId])).filter(
    (refund) => refund.attemptId === about.attemptId && refund.status === 'done',
  )
  const found: Discrepancy[] = []
  for (const { id: refundId, providerTxnId, amountMinor } of done) {
    const stated = await ask(deps, ref, () => provider.queryRefund({ refundId, ref, providerTxnId }))
    if (stated === null) found.push({ ...about, what: 'no_answer', statedMinor: null })
    else if (typeof stated !== 'string' && stated.kind === 'refund_failed') {
      await deps.database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [stated], source: 'query' }))
      found.push({ ...about, what: 'failed_refund', statedMinor: 0, knownMinor: amountMinor })
    } else if (typeof stated === 'string' || stated.amount.amountMinor !== amountMinor)
      found.push(await report(deps, { ...about, what: 'denied_refund', statedMinor: 0 }))
  }
  return found
}

async function report({ database }: PaymentDeps, found: Discrepancy): Promise<Discrepancy> {
  const { orderId, attemptId, what, statedMinor, knownMinor } = found
  await database.transaction((tx) =>
    openReview(tx, { orderId, attemptId, reason: what, details: { statedMinor, knownMinor } }),
  )
  return found
}

const page = 100
const width = 8

const runMs = 20_000

type PageOptions = {
  since: Date
  after: string
  provider?: ProviderId | null
  signal?: AbortSignal
  clock?: () => number
}

export async function comparePage(
  deps: PaymentDeps,
  { since, after, provider = null, signal, clock = () => performance.now() }: PageOptions,
): Promise<{ compared: number; found: Discrepancy[]; next: string | null }> {
  const until = clock() + runMs
  const attempts = await listAttemptsSince(deps.database, { since, after, provider }, page)
  const found: Discrepancy[] = []
  for (let from = 0; from < attempts.length; from += width) {
    if (from > 0 && (clock() >= until || signal?.aborted === true))
      return { compared: from, found, next: attempts[from - 1]?.id ?? null }
    const some = attempts.slice(from, from + width)
    found.push(...(await Promise.all(some.map((attempt) => compareAttempt(deps, attempt)))).flat())
  }
  return { compared: attempts.length, found, next: attempts.length === page ? (attempts.at(-1)?.id ?? null) : null }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const lookBackMs = 3 * 86_400_000

export async function compareLately(deps: PaymentDeps, provider: ProviderId, job: Job): Promise<void> {
  const since = new Date(Number(job.payload.since ?? Date.now() - lookBackMs))
  const after = textOf(job.payload.after)
  const { compared, found, next } = await comparePage(deps, { since, after, provider, signal: job.signal })
  if (found.length > 0) deps.log.error({ found, compared }, 'payments differ from what the providers say')
  await deps.database.transaction(async (tx) => {
    if (next) {
      const rest = { provider, since: since.getTime(), after: next }
      await enqueueJob(tx, 'compare-payments', rest, { uniqueKey: `${provider} ${rest.since}`, lane: provider })
    }
    await job.completeIn(tx)
  })
}
