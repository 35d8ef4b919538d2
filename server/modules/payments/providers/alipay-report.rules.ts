import { fromDecimal } from '#shared/money.ts'
import type { ReportLine } from '#server/modules/payments/settlement-report.rules.ts'

/** Columns of the details that are read here, without the unit that some carry in brackets. */
const columns = {
  txn: '支付宝交易号',
  number: '商户订单号',
  kind: '业务类型',
  created: '创建时间',
  amount: '订单金额',
  refundNumber: '退款批次号/请求号',
} as const
type Column = keyof typeof columns

const kinds: Readonly<Record<string, ReportLine['kind'] | undefined>> = { 交易: 'paid', 退款: 'refunded' }
const isInstant = (value: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)

/** Values of a line: padded with spaces or tabs, and within quotes where a comma stands in them. */
const valuesOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/gy)].map(([, value]) =>
    (value as string)
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .trim(),
  )

/** Whether these are details of a trade report, and not the sums that come beside them. */
export const isReport = (text: string): boolean => /^#-+业务明细列表-+\s*$/m.test(text)

/**
 * The details of a day's trade report, as text. Null if it is another file, another account's or another day's, or not
 * whole: a line says where the list ends. `day` is like 2026-11-20.
 */
export function readAlipayReport(
  text: string,
  { sellerId, day }: { sellerId: string; day: string },
): ReportLine[] | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const begin = lines.findIndex((line) => /^#-+业务明细列表-+$/.test(line))
  const end = lines.findIndex((line) => /^#-+业务明细列表结束-+$/.test(line))
  if (begin === -1 || end < begin + 2) return null
  const head = lines.slice(0, begin)
  const [year, month, date] = day.split('-')
  // The account is the seller's number, with a currency behind it.
  if (!head.some((line) => line.startsWith(`#账号：[${sellerId}`))) return null
  if (!head.some((line) => line.startsWith(`#起始日期：[${year}年${month}月${date}日`))) return null
  const names = valuesOf(lines[begin + 1] as string).map((name) => name.replace(/[（(]元[）)]$/, ''))
  const at = (column: Column): number => names.indexOf(columns[column])
  if ((Object.keys(columns) as Column[]).some((column) => at(column) < 0)) return null
  const rows = lines.slice(begin + 2, end).map((line) => readRow(valuesOf(line), at))
  return rows.every((row) => row !== null) ? rows : null
}

function readRow(values: readonly string[], at: (column: Column) => number): ReportLine | null {
  // The name of the goods stands before the time and may hold commas that no one quoted.
  const shift = values.findIndex(isInstant) - at('created')
  if (shift < 0) return null
  const value = (column: Column): string => values[at(column) + (at(column) < at('created') ? 0 : shift)] ?? ''
  const kind = kinds[value('kind')]
  const isRefund = kind === 'refunded'
  // What went back is stated as less than nothing.
  const amount = fromDecimal(isRefund ? value('amount').replace(/^-/, '') : value('amount'), 'CNY')
  if (!kind || !amount || !value('txn') || (isRefund && !value('refundNumber'))) return null
  return {
    kind,
    attemptId: value('number'),
    providerTxnId: value('txn'),
    refundId: isRefund ? value('refundNumber') : null,
    amount,
  }
}
