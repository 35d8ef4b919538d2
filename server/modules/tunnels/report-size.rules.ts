/** Size in bytes of a traffic report that every node may send, even a node without links. */
const leastBytes = 4_096
/** Average bytes per tunnel link in a node's report: a number and two counters, or a few IP addresses. */
const bytesPerLink = 160
/**
 * Number of reports of the largest size that a node may send in a minute. Nodes report traffic and IP addresses every
 * ten seconds, and retry if they get no answer.
 */
const reportsPerMinute = 20
const minuteMs = 60_000

export const largestReport = (links: number): number => leastBytes + links * bytesPerLink

type Spent = { since: number; bytes: number; lines: number }

/**
 * Rate limit for the bytes and lines of nodes' reports, in this process's memory. The cost of a report grows with its
 * size, so a thief could otherwise send the largest reports with a stolen token at the full call rate. Times are
 * milliseconds of a monotonic clock.
 */
export class ReportLimits {
  readonly #spent = new Map<number, Spent>()

  /**
   * Returns false if a report is too large for a node with `links` tunnel links, either alone or together with the
   * node's other reports of this minute.
   */
  admitBytes(node: number, links: number, bytes: number, now: number): boolean {
    if (bytes > largestReport(links)) return false
    const spent = this.#of(node, now)
    spent.bytes += bytes
    return spent.bytes <= largestReport(links) * reportsPerMinute
  }

  /**
   * Returns false if a report has too many lines for a node with `links` tunnel links. `piece`: lines of the piece that
   * was just read. `sofar`: lines of the report up to and including this piece.
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
