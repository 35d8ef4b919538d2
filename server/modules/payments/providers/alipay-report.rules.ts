import { fromDecimal } from '#shared/money.ts'
import type { DayList, ReportLine, UnreadLine } from '#server/modules/payments/settlement-report.rules.ts'
import { isNumber, sortLines } from './day-list.rules.ts'

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

/** Values of a line: padded with spaces or tabs, and within quotes where a comma stands in them. */
function valuesOf(line: string): string[] {
  const found = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(,|$)/gy)]
  // Behind the last value there is nothing, which matches once more.
  const end = found.findIndex(([, , separator]) => separator === '')
  return found.slice(0, end + 1).map(([, value]) =>
    (value as string)
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"')
      .trim(),
  )
}

/** Whether these are details of a trade report, and not the sums that come beside them. */
export const isReport = (text: string): boolean => /^#-+业务明细列表-+\s*$/m.test(text)

/**
 * The details of a day's trade report, as text. Null if it is another file, another account's or another day's, or not
 * whole: a line says where the list ends. `day` is like 2026-11-20.
 */
export function readAlipayReport(text: string, { sellerId, day }: { sellerId: string; day: string }): DayList | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const begin = lines.findIndex((line) => /^#-+业务明细列表-+$/.test(line))
  const end = lines.findIndex((line) => /^#-+业务明细列表结束-+$/.test(line))
  if (begin === -1 || end < begin + 2) return null
  const head = lines.slice(0, begin)
  const [year, month, date] = day.split('-')
  // The account is the seller's number, with a currency behind it.
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
/** No sum begins with a zero that stands for nothing: that is the rest of one with commas. */
const isSum: Shape = (value) => /^-?(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/.test(value)
/** Text of the shop or the buyer. It may hold commas, and then takes several values. */
const isText: Shape = () => true

/** Sums and times of the published layout, which every line has. Columns that Alipay adds later may be empty. */
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

/** More commas than that in the texts of one line are not tried. */
const mostCommas = 6

/**
 * What the columns that are read here hold, for each way in which the values can stand in all columns, every one in a value of its
 * form: a text takes as many values as it needs. Ends at the second reading that differs.
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

/** A sum like 1,035.00 that nobody quoted: two values, either of which could be taken for a sum. */
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
  // What went back is stated as less than nothing.
  const amount = fromDecimal(isRefund ? value.amount.replace(/^-/, '') : value.amount, 'CNY')
  if (!amount) return 'amount'
  return {
    kind,
    attemptId: value.number,
    providerTxnId: value.txn,
    // Refunds that were made in Alipay's own console may have none.
    refundId: isRefund ? value.refundNumber || null : null,
    amount,
  }
}

/** Which column of a line that has all of them is not of its form. */
function whyNot(values: readonly string[], { places, shapes }: Layout): UnreadLine['why'] {
  if (values.length !== shapes.length) return 'columns'
  const isOff = (column: Column) => !(shapes[places[column]] as Shape)(values[places[column]] as string)
  if (isOff('amount')) return 'amount'
  return isOff('txn') || isOff('number') || isOff('refundNumber') ? 'number' : 'columns'
}
