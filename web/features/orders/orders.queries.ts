import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { isOpenStatus } from '#shared/order-outcome.ts'
import { api, type CallOutput } from '#web/client/api.ts'

export type Order = CallOutput<'/api/payment/payment_order'>['list'][number]

const pollMs = 10_000

/**
 * Query of the user's orders, newest first; each page starts before the oldest order loaded so far. Refreshed while an
 * order waits for payment, which may happen in another tab or on a phone.
 */
export const ordersQuery = infiniteQueryOptions({
  queryKey: ['orders'],
  queryFn: ({ pageParam }) =>
    api('/api/payment/payment_order', pageParam === null ? {} : { before: pageParam }, { handlesErrors: true }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ list, more }) => (more ? list[list.length - 1]?.date : undefined),
  staleTime: 2_000,
  refetchOnWindowFocus: 'always',
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ list }) => list.some(({ status }) => isOpenStatus(status))) ? pollMs : false,
})

export type PaidReceipt = CallOutput<'/api/payment/payment_receipt'>

export const receiptQuery = (orderId: string, language: Language) =>
  queryOptions({
    queryKey: ['receipt', orderId, language],
    queryFn: () => api('/api/payment/payment_receipt', { orderId }, { handlesErrors: true }),
    staleTime: 2_000,
  })
