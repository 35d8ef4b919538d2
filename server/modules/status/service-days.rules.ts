import {
  historyDays,
  services,
  type Service,
  type ServiceDay,
  type ServiceHistory,
  type ServiceState,
} from '#shared/service-history.ts'

/**
 * State of a service from the number of its parts and of those that are away; null if it has no parts, so that nothing
 * was measured.
 */
export const stateOf = (parts: number, away: number): ServiceState | null =>
  parts === 0 ? null : away === 0 ? 'up' : away < parts ? 'partly' : 'down'

/** Minimum number of measured minutes with which a day counts as complete: 90 % of a day. */
const fewestMinutes = 24 * 60 * 0.9
/** Minimum number of complete days from which an availability is computed. With fewer it would be a guess. */
export const fewestDays = 7

const dayMs = 86_400_000
/** First day (UTC) of the history that the site shows. */
export const firstDay = (now: Date): string =>
  new Date(now.getTime() - (historyDays - 1) * dayMs).toISOString().slice(0, 10)

export type StoredDay = ServiceDay & { readonly service: string }

/** Services with measurements in the last 90 days. Days without measurements are absent. */
export function describeHistory(rows: readonly StoredDay[], now: Date): ServiceHistory[] {
  const first = firstDay(now)
  const today = now.toISOString().slice(0, 10)
  return services.flatMap((service: Service) => {
    const days = rows
      .filter((row) => row.service === service && row.day >= first && row.day <= today)
      .map(({ day, minutes, partly, down }) => ({ day, minutes, partly, down }))
      .toSorted((a, b) => a.day.localeCompare(b.day))
    if (days.length === 0) return []
    return [{ service, until: today, days, uptime: uptimeOf(days.filter(({ day }) => day < today)) }]
  })
}

/**
 * Availability of a service in the past days; minutes in which only a part was down count as available. Excludes today,
 * so that the number is the same all day. Never rounds an outage away. Null with too few complete days.
 */
function uptimeOf(past: readonly ServiceDay[]): ServiceHistory['uptime'] {
  const days = past.filter(({ minutes }) => minutes >= fewestMinutes).length
  if (days < fewestDays) return null
  const sum = (of: (day: ServiceDay) => number) => past.reduce((total, day) => total + of(day), 0)
  const minutes = sum((day) => day.minutes)
  const percent = Math.floor(((minutes - sum((day) => day.down)) / minutes) * 10_000) / 100
  return { percent: String(percent), days }
}
