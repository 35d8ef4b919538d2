import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { endSession } from '#web/client/end-session.ts'
import { sessionStateOf, type SessionState } from '#web/client/session-state.ts'
import { fetchUser } from '#web/client/user-info.ts'

export const userQuery = queryOptions({ queryKey: ['user'], queryFn: fetchUser, staleTime: 2_000 })

export function useSession(): SessionState & { readonly unreachable: Error | null; readonly retry: () => void } {
  const { data, dataUpdatedAt, error, refetch } = useQuery(userQuery)
  return {
    ...sessionStateOf(data, dataUpdatedAt),
    unreachable: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

export async function logOut(queryClient: QueryClient): Promise<void> {
  await endSession()
  queryClient.clear()
  queryClient.setQueryData(userQuery.queryKey, null)
}
