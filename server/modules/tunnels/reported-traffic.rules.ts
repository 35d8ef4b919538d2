/** Days for which the daily traffic of a person, and of a node, is kept. */
export const usageDays = 60

/** Minutes for which the IP addresses of a tunnel link are kept. */
export const onlineMinutes = 5
export const onlineSeconds = onlineMinutes * 60

type Traffic = { readonly number: number; readonly up: number; readonly down: number }

/**
 * Maximum bytes of traffic in one report, for one link and direction: 10 Gbit/s for an hour. Larger values are errors
 * or forged and do not count.
 */
export const maxReported = 4.5e12
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxReported

export const readNumber = (key: string): number | null => (/^[1-9]\d{0,14}$/.test(key) ? Number(key) : null)

/**
 * Reads `[up, down]` from a line of a node's report. Null if invalid, so that one bad line does not discard the others,
 * or without traffic.
 */
export function readTraffic(key: string, value: unknown): Traffic | null {
  const number = readNumber(key)
  const [up, down] = Array.isArray(value) ? (value as unknown[]) : []
  return number === null || !isCount(up) || !isCount(down) || up + down === 0 ? null : { number, up, down }
}
