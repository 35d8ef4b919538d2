import '#ui/check.css'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#web/client/api.ts'
import { myGroupQuery, type MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { useRefreshGroup } from '#web/features/groups/base/use-refresh.ts'
import type { GroupTexts } from '#web/text/en/groups.ts'

/** The creator's alone: whether anyone may find the group among the open ones. */
export function ListingSwitch({ t, group }: { readonly t: GroupTexts; readonly group: MyGroup }) {
  const queryClient = useQueryClient()
  const refresh = useRefreshGroup(group.groupId)
  const changing = useMutation({
    mutationFn: (listed: boolean) => api('/api/payment/payment_joint_list', { group: group.groupId, listed }),
    onSuccess: (answer) => queryClient.setQueryData(myGroupQuery(group.groupId).queryKey, answer.group),
    // Said in a toast already; the card shows how things stand now.
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
