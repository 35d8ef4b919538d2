import { alertTable, type AlertKind } from '#shared/alert-kinds.ts'

export type Seen = {
  readonly kind: AlertKind
  /** Subject of the alert, such as a provider, node or review id. It never names a person. */
  readonly subject: string
  readonly level: number
  readonly detail: string | null
  readonly amount: number | null
  readonly total: number | null
  readonly since: Date | null
  /**
   * Time at which the newest of the things counted in `amount` was added. Things added after the last notice cause
   * another notice.
   */
  readonly newest?: Date
}
export type OpenAlert = Omit<Seen, 'since' | 'newest'> & {
  readonly id: string
  readonly since: Date | null
  readonly worst: number
  readonly seenAt: Date
  readonly toldAt: Date
  readonly goneAt: Date | null
  readonly acknowledgedAt: Date | null
}
type AlertChanges = {
  readonly opened: readonly Seen[]
  /**
   * Alerts that are still present, with current data. `isWorse`: the level is higher than ever before, or more things
   * are affected. Both end an acknowledgement.
   */
  readonly seen: readonly { readonly id: string; readonly now: Seen; readonly isWorse: boolean }[]
  readonly reminded: readonly string[]
  readonly gone: readonly string[]
  readonly resolved: readonly string[]
}

const minuteMs = 60_000
const reopenWithinMs = 5 * minuteMs

/** Milliseconds since `at`. 0 for a time in the future, which occurs after a clock was set back. */
const elapsedMs = (at: Date, now: Date): number => Math.max(0, now.getTime() - at.getTime())

export const keyOf = ({ kind, subject }: Pick<Seen, 'kind' | 'subject'>): string => `${kind} ${subject}`

/**
 * Opens, keeps or resolves alerts from the current state only, so restarts and a second worker change nothing. An alert
 * whose problem is gone is resolved after a while. If the problem returns earlier, there is no second notification.
 */
export function followAlerts(open: readonly OpenAlert[], seenNow: readonly Seen[], now: Date): AlertChanges {
  const seen = new Map(seenNow.map((each) => [keyOf(each), each]))
  const known = new Map(open.map((alert) => [keyOf(alert), alert]))
  const there = open.flatMap((alert) => {
    const found = seen.get(keyOf(alert))
    return found ? [{ alert, found, isWorse: found.level > alert.worst || hasMore(alert, found) }] : []
  })
  const away = open.filter((alert) => !seen.has(keyOf(alert)))
  const isOver = ({ kind, goneAt }: OpenAlert): boolean => {
    const waitMs = alertTable[kind].clearMinutes * minuteMs
    return waitMs === 0 || (goneAt !== null && elapsedMs(goneAt, now) >= waitMs)
  }
  return {
    opened: [...seen.values()].filter((each) => !known.has(keyOf(each))),
    seen: there
      .filter(
        ({ alert, found, isWorse }) =>
          isWorse || isOther(alert, found) || elapsedMs(alert.seenAt, now) >= reopenWithinMs,
      )
      .map(({ alert: { id }, found, isWorse }) => ({ id, now: found, isWorse })),
    reminded: there
      .filter(({ alert, isWorse }) => !isWorse && alert.acknowledgedAt === null && isToRemind(alert, now))
      .map(({ alert }) => alert.id),
    // A time in the future comes from a clock that was set back, so the absence is counted from now.
    gone: away.filter((alert) => !isOver(alert) && (alert.goneAt === null || alert.goneAt > now)).map(({ id }) => id),
    resolved: away.filter(isOver).map(({ id }) => id),
  }
}

/**
 * True if the alert has more affected things than at its last notice. Compares the count too, because a thing may have
 * been added by a transaction that began before the last notice and was committed after it.
 */
const hasMore = (alert: OpenAlert, { newest, amount }: Seen): boolean =>
  newest !== undefined && (newest > alert.toldAt || (amount ?? 0) > (alert.amount ?? 0))

const isToRemind = ({ kind, toldAt }: OpenAlert, now: Date): boolean => {
  const { remindHours } = alertTable[kind]
  return remindHours !== null && elapsedMs(toldAt, now) >= remindHours * 60 * minuteMs
}

const isOther = (alert: OpenAlert, found: Seen): boolean =>
  alert.goneAt !== null ||
  alert.level !== found.level ||
  alert.detail !== found.detail ||
  alert.amount !== found.amount ||
  alert.total !== found.total ||
  alert.since?.getTime() !== found.since?.getTime()
