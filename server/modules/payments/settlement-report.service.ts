import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { listMovements } from './settlement-report.repo.ts'
import { compareReport, type ReportDifference, type ReportLine } from './settlement-report.rules.ts'
import { insertEventReview } from './payments.repo.ts'
import { beijingDay } from './beijing-time.rules.ts'
import type { ProviderId } from './providers/port.ts'
import { storeStatement } from './reviews.service.ts'

const hour = 3_600_000

/** A provider's list of a day against what is known here. */
export async function findReportDifferences(
  db: Queryable,
  provider: ProviderId,
  day: string,
  lines: readonly ReportLine[],
): Promise<ReportDifference[]> {
  const time = beijingDay(day)
  const rows = await listMovements(db, provider, time, {
    txns: lines.filter(({ kind }) => kind === 'paid').map(({ providerTxnId }) => providerTxnId),
    refundIds: lines.flatMap(({ refundId }) => (refundId ? [refundId] : [])),
  })
  const isWithin = (at: Date) => at.getTime() >= time.from.getTime() + hour && at.getTime() < time.to.getTime() - hour
  return compareReport(
    lines,
    rows.map(({ amountMinor, currency, at, ...row }) => ({
      ...row,
      amount: { amountMinor, currency },
      isWithin: isWithin(at),
    })),
  )
}

const reasons = { paid: 'unknown_payment', refunded: 'unknown_refund', adjusted: 'bank_adjustment' } as const

/** Money under a number that is not ours, told by a list: put before a person, once. */
export async function reviewReportLine(
  tx: Transaction,
  provider: ProviderId,
  day: string,
  line: ReportLine,
): Promise<void> {
  // An adjustment has a name of its own, under which another day may repeat it.
  const text = JSON.stringify(line.adjustment ? line : { day, ...line })
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const eventId = `bill:${line.kind}:${line.adjustment?.id ?? line.refundId ?? line.providerTxnId}:${digest}`
  const id = await storeStatement(tx, { provider, eventId, text })
  if (id === null) return
  const reason = reasons[line.kind]
  await insertEventReview(tx, { providerEventId: id, reason, details: { provider, day, ...line } })
}
