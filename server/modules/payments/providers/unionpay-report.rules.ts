import type { ReportLine, UnreadLine } from '#server/modules/payments/settlement-report.rules.ts'
import { isNumber, readColumns } from './day-list.rules.ts'

/** Widths of the columns in bytes, separated by a space; later ones are reserved. */
const widths = [
  3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2, 2, 6, 2, 4, 32, 1, 21, 15, 1, 15, 32, 13, 13,
  8, 32, 13, 13, 12, 2, 1, 32,
] as const
const fields = {
  trace: 3,
  time: 4,
  amount: 6,
  queryId: 9,
  number: 11,
  type: 19,
  paidQueryId: 26,
  merchantId: 27,
  paidNumber: 40,
} as const

/** Transaction types: payments and completed preauthorisations; refunds, and reversals of either. */
const kinds: Readonly<Record<string, ReportLine['kind'] | undefined>> = {
  '01': 'paid',
  '03': 'paid',
  '04': 'refunded',
  '31': 'refunded',
  '33': 'refunded',
}

/** Line of a settlement file. `trace`: number and time by which banks identify the transaction. */
export type SettledLine = { readonly trace: string; readonly line: ReportLine }

type SettledFile = { readonly rows: readonly (SettledLine | UnreadLine['why'])[] }

/**
 * Transactions of a settlement day ("ZM") in fixed-width lines. `text`: one character per byte, because widths are
 * bytes and shop names have another encoding.
 */
export const readReportFile = (text: string, merchantId: string): SettledFile => ({
  rows: text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => readLine(line, merchantId)),
})

function readLine(line: string, merchantId: string): SettledLine | UnreadLine['why'] {
  const values = readColumns(line, widths)
  if (!values) return 'columns'
  const value = (field: keyof typeof fields): string => values[fields[field]] as string
  if (value('merchantId') !== merchantId) return 'merchant'
  const kind = kinds[value('type')]
  const isRefund = kind === 'refunded'
  if (!kind) return 'kind'
  if (!/\d{12}/.test(value('amount'))) return 'amount'
  const needed = [value('queryId'), value('number'), value(isRefund ? 'paidQueryId' : 'queryId')]
  if (!needed.every(isNumber)) return 'number'
  return {
    trace: `${value('trace')} ${value('time')}`,
    line: {
      kind,
      attemptId: value(isRefund ? 'paidNumber' : 'number'),
      providerTxnId: value(isRefund ? 'paidQueryId' : 'queryId'),
      refundId: isRefund ? value('number') : null,
      // UnionPay settles only in yuan, in fen.
      amount: { amountMinor: Number(value('amount')), currency: 'CNY' },
    },
  }
}

/**
 * True if the file in the archive lists the merchant's transactions of that day: "INN" + date + two digits + "ZM_" +
 * merchant. `kind` ZME: adjustments between banks.
 */
export const isReportFile = (name: string, day: string, merchantId: string, kind: 'ZM' | 'ZME' = 'ZM'): boolean =>
  new RegExp(`^(?:.*/)?INN${day.slice(2).replaceAll('-', '')}\\d\\d${kind}_(.*)$`).exec(name)?.[1] === merchantId
