/** As many calls as a node makes that asks every second, with room; a node that was stolen floods no one. */
export const callsPerMinute = 600
const minuteMs = 60_000

/** Counts calls of nodes in this process. Nodes are few, so that nothing has to be forgotten. */
export class NodeCalls {
  readonly #counts = new Map<number, { since: number; calls: number }>()

  /** False where this node has called too often. `now`: milliseconds of a clock that never goes back. */
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
