import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { endSession } from '#web/client/end-session.ts'
import { sessionStateOf, type SessionState } from '#web/client/session-state.ts'
import { fetchUser } from '#web/client/user-info.ts'

export const userQuery = queryOptions({ queryKey: ['user'], queryFn: fetchUser, staleTime: 2_000 })

/**
 * Who is here: unknown until the user-info query has been answered. `unreachable`: it could not be, and why; the
 * message is for the reader.
 */
export function useSession(): SessionState & { readonly unreachable: Error | null; readonly retry: () => void } {
  const { data, dataUpdatedAt, error, refetch } = useQuery(userQuery)
  return {
    ...sessionStateOf(data, dataUpdatedAt),
    unreachable: data === undefined ? error : null,
    retry: () => void refetch(),
  }
}

/** Ends the session, and forgets what was fetched for the person who had it. */
export async function logOut(queryClient: QueryClient): Promise<void> {
  await endSession()
  queryClient.clear()
  queryClient.setQueryData(userQuery.queryKey, null)
}
