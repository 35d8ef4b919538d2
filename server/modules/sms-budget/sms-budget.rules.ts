/** Daily budgets of SMS, per country and in total; see the setting SMS_DAILY_BUDGET. */
export type Budget = {
  readonly total: number
  readonly other: number
  readonly countries: Readonly<Record<string, number>>
}

/** Part of each daily SMS budget that is reserved for password resets: one fifth. */
const keptForResets = 5

/**
 * Daily SMS limits for a calling code and in total. Registrations cannot use up a day's budget, because the last fifth
 * is reserved for password resets.
 */
export function dailyLimits(budget: Budget, country: string, isReset: boolean): { country: number; total: number } {
  const share = (max: number) => (isReset ? max : max - Math.floor(max / keptForResets))
  return { country: share(budget.countries[country] ?? budget.other), total: share(budget.total) }
}

/** SMS left today for a calling code, including those reserved for resets. Never negative. */
export function remainingToday(budget: Budget, country: string, spent: { country: number; total: number }): number {
  const max = dailyLimits(budget, country, true)
  return Math.max(0, Math.min(max.country - spent.country, max.total - spent.total))
}

/**
 * Share of a country's SMS budget that one network may use: IP address, /24 or /64, /16 or /48. Exits of the shop's own
 * VPN get the largest share, because they have many users.
 */
const networkShare = [0.04, 0.1, 0.3] as const
const exitShare = 0.3
/** Minimum number of SMS for an IP address, enough for a household, however small the budget is. */
const leastOfNetwork = 3

export function networkShares(
  budget: Budget,
  country: string,
  widths: readonly string[],
  isExit: boolean,
): { subject: string; max: number }[] {
  const all = Math.min(budget.countries[country] ?? budget.other, budget.total)
  const shares = isExit ? [exitShare] : networkShare
  return widths.slice(0, shares.length).map((width, at) => ({
    subject: `${country} ${width}`,
    max: Math.max(leastOfNetwork * (at + 1), Math.floor(all * (shares[at] ?? 0))),
  }))
}
