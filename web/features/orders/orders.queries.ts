import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type CallOutput } from '#web/client/api.ts'

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

/** One of the caller's orders; null for one that is not theirs. */
export const orderQuery = (orderId: string) =>
  queryOptions({
    queryKey: ['order', orderId],
    queryFn: async (): Promise<Order | null> =>
      (await api('/api/payment/payment_order', { orderId }, { handlesErrors: true })).list[0] ?? null,
  })
