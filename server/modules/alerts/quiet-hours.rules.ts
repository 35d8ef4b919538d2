import { isUrgent, type AlertKind } from '#shared/alert-kinds.ts'
import { isTimeZone } from './typed-times.rules.ts'

/** Notification settings of an operator. Times are minutes of the day in the operator's time zone. */
export type NotificationSettings = {
  readonly timeZone: string
  readonly quiet: { readonly from: number; readonly until: number } | null
  readonly digestAt: number | null
  readonly urgentThrough: boolean
}
/** A pending notice. `isOver`: resolved or acknowledged meanwhile. */
export type PendingNotice = {
  readonly kind: AlertKind
  readonly level: number
  readonly owedAt: Date
  readonly isOver: boolean
}
type Plan<O extends PendingNotice> = {
  readonly tell: readonly O[]
  /**
   * Notices to drop without sending, because their alerts were already resolved or acknowledged and need no mention in
   * a digest.
   */
  readonly drop: readonly O[]
  readonly isDigest: boolean
}

const hourMs = 3_600_000
/**
 * Minimum interval between messages of one kind. Urgent ones that ignore quiet hours wait less, because each means that
 * something is new, worse or still unacknowledged.
 */
const oneInMs = { usual: hourMs, urgent: hourMs / 6 }

type Local = { readonly day: string; readonly minute: number }
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

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

/** Returns true in an operator's quiet hours. Compares local times, so that clock changes need no special rule. */
export function isQuiet({ quiet, timeZone }: NotificationSettings, at: Date): boolean {
  if (!quiet || quiet.from === quiet.until) return false
  const { minute } = localTime(at, timeZone)
  const { from, until } = quiet
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

function isDigestDue(digestAt: number, timeZone: string, owedAt: Date, now: Date): boolean {
  const [owed, today] = [localTime(owedAt, timeZone), localTime(now, timeZone)]
  if (owed.day === today.day) return owed.minute < digestAt && today.minute >= digestAt
  // The notice is from an earlier day. Its digest is due, unless the notice came after yesterday's digest and today's
  // digest time is still ahead. A notice dated later than today comes from a clock that was set back, and is sent now.
  return owed.day > today.day || today.minute >= digestAt || owed.minute < digestAt || dayBefore(today.day) !== owed.day
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 24 * hourMs).toISOString().slice(0, 10)

/**
 * Plans the messages to an operator now. `lastTold`: latest message of each kind. At most one message per hour and
 * kind, and none in quiet hours. With `urgentThrough`, urgent notices wait only ten minutes and ignore quiet hours.
 * Notices that waited share one message.
 */
export function planNotices<O extends PendingNotice>(
  owed: readonly O[],
  wishes: NotificationSettings,
  lastTold: ReadonlyMap<string, Date>,
  now: Date,
): Plan<O> {
  const isThrough = (each: PendingNotice) => wishes.urgentThrough && isUrgent(each)
  const waits = (each: PendingNotice) => !isThrough(each) && (wishes.digestAt !== null || isQuiet(wishes, each.owedAt))
  const mayLeave = (each: PendingNotice): boolean => {
    if (isToldLately(lastTold.get(each.kind), now, oneInMs[isThrough(each) ? 'urgent' : 'usual'])) return false
    if (isThrough(each)) return true
    if (isQuiet(wishes, now)) return false
    return wishes.digestAt === null || isDigestDue(wishes.digestAt, wishes.timeZone, each.owedAt, now)
  }
  const drop = owed.filter((each) => each.isOver && !waits(each))
  const tell = owed.filter((each) => !drop.includes(each) && mayLeave(each))
  return { tell, drop, isDigest: tell.some(waits) }
}

/**
 * Returns true if a message was sent so recently that the next one must wait. A time in the future comes from a wrong
 * clock and is ignored.
 */
const isToldLately = (last: Date | undefined, now: Date, pauseMs: number): boolean =>
  last !== undefined && last <= now && now.getTime() - last.getTime() < pauseMs

/**
 * Minutes until the next attempt to call an operator's webhook; null to give up. Nine attempts take about three hours.
 */
export const retryMinutes = (failures: number): number | null =>
  failures >= maxDeliveryTries ? null : Math.min(2 ** Math.max(0, failures - 1), 60)
const maxDeliveryTries = 9
