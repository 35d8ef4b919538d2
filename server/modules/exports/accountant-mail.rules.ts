import { monthAfter, monthAt, monthBefore, type MonthZones } from '#shared/month-zones.ts'

/** Days for which the link that confirms the address works. */
export const confirmDays = 7

/** Month before the first one that a newly confirmed address gets, which is that of the confirmation. */
export const monthBeforeFirst = (zones: MonthZones, now: Date): string => monthBefore(monthAt(zones, now))

/** Next month to mail, or null while it has not ended in the time zone of the shop. */
export function findDueMonth(zones: MonthZones, now: Date, sentMonth: string): string | null {
  const next = monthAfter(sentMonth)
  return next < monthAt(zones, now) ? next : null
}
