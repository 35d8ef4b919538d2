/** Bytes of one link since its node's last report. */
export type Traffic = { readonly number: number; readonly up: number; readonly down: number }

/** More than any link carries between two reports: 10 Gbit/s for an hour. Who says more errs or lies, and it does not count. */
export const maxReported = 4.5e12
/** More links than a node has. */
const maxLinks = 200_000

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= maxReported

/** The number of a link, as a key of what nodes send; null for anything else. */
export const readNumber = (key: string): number | null => (/^[1-9]\d{0,14}$/.test(key) ? Number(key) : null)

/** The lines of a report by number, or null where it is none at all. */
export function readReport(body: unknown): [key: string, value: unknown][] | null {
  if (body === null || typeof body !== 'object' || Array.isArray(body)) return null
  const entries = Object.entries(body)
  return entries.length > maxLinks ? null : entries
}

/**
 * `{number: [up, down]}`; null where it is not that. A line that cannot be is left out, and costs no other line its bytes.
 */
export function readTraffic(body: unknown): Traffic[] | null {
  return (
    readReport(body)?.flatMap(([key, value]) => {
      const number = readNumber(key)
      const [up, down] = Array.isArray(value) ? (value as unknown[]) : []
      if (number === null || !isCount(up) || !isCount(down) || up + down === 0) return []
      return [{ number, up, down }]
    }) ?? null
  )
}
