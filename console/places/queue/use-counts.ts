import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { countText, useLiveCounts } from '#console/client/use-live.ts'
import { useList } from '#console/client/use-read.ts'

type Going = { readonly rows: readonly unknown[] | undefined; readonly hasMore: boolean }
/** Length of a list if it is fully loaded; otherwise the server's count of the same query. */
const countOf = ({ rows, hasMore }: Going, counted: number | undefined): string | undefined =>
  rows && (hasMore ? (countText(counted) ?? `${rows.length}+`) : String(rows.length))

/**
 * Counts of items that wait for an operator. Taken from the lists themselves where these are fully loaded, so that a
 * count does not differ from its list.
 */
export function useCounts() {
  const { role } = useMe()
  const live = useLiveCounts()
  return {
    reviews: countOf(useList('reviews.list', {}, 'items'), live.reviews),
    approvals: countOf(useList('approvals.list', {}, 'items'), live.approvals),
    messages: countOf(useList('messages.list', {}, 'items', mayDo(role, 'messages.list')), live.messages),
    applications: countOf(useList('affiliates.applications', {}, 'items'), live.applications),
    cases: countOf(useList('cases.list', {}, 'items'), live.cases),
    referrals: countOf(useList('referrals.held', {}, 'items'), live.referrals),
    jobs: countOf(useList('jobs.list', { status: 'dead' }, 'items'), live.jobs),
  }
}
