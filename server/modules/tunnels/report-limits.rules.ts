/** Report size in bytes that every node may send, even one without links. */
const leastBytes = 4_096
/** Average bytes per link in a report: a number and two counters, or a few addresses. */
const bytesPerLink = 160
/**
 * Number of reports of the largest size that a node may send in a minute. Nodes report traffic and addresses every ten
 * seconds, and retry without an answer.
 */
const reportsPerMinute = 20
const minuteMs = 60_000

export const largestReport = (links: number): number => leastBytes + links * bytesPerLink

type Spent = { since: number; bytes: number; lines: number }

/**
 * Rate limit for the bytes and lines of reports, in memory. The cost of a report grows with its size, so a stolen token
 * could otherwise send the largest reports at the full call rate. Times are milliseconds of a monotonic clock.
 */
export class ReportLimits {
  readonly #spent = new Map<number, Spent>()

  /**
   * Returns false if the report is too large for a node with `links` links, either alone or together with its other
   * reports of this minute.
   */
  admitBytes(node: number, links: number, bytes: number, now: number): boolean {
    if (bytes > largestReport(links)) return false
    const spent = this.#of(node, now)
    spent.bytes += bytes
    return spent.bytes <= largestReport(links) * reportsPerMinute
  }

  /**
   * Returns false if the report has too many lines. `piece`: lines of this piece. `sofar`: lines of the report up to
   * and including it.
   */
  admitLines(node: number, links: number, piece: number, sofar: number, now: number): boolean {
    if (sofar > links) return false
    const spent = this.#of(node, now)
    spent.lines += piece
    return spent.lines <= links * reportsPerMinute
  }

  #of(node: number, now: number): Spent {
    const known = this.#spent.get(node)
    if (known && now - known.since < minuteMs) return known
    const fresh = { since: now, bytes: 0, lines: 0 }
    this.#spent.set(node, fresh)
    return fresh
  }
}
