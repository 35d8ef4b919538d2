import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import type { Order } from './order.ts'
import { showPayOutsideApp } from './lazy-pay-outside-app.ts'
import { goToProvider } from './open-payment.ts'
import { orderKey } from './use-order.ts'

export function usePayWays(order: Order, onChanged: () => void) {
  const queryClient = useQueryClient()
  const { orderId, currency } = order
  const offered = useQuery({
    queryKey: ['methods-on-offer'],
    queryFn: () => api('/api/system/system_client_config', {}, { handlesErrors: true }),
    staleTime: 60_000,
  })
  const changing = useMutation({
    mutationFn: (what: Order['method'] | 'cancel'): Promise<Order> =>
      what === 'cancel'
        ? api('/api/payment/payment_cancel', { orderId }, { handlesErrors: true })
        : api('/api/payment/payment_repay', { orderId, method: what }, { handlesErrors: true }),
    onSuccess(next, what) {
      queryClient.setQueryData(orderKey(orderId), next)
      onChanged()
      if (what !== 'cancel') goToProvider(next, showPayOutsideApp)
    },
  })
  return {
    methods: offered.data?.methods.filter((some) => some.currencies.includes(currency)).map(({ method }) => method),
    isUnknown: offered.isError,
    busy: changing.isPending ? changing.variables : null,
    problem: refusalText(changing.error),
    change: (what: Order['method'] | 'cancel') => {
      if (!changing.isPending) changing.mutate(what)
    },
  }
}
