const day = 86_400_000

/** Seconds to the first question about an attempt: once the provider has taken it or left us without an answer, and where neither was heard. */
export const firstQuestionSeconds = { created: 5, unheard: 30 } as const

/** Seconds from one question about an attempt to the next: 5, 10, 20, 40 … at most 300. `queries` counts those asked. */
export const queryBackOffSeconds = (queries: number): number => Math.min(300, 5 * 2 ** Math.min(queries, 10))

/** A payment can turn up long after the window closed; so many days later no one asks any more. */
export const watchDays = 1
export const watchedUntil = (expiresAt: Date): Date => new Date(expiresAt.getTime() + watchDays * day)

/** When to ask again, or null when the watch is over. `queries` counts this question. */
export function nextQueryAt(now: Date, queries: number, expiresAt: Date): Date | null {
  const next = new Date(now.getTime() + queryBackOffSeconds(queries) * 1000)
  return next <= watchedUntil(expiresAt) ? next : null
}
