import { isUrgent, type AlertKind } from '#shared/alerts.ts'
import { isTimeZone } from './times.rules.ts'

/** Notification settings of an operator. Minutes of the day in their time zone. */
export type Wishes = {
  readonly timeZone: string
  readonly quiet: { readonly from: number; readonly until: number } | null
  /** Minute of the daily digest; null: none. */
  readonly digestAt: number | null
  /** Urgent alerts ignore quiet hours and digest. */
  readonly urgentThrough: boolean
}
/** A pending notice. `isOver`: resolved or acknowledged meanwhile. */
export type Owed = {
  readonly kind: AlertKind
  readonly level: number
  readonly owedAt: Date
  readonly isOver: boolean
}
export type Plan<O extends Owed> = {
  readonly tell: readonly O[]
  /** Resolved before the notice, and not for a digest. */
  readonly drop: readonly O[]
  readonly isDigest: boolean
}

const hourMs = 3_600_000
/**
 * Minimum interval of messages of a kind. Urgent alerts are new, worse or unacknowledged each time, so they wait less.
 */
const oneInMs = { usual: hourMs, urgent: hourMs / 6 }

type Local = { readonly day: string; readonly minute: number }
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

/** Local time in a zone; in UTC if this machine does not know it. */
export function localTime(at: Date, timeZone: string): Local {
  let format = formats.get(timeZone)
  if (!format) {
    format = formatOf(isTimeZone(timeZone) ? timeZone : 'UTC')
    formats.set(timeZone, format)
  }
  const [day = '', time = ''] = format.format(at).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, minute: hours * 60 + minutes }
}

/** Compares local time, so clock changes need no rule. */
export function isQuiet({ quiet, timeZone }: Wishes, at: Date): boolean {
  if (!quiet || quiet.from === quiet.until) return false
  const { minute } = localTime(at, timeZone)
  const { from, until } = quiet
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** True if the digest time has passed since the notice. */
function isDigestDue(digestAt: number, timeZone: string, owedAt: Date, now: Date): boolean {
  const [owed, today] = [localTime(owedAt, timeZone), localTime(now, timeZone)]
  if (owed.day === today.day) return owed.minute < digestAt && today.minute >= digestAt
  // Another day: earlier, or later if a clock was set back, in which case it waits at most for the next digest.
  return owed.day > today.day || today.minute >= digestAt || owed.minute < digestAt || dayBefore(today.day) !== owed.day
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * hourMs).toISOString().slice(0, 10)

/**
 * Plans the messages of an operator now. `lastTold`: last message of each kind. At most one message an hour and kind
 * (urgent: ten minutes), none in quiet hours; notices that waited go in one message.
 */
export function planTelling<O extends Owed>(
  owed: readonly O[],
  wishes: Wishes,
  lastTold: ReadonlyMap<string, Date>,
  now: Date,
): Plan<O> {
  const isThrough = (each: Owed) => wishes.urgentThrough && isUrgent(each)
  const waits = (each: Owed) => !isThrough(each) && (wishes.digestAt !== null || isQuiet(wishes, each.owedAt))
  const mayLeave = (each: Owed): boolean => {
    if (isToldLately(lastTold.get(each.kind), now, oneInMs[isThrough(each) ? 'urgent' : 'usual'])) return false
    if (isThrough(each)) return true
    if (isQuiet(wishes, now)) return false
    return wishes.digestAt === null || isDigestDue(wishes.digestAt, wishes.timeZone, each.owedAt, now)
  }
  const drop = owed.filter((each) => each.isOver && !waits(each))
  const tell = owed.filter((each) => !drop.includes(each) && mayLeave(each))
  return { tell, drop, isDigest: tell.some(waits) }
}

/** A time in the future comes from a fast clock and is ignored. */
const isToldLately = (last: Date | undefined, now: Date, pauseMs: number): boolean =>
  last !== undefined && last <= now && now.getTime() - last.getTime() < pauseMs

/** Minutes until the next webhook attempt; null: give up. Nine attempts take three hours. */
export const retryMinutes = (failures: number): number | null =>
  failures >= mostTries ? null : Math.min(2 ** Math.max(0, failures - 1), 60)
export const mostTries = 9
