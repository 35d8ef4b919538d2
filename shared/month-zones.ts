/** From this month on (2026-12), months end by the clock of this time zone (IANA, `Asia/Shanghai`). */
export type MonthZone = { readonly from: string; readonly zone: string }
/** Sorted by `from`; before the first of them, and without any, it is UTC. */
export type MonthZones = readonly MonthZone[]

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const [year, rest] = ['numeric', '2-digit'] as const
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year,
    month: rest,
    day: rest,
    hour: rest,
    minute: rest,
    second: rest,
  })
  formats.set(zone, made)
  return made
}

/** Whether it names a time zone that this machine knows; an offset like +08:00 is none. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,59}$/.test(text)) return false
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}

/** What the clock of the zone shows at `at`, in milliseconds as if it were UTC. Whole seconds. */
export function clockAt(zone: string, at: number): number {
  const parts = new Map<string, number>(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: string) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const day = 86_400_000
/** The first moment at which the clock of the zone shows `clock`; where it leaps over that, the moment of the leap. */
function momentOf(zone: string, clock: number): number {
  const offsetAt = (at: number) => clockAt(zone, at) - at
  const [before, after] = [clock - offsetAt(clock - day), clock - offsetAt(clock + day)]
  const shown = [before, after].filter((at) => clockAt(zone, at) === clock)
  return shown.length === 0 ? before : Math.min(...shown)
}

const shift = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}
/** 2026-12 → 2027-01. */
export const monthAfter = (month: string): string => shift(month, 1)

/** By whose clock a month (2026-12) ends. */
export const zoneOf = (zones: MonthZones, month: string): string =>
  [...zones].reverse().find(({ from }) => from <= month)?.zone ?? 'UTC'

/** When a month ends, by its own zone: there the next one begins, whatever its zone is. So no moment is in two, or in none. */
export function monthEnd(zones: MonthZones, month: string): Date {
  return new Date(momentOf(zoneOf(zones, month), Date.parse(`${monthAfter(month)}-01T00:00:00Z`)))
}

/** The month that a moment is in, 2026-12. */
export function monthAt(zones: MonthZones, at: Date): string {
  // Clocks are within a day of UTC: it is this one or a neighbour.
  const near = at.toISOString().slice(0, 7)
  return [shift(near, -1), near].find((month) => at < monthEnd(zones, month)) ?? monthAfter(near)
}

/** With another zone from the month after this one on: the month that runs, and those before it, stay as they are. */
export function changeZone(zones: MonthZones, now: Date, zone: string): MonthZones {
  const current = monthAt(zones, now)
  const kept = zones.filter(({ from }) => from <= current)
  return zoneOf(kept, current) === zone ? kept : [...kept, { from: monthAfter(current), zone }]
}
