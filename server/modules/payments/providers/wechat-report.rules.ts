import { fromDecimal } from '#shared/money.ts'
import type { ReportLine } from '#server/modules/payments/settlement-report.rules.ts'

/** Columns of the trade report that are read here; WeChat may add others. */
const columns = {
  txn: '微信订单号',
  number: '商户订单号',
  state: '交易状态',
  currency: '货币种类',
  total: '订单金额',
  refundNumber: '商户退款单号',
  refund: '申请退款金额',
} as const

/**
 * The trade report of a day, as text: a line of names, a line for each payment and refund whose values begin with a
 * backtick, then a line of names and one of totals. Null if it is not that.
 */
export function readReport(text: string): ReportLine[] | null {
  const [head = '', ...rest] = text
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/)
  const names = head.split(',').map((name) => name.trim())
  if (!Object.values(columns).every((name) => names.includes(name))) return null
  const end = rest.findIndex((line) => !line.startsWith('`'))
  if (end < 0) return null
  const lines: ReportLine[] = []
  for (const row of rest.slice(0, end)) {
    // Names of goods may hold commas; a value ends where the next backtick begins.
    const values = row.slice(1).split(',`')
    const value = (key: keyof typeof columns) => values[names.indexOf(columns[key])] ?? ''
    const isRefund = value('state') === 'REFUND'
    const amount = fromDecimal(value(isRefund ? 'refund' : 'total'), 'CNY')
    if (!amount || !value('txn')) return null
    lines.push({
      kind: isRefund ? 'refunded' : 'paid',
      attemptId: value('number'),
      providerTxnId: value('txn'),
      refundId: isRefund ? value('refundNumber') : null,
      amount: { amountMinor: amount.amountMinor, currency: value('currency') || 'CNY' },
    })
  }
  return lines
}
