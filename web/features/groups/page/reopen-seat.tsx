import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '#ui/ask.ts'
import { api } from '#web/client/api.ts'
import { myGroupQuery, type MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'
import styles from './my-part.module.css'

type Props = { readonly t: GroupTexts; readonly group: MyGroup; readonly seat: number }

export function ReopenSeat({ t, group: { groupId }, seat }: Props) {
  const queryClient = useQueryClient()
  const refresh = useRefreshGroup(groupId)
  const freeing = useMutation({
    mutationFn: () => api('/api/payment/payment_joint_free_seat', { group: groupId, seat }),
    onSuccess: ({ group }) => queryClient.setQueryData(myGroupQuery(groupId).queryKey, group),
    // `api` has shown a toast already, so only the state of the group is fetched again.
    onError: refresh,
  })
  const free = async () => {
    if (!freeing.isPending && (await ask(t.mine.freeAsk(seat)))) freeing.mutate()
  }
  return (
    <button
      type="button"
      className={`link ${styles.rest}`}
      aria-busy={freeing.isPending || undefined}
      onClick={() => void free()}
    >
      {t.mine.free(seat)}
    </button>
  )
}
