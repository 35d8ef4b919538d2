/** A link that ended is still reported for the time before its end. */
const graceMs = 15 * 60_000

/** The numbers of links that lists for nodes hold, or held a few minutes ago. */
export class ListedLinks {
  readonly #listedAt = new Map<number, number>()
  #forgotAt = -Infinity

  note(number: number, now: number): void {
    this.#listedAt.set(number, now)
  }

  /** To be called once a list is complete: walks through all, every few minutes. */
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
