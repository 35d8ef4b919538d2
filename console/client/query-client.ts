import { QueryClient } from '@tanstack/react-query'

/** Readings of whole tables, which are asked for by a press. */
const heavy = ['ledger.verify', 'crypto.sweep-list', 'content.export']
export const isLight = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !heavy.includes(String(queryKey[1]))

/** Nothing is asked twice behind the operator's back, except when the window comes to the front: others work on the same rows. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: isLight },
      mutations: { networkMode: 'always' },
    },
  })
