import { QueryClient } from '@tanstack/react-query'

/** Nothing is asked twice behind the operator's back, except when the window comes to the front: others work on the same rows. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000 },
      mutations: { networkMode: 'always' },
    },
  })
