import type { Seen } from './follow-alerts.rules.ts'

type Level = Pick<Seen, 'level'> | null
const levelOf = (isEmpty: boolean, isLow: boolean): Level => (isEmpty ? { level: 2 } : isLow ? { level: 1 } : null)

/**
 * True if little of a stock is left. An open alert ends only at 1.5 times the limit, so that values around the limit
 * cause a single alert.
 */
const isLow = (left: number, low: number, isOpen: boolean): boolean => left < (isOpen ? Math.ceil(low * 1.5) : low)

/** Alert when less than a fifth of the daily SMS budget is left; higher level when nothing is left. */
export const smsLevel = (left: number, total: number, isOpen: boolean): Level =>
  total <= 0 ? null : levelOf(left <= 0, isLow(left, total / 5, isOpen))

/**
 * Alert when less than a tenth of the stocked benefits, or less than five, are left; of a stock below ten, less than
 * half. Higher level when none are left.
 */
export const stockLevel = (free: number, stocked: number, isOpen: boolean): Level =>
  stocked <= 0
    ? null
    : levelOf(free <= 0, isLow(free, Math.min(Math.max(5, stocked / 10), Math.max(1, stocked / 2)), isOpen))

/** Alert when less than a fifth of a pool of deposit addresses is free; higher level when no address is free. */
export const poolLevel = (free: number, total: number, isOpen: boolean): Level =>
  total <= 0 ? null : levelOf(free <= 0, isLow(free, total / 5, isOpen))

const dayMs = 86_400_000
const canaryWarningDays = 7

/**
 * Level of a canary alert: from seven days before `lastGoodDay`, and higher after it. `lastGoodDay` is the last day
 * (ISO) on which the newest statement is valid.
 */
export function canaryLevel(lastGoodDay: string, now: Date): Level {
  const left = Date.parse(`${lastGoodDay}T00:00:00Z`) + dayMs - now.getTime()
  return levelOf(left <= 0, left <= canaryWarningDays * dayMs)
}

const hourMs = 3_600_000
/** Hours within which operators should decide a payment under review, unless configured. */
export const defaultReviewHours = 24

/** Level of a waiting review: an alert when half of its target time has passed, a higher level after all of it. */
export const reviewLevel = (openedAt: Date, aimHours: number, now: Date): Level => {
  const waitedMs = now.getTime() - openedAt.getTime()
  return levelOf(waitedMs > aimHours * hourMs, waitedMs > (aimHours * hourMs) / 2)
}

type MethodCounts = { readonly tried: number; readonly paid: number }
/** Percentage points below a payment method's mean success rate at which an alert opens. */
const methodPoints = 5
/** Percentage points below a payment method's mean success rate at which an open alert ends. */
const methodPointsOver = 3
/** Minimum number of payment attempts for a meaningful success rate. */
const minAttempts = 40

const shareOf = ({ tried, paid }: MethodCounts): number => (tried === 0 ? 0 : (paid / tried) * 100)

/**
 * Detects a payment method with an unusual success rate: five points below its mean, and unlikely to be chance; an open
 * alert lasts until it is within three points. Returns both rates in whole percent; null if normal, or if there are too
 * few attempts to tell.
 */
export function methodFall(
  lately: MethodCounts,
  before: MethodCounts,
  isOpen: boolean,
): { readonly now: number; readonly mean: number } | null {
  if (lately.tried < minAttempts || before.tried < 2 * minAttempts) return null
  const [now, mean] = [shareOf(lately), shareOf(before)]
  const chance = Math.sqrt((mean * (100 - mean)) / lately.tried)
  const isUnder = isOpen ? mean - now > methodPointsOver : mean - now >= methodPoints && mean - now > 2 * chance
  return isUnder ? { now: Math.round(now), mean: Math.round(mean) } : null
}

/**
 * Milliseconds for which a payment provider may be unreachable before an alert opens. Longer than a restart of the
 * provider takes.
 */
const silentMs = 2 * 60_000
export const isSilentFor = (since: Date, now: Date): boolean => now.getTime() - since.getTime() >= silentMs

/** Time without a new backup before an alert: a night and half a day, so that a late run causes no alert. */
const backupLateMs = 36 * hourMs
/**
 * Milliseconds from which a late backup has the higher alert level, because a broken disk would then cost three days of
 * sales.
 */
const backupLostMs = 72 * hourMs
export const backupLevel = (lastAt: Date, now: Date): Level => {
  const ageMs = now.getTime() - lastAt.getTime()
  return levelOf(ageMs > backupLostMs, ageMs > backupLateMs)
}

/** Waiting time of unsent messages from which an alert is urgent: most codes have expired by then. */
const messagesLostMs = 30 * 60_000
/** Number of waiting messages from which an alert is urgent: too many for one recipient's server. */
const messagesMany = 5
/** Level of an alert about messages that wait, the oldest `since` then, while no other is sent. */
export const messagesLevel = (waiting: number, since: Date, now: Date): Level =>
  levelOf(waiting >= messagesMany || now.getTime() - since.getTime() >= messagesLostMs, waiting > 0)

const gib = 2 ** 30
/** Free space of a disk: alert below a tenth or 20 GiB, whichever is less; worse below a twenty-fifth or 4 GiB. */
export const diskLevel = (free: number, total: number, isOpen: boolean): Level =>
  total <= 0 ? null : levelOf(free < Math.min(total / 25, 4 * gib), isLow(free, Math.min(total / 10, 20 * gib), isOpen))

/**
 * Alert about the certificate of the site: two weeks before its end, at a higher level three days before. Certificates
 * may live for only a few days and are renewed after two thirds of their life, so the alerts come no earlier than in
 * the last fifth and the last fifteenth of that life.
 */
export function certificateLevel(from: Date, until: Date, now: Date): Level {
  const lifeMs = Math.max(0, until.getTime() - from.getTime())
  const leftMs = until.getTime() - now.getTime()
  return levelOf(leftMs <= Math.min(3 * dayMs, lifeMs / 15), leftMs <= Math.min(14 * dayMs, lifeMs / 5))
}

/**
 * Age in seconds from which a waiting background job counts as late. An open alert lasts until the age is half of it.
 */
const lateSeconds = 600
export const isLate = (oldestDueSeconds: number, isOpen: boolean): boolean =>
  oldestDueSeconds > (isOpen ? lateSeconds / 2 : lateSeconds)
