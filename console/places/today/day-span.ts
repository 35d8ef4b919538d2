import type { TodayText } from '#console/text/en/places/today.ts'

export const choices = [1, 7, 30] as const
export type Days = (typeof choices)[number]

/** What the days that are shown are called, and those beside them. */
export type DaySpan = { readonly now: string; readonly before: string }

export const spanOf = (t: TodayText, days: Days): DaySpan =>
  days === 1 ? { now: t.today, before: t.before } : { now: t.days(days), before: t.soManyBefore(days) }
