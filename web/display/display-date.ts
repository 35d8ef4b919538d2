import type { Language } from '#shared/language.ts'

const nb = '\u00a0'

/** Keeps the parts of a Chinese date on one line: browsers break between digits and 年, 月 or 日 otherwise. */
export const keepTogether = (parts: readonly string[]): string => parts.join('\u2060')

/**
 * Formats a date as "20 Nov 2025" or 2025年11月20日. Pass `timeZone` 'UTC' if
 * server and browser must agree. Builds English dates from parts, whose month names are the same in every browser
 * engine.
 */
export function displayDate(date: Date | number, language: Language, { timeZone }: { timeZone?: 'UTC' } = {}): string {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: language === 'en' ? 'short' : 'numeric',
    day: 'numeric',
    ...(timeZone && { timeZone }),
  })
  const parts = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]))
  const [year, month, day] = [parts.get('year') ?? '', parts.get('month') ?? '', parts.get('day') ?? '']
  return language === 'en' ? [day, month, year].join(nb) : keepTogether([year, '年', month, '月', day, '日'])
}

export function displayMoment(date: Date | number, language: Language): string {
  return `${displayDate(date, language)}${language === 'en' ? ', ' : ' '}${clockOf(date)}`
}

export const clockOf = (date: Date | number): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(date)

export const displayClock = (date: number, language: Language, now: number): string =>
  new Date(date).toDateString() === new Date(now).toDateString() ? clockOf(date) : displayMoment(date, language)

export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1000))

const twoDigits = (count: number): string => String(count).padStart(2, '0')

/** Writes the remaining time of a countdown: "29:41", or "17:42:08" above one hour. */
export const clockText = (seconds: number): string => {
  const hours = seconds > 3600 ? Math.floor(seconds / 3600) : 0
  const clock = [Math.floor(seconds / 60) - hours * 60, seconds % 60]
  return (hours > 0 ? [hours, ...clock] : clock).map(twoDigits).join(':')
}
