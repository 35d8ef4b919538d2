import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Method } from '#shared/method.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, isNetworkError, refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { showDoors } from '#web/client/header-doors.ts'
import { goToProvider } from '#web/payment/open-payment.ts'
import type { Order } from '#web/payment/order.ts'
import { placeOnce } from '#web/payment/place-order.ts'
import { userQuery } from '#web/client/session.ts'
import { myGroupQuery, type MyGroup } from '#web/features/groups/base/groups.queries.ts'

/** What is paid: the start of a group, a seat in one, or the seats that its creator takes over. */
export type Wanted =
  | {
      readonly what: 'start'
      readonly goodsId: string
      readonly size: 2 | 3
      readonly paymentType: 0 | 1
      readonly listed: boolean
    }
  | { readonly what: 'join' | 'rest'; readonly goodsId: string; readonly group: string }
export type Terms = { readonly currency: Currency; readonly method: Method; readonly totalMinor: number }
type Answer = { readonly group: MyGroup; readonly order: Order }

const call = (wanted: Wanted, { currency, method, totalMinor }: Terms, idempotencyKey: string): Promise<Answer> => {
  const paid = { method, expectedTotalMinor: totalMinor, idempotencyKey }
  const quiet = { handlesErrors: true }
  switch (wanted.what) {
    case 'start': {
      const { goodsId, size, paymentType, listed } = wanted
      return api(
        '/api/payment/payment_joint_purchase',
        { goodsId, size, paymentType, listed, currency, ...paid },
        quiet,
      )
    }
    case 'join':
      return api('/api/payment/payment_joint_join_for_pay', { group: wanted.group, ...paid }, quiet)
    case 'rest':
      return api('/api/payment/payment_joint_pay_rest', { group: wanted.group, ...paid }, quiet)
  }
}
const nameOf = (wanted: Wanted): string =>
  wanted.what === 'start'
    ? `start ${wanted.size} ${wanted.paymentType}${wanted.listed ? ' listed' : ''}`
    : `${wanted.what} ${wanted.group}`

type Asked = { readonly wanted: Wanted; readonly terms: Terms }

/**
 * Orders seats: places the order once, and goes to the provider. `entering`: what waits for its buyer to be signed in; `goOn`
 * orders it then, `leave` gives it up. `problem` says what stood in the way; `placed` is the order that now waits for its
 * payment, with its group; `reset` forgets both.
 */
export function useOrderSeat(
  language: Language,
  onSettled: () => void = () => {},
  /** Where no sheet can be shown. */
  onStranger?: () => void,
) {
  const queryClient = useQueryClient()
  const [entering, setEntering] = useState<Asked | null>(null)
  const mutationKey = ['order-seat']
  const enter = (asked: Asked) => (onStranger ? onStranger() : setEntering(asked))
  const ordering = useMutation({
    mutationKey,
    async mutationFn({ wanted, terms }: Asked): Promise<Answer | null> {
      const user = await queryClient.fetchQuery(userQuery)
      if (!user) {
        enter({ wanted, terms })
        return null
      }
      const { totalMinor, ...rest } = terms
      const purchase = { goodsId: wanted.goodsId, expectedTotalMinor: totalMinor, group: nameOf(wanted), ...rest }
      return placeOnce(user.uid, purchase, (key) => call(wanted, terms, key))
    },
    onSuccess(answer) {
      if (!answer) return
      queryClient.setQueryData(myGroupQuery(answer.group.groupId).queryKey, answer.group)
      goToProvider(answer.order)
    },
    onError(error, asked) {
      if (error instanceof ApiError && error.status === 'Unauthorized') enter(asked)
      if (isNetworkError(error)) showToast({ kind: 'error', text: error.message, language })
    },
    onSettled,
  })
  const { isPending: busy, error, data, reset } = ordering
  return {
    // Two presses at once are one: `busy` is known to the page a moment later only.
    order: (wanted: Wanted, terms: Terms) => {
      if (queryClient.isMutating({ mutationKey }) === 0) ordering.mutate({ wanted, terms })
    },
    entering,
    goOn: () => {
      if (!entering) return
      setEntering(null)
      showDoors(true)
      // Who is here now is asked within the order: a wait before it would be a moment in which it can be placed twice.
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      ordering.mutate(entering)
    },
    leave: () => setEntering(null),
    busy,
    problem: isNetworkError(error) ? null : refusalText(error),
    // Where the payment is taken elsewhere, the browser is on its way there.
    placed: data && data.order.pay.kind !== 'page' && data.order.pay.kind !== 'redirect' ? data : null,
    // An order that is on its way is shown when it is there.
    reset: () => busy || reset(),
  }
}
