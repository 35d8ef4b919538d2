import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/lib/api.ts'

export type Order = CallOutput<'/api/payment/payment_order'>['list'][number]

/** The caller's orders, newest first; each further page starts before the oldest order so far. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam }) =>
    api('/api/payment/payment_order', pageParam === null ? {} : { before: pageParam }, { handlesErrors: true }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ list, more }) => (more ? list.at(-1)?.date : undefined),
  staleTime: 2_000,
})
