/** Reports about an ended link are still accepted for so long: they cover the time before its end. */
const graceMs = 15 * 60_000

/** Numbers of links on the lists for nodes, now or a few minutes ago. */
export class ListedLinks {
  readonly #listedAt = new Map<number, number>()
  #forgotAt = -Infinity

  note(number: number, now: number): void {
    this.#listedAt.set(number, now)
  }

  /** Forgets old links, at most every few minutes because it walks through all. Call it once a list is complete. */
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
