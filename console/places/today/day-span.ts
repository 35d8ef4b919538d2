import type { TodayText } from '#console/text/en/places/today.ts'

export const choices = [1, 7, 30] as const
export type Days = (typeof choices)[number]

/** What the days that are shown are called, and those beside them. */
export type DaySpan = { readonly now: string; readonly before: string; readonly daysBack: number }

export const spanOf = (t: TodayText, days: number): DaySpan => ({
  ...(days === 1 ? { now: t.today, before: t.before } : { now: t.days(days), before: t.soManyBefore(days) }),
  daysBack: Math.max(7, days),
})

/** How many days figures are of: while others are on their way, those that stand there are called what they are. */
export const daysIn = ({ from, until }: { readonly from: string; readonly until: string }): number =>
  Math.floor((Date.parse(until) - Date.parse(from)) / 86_400_000) + 1
