import type { Seen } from './follow-alerts.rules.ts'

type Level = Pick<Seen, 'level'> | null
const levelOf = (isEmpty: boolean, isLow: boolean): Level => (isEmpty ? { level: 2 } : isLow ? { level: 1 } : null)

/**
 * Whether little is left: fewer than `low` opens an alert, and one that is open ends only from half as much again, so that a number
 * that goes up and down around the limit is one alert.
 */
const isLow = (left: number, low: number, isOpen: boolean): boolean => left < (isOpen ? Math.ceil(low * 1.5) : low)

/** Of a day's SMS: less than a fifth, and none. */
export const smsLevel = (left: number, total: number, isOpen: boolean): Level =>
  total <= 0 ? null : levelOf(left <= 0, isLow(left, total / 5, isOpen))

/** Of a benefit that was ever stocked: fewer than five, or than a tenth. */
export const stockLevel = (free: number, stocked: number, isOpen: boolean): Level =>
  stocked <= 0
    ? null
    : levelOf(free <= 0, isLow(free, Math.min(Math.max(5, stocked / 10), Math.max(1, stocked / 2)), isOpen))

/** Of the addresses of a pool: fewer than a fifth. */
export const poolLevel = (free: number, total: number, isOpen: boolean): Level =>
  total <= 0 ? null : levelOf(free <= 0, isLow(free, total / 5, isOpen))

const dayMs = 86_400_000
export const canaryWarningDays = 7

/** `lastGoodDay`: ISO, the last on which the newest statement counts. From seven days before, and worse from the day after. */
export function canaryLevel(lastGoodDay: string, now: Date): Level {
  const left = Date.parse(`${lastGoodDay}T00:00:00Z`) + dayMs - now.getTime()
  return levelOf(left <= 0, left <= canaryWarningDays * dayMs)
}

const hourMs = 3_600_000
/** Hours within which a review is looked at, where the shop has not set any. */
export const defaultReviewHours = 24

/** A review that has waited for half of its aim, and worse for all of it. */
export const reviewLevel = (openedAt: Date, aimHours: number, now: Date): Level => {
  const waitedMs = now.getTime() - openedAt.getTime()
  return levelOf(waitedMs > aimHours * hourMs, waitedMs > (aimHours * hourMs) / 2)
}

export type MethodCounts = { readonly tried: number; readonly paid: number }
/** Below its mean by so many points. */
export const methodPoints = 5
/** Points at which an alert ends. */
const methodPointsOver = 3
/** Fewer tries say nothing. */
export const fewestTries = 40

const shareOf = ({ tried, paid }: MethodCounts): number => (tried === 0 ? 0 : (paid / tried) * 100)

/**
 * A way of paying that comes through less often than it does: five points under its mean, with tries enough that chance alone would
 * hardly do that. Returns both shares as whole per cents; null where it is as it should be.
 */
export function methodFall(
  lately: MethodCounts,
  before: MethodCounts,
  isOpen: boolean,
): { readonly now: number; readonly mean: number } | null {
  if (lately.tried < fewestTries || before.tried < 2 * fewestTries) return null
  const [now, mean] = [shareOf(lately), shareOf(before)]
  const chance = Math.sqrt((mean * (100 - mean)) / lately.tried)
  const isUnder = isOpen ? mean - now > methodPointsOver : mean - now >= methodPoints && mean - now > 2 * chance
  return isUnder ? { now: Math.round(now), mean: Math.round(mean) } : null
}

/** A provider is silent for so long before operators hear of it: a restart of its own is over by then. */
export const silentMs = 2 * 60_000
export const isSilentFor = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= silentMs

/** Work that has been due for so long is late. */
export const lateSeconds = 600
export const isLate = (oldestDueSeconds: number, isOpen: boolean): boolean =>
  oldestDueSeconds > (isOpen ? lateSeconds / 2 : lateSeconds)
