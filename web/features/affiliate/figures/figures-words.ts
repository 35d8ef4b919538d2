import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'
import { amountText, monthText } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Counts } from '#web/features/affiliate/base/affiliate.queries.ts'
import type { DashboardTexts } from '#text/en/site/affiliate-dashboard.ts'
import type { By, Step } from './use-figures-address.ts'
import type { Interval } from './range.ts'

export const valueOf = (counts: Counts, step: Step): number =>
  step === 'commission' ? counts.firstMinor + counts.renewalMinor - counts.reversedMinor : counts[step]

export const stepText = (value: number, step: Step, language: Language): string =>
  step === 'commission' ? amountText(value, 'USD', language) : new Intl.NumberFormat(language).format(value)

export function changeText(value: number, before: number, language: Language): string | null {
  if (before <= 0) return null
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  return percent.format((value - before) / before).replace('-', '−')
}

/**
 * Share of the previous funnel step, as "12.5%". Null if that step was not counted completely or is smaller than this
 * one.
 */
export function rateText(base: number | null, value: number, language: Language): string | null {
  if (base === null || base <= 0 || value > base) return null
  return new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(value / base)
}

/** True if visits were counted on every day from `from` on. `since`: first day on which visits were counted. */
export const countsVisits = (since: string | null, from: string): boolean => since !== null && since <= from

/** Text of both ends of a range. Leaves out the first year unless it is another one. */
export const spanTexts = (from: string, to: string, language: Language): [string, string] => [
  dayText(from, language, { year: from.slice(0, 4) !== to.slice(0, 4) }),
  dayText(to, language, { year: true }),
]

/** Value of a step; a dash for no visits in a range that has days on which visits were not counted yet. */
export const countText = (value: number, step: Step, language: Language, isCounted: boolean): string =>
  value === 0 && step === 'visits' && !isCounted ? '–' : stepText(value, step, language)

const at = (day: string) => Date.parse(`${day}T00:00:00Z`)

export function dayText(day: string, language: Language, { year = false } = {}): string {
  const text = displayDate(at(day), language, { timeZone: 'UTC' })
  if (year) return text
  return language === 'en' ? text.replace(/\s\d{4}$/, '') : text.slice(text.indexOf('年') + 2)
}

export const partText = (from: string, interval: Interval, language: Language): string =>
  interval === 'month' ? monthText(from.slice(0, 7), language) : dayText(from, language)

export function keyText(by: By, key: string, name: string | null, t: DashboardTexts): string {
  if (by === 'link') return key === '' ? t.figures.noLink : name || t.links.plain
  if (by === 'plan') return name ?? key
  return (t.figures.keys[by] as Readonly<Record<string, string>>)[key] ?? key
}
