export type Kept<T> = {
  /** Returns a value at most `maxAgeMs` old. Concurrent callers share one lookup; errors are not cached. */
  read(): Promise<T>
  /** Invalidates the cache, at most once per `maxAgeMs`, so that callers cannot force a lookup on every request. */
  forget(): void
}

/**
 * Caches a value. Its age counts from the start of the lookup, so that a change committed during the lookup is not
 * missed for longer.
 */
export function cacheValue<T>(maxAgeMs: number, look: () => Promise<T>): Kept<T> {
  let last: { readonly answer: Promise<T>; readonly begunAt: number } | null = null
  let forgotAt = -Infinity
  return {
    read() {
      const now = performance.now()
      if (last && now - last.begunAt < maxAgeMs) return last.answer
      const own = { answer: look(), begunAt: now }
      last = own
      own.answer.catch(() => {
        if (last === own) last = null
      })
      return own.answer
    },
    forget() {
      const now = performance.now()
      if (now - forgotAt < maxAgeMs) return
      forgotAt = now
      last = null
    },
  }
}
