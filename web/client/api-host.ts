import { readPageData } from '#web/client/page-data.ts'
import { timeLimit } from './time-limit.ts'

const timeoutMs = 10_000

/**
 * `fetch` for API calls with a 10-second timeout; never retries. The site's own pages call their own origin. A page on
 * a mirror (another host of the site) first searches for an API host that answers; that search has its own timeout.
 */
export async function fetchApi(path: string, init: RequestInit, abandoned?: AbortSignal): Promise<Response> {
  const { mirror, apiPrefix } = readPageData()
  if (!mirror) return fetch(path, { ...init, signal: timeLimit(timeoutMs, abandoned) })
  const { findHost, forgetHost } = await import('#web/client/mirror-api.ts')
  const host = await findHost(mirror, apiPrefix)
  try {
    return await fetch(host + path, { ...init, signal: timeLimit(timeoutMs, abandoned) })
  } catch (error) {
    forgetHost(host)
    throw error
  }
}

/** Full URL of an event stream of the API. On a mirror, it points to the API host that answers. */
export async function liveAddress(path: string): Promise<string> {
  const { mirror, apiPrefix } = readPageData()
  if (!mirror) return apiPrefix + path
  const { findHost } = await import('#web/client/mirror-api.ts')
  return (await findHost(mirror, apiPrefix)) + apiPrefix + path
}
