import { AppError } from '#shared/errors.ts'

type Limits = {
  /** So many run at once. */
  readonly running: number
  /** So many wait in one lane, and in all lanes together. */
  readonly perLane: number
  readonly waiting: number
}

/**
 * Runs work a few at a time. What waits stands in the lane of its asker, and the lanes take turns: anyone who asks for much
 * waits behind themselves. Beyond the limits `Unavailable` comes at once, because a longer wait would outlast the client.
 */
export class FairQueue {
  readonly #limits: Limits
  readonly #lanes = new Map<string, (() => void)[]>()
  #running = 0
  #waiting = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  async run<T>(lane: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++
    else await this.#wait(lane)
    try {
      return await work()
    } finally {
      const next = this.#takeNext()
      if (next) next()
      else this.#running--
    }
  }

  #wait(lane: string): Promise<void> {
    const line = this.#lanes.get(lane) ?? []
    if (line.length >= this.#limits.perLane || this.#waiting >= this.#limits.waiting)
      throw new AppError('Unavailable', {}, { retryAfterSeconds: 2 })
    this.#waiting++
    return new Promise((resolve) => {
      line.push(resolve)
      this.#lanes.set(lane, line)
    })
  }

  /** The first of the lane whose turn it is; the lane then goes behind all others. */
  #takeNext(): (() => void) | undefined {
    const [turn] = this.#lanes
    if (!turn) return undefined
    const [lane, line] = turn
    const next = line.shift()
    this.#lanes.delete(lane)
    if (line.length > 0) this.#lanes.set(lane, line)
    this.#waiting--
    return next
  }
}
