import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'

/** Where a browser of each language stands: on the day for which the server renders a page of its language, wherever the tests run. */
export const zoneOf = { en: 'UTC', 'zh-CN': 'Asia/Shanghai' } as const satisfies Record<Language, string>
/** Milliseconds by which its clock is ahead of UTC. China has no summer time. */
const aheadMs = { en: 0, 'zh-CN': 8 * 3_600_000 } as const satisfies Record<Language, number>

/** A date as a page of that language shows it by the clock of its browser: of the same language, or of `clock`. */
export const shownDate = (
  date: Date | number,
  language: Language,
  { style = 'long', clock = language }: { style?: 'long' | 'short'; clock?: Language } = {},
): string => displayDate(Number(date) + aheadMs[clock], language, { style, timeZone: 'UTC' })
