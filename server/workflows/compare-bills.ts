import {
  beijingDayBefore,
  findBillDifferences,
  reviewBillLine,
  type BillDifference,
} from '#server/modules/payments/bill.service.ts'
import { findAttempt, openReview, type ProviderId } from '#server/modules/payments/payments.service.ts'
import type { PaymentDeps } from './open-attempt.ts'
import { reconcileAttempt } from './reconcile-attempt.ts'

export type BillReport = {
  readonly provider: ProviderId
  readonly day: string
  /** `none`: this provider has no list that is read here. */
  readonly state: 'compared' | 'not_ready' | 'silent' | 'none'
  readonly lines: number
  readonly differences: readonly BillDifference[]
}

/**
 * Reads a provider's own list of a day and compares it with the books. A payment of ours that is unknown here is asked
 * for and settled; whatever else differs is put before a person, once (unless `onlyReport`).
 */
export async function compareDay(
  deps: PaymentDeps,
  { provider: id, day, onlyReport = false }: { provider: ProviderId; day: string; onlyReport?: boolean },
): Promise<BillReport> {
  const { database, payments, log } = deps
  const list = payments.byId(id).listSettled
  const empty = { provider: id, day, lines: 0, differences: [] }
  if (!list) return { ...empty, state: 'none' }
  const lines = await list(day).catch((error: unknown) => {
    log.warn({ err: error, provider: id, day }, 'the provider did not give its list of the day')
    return null
  })
  if (lines === null || lines === 'not_ready') return { ...empty, state: lines ?? 'silent' }
  const differences = await findBillDifferences(database, id, day, lines)
  if (!onlyReport) for (const difference of differences) await follow(deps, id, day, difference)
  return { provider: id, day, state: 'compared', lines: lines.length, differences }
}

async function follow(deps: PaymentDeps, provider: ProviderId, day: string, found: BillDifference): Promise<void> {
  const { what, line, known } = found
  const attempt = await findAttempt(deps.database, known?.attemptId ?? line?.attemptId ?? '')
  const isOurs = attempt?.provider === provider
  if (what === 'unknown_payment' && isOurs && (await reconcileAttempt(deps, attempt)) === 'settled') return
  const details = { provider, day, stated: line, known: known && { refundId: known.refundId, ...known.amount } }
  await deps.database.transaction(async (tx) => {
    if (isOurs) await openReview(tx, { orderId: attempt.orderId, attemptId: attempt.id, reason: what, details })
    else if (line) await reviewBillLine(tx, provider, day, line)
  })
}

/** Yesterday at every provider that has a list. Done again, it finds what was not ready before, and nothing twice. */
export async function compareYesterday(deps: PaymentDeps): Promise<void> {
  const day = await deps.database.transaction(async (tx) => beijingDayBefore(tx.now, 1))
  for (const provider of deps.payments.ids) {
    const report = await compareDay(deps, { provider, day })
    if (report.differences.length > 0) deps.log.error({ report }, 'the books differ from a provider’s list of the day')
  }
}
