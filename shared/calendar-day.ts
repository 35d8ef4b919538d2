/** Whether a text like 2026-12-31 is a day of the calendar: 31 November is none, and no other day either. */
export function isCalendarDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === text
}

/** Whether a text is such a day, or a time of it that names its zone: without one it would be another for each machine. */
export function isMoment(text: string): boolean {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/.exec(text) ?? []
  return day !== undefined && isCalendarDay(day) && (time === undefined || !Number.isNaN(new Date(text).getTime()))
}
