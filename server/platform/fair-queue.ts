import { AppError } from '#shared/errors.ts'

type Limits = {
  readonly running: number
  readonly perLane: number
  readonly waiting: number
  readonly perGroup?: number
}

type Place = { readonly start: () => void; readonly group: string | undefined }

/**
 * Runs a limited number of tasks at once. Each requester has a lane of waiting tasks, and lanes take turns, so a heavy
 * requester only delays itself. A requester with many identities is limited by their common group. Beyond the limits it
 * throws `Unavailable` at once, because the client would give up before its turn.
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
