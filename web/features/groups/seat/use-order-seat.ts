import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { Method } from '#shared/site.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { api } from '#web/client/api.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { goToProvider } from '#web/payment/open-payment.ts'
import type { Order } from '#web/payment/order.ts'
import { placeOnce } from '#web/payment/place-order.ts'
import { userQuery } from '#web/client/session.ts'
import { myGroupQuery, type MyGroup } from '#web/features/groups/base/groups.queries.ts'

/** What is paid: the start of a group, a seat in one, or the seats that its creator takes over. */
export type Wanted =
  | { readonly what: 'start'; readonly goodsId: string; readonly size: 2 | 3; readonly paymentType: 0 | 1 }
  | { readonly what: 'join' | 'rest'; readonly goodsId: string; readonly group: string }
export type Terms = { readonly currency: Currency; readonly method: Method; readonly totalMinor: number }
type Answer = { readonly group: MyGroup; readonly order: Order }

const call = (wanted: Wanted, { currency, method, totalMinor }: Terms, idempotencyKey: string): Promise<Answer> => {
  const paid = { method, expectedTotalMinor: totalMinor, idempotencyKey }
  const quiet = { handlesErrors: true }
  switch (wanted.what) {
    case 'start': {
      const { goodsId, size, paymentType } = wanted
      return api('/api/payment/payment_joint_purchase', { goodsId, size, paymentType, currency, ...paid }, quiet)
    }
    case 'join':
      return api('/api/payment/payment_joint_join_for_pay', { group: wanted.group, ...paid }, quiet)
    case 'rest':
      return api('/api/payment/payment_joint_pay_rest', { group: wanted.group, ...paid }, quiet)
  }
}
const nameOf = (wanted: Wanted): string =>
  wanted.what === 'start' ? `start ${wanted.size} ${wanted.paymentType}` : `${wanted.what} ${wanted.group}`

/**
 * Orders seats: signs in first where needed, places the order once, and goes to the provider. `problem` says what stood in
 * the way; `placed` is the order that now waits for its payment, with its group.
 */
export function useOrderSeat(language: Language, base: string) {
  const queryClient = useQueryClient()
  const busyNow = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [placed, setPlaced] = useState<Answer | null>(null)

  async function order(wanted: Wanted, terms: Terms): Promise<void> {
    if (busyNow.current) return
    busyNow.current = true
    setBusy(true)
    setProblem(null)
    try {
      const user = await queryClient.fetchQuery(userQuery)
      if (!user) return goToLogin(base)
      const { totalMinor, ...rest } = terms
      const purchase = { goodsId: wanted.goodsId, expectedTotalMinor: totalMinor, group: nameOf(wanted), ...rest }
      const answer = await placeOnce(user.uid, purchase, (key) => call(wanted, terms, key))
      queryClient.setQueryData(myGroupQuery(answer.group.groupId).queryKey, answer.group)
      if (answer.order.pay.kind !== 'page') setPlaced(answer)
      goToProvider(answer.order)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 'Unauthorized') return goToLogin(base)
      if (isNetworkError(error)) showToast({ kind: 'error', text: error.message, language })
      else setProblem(error.message)
    } finally {
      busyNow.current = false
      setBusy(false)
    }
  }
  return { order, busy, problem, setProblem, placed, setPlaced }
}
