import { formatRate } from '#shared/affiliate-terms.ts'
import { money, toDecimal } from '#shared/money.ts'
import { csvFile } from '#shared/csv.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'
import {
  askCommissions,
  type Commission,
  type CommissionFilter,
} from '#web/features/affiliate/base/affiliate.queries.ts'

const pageSize = 500
export const maxRows = 20 * pageSize

export async function collectCommissions(
  filter: CommissionFilter,
): Promise<{ rows: readonly Commission[]; complete: boolean }> {
  const rows: Commission[] = []
  let before: string | null = null
  do {
    const page: Awaited<ReturnType<typeof askCommissions>> = await askCommissions(filter, before, pageSize)
    rows.push(...page.list)
    before = page.next
  } while (before !== null && rows.length < maxRows)
  return { rows, complete: before === null }
}

export const commissionsCsv = (rows: readonly Commission[], t: DashboardTexts): string =>
  csvFile(commissionCells(rows, t))

/**
 * CSV header and one line per commission. Amounts are decimals with a currency column; dates are ISO dates in UTC.
 * `reserveOf` returns a commission's reserve in minor units; by default, what refunds left of it.
 */
export function commissionCells<Row extends Commission>(
  rows: readonly Row[],
  { commissions: words }: DashboardTexts,
  reserveOf: (row: Row) => number = ({ reserveLeftMinor }) => reserveLeftMinor,
): string[][] {
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  const head = [
    words.date,
    words.uid,
    words.package,
    words.order,
    words.campaign,
    words.paid,
    '',
    words.type,
    words.rate,
    words.amount,
    '',
    words.status,
    words.reserve,
    words.reserveFrom,
  ]
  const lines = rows.map((row) => [
    day(row.date),
    row.referredUid === null ? words.gone : String(row.referredUid),
    row.package,
    row.orderNumber,
    row.campaign ?? '',
    toDecimal(money(row.amountPaidMinor, row.amountPaidCurrency)),
    row.amountPaidCurrency,
    words.types[row.type] ?? '',
    formatRate(row.referRate),
    toDecimal(money(row.referAmount, row.currency)),
    row.currency,
    row.reverses === null
      ? row.state === 'held'
        ? words.states.held(day(row.heldUntil))
        : words.states[row.state]
      : words.reversal,
    toDecimal(money(reserveOf(row), row.currency)),
    row.reserveUntil === null ? '' : day(row.reserveUntil),
  ])
  return [head, ...lines]
}
