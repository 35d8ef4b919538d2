import { QueryClient } from '@tanstack/react-query'

/** Nothing is asked twice behind the reader's back: no retry, no refetch when the window comes to the front (SPEC §7). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } },
  })
