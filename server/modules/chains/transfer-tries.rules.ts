/** Failures until an operator is asked. Attempts continue, because the cause may pass. */
const reviewAfterFailures = 5
const firstPauseSeconds = 10
const longestPauseSeconds = 3_600

/** Pause after the n-th failure in a row; doubles each time. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.max(0, failures - 1))

export const needsPerson = (failures: number): boolean => failures >= reviewAfterFailures

/** A network without a scan or run for so long accepts no new payments. */
const silentAfterSeconds = 120
/** A single failing order says nothing about others; so many without any success do. */
const failingOrdersTogether = 3

export type NetworkStand = {
  /** Seconds since the last scan. */
  readonly readSeconds: number
  /** Seconds since the last run over due transfers. */
  readonly triedSeconds: number
  /** Orders whose due transfer has failed since the last success. */
  readonly failingOrders: number
}

/** Reason why a network accepts no new payments; null: it does. */
export function standstill({ readSeconds, triedSeconds, failingOrders }: NetworkStand): 'unread' | 'unsettled' | null {
  if (readSeconds >= silentAfterSeconds) return 'unread'
  return triedSeconds >= silentAfterSeconds || failingOrders >= failingOrdersTogether ? 'unsettled' : null
}
