import type { AccountTexts } from '#web/text/en/account.ts'

type Units = Pick<AccountTexts['ledger'], 'days' | 'hours' | 'minutes' | 'seconds'>

/** "+365 days", "−3 h 20 min": the two largest units that are not zero. `seconds` may be negative. */
export function signedDuration(seconds: number, units: Units): string {
  const whole = Math.abs(seconds)
  const parts = [
    [Math.floor(whole / 86_400), units.days],
    [Math.floor((whole % 86_400) / 3_600), units.hours],
    [Math.floor((whole % 3_600) / 60), units.minutes],
    [whole % 60, units.seconds],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  if (first < 0) return units.minutes(0)
  const words = parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => unit(count))
  return (seconds < 0 ? '−' : '+') + words.join(' ')
}

/** Days until `expiresAt` as people count them: a day that has begun is a day. 1 on the last one. */
export const daysLeft = (expiresAt: number, now: number): number => Math.ceil((expiresAt - now) / 86_400_000)
