import { readJson } from '#server/platform/read-body.ts'
import { parseStatus, type ServiceState } from './status-feed.rules.ts'

const timeoutMs = 3_000
const maxBytes = 64 * 1024
/** The status page is asked at most this often, however many visitors there are. */
export const askedEveryMs = 60_000
/** So long the last good answer counts while the status page says nothing. */
export const goodForMs = 10 * 60_000

export type KnownStatus = { readonly state: ServiceState; readonly ageSeconds: number }
/** What the status page said last, and how long ago; null where it has said nothing for too long. Never throws. */
export type ReadStatus = (feed: string) => Promise<KnownStatus | null>
type Ask = (feed: string) => Promise<unknown>

/** `nowMs` never jumps. One feed is kept: another address begins anew. */
export function createStatus(ask: Ask = askFeed, nowMs: () => number = () => performance.now()): ReadStatus {
  let feedNow = ''
  let askedAt = Number.NEGATIVE_INFINITY
  let good: { readonly state: ServiceState; readonly at: number } | null = null
  let asking: Promise<void> | null = null

  const isGood = () => good !== null && nowMs() - good.at < goodForMs

  async function refresh(feed: string): Promise<void> {
    const state = await ask(feed).then(parseStatus, () => null)
    // An answer of the address of before says nothing about this one.
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
    // What is known is said at once; only where nothing is does a visitor wait.
    if (!isGood()) await asking
    return good && isGood() ? { state: good.state, ageSeconds: Math.floor((nowMs() - good.at) / 1000) } : null
  }
}

async function askFeed(feed: string): Promise<unknown> {
  const response = await fetch(feed, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return readJson(response, maxBytes)
}
