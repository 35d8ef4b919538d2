import { mayDo } from '#console/client/action-traits.ts'
import { useMe } from '#console/client/session.ts'
import { useList } from '#console/client/use-read.ts'

type Going = { readonly rows: readonly unknown[] | undefined; readonly hasMore: boolean }
const countOf = ({ rows, hasMore }: Going): string | undefined => rows && `${rows.length}${hasMore ? '+' : ''}`

/** How much waits: the length of each list as it is shown, so that a count never says more than its list. */
export function useCounts() {
  const { role } = useMe()
  return {
    reviews: countOf(useList('reviews.list', {}, 'items')),
    approvals: countOf(useList('approvals.list', {}, 'items')),
    messages: countOf(useList('messages.list', {}, 'items', mayDo(role, 'messages.list'))),
    applications: countOf(useList('affiliates.applications', {}, 'items')),
    cases: countOf(useList('cases.list', {}, 'items')),
    referrals: countOf(useList('referrals.held', {}, 'items')),
    jobs: countOf(useList('jobs.list', { status: 'dead' }, 'items')),
  }
}
