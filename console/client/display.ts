import type { Language } from '#shared/language.ts'
import { currencies, formatMoney, type Currency } from '#shared/money.ts'

const two = (number: number): string => String(number).padStart(2, '0')
const clock = (date: Date, seconds: boolean): string =>
  `${two(date.getHours())}:${two(date.getMinutes())}${seconds ? `:${two(date.getSeconds())}` : ''}`

export function momentText(date: Date, language: Language): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  if (language === 'zh-CN') return `${year}.${two(month)}.${two(day)} ${clock(date, false)}`
  const name = new Intl.DateTimeFormat('en-US', { month: 'short' }).format(date)
  return `${day}\u00a0${name}\u00a0${year}, ${clock(date, false)}`
}

/** Writes a day (2026-12-31) or a month (2026-12) of the shop's calendar; other text stays as it is. */
export function dateText(text: string, language: Language): string {
  const [, year, month = '', day] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? []
  if (year === undefined) return text
  if (language === 'zh-CN') return day === undefined ? `${year}年${Number(month)}月` : `${year}.${month}.${day}`
  const name = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(
    Date.UTC(2000, Number(month) - 1),
  )
  return [day && Number(day), name, year].filter(Boolean).join('\u00a0')
}

/**
 * Rewrites moments in UTC inside a text of the server, such as “finn, 2026-11-30 04:42 UTC”, in the operator's time. A
 * percent sign stays on the line of its number.
 */
export const localMoments = (text: string, language: Language): string =>
  text
    .replaceAll(/\b(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2})(?::\d{2})? UTC\b/g, (_, day: string, time: string) =>
      momentText(new Date(`${day}T${time}Z`), language),
    )
    .replaceAll(/(?<=\d) %/g, '\u00a0%')

export const utcText = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`
export const clockText = (date: Date): string => clock(date, true)

/** Writes the UTC offset of the operator's clock: "UTC+8", "UTC−3:30". */
export function zoneText(date: Date): string {
  const minutes = -date.getTimezoneOffset()
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${two(rest)}`}`
}

/** Writes the time zone in which typed dates count: "Asia/Shanghai, UTC+8". */
export const zoneName = (date = new Date()): string =>
  `${new Intl.DateTimeFormat().resolvedOptions().timeZone}, ${zoneText(date)}`

type DatePart = 'year' | 'month' | 'day'
/** Order of day, month and year in the browser's locale, which may differ from the console's language. */
export const dateParts = (locale?: string): readonly DatePart[] =>
  new Intl.DateTimeFormat(locale).formatToParts(0).flatMap(({ type }) => (isDatePart(type) ? [type] : []))
const isDatePart = (type: string): type is DatePart => type === 'year' || type === 'month' || type === 'day'

/** Converts a day (2026-12-31) to its start in local time as ISO 8601; null if it is no valid day. */
export function startOfDay(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  const at = new Date(Number(year), Number(month) - 1, Number(day))
  return day !== '' && at.getMonth() === Number(month) - 1 && at.getDate() === Number(day) ? at.toISOString() : null
}
export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`

export const uidText = (uid: number | string): string => String(uid).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')
export const countText = (count: number): string => new Intl.NumberFormat('en').format(count)

/**
 * Amount stated by a payment provider, maybe in a currency that the shop does not sell in and whose minor units are
 * unknown.
 */
export type StatedSum = { readonly amountMinor: number; readonly currency: string }
const isSold = (currency: string): currency is Currency => (currencies as readonly string[]).includes(currency)
export const sumText = ({ amountMinor, currency }: StatedSum, language: Language): string =>
  isSold(currency)
    ? formatMoney({ amountMinor, currency }, language)
    : `${countText(amountMinor)} ${currency}${language === 'en' ? ' (minor units)' : '（最小单位）'}`
