/**
 * Rate limit of a node's calls. High enough for a node that calls every second, and low enough that a stolen node
 * cannot overload the server.
 */
export const callsPerMinute = 600
const minuteMs = 60_000

/** Rate limiter for the calls of nodes, in this process's memory. There are few nodes, so entries are never removed. */
export class NodeCalls {
  readonly #counts = new Map<number, { since: number; calls: number }>()

  /**
   * Counts a call of a node and returns false if the node has called too often. `now`: milliseconds of a monotonic
   * clock.
   */
  admit(node: number, now: number): boolean {
    const known = this.#counts.get(node)
    if (!known || now - known.since >= minuteMs) {
      this.#counts.set(node, { since: now, calls: 1 })
      return true
    }
    known.calls++
    return known.calls <= callsPerMinute
  }
}

/** Milliseconds without a call after which a node counts as down. A node requests its user list every minute. */
export const nodeSilenceMs = 5 * 60_000

type Seen = { readonly name: string; readonly enabled: boolean; readonly seenAt: Date | null }

/** Finds enabled nodes that stopped calling. A node that has never called is still being set up and is left out. */
export const findDown = <N extends Seen>(nodes: readonly N[], now: Date): (N & { readonly seenAt: Date })[] =>
  nodes.filter(
    (node): node is N & { readonly seenAt: Date } =>
      node.enabled && node.seenAt !== null && now.getTime() - node.seenAt.getTime() > nodeSilenceMs,
  )
