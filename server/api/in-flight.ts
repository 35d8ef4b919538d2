import { AppError } from '#shared/errors.ts'

/** Maximum parallel requests per account (over all connections) and per connection. */
export const maxInFlight = { account: 128, connection: 32 } as const

export class InFlight<Key> {
  readonly #max: number
  readonly #count = new Map<Key, number>()

  constructor(max: number) {
    this.#max = max
  }

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
