/** Bytes of a report that any node may send, however few links it has. */
const leastBytes = 4_096
/** Of one link in a report, on average: its number and two counters, or a few addresses. */
const bytesPerLink = 160
/** A node reports traffic and addresses every ten seconds, and repeats what had no answer. */
const reportsPerMinute = 20
const minuteMs = 60_000

export const largestReport = (links: number): number => leastBytes + links * bytesPerLink

type Spent = { since: number; bytes: number; lines: number }

/**
 * Counts bytes and lines that nodes report in this process: what a report costs is by its size, and a node whose token was stolen
 * would otherwise send the largest ones as often as it may call. Times are in milliseconds of a clock that never goes back.
 */
export class ReportLimits {
  readonly #spent = new Map<number, Spent>()

  /** False where a report of so many bytes is too much for a node with so many links, now or in this minute. */
  admitBytes(node: number, links: number, bytes: number, now: number): boolean {
    if (bytes > largestReport(links)) return false
    const spent = this.#of(node, now)
    spent.bytes += bytes
    return spent.bytes <= largestReport(links) * reportsPerMinute
  }

  /** The same for the lines of one piece; `sofar`: those of its report, with the piece. */
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
