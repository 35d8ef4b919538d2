/**
 * Signal that aborts after `ms`, or when the signal `other` does. The oldest supported browsers lack
 * `AbortSignal.timeout` and `any`.
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
