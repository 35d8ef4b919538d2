/** Days for which daily traffic of a person is kept. */
export const usageDays = 60

/** Minutes for which the addresses of a link are kept. */
export const onlineMinutes = 5
export const onlineSeconds = onlineMinutes * 60

/** Bytes of a link since the last report of its node. */
export type Traffic = { readonly number: number; readonly up: number; readonly down: number }

/** Upper bound of a report: 10 Gbit/s for an hour. Larger values are errors or lies and do not count. */
export const maxReported = 4.5e12
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxReported

/** Returns the link number in a key of a report; null if it is invalid. */
export const readNumber = (key: string): number | null => (/^[1-9]\d{0,14}$/.test(key) ? Number(key) : null)

/** Reads `[up, down]` of a line; null if invalid, so that one bad line does not discard the others. */
export function readTraffic(key: string, value: unknown): Traffic | null {
  const number = readNumber(key)
  const [up, down] = Array.isArray(value) ? (value as unknown[]) : []
  return number === null || !isCount(up) || !isCount(down) || up + down === 0 ? null : { number, up, down }
}
