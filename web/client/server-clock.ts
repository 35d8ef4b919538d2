/** A difference below this may come from the network alone: the header counts whole seconds, and a call may take ten. */
const noiseMs = 10_000
/** A little less than what the server allows a signed call to be off. */
const wrongMs = 4 * 60_000

/** How far the server's clock is ahead of this device's, in whole milliseconds: a signature with a fraction is refused. Null until an answer has told the time. */
let aheadMs: number | null = null

/** Learns the server's time from the `Date` header of an answer to a call that left at `sentAt`. */
export function learnServerTime(header: string | null, sentAt: number): void {
  const told = Date.parse(header ?? '')
  if (Number.isNaN(told)) return
  // The header was written at some moment between, and cuts half a second off on average.
  const ahead = told + 500 - (sentAt + Date.now()) / 2
  aheadMs = Math.abs(ahead) < noiseMs ? 0 : Math.round(ahead)
}

/** The time by the server's clock, as far as it is known. For whatever the server or another device compares. */
export const serverNow = (): number => Date.now() + (aheadMs ?? 0)

/** Whether this device's clock is wrong by minutes; null while that is not known. */
export const isClockWrong = (): boolean | null => (aheadMs === null ? null : Math.abs(aheadMs) > wrongMs)
