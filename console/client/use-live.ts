import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mostCounted, type LiveCounts, type LiveList } from '#shared/console-live.ts'
import { countsKey } from './live-names.ts'

/** Once, around everything. What hears comes after the first screen. */
export function useLive(): void {
  const queries = useQueryClient()
  useEffect(() => {
    let isGone = false
    let stop = () => {}
    // Without it the page does what it did before: it asks when it is looked at.
    import('./follow-live.ts')
      .then(({ followLive }) => {
        if (!isGone) stop = followLive(queries)
      })
      .catch(() => {})
    return () => {
      isGone = true
      stop()
    }
  }, [queries])
}

/** How many rows wait in each list that the operator may read; empty until the server has said. */
export const useLiveCounts = (): LiveCounts =>
  useQuery<LiveCounts>({ queryKey: countsKey, queryFn: () => ({}), enabled: false }).data ?? {}

/** "7", "1,000+"; undefined for none, and before anything is known. */
export function countText(...counts: readonly (number | undefined)[]): string | undefined {
  const known = counts.filter((count) => count !== undefined)
  const sum = known.reduce((total, count) => total + count, 0)
  if (sum === 0) return undefined
  return known.some((count) => count > mostCounted) || sum > mostCounted ? '1,000+' : String(sum)
}

/** Of the lists on the rail: which of them stand behind each place. */
export const listsOfPlaces = {
  queue: ['reviews', 'approvals', 'messages', 'applications', 'cases', 'referrals', 'jobs'],
  affiliates: ['payouts'],
} as const satisfies Readonly<Record<string, readonly LiveList[]>>
