import type { Language } from '#shared/language.ts'

type Style = 'long' | 'short'
const nb = '\u00a0'

/**
 * A date for people: "20 Nov 2025"; 2025 年 11 月 20 日, and 2025.11.20 where it is narrow (`short`).
 * `timeZone` 'UTC' where server and browser must agree, left out where the reader's own clock counts.
 * The parts come from the one locale whose month names are the same in every engine.
 */
export function displayDate(
  date: Date | number,
  language: Language,
  { style = 'long', timeZone }: { style?: Style; timeZone?: 'UTC' } = {},
): string {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    day: 'numeric',
    ...(timeZone && { timeZone }),
  })
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]))
  const [year, month, day] = [parts.get('year') ?? '', parts.get('month') ?? '', parts.get('day') ?? '']
  if (language === 'en') return `${day}${nb}${month}${nb}${year}`
  return style === 'short' ? `${year}.${month}.${day}` : `${year}${nb}年 ${month}${nb}月 ${day}${nb}日`
}

/** The date in short with the time of the reader's own clock: "20 Nov 2025, 14:05"; 2025.11.20 14:05. */
export function displayMoment(date: Date | number, language: Language): string {
  return `${displayDate(date, language, { style: 'short' })}${language === 'en' ? ', ' : ' '}${clockOf(date)}`
}

const clockOf = (date: Date | number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date)

/** The time alone on the reader's own day, "14:05"; with its date on any other. */
export const displayClock = (date: number, language: Language, now: number): string =>
  new Date(date).toDateString() === new Date(now).toDateString() ? clockOf(date) : displayMoment(date, language)
