/**
 * End of a plan that starts at `from`: calendar months in UTC, with the day clamped to the month's length (31 January +
 * 1 month = 28 or 29 February), plus `bonusDays` of 24 hours.
 */
export function planEnd(from: Date, months: number, bonusDays = 0): Date {
  const end = new Date(from)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return new Date(end.getTime() + bonusDays * 86_400_000)
}
