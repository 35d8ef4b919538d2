/**
 * Signal that aborts after `ms` or together with `other`. `AbortSignal.timeout` and `AbortSignal.any` are missing in
 * the oldest browsers that the site supports.
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
