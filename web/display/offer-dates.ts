import type { Language } from '#shared/language.ts'
import { planEnd } from '#shared/membership-time.ts'
import { displayDate } from './display-date.ts'

/** What the dates of a part with plans count from: a day of UTC, or the reader's own moment in ms since 1970. */
export type Dated = {
  readonly today: string
  readonly cameAt?: number
  readonly offers: readonly { readonly months: number; readonly bonusDays: number }[]
}

/** Every date that such a part shows, each way it is written, in one order. */
export function offerDates({ offers, today, cameAt }: Dated, language: Language): readonly string[] {
  const start = new Date(cameAt ?? `${today}T00:00:00Z`)
  const zone = cameAt ? {} : ({ timeZone: 'UTC' } as const)
  return [start, ...offers.map(({ months, bonusDays }) => planEnd(start, months, bonusDays))].flatMap((date) =>
    (['long', 'short'] as const).map((style) => displayDate(date, language, { style, ...zone })),
  )
}
