import { money } from '#shared/money.ts'
import {
  findReportDifferences,
  reviewReportLine,
  reviewUnreadLines,
} from '#server/modules/payments/settlement-report.service.ts'
import { beijingDay, beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import type { ReportDifference, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { findAttempt, type Attempt } from '#server/modules/payments/payments.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { listOpenDays, saveDay, type NotCompared } from '#server/modules/payments/statement-days.queries.ts'
import { ProviderSilent, UnreadableList, type ProviderId } from '#server/modules/payments/providers/port.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { applyDispute } from '#server/workflows/payments/review/find-disputes.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'

export type ReportComparison = {
  readonly provider: ProviderId
  readonly day: string
  readonly state: 'compared' | NotCompared | 'none'
  readonly expected: number
  readonly lines: number
  readonly unread: number
  readonly differences: readonly ReportDifference[]
  readonly next: string | null
}

const runMs = 20_000
/**
 * Time after the end of a day until which an empty report may still be filled. An empty report is accepted only
 * afterwards.
 */
const listAfterMs = 12 * 3_600_000

type DayOptions = {
  provider: ProviderId
  day: string
  after?: string
  signal?: AbortSignal
  clock?: () => number
}

/**
 * Compares a provider's settlement report of one day with our database. Records payments that are missing here, and
 * opens a review for each other difference. A failure affects only its own line. `after`: position from which an
 * earlier run continues.
 */
export async function compareReportOfDay(
  deps: PaymentDeps,
  { provider: id, day, after = '', signal, clock = () => performance.now() }: DayOptions,
): Promise<ReportComparison> {
  const { database, payments, log } = deps
  const until = clock() + runMs
  const ask = payments.byId(id).listSettled
  const empty = { provider: id, day, expected: 0, lines: 0, unread: 0, differences: [], next: null }
  if (!ask) return { ...empty, state: 'none' }
  const list = await ask(day).catch((error: unknown) => {
    log.warn({ err: error, provider: id, day }, 'the provider did not give its list of the day')
    return error instanceof ProviderSilent && !(error instanceof UnreadableList) ? 'silent' : 'unreadable'
  })
  const stated = typeof list === 'string' ? { lines: [], unread: [] } : list
  const { lines, unread } = stated
  const { differences: all, expected } = await findReportDifferences(database, id, day, stated)
  if (typeof list === 'string') return { ...empty, expected, state: list }
  const isDue = Date.now() >= beijingDay(day).to.getTime() + listAfterMs
  if (lines.length + unread.length === 0 && (expected > 0 || !isDue)) return { ...empty, expected, state: 'not_ready' }
  if (unread.length > 0) await database.transaction((tx) => reviewUnreadLines(tx, id, day, unread))
  const differences = all
    .filter((difference) => nameOf(difference) > after)
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const report = { provider: id, day, expected, lines: lines.length, unread: unread.length } as const
  let state: ReportComparison['state'] = 'compared'
  for (const [index, difference] of differences.entries()) {
    const last = differences[index - 1]
    if (last && (clock() >= until || signal?.aborted === true))
      return { ...report, state, differences: differences.slice(0, index), next: nameOf(last) }
    try {
      await applyDifference(deps, id, day, difference)
    } catch (error) {
      log.error({ err: error, provider: id, day, what: difference.what }, 'a difference could not be followed')
      state = 'failed'
    }
  }
  return { ...report, state, differences, next: null }
}

const nameOf = ({ what, line, known, nth }: ReportDifference): string =>
  [
    line?.adjustment?.id ?? line?.refundId ?? known?.refundId,
    line?.providerTxnId,
    known?.attemptId,
    line?.amount.amountMinor,
    what,
    nth,
  ].join(' ')

async function applyDifference(
  deps: PaymentDeps,
  provider: ProviderId,
  day: string,
  found: ReportDifference,
): Promise<void> {
  const { what, line, known } = found
  const attempt = await findAttempt(deps.database, known?.attemptId ?? line?.attemptId ?? '')
  const isOurs = attempt?.provider === provider
  if (line && isOurs && (await applyAdjustment(deps, provider, line))) return
  if (what === 'unknown_payment' && isOurs && (await reconcileAttempt(deps, attempt)) === 'settled') return
  if (line && isOurs && known?.refundId && (await settleRefund(deps, attempt, known.refundId, found))) return
  const reason = what === 'unsettled_refund' ? 'unknown_refund' : what
  const details = { provider, day, stated: line, known: known && { refundId: known.refundId, ...known.amount } }
  await deps.database.transaction(async (tx) => {
    if (isOurs)
      await openReview(tx, {
        orderId: attempt.orderId,
        attemptId: attempt.id,
        reason,
        subject: subjectOf(found, day),
        details,
      })
    else if (line) await reviewReportLine(tx, provider, day, line, found.nth)
  })
}

const subjectOf = ({ what, line, known, nth }: ReportDifference, day: string): string =>
  [
    line?.adjustment?.id ?? line?.refundId ?? known?.refundId,
    what.startsWith('other_') && line ? line.amount.amountMinor : null,
    ...(nth !== undefined && line ? [day, line.amount.amountMinor, nth] : []),
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(' ')

/**
 * Queries a refund whose state differs from the report and records the answer, because reports are never updated.
 * Returns true if no review is needed.
 */
async function settleRefund(
  { database, payments, log }: PaymentDeps,
  attempt: Attempt,
  refundId: string,
  { what, line }: ReportDifference,
): Promise<boolean> {
  if (what !== 'unsettled_refund' && what !== 'unknown_refund' && what !== 'missing_refund') return false
  const { id, orderId, amountMinor, currency, providerRef, provider } = attempt
  const ref = { id, amount: money(amountMinor, currency), providerRef }
  const question = { refundId, ref, providerTxnId: line?.providerTxnId ?? '' }
  const stated = await payments
    .byId(provider)
    .queryRefund(question)
    .catch((error: unknown) => {
      log.warn({ err: error, refund: refundId }, 'the provider did not answer about a refund of its list')
      return 'silent' as const
    })
  if (typeof stated !== 'string')
    await database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [stated], source: 'query' }))
  const kind = typeof stated === 'string' ? stated : stated.kind
  // A refund that failed in our records may have been made another way meanwhile.
  if (what === 'unknown_refund') return kind === 'refund_failed'
  if (what === 'missing_refund') return kind !== 'silent' && kind !== 'not_found'
  // No review is needed while a refund is pending in our records, because it is queried until it ends.
  return kind !== 'not_found' || line?.state === 'failed'
}

/**
 * Records money that a bank took back as a dispute: the payment does not count until the result is known. Returns false
 * if the report line gives money or is not understood; an operator then decides.
 */
async function applyAdjustment(
  deps: PaymentDeps,
  provider: ProviderId,
  { attemptId, providerTxnId, amount, adjustment }: ReportLine,
): Promise<boolean> {
  if (!adjustment?.takes || adjustment.at === null || amount.amountMinor === 0) return false
  const { id: disputeId, at } = adjustment
  const about = { attemptId, providerTxnId, refundId: null, disputeId, amount, at, rawHash: '' }
  await applyDispute(deps, { provider, kind: 'disputed', ...about })
  return true
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Maximum number of days per run, so that a provider that does not answer is called only a few times. */
const mostDays = 8

/**
 * Compares the days up to yesterday that were not compared yet for this provider, including days whose report was
 * missing or unreadable, at most `mostDays` per run. A job that names a day continues only that day. Idempotent.
 */
export async function compareOpenDays(deps: PaymentDeps, provider: ProviderId, job: Job): Promise<void> {
  if (!deps.payments.byId(provider).listSettled) return
  const named = textOf(job.payload.day)
  const open = await deps.database.transaction((tx) =>
    listOpenDays(tx, provider, beijingDayBefore(tx.now, 1), mostDays),
  )
  for (const day of named === '' ? open.map((row) => row.day) : [named]) {
    if (job.signal.aborted) return
    const after = named === '' ? '' : textOf(job.payload.after)
    const found = await compareReportOfDay(deps, { provider, day, after, signal: job.signal })
    // A failure in any part of the comparison means that the whole day is compared again later.
    const hasFailed = found.state === 'failed' || (named !== '' && job.payload.failed === true)
    const report = hasFailed && found.state === 'compared' ? { ...found, state: 'failed' as const } : found
    if (report.differences.length > 0) deps.log.error({ report }, 'the books differ from a provider’s list of the day')
    await deps.database.transaction(async (tx) => {
      if (report.next === null) return saveComparison(tx, report)
      const rest = { provider, day, after: report.next, ...(hasFailed && { failed: true }) }
      await enqueueJob(tx, 'compare-bills', rest, { uniqueKey: `${provider} ${day}`, lane: provider })
    })
  }
}

/** Stores the result of comparing a day. If a day takes several runs, only the result of the last run is stored. */
export async function saveComparison(tx: Transaction, report: ReportComparison): Promise<void> {
  const { provider, day, state, expected, lines, unread, differences } = report
  if (state === 'none') return
  const reason = state === 'compared' ? null : state
  await saveDay(tx, { provider, day, reason, expected, lines, unread, differences: differences.length })
}
