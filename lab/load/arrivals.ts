/** Visitors of the sale day who come in a second unless `--per-second` says otherwise, and how many of 95 do what. */
export const usualPerSecond = 40
export const saleDay = { home: 60, shop: 15, 'sign-in': 5, purchase: 5, 'group watcher': 10 } as const
export type Kind =
  | Exclude<keyof typeof saleDay, 'purchase'>
  | 'purchase by Alipay'
  | 'purchase by WeChat'
  | 'notification'

/** Reproducible random numbers from 0 to 1 (mulberry32). */
export function drawFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * Arrival times of independent visitors (ms from the start, ascending), `perSecond` on average. Visitors do not wait
 * for earlier ones, so a server that stalls for a second gets all visitors of that second at once.
 */
export function* arrivals(perSecond: number, draw: () => number): Generator<number> {
  for (let at = 0; ;) {
    at += (-Math.log(1 - draw()) / perSecond) * 1000
    yield at
  }
}

export function drawKind(draw: () => number): keyof typeof saleDay {
  const kinds = Object.entries(saleDay) as [keyof typeof saleDay, number][]
  let left = draw() * kinds.reduce((sum, [, parts]) => sum + parts, 0)
  for (const [kind, parts] of kinds) if ((left -= parts) < 0) return kind
  return 'home'
}

/**
 * Calls `come` at each arrival time, late ones immediately, until `ms` have passed. Passes the planned time
 * (`performance.now`).
 */
export async function follow(times: Iterable<number>, ms: number, come: (dueAt: number) => void): Promise<void> {
  const startedAt = performance.now()
  for (const at of times) {
    if (at >= ms) break
    const wait = startedAt + at - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    come(startedAt + at)
  }
}
