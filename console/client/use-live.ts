import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { maxExactCount, type LiveCounts, type LiveList } from '#shared/console-live.ts'
import { countsKey } from './live-names.ts'

/** Connects to the event stream; use once, in the root. Its code loads after the first screen. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let isGone = false
    let stop = () => {}
    // A failed import is ignored, because pages also refetch on focus.
    import('./subscribe-to-changes.ts')
      .then(({ subscribeToChanges }) => {
        if (!isGone) stop = subscribeToChanges(queries)
      })
      .catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [queries])
}

/** Number of waiting items per list; empty until the server has sent the numbers. */
export const useLiveCounts = (): LiveCounts =>
  useQuery<LiveCounts>({ queryKey: countsKey, queryFn: () => ({}), enabled: false }).data ?? {}

/** Sum of counts as text: "7", "1,000+"; undefined if zero or unknown. */
export function countText(...counts: readonly (number | undefined)[]): string | undefined {
  const known = counts.filter((count) => count !== undefined)
  const sum = known.reduce((total, count) => total + count, 0)
  if (sum === 0) return undefined
  return known.some((count) => count > maxExactCount) || sum > maxExactCount ? '1,000+' : String(sum)
}

export const listsOfPlaces = {
  queue: ['reviews', 'approvals', 'messages', 'applications', 'cases', 'referrals', 'jobs'],
  affiliates: ['payouts'],
} as const satisfies Readonly<Record<string, readonly LiveList[]>>
