/**
 * Milliseconds after the end of a tunnel link during which nodes may still report its traffic, because a report covers
 * the time before.
 */
const graceMs = 15 * 60_000

/**
 * Numbers of tunnel links that are on a node's user list or were until a few minutes ago. Reports about other links are
 * dropped.
 */
export class ListedLinks {
  readonly #listedAt = new Map<number, number>()
  #forgotAt = -Infinity

  note(number: number, now: number): void {
    this.#listedAt.set(number, now)
  }

  /**
   * Forgets tunnel links that left the lists some time ago. Scans at most every few minutes, because it visits all
   * links. Call it after a list is complete.
   */
  forgetOld(now: number): void {
    if (now - this.#forgotAt < graceMs / 3) return
    this.#forgotAt = now
    for (const [number, at] of this.#listedAt) if (now - at > graceMs) this.#listedAt.delete(number)
  }

  has(number: number): boolean {
    return this.#listedAt.has(number)
  }

  get size(): number {
    return this.#listedAt.size
  }
}
