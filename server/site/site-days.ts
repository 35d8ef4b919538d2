import type { Language } from '#shared/language.ts'

/** The day that a page counts from, as an ISO date. */
export type SiteDays = Readonly<Record<Language, string>>

/** China has one clock, eight hours ahead of UTC all year. */
const chinaAheadMs = 8 * 60 * 60 * 1000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/**
 * Most who read Chinese are in China: their pages count from the day there, so that a browser finds in them what it would
 * say itself. English is read everywhere, and counts in UTC.
 */
export const siteDays = (now: Date): SiteDays => ({
  en: dayOf(now.getTime()),
  'zh-CN': dayOf(now.getTime() + chinaAheadMs),
})
