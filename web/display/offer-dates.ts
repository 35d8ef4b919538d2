import type { Language } from '#shared/language.ts'
import { planEnd } from '#shared/membership-time.ts'
import { displayDate } from './display-date.ts'

/**
 * Plans, and the date from which they count: the server's `today` (UTC), or the time `cameAt` at which the visitor
 * opened the page, in ms since 1970.
 */
export type Dated = {
  readonly today: string
  readonly cameAt?: number
  readonly offers: readonly { readonly months: number; readonly bonusDays: number }[]
}

/**
 * All dates that the plans show, always in the same order, so that a script can replace them.
 */
export function offerDates({ offers, today, cameAt }: Dated, language: Language): readonly string[] {
  const start = new Date(cameAt ?? `${today}T00:00:00Z`)
  const zone = cameAt ? {} : ({ timeZone: 'UTC' } as const)
  return [start, ...offers.map(({ months, bonusDays }) => planEnd(start, months, bonusDays))].map((date) =>
    displayDate(date, language, zone),
  )
}
