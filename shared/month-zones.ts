/**
 * Time zone (IANA, such as `Asia/Shanghai`) in which the shop's months end, from the month `from` (such as 2026-12) on.
 */
type MonthZone = { readonly from: string; readonly zone: string }
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

/** True for an IANA zone known to this machine; offsets such as +08:00 are rejected. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][\w+/-]{1,59}$/.test(text)) return false
  try {
    formatOf(text)
    return true
  } catch {
    return false
  }
}

/** Local time of the zone at `at`, encoded as UTC milliseconds and truncated to seconds. */
export function clockAt(zone: string, at: number): number {
  const parts = new Map<string, number>(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const part = (type: string) => parts.get(type) ?? 0
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

const dayMs = 86_400_000
/** First moment at which the zone's local clock shows `clock`; if the clock skips that time, the moment of the jump. */
function momentOf(zone: string, clock: number): number {
  const offsetAt = (at: number) => clockAt(zone, at) - at
  const [before, after] = [clock - offsetAt(clock - dayMs), clock - offsetAt(clock + dayMs)]
  const shown = [before, after].filter((at) => clockAt(zone, at) === clock)
  return shown.length === 0 ? before : Math.min(...shown)
}

const shift = (month: string, by: number): string => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by)).toISOString().slice(0, 7)
}
export const monthAfter = (month: string): string => shift(month, 1)
export const monthBefore = (month: string): string => shift(month, -1)

export const zoneOf = (zones: MonthZones, month: string): string =>
  [...zones].reverse().find(({ from }) => from <= month)?.zone ?? 'UTC'

/**
 * End of a month in its own zone. The next month begins there even if its zone differs, so that months never overlap or
 * leave a gap.
 */
export function monthEnd(zones: MonthZones, month: string): Date {
  return new Date(momentOf(zoneOf(zones, month), Date.parse(`${monthAfter(month)}-01T00:00:00Z`)))
}

export const monthStart = (zones: MonthZones, month: string): Date => monthEnd(zones, monthBefore(month))

export function monthAt(zones: MonthZones, at: Date): string {
  // Local clocks differ from UTC by at most a day, so only the adjacent months are possible.
  const near = at.toISOString().slice(0, 7)
  return [shift(near, -1), near].find((month) => at < monthEnd(zones, month)) ?? monthAfter(near)
}

const dayAfter = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10)

/**
 * First moment of a day in the shop's time zone. A zone applies from the first of a month, so the first day begins
 * where the month begins, and days never overlap or leave a gap.
 */
export function dayStart(zones: MonthZones, day: string): Date {
  const month = day.slice(0, 7)
  const begin = monthStart(zones, month)
  const midnight = momentOf(zoneOf(zones, month), Date.parse(`${day}T00:00:00Z`))
  return day.endsWith('-01') || midnight < begin.getTime() ? begin : new Date(midnight)
}
export const dayEnd = (zones: MonthZones, day: string): Date => dayStart(zones, dayAfter(day, 1))

/** Calendar day in the shop's time zone at a moment, such as `2026-11-29`. */
export function dayAt(zones: MonthZones, at: Date): string {
  const near = at.toISOString().slice(0, 10)
  return (
    [dayAfter(near, -1), near].find((day) => dayStart(zones, day) <= at && at < dayEnd(zones, day)) ?? dayAfter(near, 1)
  )
}

/** Moment as a parameter of a sentence, to be written in the shop's time zone of `now`. */
export const inShop = (zones: MonthZones, at: Date, now: Date) => ({
  at: at.toISOString(),
  zone: zoneOf(zones, monthAt(zones, now)),
})

export function changeZone(zones: MonthZones, now: Date, zone: string): MonthZones {
  const current = monthAt(zones, now)
  const kept = zones.filter(({ from }) => from <= current)
  return zoneOf(kept, current) === zone ? kept : [...kept, { from: monthAfter(current), zone }]
}
