import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { ApiError, isNetworkError } from './api-error.ts'
import { onOnline } from './connection.ts'
import { throwAsync } from './caught-error.ts'

/**
 * Creates the TanStack Query client. Disables automatic retries, and automatic refetching on focus and reconnection.
 * Only queries that failed with a network error are refetched when the site can be reached again. Callers show an
 * `ApiError` themselves; any other failure of a mutation is a bug and gets reported.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!(error instanceof ApiError)) throwAsync(error)
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  })
  // This listener is never removed, which is harmless: the client of a removed island has no queries left to refetch.
  onOnline(() => void client.refetchQueries({ predicate: ({ state }) => isNetworkError(state.error) }))
  return client
}

export const withQueries = <P extends object>(Component: ComponentType<P>) =>
  function WithQueries(props: P & { readonly language?: string }) {
    const [queryClient] = useState(createQueryClient)
    const { language } = props
    const spoken = useRef(language)
    useEffect(() => {
      if (spoken.current === language) return
      spoken.current = language
      // Invalidates all queries after a language change, because answers are in the language of the request.
      void queryClient.invalidateQueries()
    }, [language, queryClient])
    return (
      <QueryClientProvider client={queryClient}>
        <Component {...props} />
      </QueryClientProvider>
    )
  }
