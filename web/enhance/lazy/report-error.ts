import { apiPrefix } from '#shared/api-values.ts'
import { cleanErrorReport, type ErrorReport } from '#shared/error-report.ts'

/** Maximum number of error reports per page load, because an error may repeat in a loop. */
const maxReports = 10
const told = new Set<string>()

/** Names of errors that are no bugs: cancelled calls, and errors of the API, which are shown to the user. */
const expected = new Set(['AbortError', 'ApiError'])

/** Creates the report of an error event; null for expected errors and for those of browser extensions and frames. */
export function describeEvent(event: Event, origin: string, path: string): ErrorReport | null {
  const [kind, error] =
    event instanceof CustomEvent
      ? (['boundary', event.detail] as const)
      : 'reason' in event
        ? (['rejection', event.reason] as const)
        : (['error', (event as ErrorEvent).error] as const)
  if (!(error instanceof Error)) {
    // An error event without an error object may come from a browser extension, so it is not reported. Promise
    // rejections and errors from our error boundary are.
    if (kind === 'error' || error === undefined || error === null) return null
    return cleanErrorReport({ kind, message: String(error), stack: '', place: path })
  }
  const stack = error.stack ?? ''
  if (expected.has(error.name) || (kind === 'error' && !stack.includes(origin))) return null
  return cleanErrorReport({ kind, message: `${error.name}: ${error.message}`, stack, place: path })
}

/** Sends the report to our own server, without token, cookie or referrer. */
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
