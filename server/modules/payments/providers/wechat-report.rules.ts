import { fromDecimal } from '#shared/money.ts'
import type { DayList, ReportLine, UnreadLine } from '#server/modules/payments/settlement-report.rules.ts'
import { isNumber, sortLines } from './day-list.rules.ts'

/** Columns of the trade report that are read. WeChat may add others. */
const columns = {
  merchant: ['商户号'],
  txn: ['微信订单号'],
  number: ['商户订单号'],
  state: ['交易状态'],
  currency: ['货币种类'],
  refundNumber: ['商户退款单号'],
  refundState: ['退款状态'],
  // The early layout has a single amount column, which is both the ordered and the requested amount.
  total: ['订单金额', '总金额'],
  refund: ['申请退款金额', '退款金额'],
} as const
type Column = keyof typeof columns
type Places = Readonly<Record<Column, number>>

/**
 * Refund states in a report. A report lists each refund on the day it was accepted and is never updated, although
 * refunds to bank cards take days. The two API versions have different names for a state.
 */
const refundStates: Readonly<Record<string, 'done' | 'pending' | 'failed' | undefined>> = {
  '': 'done',
  SUCCESS: 'done',
  PROCESSING: 'pending',
  FAIL: 'failed',
  CHANGE: 'failed',
  ABNORMAL: 'failed',
  CLOSED: 'failed',
  REFUNDCLOSE: 'failed',
}

/**
 * Parses a day's trade report: a line of names, a line per payment or refund with values that begin with a backtick, a
 * line of names and one of totals. Null if the text is anything else.
 */
export function readReport(text: string, merchantId: string): DayList | null {
  const all = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const names = (all[0] ?? '').split(',').map((name) => name.trim())
  const placeOf = (known: readonly string[]) => names.indexOf(known.find((name) => names.includes(name)) ?? '-')
  const entries = Object.entries(columns).map(([column, known]) => [column, placeOf(known)])
  const places = Object.fromEntries(entries) as Places
  if (Object.values(places).some((index) => index < 0)) return null
  const end = all.findIndex((line) => line.startsWith('总交易单数'))
  if (end < 1) return null
  // Counts the columns after the product name from the end, because the product name and the text beside it may contain
  // the separator.
  const texts = names.indexOf('商品名称')
  const rows = all.slice(1, end).map((line) => readRow(line, { places, width: names.length, texts, merchantId }))
  return sortLines(rows, 2)
}

type Layout = { readonly places: Places; readonly width: number; readonly texts: number; readonly merchantId: string }

function readRow(line: string, { places, width, texts, merchantId }: Layout): ReportLine | UnreadLine['why'] {
  if (!line.startsWith('`')) return 'columns'
  const values = line.slice(1).split(',`')
  const more = values.length - width
  if (more < 0 || (more > 0 && texts < 0)) return 'columns'
  const value = (column: Column): string => {
    const place = places[column]
    return values[more > 0 && place > texts ? place + more : place] as string
  }
  if (value('merchant') !== merchantId) return 'merchant'
  const kind = kindOf(value('state'), value('refundState'))
  if (!kind) return 'state'
  const isRevoked = value('state') === 'REVOKED'
  const refund = fromDecimal(value('refund'), 'CNY')
  const total = fromDecimal(value('total'), 'CNY')
  // Some layouts omit the amount of a revoked payment. The whole payment was revoked then.
  const amount = kind === 'paid' || (isRevoked && refund?.amountMinor === 0) ? total : refund
  if (!amount) return 'amount'
  const refundId = kind === 'paid' || isRevoked ? null : value('refundNumber')
  if (![value('txn'), value('number'), refundId ?? '0'].every(isNumber)) return 'number'
  return {
    kind: kind === 'paid' ? 'paid' : 'refunded',
    ...((kind === 'pending' || kind === 'failed') && { state: kind }),
    attemptId: value('number'),
    providerTxnId: value('txn'),
    refundId,
    amount: { amountMinor: amount.amountMinor, currency: value('currency') || 'CNY' },
  }
}

/**
 * Kind of a line. A payment by a code that the shop scanned may be revoked, which returns all of it without a refund.
 */
function kindOf(state: string, refundState: string): 'paid' | 'done' | 'pending' | 'failed' | undefined {
  if (state === 'SUCCESS') return 'paid'
  if (state === 'REVOKED') return 'done'
  return state === 'REFUND' ? refundStates[refundState] : undefined
}
