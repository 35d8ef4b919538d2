/** SMS a day; see the setting SMS_DAILY_BUDGET. */
export type Budget = {
  readonly total: number
  readonly other: number
  readonly countries: Readonly<Record<string, number>>
}

/** Of each budget this share is kept for who has an account already and resets the password: one in five. */
const keptForResets = 5

/**
 * How many SMS a day may go to a calling code, and to all together, for this purpose. New registrations alone cannot
 * use a day up: the last fifth is for owners who reset their password.
 */
export function dailyLimits(budget: Budget, country: string, isReset: boolean): { country: number; total: number } {
  const share = (max: number) => (isReset ? max : max - Math.floor(max / keptForResets))
  return { country: share(budget.countries[country] ?? budget.other), total: share(budget.total) }
}

/** SMS that may still go today to a calling code, resets included: neither budget may be passed. Never below zero. */
export function leftToday(budget: Budget, country: string, spent: { country: number; total: number }): number {
  const max = dailyLimits(budget, country, true)
  return Math.max(0, Math.min(max.country - spent.country, max.total - spent.total))
}

/** Of a country's budget one address may spend this share, its /24 or /64 that, its /16 or /48 the last. An exit is many people. */
const networkShare = [0.04, 0.1, 0.3] as const
const exitShare = 0.3
/** However small the budget is: a household that registers. */
const leastOfNetwork = 3

/** How many SMS a day may go to a calling code for each of the networks that someone asks from, narrowest first. */
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
