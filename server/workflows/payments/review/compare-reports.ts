import { findReportDifferences, reviewReportLine } from '#server/modules/payments/settlement-report.service.ts'
import { beijingDayBefore } from '#server/modules/payments/beijing-time.rules.ts'
import type { ReportDifference, ReportLine } from '#server/modules/payments/settlement-report.rules.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'
import { applyDispute } from '#server/workflows/payments/review/find-disputes.ts'
import { reconcileAttempt } from '#server/workflows/payments/attempts/reconcile-attempt.ts'

export type ReportComparison = {
  readonly provider: ProviderId
  readonly day: string
  /** `none`: this provider has no list that is read here. */
  readonly state: 'compared' | 'not_ready' | 'silent' | 'none'
  readonly lines: number
  readonly differences: readonly ReportDifference[]
  /** Where a run that had no more time is to go on; null at the end. */
  readonly next: string | null
}

/** How long a run follows differences before it leaves the rest to the next. */
const runMs = 20_000

type DayOptions = {
  provider: ProviderId
  day: string
  after?: string
  signal?: AbortSignal
  /** Milliseconds that only grow; what bounds a run is measured by it. */
  clock?: () => number
}

/**
 * Reads a provider's own list of a day and compares it with the books. A payment of ours that is unknown here is asked
 * for and settled; whatever else differs is put before a person, once. `after`: where a run before has stopped.
 */
export async function compareReportOfDay(
  deps: PaymentDeps,
  { provider: id, day, after = '', signal, clock = () => performance.now() }: DayOptions,
): Promise<ReportComparison> {
  const { database, payments, log } = deps
  const until = clock() + runMs
  const list = payments.byId(id).listSettled
  const empty = { provider: id, day, lines: 0, differences: [], next: null }
  if (!list) return { ...empty, state: 'none' }
  const lines = await list(day).catch((error: unknown) => {
    log.warn({ err: error, provider: id, day }, 'the provider did not give its list of the day')
    return null
  })
  if (lines === null || lines === 'not_ready') return { ...empty, state: lines ?? 'silent' }
  const differences = (await findReportDifferences(database, id, day, lines))
    .filter((difference) => nameOf(difference) > after)
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  const report = { provider: id, day, state: 'compared', lines: lines.length } as const
  for (const [index, difference] of differences.entries()) {
    const last = differences[index - 1]
    if (last && (clock() >= until || signal?.aborted === true))
      return { ...report, differences: differences.slice(0, index), next: nameOf(last) }
    await applyDifference(deps, id, day, difference)
  }
  return { ...report, differences, next: null }
}

/** The same in every run, so that one can go on where another stopped. */
const nameOf = ({ what, line, known }: ReportDifference): string =>
  [line?.adjustment?.id ?? line?.refundId ?? known?.refundId, line?.providerTxnId, known?.attemptId, what].join(' ')

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
  const details = { provider, day, stated: line, known: known && { refundId: known.refundId, ...known.amount } }
  await deps.database.transaction(async (tx) => {
    const subject = line?.adjustment?.id ?? ''
    if (isOurs)
      await openReview(tx, { orderId: attempt.orderId, attemptId: attempt.id, reason: what, subject, details })
    else if (line) await reviewReportLine(tx, provider, day, line)
  })
}

/**
 * Money of a payment that the banks took back is a dispute: the payment counts no more until it is stated how that ended. True
 * if it was; what gave money, or is not understood, is for a person.
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

/** Yesterday at one provider. Done again, it finds what was not ready before, and nothing twice. */
export async function compareYesterday(deps: PaymentDeps, provider: ProviderId, job: Job): Promise<void> {
  const day = textOf(job.payload.day) || (await deps.database.transaction(async (tx) => beijingDayBefore(tx.now, 1)))
  const report = await compareReportOfDay(deps, { provider, day, after: textOf(job.payload.after), signal: job.signal })
  if (report.differences.length > 0) deps.log.error({ report }, 'the books differ from a provider’s list of the day')
  await deps.database.transaction(async (tx) => {
    if (report.next !== null) {
      const rest = { provider, day, after: report.next }
      await enqueueJob(tx, 'compare-bills', rest, { uniqueKey: `${provider} ${day}`, lane: provider })
    }
    await job.completeIn(tx)
  })
}
