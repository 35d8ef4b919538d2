import { MutationCache, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ComponentType } from 'react'
import { ApiError, isNetworkError } from './api-error.ts'
import { onBack } from './connection.ts'
import { throwAside } from './throw-aside.ts'

/**
 * Nothing is asked twice behind the reader's back: no retry, no refetch when the window comes to the front (SPEC §7), and
 * what cannot be sent now is not sent later. What could not be asked is asked when the site can be reached again. A refusal is told by who asked; any other failure of a change is a fault of ours.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!(error instanceof ApiError)) throwAside(error)
      },
    }),
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { networkMode: 'always' },
    },
  })
  // As long as the page: one of an island that ended has no query left to ask.
  onBack(() => void client.refetchQueries({ predicate: ({ state }) => isNetworkError(state.error) }))
  return client
}

/** A component that asks the server, with what it was told kept for as long as it stands. */
export const withQueries = <P extends object>(Component: ComponentType<P>) =>
  function WithQueries(props: P & { readonly language?: string }) {
    const [queryClient] = useState(createQueryClient)
    const { language } = props
    const spoken = useRef(language)
    useEffect(() => {
      if (spoken.current === language) return
      spoken.current = language
      // The server speaks the language that it is asked in.
      void queryClient.invalidateQueries()
    }, [language, queryClient])
    return (
      <QueryClientProvider client={queryClient}>
        <Component {...props} />
      </QueryClientProvider>
    )
  }
