const day = 86_400_000

/**
 * Seconds until the first query of an attempt. `created`: after the call to the provider was answered or timed out.
 * `unheard`: if the process saved no result of the call, for example after a crash.
 */
export const firstQuerySeconds = { created: 5, unheard: 30 } as const

/** Seconds until the next query of an attempt: 5, 10, 20, 40 … at most 300. `queries` is the number made so far. */
export const queryBackOffSeconds = (queries: number): number => Math.min(300, 5 * 2 ** Math.min(queries, 10))

/** Days after the payment window until polling stops, because providers may report a payment late. */
export const watchDays = 1
export const watchedUntil = (expiresAt: Date): Date => new Date(expiresAt.getTime() + watchDays * day)

/** Time of the next query, or null when polling stops. `queries` includes the current query. */
export function nextQueryAt(now: Date, queries: number, expiresAt: Date): Date | null {
  const next = new Date(now.getTime() + queryBackOffSeconds(queries) * 1000)
  return next <= watchedUntil(expiresAt) ? next : null
}
