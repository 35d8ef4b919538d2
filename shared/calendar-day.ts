/**
 * True if the text is an existing calendar day such as 2026-12-31. 2026-11-31 is rejected instead of becoming 1
 * December.
 */
export function isCalendarDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/**
 * True for a calendar day alone or with an ISO time and its zone. Without a zone, the time would differ between
 * machines.
 */
export function isMoment(text: string): boolean {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  return day !== undefined && isCalendarDay(day) && (time === undefined || !Number.isNaN(new Date(text).getTime()))
}
