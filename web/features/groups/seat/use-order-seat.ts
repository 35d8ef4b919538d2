import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Method } from '#shared/method.ts'
import { dismissErrors, showToast } from '#ui/toast.ts'
import { ApiError, isNetworkError, refusalText } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { showHeaderLinks } from '#web/client/header-links.ts'
import { showPayOutsideApp } from '#web/payment/lazy-dialog.ts'
import { goToProvider, isBlockedByApp } from '#web/payment/open-payment.ts'
import type { Order } from '#web/payment/order.ts'
import { placeOnce } from '#web/payment/place-order.ts'
import { userQuery } from '#web/client/session.ts'
import { myGroupQuery, type MyGroup } from '#web/features/groups/base/groups.queries.ts'

type Wanted =
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

/** Parameters of a link that opens the page with the same choices; `askedStart` and PaySeat read them. */
const linkWish = (wanted: Wanted, { currency, method }: Terms): Readonly<Record<string, string>> =>
  wanted.what === 'start'
    ? {
        plan: wanted.goodsId,
        size: `${wanted.size}`,
        who: `${wanted.paymentType}`,
        ...(wanted.listed && { listed: '1' }),
        currency,
        method,
      }
    : { method }

type Asked = { readonly wanted: Wanted; readonly terms: Terms }

/**
 * Orders seats of a group once and opens the payment provider. `entering`: purchase that waits for the sign-in; `goOn`
 * orders it, `leave` drops it. `problem`: error text. `placed`: order that waits for payment, with its group. `reset`
 * clears `problem` and `placed`.
 */
export function useOrderSeat(
  language: Language,
  onSettled: () => void = () => {},
  /** Called for a signed-out visitor instead of showing the sign-in dialog. */
  onStranger?: () => void,
) {
  const queryClient = useQueryClient()
  const [entering, setEntering] = useState<Asked | null>(null)
  const mutationKey = ['order-seat']
  const enter = (asked: Asked) => (onStranger ? onStranger() : setEntering(asked))
  const ordering = useMutation({
    mutationKey,
    async mutationFn({ wanted, terms }: Asked): Promise<Answer | null> {
      dismissErrors()
      const user = await queryClient.fetchQuery(userQuery)
      if (!user) {
        enter({ wanted, terms })
        return null
      }
      const { totalMinor, ...rest } = terms
      const purchase = { goodsId: wanted.goodsId, expectedTotalMinor: totalMinor, group: nameOf(wanted), ...rest }
      if (wanted.what === 'start') {
        const { continueStart } = await import('./continue-start.ts')
        const known = await continueStart(user.uid, wanted, purchase)
        if (known) return known
      }
      return placeOnce(user.uid, purchase, (key) => call(wanted, terms, key))
    },
    onSuccess(answer) {
      if (!answer) return
      queryClient.setQueryData(myGroupQuery(answer.group.groupId).queryKey, answer.group)
      goToProvider(answer.order, showPayOutsideApp)
    },
    onError(error, asked) {
      if (error instanceof ApiError && error.status === 'Unauthorized') enter(asked)
      if (isNetworkError(error)) showToast({ kind: 'error', text: error.message, language })
    },
    onSettled,
  })
  const { isPending: busy, error, data, reset } = ordering
  return {
    // Places the order. Ignores a double click, because `busy` only changes with the next render.
    order: (wanted: Wanted, terms: Terms) => {
      const { method } = terms
      if (isBlockedByApp(method)) showPayOutsideApp(method, linkWish(wanted, terms))
      else if (queryClient.isMutating({ mutationKey }) === 0) ordering.mutate({ wanted, terms })
    },
    entering,
    goOn: () => {
      if (!entering) return
      setEntering(null)
      showHeaderLinks(true)
      // Does not wait for this query: during a wait the visitor could place the order twice.
      void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
      ordering.mutate(entering)
    },
    leave: () => setEntering(null),
    busy,
    problem: isNetworkError(error) ? null : refusalText(error),
    // Null for page and redirect payments, because the browser is already leaving.
    placed: data && data.order.pay.kind !== 'page' && data.order.pay.kind !== 'redirect' ? data : null,
    // A running order is not reset, because it must be shown once it is placed.
    reset: () => busy || reset(),
  }
}
