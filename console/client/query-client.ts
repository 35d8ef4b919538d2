import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query'

/** Read actions that scan whole tables. They run only on request, never as an automatic refetch. */
const heavy = ['ledger.verify', 'crypto.sweep-list', 'content.export']
export const isCheapQuery = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !heavy.includes(String(queryKey[1]))

/**
 * Creates the TanStack Query client: no retries, and a refetch when the window gets the focus, because other operators
 * work on the same rows.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: isCheapQuery },
      mutations: { networkMode: 'always' },
    },
  })

const asking = new Map<string, number>()
/** True while a query is refetched automatically, which must not extend the session. */
export const isBackgroundRefetch = (key: QueryKey): boolean => asking.has(hashKey(key))

/**
 * Refetches visible queries after a change on the server; hidden ones are refetched when next shown. `which` selects
 * queries by action.
 */
export async function refetchVisible(queries: QueryClient, which: (action: string) => boolean): Promise<void> {
  const predicate = (query: { readonly queryKey: QueryKey }) =>
    query.queryKey[0] === 'read' && which(String(query.queryKey[1])) && isCheapQuery(query)
  await queries.invalidateQueries({ predicate, refetchType: 'none' })
  if (document.hidden) return
  const shown = queries.getQueryCache().findAll({ type: 'active', predicate })
  await Promise.all(
    shown.map(async ({ queryKey, queryHash }) => {
      asking.set(queryHash, (asking.get(queryHash) ?? 0) + 1)
      await queries.refetchQueries({ queryKey, exact: true })
      const left = (asking.get(queryHash) ?? 1) - 1
      if (left === 0) asking.delete(queryHash)
      else asking.set(queryHash, left)
    }),
  )
}
