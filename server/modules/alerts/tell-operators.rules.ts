import { alertTable, type AlertKind } from '#shared/alerts.ts'
import { isTimeZone } from './times.rules.ts'

/** How one operator wants to be told. Minutes of the day are of their own time zone. */
export type Wishes = {
  readonly timeZone: string
  readonly quiet: { readonly from: number; readonly until: number } | null
  /** All in one message a day, at this minute. */
  readonly digestAt: number | null
  /** What is urgent waits for neither. */
  readonly urgentThrough: boolean
}
/** What an operator has not been told yet. `isOver`: it was resolved or acknowledged meanwhile. */
export type Owed = { readonly kind: AlertKind; readonly owedAt: Date; readonly isOver: boolean }
export type Plan<O extends Owed> = {
  readonly tell: readonly O[]
  /** Over before it was told, and no digest lists it. */
  readonly drop: readonly O[]
  readonly isDigest: boolean
}

const hourMs = 3_600_000
/** Of one kind, one message in so long. What is urgent is another thing each time, or worse, or not acknowledged: it waits less. */
const oneInMs = { usual: hourMs, urgent: hourMs / 6 }

type Local = { readonly day: string; readonly minute: number }
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

/** What a clock on the wall shows there; of a zone that this machine does not know, in UTC. */
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

/** By the clock on the wall: an hour that a change of the clock leaves out or repeats needs no rule. */
export function isQuiet({ quiet, timeZone }: Wishes, at: Date): boolean {
  if (!quiet || quiet.from === quiet.until) return false
  const { minute } = localTime(at, timeZone)
  const { from, until } = quiet
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

/** Whether the hour of the digest has come since. */
function isDigestDue(digestAt: number, timeZone: string, owedAt: Date, now: Date): boolean {
  const [owed, today] = [localTime(owedAt, timeZone), localTime(now, timeZone)]
  if (owed.day === today.day) return owed.minute < digestAt && today.minute >= digestAt
  // Of another day: one from before, or of a clock that was set back, which waits no longer than to the next digest.
  return owed.day > today.day || today.minute >= digestAt || owed.minute < digestAt || dayBefore(today.day) !== owed.day
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * hourMs).toISOString().slice(0, 10)

/**
 * What an operator is told at this moment. `lastTold`: when they were told of a kind last. At most one message an hour of a kind (ten minutes where it is urgent),
 * nothing in quiet hours, and what waited for their end or for the digest in one message.
 */
export function planTelling<O extends Owed>(
  owed: readonly O[],
  wishes: Wishes,
  lastTold: ReadonlyMap<string, Date>,
  now: Date,
): Plan<O> {
  const isThrough = ({ kind }: Owed) => wishes.urgentThrough && alertTable[kind].urgent
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

/** A moment that is still to come was written by a clock that ran ahead: it silences nothing. */
const isToldLately = (last: Date | undefined, now: Date, pauseMs: number): boolean =>
  last !== undefined && last <= now && now.getTime() - last.getTime() < pauseMs

/** Minutes until a webhook that failed so often is tried again; null: no more. Nine tries take three hours. */
export const retryMinutes = (failures: number): number | null =>
  failures >= mostTries ? null : Math.min(2 ** Math.max(0, failures - 1), 60)
export const mostTries = 9
