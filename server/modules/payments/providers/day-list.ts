import type { DayList } from '#server/modules/payments/settlement-report.rules.ts'
import { readBody } from '#server/platform/read-body.ts'
import { UnreadableList } from './port.ts'

/** Maximum bytes of a daily report (16 MB). A report has a few hundred bytes for each payment. */
export const maxReportBytes = 16 * 1024 * 1024

/** Fetches a file of at most `maxReportBytes` without redirects. Throws unless it is complete in time. */
export async function fetchFile(
  address: string,
  { timeoutMs, headers = {} }: { timeoutMs: number; headers?: Record<string, string> },
): Promise<Uint8Array> {
  const response = await fetch(address, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readBody(response, maxReportBytes)
}

/**
 * Joins the files of a day. Throws UnreadableList if there is no file or one cannot be read, or if no line has the
 * expected columns: the format has changed.
 */
export function joinLists(what: string, parts: readonly (DayList | null)[]): DayList {
  const read = parts.filter((part) => part !== null)
  if (read.length === 0 || read.length < parts.length) throw new UnreadableList(`${what}: a file that cannot be read`)
  const lines = read.flatMap((part) => part.lines)
  const unread = read.flatMap((part) => part.unread)
  if (lines.length === 0 && unread.length > 0 && unread.every(({ why }) => why === 'columns'))
    throw new UnreadableList(`${what}: no line that can be read`)
  return { lines, unread }
}
