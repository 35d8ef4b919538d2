/**
 * A signal that aborts after `ms`, or with `other`. By hand: `AbortSignal.timeout` and `AbortSignal.any` are newer than the
 * oldest browsers that the site is for.
 */
export function timeLimit(ms: number, other?: AbortSignal): AbortSignal {
  const limit = new AbortController()
  const abort = () => {
    other?.removeEventListener('abort', abort)
    limit.abort()
  }
  setTimeout(abort, ms)
  other?.addEventListener('abort', abort)
  return limit.signal
}
