import { AppError } from '#shared/errors.ts'

/** At once for one account, on however many connections, and on one connection. */
export const maxInFlight = { account: 128, connection: 32 } as const

/** Counts what is under way for each key. Keys that nothing is under way for are not kept. */
export class InFlight<Key> {
  readonly #max: number
  readonly #count = new Map<Key, number>()

  constructor(max: number) {
    this.#max = max
  }

  /** Counts one more; the answer ends it. Throws `TooManyRequests` where there are too many. */
  enter(key: Key): () => void {
    const now = this.#count.get(key) ?? 0
    if (now >= this.#max) throw new AppError('TooManyRequests', {}, { retryAfterSeconds: 1 })
    this.#count.set(key, now + 1)
    return () => {
      const left = (this.#count.get(key) ?? 1) - 1
      if (left > 0) this.#count.set(key, left)
      else this.#count.delete(key)
    }
  }
}
