import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type Order = CallOutput<'/api/payment/payment_order'>['list'][number]

/** Query of the user's orders, newest first; each page starts before the oldest order loaded so far. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam }) =>
    api('/api/payment/payment_order', pageParam === null ? {} : { before: pageParam }, { handlesErrors: true }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ list, more }) => (more ? list[list.length - 1]?.date : undefined),
  staleTime: 2_000,
})

export type PaidReceipt = CallOutput<'/api/payment/payment_receipt'>

export const receiptQuery = (orderId: string, language: Language) =>
  queryOptions({
    queryKey: ['receipt', orderId, language],
    queryFn: () => api('/api/payment/payment_receipt', { orderId }, { handlesErrors: true }),
    staleTime: 2_000,
  })
