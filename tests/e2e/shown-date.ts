import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'

/** Browser time zone of each language: the one for which the server renders its pages, wherever the tests run. */
export const zoneOf = { en: 'UTC', 'zh-CN': 'Asia/Shanghai' } as const satisfies Record<Language, string>
/** Offset from UTC in milliseconds. China has no summer time. */
const aheadMs = { en: 0, 'zh-CN': 8 * 3_600_000 } as const satisfies Record<Language, number>

/** Date as a page of the language shows it, in the time zone of `clock` (default: the same language). */
export const shownDate = (
  date: Date | number,
  language: Language,
  { clock = language }: { clock?: Language } = {},
): string => displayDate(Number(date) + aheadMs[clock], language, { timeZone: 'UTC' })
