import { createHash } from 'node:crypto'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { listMovements } from './settlement-report.repo.ts'
import {
  compareReport,
  type DayList,
  type KnownMovement,
  type ReportDifference,
  type ReportLine,
  type UnreadLine,
} from './settlement-report.rules.ts'
import { insertEventReview, renewEventReview } from './payments.repo.ts'
import { beijingDay } from './beijing-time.rules.ts'
import type { ProviderId } from './providers/port.ts'
import { storeStatement } from './reviews.service.ts'

const hour = 3_600_000
const states = { done: undefined, requested: 'pending', sent: 'pending', failed: 'failed' } as const

/**
 * Compares a provider's settlement report of a day with our database. `expected` is the number of our payments and
 * refunds that the report must contain.
 */
export async function findReportDifferences(
  db: Queryable,
  provider: ProviderId,
  day: string,
  { lines, lacks }: Pick<DayList, 'lines' | 'lacks'>,
): Promise<{ readonly differences: readonly ReportDifference[]; readonly expected: number }> {
  const time = beijingDay(day)
  const rows = await listMovements(db, provider, time, {
    txns: lines.filter(({ kind }) => kind === 'paid').map(({ providerTxnId }) => providerTxnId),
    refundIds: lines.flatMap(({ refundId }) => (refundId ? [refundId] : [])),
  })
  const isWithin = (at: Date | null) =>
    at !== null && at.getTime() >= time.from.getTime() + hour && at.getTime() < time.to.getTime() - hour
  const listed = lacks === 'refunds' ? rows.filter(({ kind }) => kind === 'paid') : rows
  const known = listed.map(({ amountMinor, currency, status, begunAt, at, ...row }): KnownMovement => {
    const state = states[status]
    return {
      ...row,
      ...(state && { state }),
      amount: { amountMinor, currency },
      // The report day of a pending or failed refund is unknown, so `recheckRefunds` queries the refund instead.
      isWithin: state === undefined && isWithin(begunAt) && isWithin(at),
    }
  })
  return {
    differences: compareReport(lines, known),
    expected: known.filter((movement) => movement.isWithin).length,
  }
}

const reasons = { paid: 'unknown_payment', refunded: 'unknown_refund', adjusted: 'bank_adjustment' } as const

/**
 * Opens a review for money in a report under a number that is not ours, or for a bank adjustment. `nth`: position among
 * identical lines without a number.
 */
export async function reviewReportLine(
  tx: Transaction,
  provider: ProviderId,
  day: string,
  line: ReportLine,
  nth = 1,
): Promise<void> {
  // The key of an adjustment has no day, because an adjustment has its own id and may be repeated on another day.
  const text = JSON.stringify(line.adjustment ? line : { day, ...line, ...(nth > 1 && { nth }) })
  const digest = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const eventId = `bill:${line.kind}:${line.adjustment?.id ?? line.refundId ?? line.providerTxnId}:${digest}`
  const id = await storeStatement(tx, { provider, eventId, text })
  if (id === null) return
  const reason = reasons[line.kind]
  await insertEventReview(tx, { providerEventId: id, reason, details: { provider, day, ...line } })
}

/** Maximum number of unreadable lines named in a review. The others are only counted. */
const mostNamed = 20

export async function reviewUnreadLines(
  tx: Transaction,
  provider: ProviderId,
  day: string,
  unread: readonly UnreadLine[],
): Promise<void> {
  const lines = unread.slice(0, mostNamed).map(({ number, why }) => `${number}: ${why}`)
  const eventId = `bill:unread:${day}`
  await storeStatement(tx, { provider, eventId, text: eventId })
  const details = { provider, day, unread: unread.length, lines }
  await renewEventReview(tx, { provider, eventId, reason: 'unread_lines', details })
}
