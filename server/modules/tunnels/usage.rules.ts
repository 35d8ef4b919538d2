/** Bytes of one link since its node's last report. */
export type Traffic = { readonly number: number; readonly up: number; readonly down: number }

/** More than any link carries between two reports: 10 Gbit/s for an hour. Who says more errs or lies, and it does not count. */
export const maxReported = 4.5e12
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxReported

/** The number of a link, as a key of what nodes send; null for anything else. */
export const readNumber = (key: string): number | null => (/^[1-9]\d{0,14}$/.test(key) ? Number(key) : null)

/** Reads `[up, down]` of one line; null for what cannot be, which costs no other line its bytes. */
export function readTraffic(key: string, value: unknown): Traffic | null {
  const number = readNumber(key)
  const [up, down] = Array.isArray(value) ? (value as unknown[]) : []
  return number === null || !isCount(up) || !isCount(down) || up + down === 0 ? null : { number, up, down }
}
