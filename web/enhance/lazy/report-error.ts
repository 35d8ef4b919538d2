import { apiPrefix } from '#shared/codes.ts'
import { cleanErrorReport, type ErrorReport } from '#shared/error-report.ts'

/** One visit does not tell of more than this: a loop that fails at every frame is one error. */
const maxReports = 10
const told = new Set<string>()

/**
 * Names that say nothing about our code: calls that were given up, and those that a toast has told the visitor of.
 */
const expected = new Set(['AbortError', 'ApiError'])

/** What the event says went wrong; null for what is not ours: extensions, scripts of frames. */
export function describeEvent(event: Event, origin: string, path: string): ErrorReport | null {
  const [kind, error] =
    event instanceof CustomEvent
      ? (['boundary', event.detail] as const)
      : 'reason' in event
        ? (['rejection', event.reason] as const)
        : (['error', (event as ErrorEvent).error] as const)
  if (!(error instanceof Error)) {
    // A thrown word has no stack: only a rejection or our own boundary can be told from an extension's.
    if (kind === 'error' || error === undefined || error === null) return null
    return cleanErrorReport({ kind, message: String(error), stack: '', place: path })
  }
  const stack = error.stack ?? ''
  if (expected.has(error.name) || (kind === 'error' && !stack.includes(origin))) return null
  return cleanErrorReport({ kind, message: `${error.name}: ${error.message}`, stack, place: path })
}

/** Tells our own server, without token, cookie or referrer. */
export function report(event: Event): void {
  const found = describeEvent(event, location.origin, location.pathname)
  if (!found || told.size >= maxReports) return
  const body = JSON.stringify(found)
  if (told.has(body)) return
  told.add(body)
  void fetch(`${apiPrefix('PROD')}/api/system/system_client_error`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', platform: 'web' },
    body,
    keepalive: true,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  }).catch(() => {})
}
