import { money } from '#shared/money.ts'
import {
  listAttemptsSince,
  listRefunds,
  openReview,
  type Attempt,
  type Fact,
  type ProviderId,
} from '#server/modules/payments/payments.service.ts'
import { findOrder } from '#server/modules/orders/orders.service.ts'
import { listPayments } from '#server/modules/payments/payments.service.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import type { PaymentDeps } from './open-attempt.ts'
import { settlePayment } from './settle-payment.ts'

/** What a provider says of an attempt and what is known here, where the two differ. Amounts are minor units. */
export type Discrepancy = {
  readonly orderId: string
  readonly attemptId: string
  readonly provider: string
  readonly what: 'unknown_payment' | 'denied_payment' | 'other_amount' | 'denied_refund' | 'no_answer'
  readonly statedMinor: number | null
  readonly knownMinor: number
}

/**
 * Asks the provider about one attempt, whatever its status, and compares. Money that it states and that is unknown here
 * is settled at once (unless `onlyReport`); money that it denies is put before a person, and nothing is taken back.
 */
export async function compareAttempt(deps: PaymentDeps, attempt: Attempt, onlyReport = false): Promise<Discrepancy[]> {
  const { database, payments, log } = deps
  // Nobody but the chain could be asked, and its watcher follows what becomes of every payment.
  if (attempt.provider === 'crypto') return []
  const order = await findOrder(database, attempt.orderId)
  if (!order) return []
  const known = (await listPayments(database, { id: order.id, total: money(order.totalMinor, order.currency) })).filter(
    (payment) => payment.attemptId === attempt.id,
  )
  const knownMinor = known.reduce((total, { amountMinor }) => total + amountMinor, 0)
  const about = { orderId: order.id, attemptId: attempt.id, provider: attempt.provider, knownMinor }
  const ref = { id: attempt.id, amount: money(attempt.amountMinor, attempt.currency), providerRef: attempt.providerRef }
  let facts: readonly Fact[]
  try {
    const provider = payments.byId(attempt.provider)
    const answer = await provider.query(ref)
    facts = answer === 'not_found' ? [] : answer
    const refunds = await Promise.all(
      (await listRefunds(database, order.id))
        .filter((refund) => refund.attemptId === attempt.id && refund.status === 'done')
        .map(async ({ id: refundId, providerTxnId, amountMinor }) => ({
          amountMinor,
          stated: await provider.queryRefund({ refundId, ref, providerTxnId }),
        })),
    )
    const denied = refunds.filter(
      ({ stated, amountMinor }) => typeof stated === 'string' || stated.amount.amountMinor !== amountMinor,
    )
    if (denied.length > 0) return [await report(deps, { ...about, what: 'denied_refund', statedMinor: 0 }, onlyReport)]
  } catch (error) {
    log.warn({ err: error, attempt: attempt.id }, 'the provider did not answer in a comparison')
    return [{ ...about, what: 'no_answer', statedMinor: null }]
  }
  const paid = facts.filter((fact) => fact.kind === 'paid')
  const statedMinor = paid.reduce((total, fact) => total + fact.amount.amountMinor, 0)
  if (statedMinor === knownMinor) return []
  if (knownMinor > 0)
    return [
      await report(
        deps,
        { ...about, what: statedMinor === 0 ? 'denied_payment' : 'other_amount', statedMinor },
        onlyReport,
      ),
    ]
  if (!onlyReport) await database.transaction((tx) => settlePayment(tx, { orderId: order.id, facts, source: 'query' }))
  return [{ ...about, what: 'unknown_payment', statedMinor }]
}

async function report({ database }: PaymentDeps, found: Discrepancy, onlyReport: boolean): Promise<Discrepancy> {
  const { orderId, attemptId, what, statedMinor, knownMinor } = found
  if (!onlyReport)
    await database.transaction((tx) =>
      openReview(tx, { orderId, attemptId, reason: what, details: { statedMinor, knownMinor } }),
    )
  return found
}

const page = 100
/** Attempts at the same time. */
const width = 8

/** How long a run goes on before it leaves the rest to the next. */
const runMs = 20_000

type PageOptions = {
  since: Date
  after: string
  /** Null: of all providers. */
  provider?: ProviderId | null
  onlyReport?: boolean
  signal?: AbortSignal
}

/** A page of attempts compared, or as much of it as time allows; `next` is where to go on, null at the end. */
export async function comparePage(
  deps: PaymentDeps,
  { since, after, provider = null, onlyReport = false, signal }: PageOptions,
): Promise<{ compared: number; found: Discrepancy[]; next: string | null }> {
  const until = performance.now() + runMs
  const attempts = await listAttemptsSince(deps.database, { since, after, provider }, page)
  const found: Discrepancy[] = []
  for (let from = 0; from < attempts.length; from += width) {
    if (from > 0 && (performance.now() >= until || signal?.aborted === true))
      return { compared: from, found, next: attempts[from - 1]?.id ?? null }
    const some = attempts.slice(from, from + width)
    found.push(...(await Promise.all(some.map((attempt) => compareAttempt(deps, attempt, onlyReport)))).flat())
  }
  return { compared: attempts.length, found, next: attempts.length === page ? (attempts.at(-1)?.id ?? null) : null }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const lookBackMs = 3 * 86_400_000

/**
 * The daily comparison with one provider. Each job does what it can in its time and leaves the rest to another; differences
 * are logged and reviewed.
 */
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
