const day = 86_400_000

/**
 * Seconds until the first query of an attempt. `created`: the call to create it was answered or timed out; `unheard`:
 * its result was never saved.
 */
export const firstQuestionSeconds = { created: 5, unheard: 30 } as const

/** Seconds between queries of an attempt: 5, 10, 20, 40 … at most 300. `queries`: number made so far. */
export const queryBackOffSeconds = (queries: number): number => Math.min(300, 5 * 2 ** Math.min(queries, 10))

/** Days after the payment window until queries stop, because a payment may appear late. */
export const watchDays = 1
export const watchedUntil = (expiresAt: Date): Date => new Date(expiresAt.getTime() + watchDays * day)

/** Time of the next query; null when queries stop. `queries` includes the current one. */
export function nextQueryAt(now: Date, queries: number, expiresAt: Date): Date | null {
  const next = new Date(now.getTime() + queryBackOffSeconds(queries) * 1000)
  return next <= watchedUntil(expiresAt) ? next : null
}
