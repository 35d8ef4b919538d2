import { isCalendarDay } from '#shared/calendar-day.ts'
import { readColumns } from './day-list.rules.ts'

/** Widths of the columns in bytes; later ones concern instalments or are reserved. */
const widths = [3, 11, 11, 6, 10, 19, 12, 4, 2, 2, 6, 10, 4, 12, 13, 13, 15, 15] as const
/**
 * Indexes of the columns that are read. `before…`: columns of the transaction that is adjusted. `settled`: C for money
 * received, D for money taken.
 */
const fields = {
  code: 0,
  trace: 3,
  time: 4,
  amount: 6,
  beforeTrace: 10,
  beforeTime: 11,
  beforeDay: 12,
  settled: 15,
  merchantId: 17,
} as const

/** Settlement between banks about a payment: a chargeback or its consequence. */
export type Adjustment = {
  /** Id of the adjustment, made of code, trace number and time. */
  readonly id: string
  /** True if the adjustment takes money from us, false if it returns some. */
  readonly takes: boolean
  readonly amountMinor: number
  /** Time in Beijing, from month to second without a year. */
  readonly time: string
  /** Previous transaction that is adjusted, by trace number and day ("MMDD"). */
  readonly before: { readonly trace: string; readonly day: string }
}
/** Line that could not be read, as received. It needs an operator, and contains a card number. */
export type UnreadAdjustment = { readonly unread: string }

/**
 * Adjustments between banks on a settlement day ("ZME"). Codes have no public list; only the direction of the money is
 * certain. `text`: one character per byte.
 */
export const readAdjustments = (text: string, merchantId: string): (Adjustment | UnreadAdjustment)[] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => readLine(line, merchantId) ?? { unread: line })

function readLine(line: string, merchantId: string): Adjustment | null {
  const values = readColumns(line, widths)
  if (!values) return null
  const value = (field: keyof typeof fields): string => values[fields[field]] as string
  // All numeric columns have a fixed number of digits.
  const sign = /([CD])\d{12}/.exec(value('settled'))?.[1]
  const isWhole =
    /^\w+$/.test(value('code')) &&
    /\d{6}/.test(value('trace')) &&
    /\d{10}/.test(value('time')) &&
    /\d{12}/.test(value('amount'))
  if (!isWhole || sign === undefined || value('merchantId') !== merchantId) return null
  return {
    id: `${value('code')} ${value('trace')} ${value('time')}`,
    takes: sign === 'D',
    amountMinor: Number(value('amount')),
    time: value('time'),
    before: { trace: `${value('beforeTrace')} ${value('beforeTime')}`, day: value('beforeDay') },
  }
}

/** Adds the year to a day "MMDD", so that it is the newest such day not after `day`. Null if invalid. */
export function dayBefore(monthDay: string, day: string): string | null {
  const year = Number(day.slice(0, 4))
  const days = [year, year - 1].map((of) => `${of}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
  return days.find((each) => each <= day && isCalendarDay(each)) ?? null
}
