import { QueryClient } from '@tanstack/react-query'

/** Actions that read whole tables. They only run on request. */
const heavy = ['ledger.verify', 'crypto.sweep-list', 'content.export']
export const isLight = ({ queryKey }: { readonly queryKey: readonly unknown[] }): boolean =>
  !heavy.includes(String(queryKey[1]))

/** No retries. Refetches when the window gets the focus, because other operators work on the same rows. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { networkMode: 'always', retry: false, staleTime: 5_000, refetchOnWindowFocus: isLight },
      mutations: { networkMode: 'always' },
    },
  })
