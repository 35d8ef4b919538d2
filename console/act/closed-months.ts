/** Last full months (UTC) before `now`, newest first, as `2026-10`. */
export function closedMonths(now: Date, count = 12): string[] {
  return Array.from({ length: count }, (_each, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 - index, 1)).toISOString().slice(0, 7),
  )
}
