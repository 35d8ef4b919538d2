/**
 * Clock differences below this may come from the network: the `Date` header has whole seconds, and a call may take ten.
 */
const noiseMs = 10_000
/**
 * Clock difference from which this device's clock counts as wrong. The server tolerates slightly more in signed calls.
 */
const wrongMs = 4 * 60_000

/**
 * Milliseconds by which the server's clock is ahead of this device's; null if unknown. An integer, because the server
 * refuses signatures whose time has a fraction.
 */
let aheadMs: number | null = null

/** Learns the server's time from the `Date` header of an answer. `sentAt`: time at which the call was sent. */
export function learnServerTime(header: string | null, sentAt: number): void {
  const told = Date.parse(header ?? '')
  if (Number.isNaN(told)) return
  // Assumes that the server wrote the header midway through the call, and adds half a second on average for the
  // fraction that it cuts off.
  const ahead = told + 500 - (sentAt + Date.now()) / 2
  aheadMs = Math.abs(ahead) < noiseMs ? 0 : Math.round(ahead)
}

/** Milliseconds by which the server's clock is ahead of this device's; null if unknown. */
export const serverAhead = (): number | null => aheadMs

/** Current time by the server's clock, as far as known. Use it for times that the server or another device compares. */
export const serverNow = (): number => Date.now() + (aheadMs ?? 0)

/** True if this device's clock is off by minutes; null if not yet known. */
export const isClockWrong = (): boolean | null => (aheadMs === null ? null : Math.abs(aheadMs) > wrongMs)
