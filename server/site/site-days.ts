import type { Language } from '#shared/language.ts'

export type SiteDays = Readonly<Record<Language, string>>

/** China uses UTC+8 all year. */
const chinaAheadMs = 8 * 60 * 60 * 1000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** Chinese pages use the day in China, where most of their readers are, so the browser computes the same. English pages use UTC. */
export const siteDays = (now: Date): SiteDays => ({
  en: dayOf(now.getTime()),
  'zh-CN': dayOf(now.getTime() + chinaAheadMs),
})
