import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpenStatus, mayStillChange } from '#shared/order-outcome.ts'
import { dismissErrors, showToast } from '#ui/toast.ts'
import type { Language } from '#shared/language.ts'
import { ApiError } from '#web/client/api-error.ts'
import { fetchOrder, type Order } from './order.ts'

const pollMs = 3_000
export const orderKey = (orderId: string) => ['order', orderId] as const

/**
 * Order as the server knows it, polled every 3 s while it is open and the page is visible. `ask` makes the server ask
 * the payment provider; `timesAsked` counts how often that found nothing.
 */
export function useOrder(orderId: string, language: Language, known?: Order) {
  const queryClient = useQueryClient()
  const queryKey = orderKey(orderId)
  const [timesAsked, setTimesAsked] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey,
    // The first query makes the server ask the payment provider, because the buyer may return before the webhook
    // arrives.
    queryFn: () => fetchOrder(orderId, queryClient.getQueryState(queryKey)?.dataUpdatedAt === 0),
    ...(known && { initialData: known }),
    refetchInterval: ({ state }) => (state.data && isOpenStatus(state.data.status) ? pollMs : false),
    // A failed poll is not thrown, because the next one finds the payment.
    throwOnError: false,
  })

  const asking = useMutation({
    mutationFn: () => fetchOrder(orderId, true),
    onSuccess(order) {
      queryClient.setQueryData(queryKey, order)
      if (order && mayStillChange(order)) setTimesAsked((times) => times + 1)
    },
    onError(problem) {
      if (problem instanceof ApiError && problem.status !== 'Unauthorized')
        showToast({ kind: 'error', text: problem.message, language })
    },
  })
  const ask = () => {
    if (asking.isPending) return
    dismissErrors()
    asking.mutate()
  }
  return { order: data, error, refetch, ask, asking: asking.isPending, timesAsked }
}
