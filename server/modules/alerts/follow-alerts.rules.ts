import { alertTable, type AlertKind } from '#shared/alerts.ts'

/** Something that is not as it should be, as it was seen just now. */
export type Seen = {
  readonly kind: AlertKind
  /** Which one: a provider, a node, a review's id. Never a person. */
  readonly subject: string
  /** 1, or more where it is worse. */
  readonly level: number
  readonly detail: string | null
  readonly amount: number | null
  readonly total: number | null
  readonly since: Date | null
}
/** An alert that is open. */
export type OpenAlert = Omit<Seen, 'since'> & {
  readonly id: string
  readonly since: Date | null
  readonly worst: number
  readonly seenAt: Date
  readonly toldAt: Date
  readonly goneAt: Date | null
  readonly acknowledgedAt: Date | null
}
export type Followed = {
  readonly opened: readonly Seen[]
  /** Still there, with what is known now. `isWorse`: than it has ever been, which ends an acknowledgement. */
  readonly seen: readonly { readonly id: string; readonly now: Seen; readonly isWorse: boolean }[]
  /** To be told once more, because no one has acknowledged it. */
  readonly reminded: readonly string[]
  /** Seen to be over for the first time. */
  readonly gone: readonly string[]
  readonly resolved: readonly string[]
}

const minuteMs = 60_000
/** What has not changed is written down again only so often. */
export const seenAgainMs = 5 * minuteMs

/** How long ago; none for a moment that is still to come, as after a clock was set back. */
const elapsedMs = (at: Date, now: Date): number => Math.max(0, now.getTime() - at.getTime())

export const keyOf = ({ kind, subject }: Pick<Seen, 'kind' | 'subject'>): string => `${kind} ${subject}`

/**
 * What becomes of the alerts that are open, and what opens: by what is seen now alone, so that neither a restart nor a second worker
 * changes it. What is over is resolved only after a while, and what comes back within it is the same alert, told no second time.
 */
export function followAlerts(open: readonly OpenAlert[], seenNow: readonly Seen[], now: Date): Followed {
  const seen = new Map(seenNow.map((each) => [keyOf(each), each]))
  const known = new Map(open.map((alert) => [keyOf(alert), alert]))
  const there = open.flatMap((alert) => {
    const found = seen.get(keyOf(alert))
    return found ? [{ alert, found, isWorse: found.level > alert.worst }] : []
  })
  const away = open.filter((alert) => !seen.has(keyOf(alert)))
  const isOver = ({ kind, goneAt }: OpenAlert): boolean => {
    const waitMs = alertTable[kind].clearMinutes * minuteMs
    return waitMs === 0 || (goneAt !== null && elapsedMs(goneAt, now) >= waitMs)
  }
  return {
    opened: [...seen.values()].filter((each) => !known.has(keyOf(each))),
    seen: there
      .filter(({ alert, found }) => isOther(alert, found) || elapsedMs(alert.seenAt, now) >= seenAgainMs)
      .map(({ alert: { id }, found, isWorse }) => ({ id, now: found, isWorse })),
    reminded: there
      .filter(({ alert, isWorse }) => !isWorse && alert.acknowledgedAt === null && isToRemind(alert, now))
      .map(({ alert }) => alert.id),
    // A moment to come is of a clock that was set back: it counts from now.
    gone: away.filter((alert) => !isOver(alert) && (alert.goneAt === null || alert.goneAt > now)).map(({ id }) => id),
    resolved: away.filter(isOver).map(({ id }) => id),
  }
}

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
