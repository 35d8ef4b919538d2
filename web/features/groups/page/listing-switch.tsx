import '#ui/check.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/client/api.ts'
import { myGroupQuery, type MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'
import type { GroupTexts } from '#text/en/site/groups.ts'

export function ListingSwitch({ t, group }: { readonly t: GroupTexts; readonly group: MyGroup }) {
  const queryClient = useQueryClient()
  const refresh = useRefreshGroup(group.groupId)
  const changing = useMutation({
    mutationFn: (listed: boolean) => api('/api/payment/payment_joint_list', { group: group.groupId, listed }),
    onSuccess: (answer) => queryClient.setQueryData(myGroupQuery(group.groupId).queryKey, answer.group),
    // `api` has shown a toast already, so only the state of the group is fetched again.
    onError: refresh,
  })
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={changing.isPending ? changing.variables : group.mine.listed}
        aria-busy={changing.isPending || undefined}
        onChange={({ target }) => changing.isPending || changing.mutate(target.checked)}
      />
      <span>
        {t.start.listed} <span className="small dim">{t.start.listedText}</span>
      </span>
    </label>
  )
}
