/** Smaller differences may come from the network: the header has whole seconds, and a call may take ten. */
const noiseMs = 10_000
/**
 * Clock difference from which this device's clock counts as wrong. The server allows slightly more for signed calls.
 */
const wrongMs = 4 * 60_000

/** Lead of the server's clock in ms, null if unknown. An integer: the server refuses signatures with a fraction. */
let aheadMs: number | null = null

/** Learns the server's time from the `Date` header of the answer to a call sent at `sentAt`. */
export function learnServerTime(header: string | null, sentAt: number): void {
  const told = Date.parse(header ?? '')
  if (Number.isNaN(told)) return
  // Assumes that the header was written midway through the call, and adds half a second for the fraction that the
  // header cuts off.
  const ahead = told + 500 - (sentAt + Date.now()) / 2
  aheadMs = Math.abs(ahead) < noiseMs ? 0 : Math.round(ahead)
}

/** Current time by the server's clock, as far as known. Use it for times that the server or another device compares. */
export const serverNow = (): number => Date.now() + (aheadMs ?? 0)

/** True if this device's clock is off by minutes; null if not yet known. */
export const isClockWrong = (): boolean | null => (aheadMs === null ? null : Math.abs(aheadMs) > wrongMs)
