const beijing = 8 * 3_600_000

/** Formats a time for UnionPay: Beijing time as digits, for example "20261120091400". */
export const toBeijingDigits = (at: Date): string =>
  new Date(at.getTime() + beijing).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')

/**
 * Parses UnionPay's time without a year ("1120091400": month to second). Uses the year of `since` (Beijing), or the
 * next year if the time would otherwise be more than a day before `since`. Null if `digits` are not ten digits.
 */
export function fromBeijingDayDigits(digits: string | undefined, since: Date): Date | null {
  if (!digits || !/^\d{10}$/.test(digits)) return null
  const year = Number(toBeijingDigits(since).slice(0, 4))
  const [month, day, hour, minute, second] = (digits.match(/\d\d/g) ?? []).map(Number)
  const inYear = (y: number) =>
    new Date(Date.UTC(y, (month ?? 1) - 1, day ?? 1, hour ?? 0, minute ?? 0, second ?? 0) - beijing)
  // Allows a payment to be dated up to one day before its order, because the provider's clock may differ from ours.
  const found = inYear(year)
  return found.getTime() >= since.getTime() - 86_400_000 ? found : inYear(year + 1)
}

/** Start and end of a calendar day in Beijing. `day` has the form 2026-11-20. */
export function beijingDay(day: string): { readonly from: Date; readonly to: Date } {
  const from = new Date(Date.parse(`${day}T00:00:00Z`) - beijing)
  return { from, to: new Date(from.getTime() + 86_400_000) }
}

export const beijingDayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() + beijing - days * 86_400_000).toISOString().slice(0, 10)
