export type Kept<T> = {
  /** What was looked up `maxAgeMs` ago at most. Those who ask meanwhile share one look; one that fails is kept for no one. */
  read(): Promise<T>
  /** Who asks next has it looked up anew; once in `maxAgeMs`, so that no one can make every call a look. */
  forget(): void
}

/** Keeps what is asked for often and changes rarely. Its age counts from before the look: what is committed meanwhile is seen in time. */
export function keep<T>(maxAgeMs: number, look: () => Promise<T>): Kept<T> {
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
