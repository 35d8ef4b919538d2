import type { AccountTexts } from '#text/en/site/account.ts'

export type DurationUnits = Pick<AccountTexts['ledger'], 'days' | 'hours' | 'minutes' | 'seconds'>

/** Writes the two largest non-zero units of a duration: "365 days" or "3 h 20 min". `seconds` must not be negative. */
export function duration(seconds: number, units: DurationUnits): string {
  const parts = [
    [Math.floor(seconds / 86_400), units.days],
    [Math.floor((seconds % 86_400) / 3_600), units.hours],
    [Math.floor((seconds % 3_600) / 60), units.minutes],
    [seconds % 60, units.seconds],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return units.minutes(0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => unit(count))
    .join(' ')
}

/** Writes a duration with a sign: "+365 days", "−3 h 20 min"; zero has no sign. */
export const signedDuration = (seconds: number, units: DurationUnits): string =>
  (seconds < 0 ? '−' : seconds > 0 ? '+' : '') + duration(Math.abs(seconds), units)

/** Days until `expiresAt`, rounded up: 1 on the last day. */
export const daysLeft = (expiresAt: number, now: number): number => Math.ceil((expiresAt - now) / 86_400_000)
