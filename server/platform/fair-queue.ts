import { AppError } from '#shared/errors.ts'

type Limits = {
  /** So many run at once. */
  readonly running: number
  /** So many wait in one lane, and in all lanes together. */
  readonly perLane: number
  readonly waiting: number
  /** So many of those that wait come from one group, where groups are given; by default as many as wait in all. */
  readonly perGroup?: number
}

type Place = { readonly start: () => void; readonly group: string | undefined }

/**
 * Runs work a few at a time. What waits stands in the lane of its asker, and the lanes take turns: anyone who asks for much
 * waits behind themselves. Anyone who asks under many names is bounded by the group that these share. Beyond the limits `Unavailable` comes at once, because a longer wait would outlast the client.
 */
export class FairQueue {
  readonly #limits: Limits
  readonly #lanes = new Map<string, Place[]>()
  readonly #groups = new Map<string, number>()
  #running = 0
  #waiting = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  async run<T>(lane: string, work: () => Promise<T>, group?: string): Promise<T> {
    if (this.#running < this.#limits.running) this.#running++
    else await this.#wait(lane, group)
    try {
      return await work()
    } finally {
      const next = this.#takeNext()
      if (next) next()
      else this.#running--
    }
  }

  #wait(lane: string, group: string | undefined): Promise<void> {
    const line = this.#lanes.get(lane) ?? []
    const { perLane, waiting, perGroup = waiting } = this.#limits
    const ofGroup = group === undefined ? 0 : (this.#groups.get(group) ?? 0)
    if (line.length >= perLane || this.#waiting >= waiting || ofGroup >= perGroup)
      throw new AppError('Unavailable', {}, { retryAfterSeconds: 2 })
    this.#waiting++
    if (group !== undefined) this.#groups.set(group, ofGroup + 1)
    return new Promise((resolve) => {
      line.push({ start: resolve, group })
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
    if (next?.group !== undefined) this.#leave(next.group)
    return next?.start
  }

  #leave(group: string): void {
    const left = (this.#groups.get(group) ?? 0) - 1
    if (left > 0) this.#groups.set(group, left)
    else this.#groups.delete(group)
  }
}
