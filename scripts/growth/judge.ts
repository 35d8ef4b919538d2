/** What was measured of one thing on one shop, in milliseconds. */
export type Took = { readonly median: number; readonly p99: number; readonly least: number }
/** `call`: a person waits for it in a browser. The others may take longer, as they are an operator's or no one's. */
export type CaseKind = 'call' | 'read' | 'act' | 'job'

/**
 * What is asked of it. `ratio`: not much longer than on a small shop. `time`: it stops by itself when its time is over, and says what it
 * left. `none`: it tells how far it is, or goes on where it stopped; of its steps each is a statement with a time of its own.
 */
export type Bound = 'ratio' | 'time' | 'none'

/** How many times as long it may take on the large shop. */
const times = { call: 1.25, read: 1.5, act: 1.5, job: 1.5 } as const satisfies Record<CaseKind, number>
/** Nothing but a job that goes in steps takes longer. */
const longestMs = 2_000
/** What two runs of the same on the same rows differ by on a machine that others use. */
const noiseMs = 3

export function tookOf(samples: readonly number[]): Took {
  const sorted = samples.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0
  return { median: at(0.5), p99: at(0.99), least: sorted[0] ?? 0 }
}

/**
 * Why the large shop is too slow at it, or null. Of the three figures each has to be above its bound: one alone is also what the
 * machine does while others use it.
 */
export function problemOf(kind: CaseKind, small: Took, large: Took, bound: Bound = 'ratio'): string | null {
  if (bound === 'none') return null
  if (large.least > longestMs) return `takes ${large.least.toFixed(0)} ms at least: more than ${longestMs} ms`
  const isAbove = (figure: keyof Took) => large[figure] > times[kind] * small[figure] + noiseMs
  return bound === 'ratio' && isAbove('median') && isAbove('p99') && isAbove('least')
    ? `${(large.median / small.median).toFixed(1)} × as long as on the small shop (${times[kind]} × are allowed)`
    : null
}
