import type { Shop } from './shop.ts'

export type Took = { readonly median: number; readonly p99: number; readonly least: number }
/** Kind of a measured case. `call`: a customer waits for it in a browser; the others may take longer. */
export type CaseKind = 'call' | 'read' | 'act' | 'job'

/**
 * Speed that a case must have. `ratio`: on a large shop not much slower than on a small one. `time`: it stops at its
 * time limit and reports the rest. `none`: it reports progress or can resume, and each of its statements has its own
 * limit.
 */
export type Bound = 'ratio' | 'time' | 'none'

const times = { call: 1.25, read: 1.5, act: 1.5, job: 1.5 } as const satisfies Record<CaseKind, number>
const longestMs = 2_000
/** Expected difference between identical runs on a shared machine, in ms. */
const noiseMs = 3

export function tookOf(samples: readonly number[]): Took {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { median: at(0.5), p99: at(0.99), least: sorted[0] ?? 0 }
}

/**
 * Returns why a case is too slow on the large shop, or null. It is too slow if even its fastest run takes more than two
 * seconds. With the bound `ratio` it is also too slow if all three figures are too high against the small shop; a
 * single one may be noise. With `none` it is never too slow.
 */
export function problemOf(kind: CaseKind, small: Took, large: Took, bound: Bound = 'ratio'): string | null {
  if (bound === 'none') return null
  if (large.least > longestMs) return `takes ${large.least.toFixed(0)} ms at least: more than ${longestMs} ms`
  const isAbove = (figure: keyof Took) => large[figure] > times[kind] * small[figure] + noiseMs
  return bound === 'ratio' && isAbove('median') && isAbove('p99') && isAbove('least')
    ? `${(large.median / small.median).toFixed(1)} × as long as on the small shop (${times[kind]} × are allowed)`
    : null
}

export type Case = {
  readonly kind: CaseKind
  readonly name: string
  readonly bound: Bound
  /** Prepares a round, which is not measured. The returned function is measured and returns the status. */
  readonly ready: (shop: Shop, round: number) => Promise<() => Promise<string>>
}
