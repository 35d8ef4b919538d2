type Counted = { readonly times: number[]; readonly errors: Map<string, number> }
type Figures = {
  readonly count: number
  readonly errors: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN

export class Tally<Kind extends string, Part extends string> {
  readonly #counted = new Map<string, Counted>()
  #part: Part

  constructor(part: Part) {
    this.#part = part
  }
  enter(part: Part): void {
    this.#part = part
  }
  /**
   * Awaits a call and measures it from its planned time, for the current phase of the load; errors are counted by
   * message.
   */
  async count<T>(kind: Kind, dueAt: number, work: () => Promise<T>): Promise<T | null> {
    const counted = this.#of(kind, this.#part)
    try {
      const result = await work()
      counted.times.push(performance.now() - dueAt)
      return result
    } catch (error) {
      const reason = (error instanceof Error ? error.message : String(error)).slice(0, 120)
      counted.errors.set(reason, (counted.errors.get(reason) ?? 0) + 1)
      return null
    }
  }
  figures(kind: Kind, part?: Part): Figures {
    const all = [...this.#counted].filter(([key]) => key.startsWith(`${kind}\n${part ?? ''}`)).map(([, value]) => value)
    const times = Float64Array.from(all.flatMap((counted) => counted.times)).toSorted()
    const sorted = Array.from(times)
    return {
      count: sorted.length,
      errors: all.reduce((sum, { errors }) => sum + [...errors.values()].reduce((a, b) => a + b, 0), 0),
      p50: quantile(sorted, 0.5),
      p99: quantile(sorted, 0.99),
      max: sorted.at(-1) ?? NaN,
    }
  }
  errors(): string[] {
    return [...this.#counted].flatMap(([key, { errors }]) =>
      [...errors].map(([reason, times]) => `${key.replace('\n', ', ')}: ${reason}, ${times} times`),
    )
  }
  #of(kind: Kind, part: Part): Counted {
    const key = `${kind}\n${part}`
    const known = this.#counted.get(key) ?? { times: [], errors: new Map() }
    this.#counted.set(key, known)
    return known
  }
}
