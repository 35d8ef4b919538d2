import { readJson } from '#server/platform/read-body.ts'
import { parseStatus, type ServiceState } from './status-feed.rules.ts'

const timeoutMs = 3_000
const maxBytes = 64 * 1024
/** Minimum interval between requests to the status page. */
export const askedEveryMs = 60_000
/** Milliseconds for which the last good response of the shop's status page counts while that page fails. */
export const goodForMs = 10 * 60_000

type KnownStatus = { readonly state: ServiceState; readonly ageSeconds: number }
/** Last state of the status page with its age; null if too old. Never throws. */
export type ReadStatus = (feed: string) => Promise<KnownStatus | null>
type Ask = (feed: string) => Promise<unknown>

/**
 * Creates the reader of the status page's feed. It caches the state of one feed URL. `nowMs`: monotonic clock in
 * milliseconds.
 */
export function createStatus(ask: Ask = askFeed, nowMs: () => number = () => performance.now()): ReadStatus {
  let feedNow = ''
  let askedAt = Number.NEGATIVE_INFINITY
  let good: { readonly state: ServiceState; readonly at: number } | null = null
  let asking: Promise<void> | null = null

  const isGood = () => good !== null && nowMs() - good.at < goodForMs

  async function refresh(feed: string): Promise<void> {
    const state = await ask(feed).then(parseStatus, () => null)
    // Ignores the response if the status page's URL has changed since the request.
    if (state && feed === feedNow) good = { state, at: nowMs() }
  }

  return async (feed) => {
    if (feed !== feedNow) {
      feedNow = feed
      askedAt = Number.NEGATIVE_INFINITY
      good = null
      asking = null
    }
    if (nowMs() - askedAt >= askedEveryMs) {
      askedAt = nowMs()
      asking = refresh(feed)
    }
    // Waits for the request only if nothing is cached.
    if (!isGood()) await asking
    return good && isGood() ? { state: good.state, ageSeconds: Math.floor((nowMs() - good.at) / 1000) } : null
  }
}

async function askFeed(feed: string): Promise<unknown> {
  const response = await fetch(feed, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readJson(response, maxBytes)
}
