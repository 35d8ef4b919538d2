import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { isLight } from './query-client.ts'

const asking = new Map<string, number>()
/** Whether this is asked by the page itself, which is no use of the session. */
export const isAskedByItself = (key: QueryKey): boolean => asking.has(hashKey(key))

/**
 * Has what is on the page asked again, because it is other on the server; what is not on it, or in a tab that no one sees, is
 * asked again when it is next shown. `which`: of reading actions, by name.
 */
export async function askAgain(queries: QueryClient, which: (action: string) => boolean): Promise<void> {
  const predicate = (query: { readonly queryKey: QueryKey }) =>
    query.queryKey[0] === 'read' && which(String(query.queryKey[1])) && isLight(query)
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
