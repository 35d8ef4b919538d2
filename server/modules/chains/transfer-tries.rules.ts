/** A transfer that failed so often is put before a person. It is tried on: what keeps it may pass. */
const reviewAfterFailures = 5
const firstPauseSeconds = 10
const longestPauseSeconds = 3_600

/** How long a transfer waits after it failed for the n-th time in a row: twice as long each time. */
export const pauseAfter = (failures: number): number =>
  Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.max(0, failures - 1))

export const needsPerson = (failures: number): boolean => failures >= reviewAfterFailures

/** A network on which nothing was gone through for so long takes no new payments. */
const silentAfterSeconds = 120
/** One order that cannot be settled says nothing about the others; so many, and none that can, do. */
const failingOrdersTogether = 3

export type NetworkStand = {
  /** Since blocks were last read. */
  readonly readSeconds: number
  /** Since the transfers that were due were last gone through. */
  readonly triedSeconds: number
  /** Orders whose transfer came due and failed since something last counted. */
  readonly failingOrders: number
}

/** Why a network takes no new payments; null: it takes them. */
export function standstill({ readSeconds, triedSeconds, failingOrders }: NetworkStand): 'unread' | 'unsettled' | null {
  if (readSeconds >= silentAfterSeconds) return 'unread'
  return triedSeconds >= silentAfterSeconds || failingOrders >= failingOrdersTogether ? 'unsettled' : null
}
