import { readPageData } from '#web/client/page-data.ts'
import { timeLimit } from '#web/client/time-limit.ts'

const timeoutMs = 10_000

/**
 * `fetch` for the API, within ten seconds. On the site itself the API is on the same origin; a mirror's page finds a host
 * that answers first, and that search has its own limit of time. Sends the call once.
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

/** The full address of a live stream of the API, below its prefix; on a mirror, on the host that answers. */
export async function liveAddress(path: string): Promise<string> {
  const { mirror, apiPrefix } = readPageData()
  if (!mirror) return apiPrefix + path
  const { findHost } = await import('#web/client/mirror-api.ts')
  return (await findHost(mirror, apiPrefix)) + apiPrefix + path
}
