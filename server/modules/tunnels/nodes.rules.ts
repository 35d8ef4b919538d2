/** Rate limit of a node: room for one that asks every second, but a stolen node cannot flood the server. */
export const callsPerMinute = 600
const minuteMs = 60_000

/** Counts calls of nodes in this process. Nodes are few, so entries are never removed. */
export class NodeCalls {
  readonly #counts = new Map<number, { since: number; calls: number }>()

  /** Returns false if this node has called too often. `now`: milliseconds of a monotonic clock. */
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

/** A node asks for its users once a minute; after this silence it counts as down. */
export const nodeSilenceMs = 5 * 60_000

type Seen = { readonly name: string; readonly enabled: boolean; readonly seenAt: Date | null }

/** Enabled nodes that stopped calling. A node that has never called is still being set up. */
export const findDown = <N extends Seen>(nodes: readonly N[], now: Date): (N & { readonly seenAt: Date })[] =>
  nodes.filter(
    (node): node is N & { readonly seenAt: Date } =>
      node.enabled && node.seenAt !== null && now.getTime() - node.seenAt.getTime() > nodeSilenceMs,
  )
