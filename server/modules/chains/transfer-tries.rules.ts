/**
 * Failed attempts to credit a transfer to its order, after which an operator is asked. The attempts continue, because
 * the cause may disappear.
 */
const reviewAfterFailures = 5
const firstPauseSeconds = 10
const longestPauseSeconds = 3_600

/** Seconds to wait after the n-th consecutive failure to credit a transfer. Doubles each time, up to an hour. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.max(0, failures - 1))

export const needsTransferReview = (failures: number): boolean => failures >= reviewAfterFailures

/** Seconds without a scan, or without an attempt to credit transfers, after which a network accepts no new payments. */
const silentAfterSeconds = 120
/**
 * Number of orders whose transfers cannot be credited, without any success, that points to a problem of the whole
 * network. A single failing order may have its own problem.
 */
const failingOrdersTogether = 3

type NetworkStand = {
  readonly readSeconds: number
  readonly triedSeconds: number
  readonly failingOrders: number
}

export function standstill({ readSeconds, triedSeconds, failingOrders }: NetworkStand): 'unread' | 'unsettled' | null {
  if (readSeconds >= silentAfterSeconds) return 'unread'
  return triedSeconds >= silentAfterSeconds || failingOrders >= failingOrdersTogether ? 'unsettled' : null
}
