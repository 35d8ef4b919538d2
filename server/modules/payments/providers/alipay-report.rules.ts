import { fromDecimal } from '#shared/money.ts'
import type { DayList, ReportLine, UnreadLine } from '#server/modules/payments/settlement-report.rules.ts'
import { isNumber, sortLines } from './day-list.rules.ts'

/** Columns that are read. Some headings carry a unit in brackets, which is left out here. */
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

/** Values of a line. They may be padded with spaces or tabs, and be in quotation marks. */
function valuesOf(line: string): string[] {
  const found = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/gy)]
  // The pattern matches an empty text once more at the end, so stop at the first value without a comma after it.
  const end = found.findIndex(([, , separator]) => separator === '')
  return found.slice(0, end + 1).map(([, value]) =>
    (value as string)
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .trim(),
  )
}

/** True for the details of a trade report, false for its summary file. */
export const isReport = (text: string): boolean => /^#-+业务明细列表-+\s*$/m.test(text)

/**
 * Parses the details of a day's trade report. Null if it is another file, account or day, lacks a column that is read,
 * or is incomplete: a closing line marks the end of the list. `day`: like 2026-11-20.
 */
export function readAlipayReport(text: string, { sellerId, day }: { sellerId: string; day: string }): DayList | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const begin = lines.findIndex((line) => /^#-+业务明细列表-+$/.test(line))
  const end = lines.findIndex((line) => /^#-+业务明细列表结束-+$/.test(line))
  if (begin === -1 || end < begin + 2) return null
  const head = lines.slice(0, begin)
  const [year, month, date] = day.split('-')
  // The account line has the seller's number followed by a currency.
  if (!head.some((line) => line.startsWith(`#账号：[${sellerId}`))) return null
  if (!head.some((line) => line.startsWith(`#起始日期：[${year}年${month}月${date}日`))) return null
  const titles = valuesOf(lines[begin + 1] as string)
  const names = titles.map((name) => name.replace(unit, ''))
  const places = Object.fromEntries(Object.entries(columns).map(([column, name]) => [column, names.indexOf(name)]))
  if (Object.values(places).some((place) => place < 0)) return null
  const layout = { places: places as Places, shapes: titles.map(shapeOf) }
  const rows = lines.slice(begin + 2, end).map((line) => readRow(valuesOf(line), layout))
  return sortLines(rows, begin + 3)
}

const unit = /[（(]元[）)]$/
type Places = Readonly<Record<Column, number>>
type Reading = Readonly<Record<Column, string>>
type Shape = (value: string) => boolean
type Layout = { readonly places: Places; readonly shapes: readonly Shape[] }

const isInstant: Shape = (value) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)
/**
 * True for an amount. It has no leading zeros: text such as 035.00 is the rest of an amount that was split at its
 * commas.
 */
const isSum: Shape = (value) => /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(value)
/** True for any text of the shop or the buyer. It may contain commas and then spans several values. */
const isText: Shape = () => true

/**
 * Amounts and times of the published layout, present in every line. Other amounts and times, such as columns that
 * Alipay adds later, may be empty.
 */
const always = new Set(
  '创建时间,完成时间,订单金额,商家实收,支付宝红包,集分宝,支付宝优惠,商家优惠,券核销金额,商家红包消费金额,卡消费金额,服务费,分润'.split(
    ',',
  ),
)
const orEmpty =
  (shape: Shape): Shape =>
  (value) =>
    value === '' || shape(value)

function shapeOf(title: string): Shape {
  const name = title.replace(unit, '')
  const shape = unit.test(title) ? isSum : name.endsWith('时间') ? isInstant : null
  if (shape) return always.has(name) ? shape : orEmpty(shape)
  if (name === columns.txn || name === columns.number) return isNumber
  if (name === columns.refundNumber) return (value) => value === '' || isNumber(value)
  return name === columns.kind ? (value) => !isSum(value) && !isInstant(value) : isText
}

/** Maximum of extra commas per line. Lines with more are reported as unread. */
const mostCommas = 6

/**
 * Assigns the values of a line to the columns in every way in which each column gets a value of its form. A text
 * column may take several values. Returns the distinct results for the columns in use. Stops at the second result,
 * because the line is then ambiguous.
 */
function arrange(values: readonly string[], { places, shapes }: Layout): Reading[] {
  const found = new Map<string, Reading>()
  const place = (column: number, at: number, extra: number, starts: readonly number[]): void => {
    if (found.size > 1) return
    const shape = shapes[column]
    if (!shape) {
      if (at !== values.length) return
      const entries = Object.entries(places).map(([name, index]) => [name, values[starts[index] as number]])
      found.set(JSON.stringify(entries), Object.fromEntries(entries) as Reading)
      return
    }
    const most = shape === isText ? extra : 0
    for (let more = 0; more <= most; more++)
      if (shape(values[at] ?? '')) place(column + 1, at + 1 + more, extra - more, [...starts, at])
  }
  place(0, 0, values.length - shapes.length, [])
  return [...found.values()]
}

/**
 * True if two adjacent values may be one unquoted amount such as 1,035.00, because each of them looks like an amount.
 */
const hasSplitSum = (values: readonly string[]): boolean =>
  values.some((value, index) => /^-?\d{1,3}$/.test(value) && /^\d{3}(?:\.\d\d)?$/.test(values[index + 1] ?? ''))

function readRow(values: readonly string[], { places, shapes }: Layout): ReportLine | UnreadLine['why'] {
  const extra = values.length - shapes.length
  if (extra < 0 || extra > mostCommas) return 'columns'
  if (extra > 0 && hasSplitSum(values)) return 'amount'
  const [value, other] = arrange(values, { places, shapes })
  if (!value) return whyNot(values, { places, shapes })
  if (other) return 'columns'
  const kind = kinds[value.kind]
  if (!kind) return 'kind'
  const isRefund = kind === 'refunded'
  // Refunds have negative amounts.
  const amount = fromDecimal(isRefund ? value.amount.replace(/^-/, '') : value.amount, 'CNY')
  if (!amount) return 'amount'
  return {
    kind,
    attemptId: value.number,
    providerTxnId: value.txn,
    // Refunds made in Alipay's own console may have no number.
    refundId: isRefund ? value.refundNumber || null : null,
    amount,
  }
}

/** Reason why a line cannot be read: the wrong value (`amount` or `number`), or `columns` for any other fault. */
function whyNot(values: readonly string[], { places, shapes }: Layout): UnreadLine['why'] {
  if (values.length !== shapes.length) return 'columns'
  const isOff = (column: Column) => !(shapes[places[column]] as Shape)(values[places[column]] as string)
  if (isOff('amount')) return 'amount'
  return isOff('txn') || isOff('number') || isOff('refundNumber') ? 'number' : 'columns'
}
