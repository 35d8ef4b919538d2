import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { tellStep } from '#web/client/marketing.ts'
import { userQuery } from '#web/client/session.ts'
import { placeOrder } from '#web/payment/place-order.ts'
import type { Order } from '#web/payment/order.ts'
import { shopQuery } from './checkout.queries.ts'
import { goToProvider, saveOpenOrder } from '#web/payment/open-payment.ts'
import type { Promo } from './promo-code.ts'
import { saveWish, type Choice } from './selection.ts'

/** What the server refuses because the plans are other than the page shows. */
const plansAreOutdated = ['PriceChanged', 'InvalidProduct', 'MethodNotOffered', 'IdempotencyConflict']

/** Pays: signs in first where needed, places the order, and goes to the provider. `problem` says what stood in the way. */
export function usePay(language: Language, base: string) {
  const queryClient = useQueryClient()
  const paying = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [placed, setPlaced] = useState<Order | null>(null)

  async function pay({ offer, currency, method, priceMinor }: Choice, promo: Promo | null) {
    if (paying.current || method === null) return
    const applied = promo?.refusal === null ? promo : null
    const expectedTotalMinor = priceMinor - (applied?.discountMinor ?? 0)
    const promoCode = applied ? { promoCode: applied.code } : {}
    paying.current = true
    setBusy(true)
    setProblem(null)
    const login = () => {
      saveWish({ goodsId: offer.id, currency, method, ...promoCode })
      goToLogin(base)
    }
    try {
      const user = await queryClient.fetchQuery(userQuery)
      if (!user) return login()
      const order = await placeOrder(user.uid, {
        goodsId: offer.id,
        currency,
        method,
        expectedTotalMinor,
        ...promoCode,
      })
      tellStep('checkout')
      saveOpenOrder(order.orderId)
      // Where a page of this site takes the payment, no dialog stands over this one.
      if (order.pay.kind !== 'page') setPlaced(order)
      goToProvider(order)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.status === 'Unauthorized') return login()
      if (isNetworkError(error)) showToast({ kind: 'error', text: error.message, language })
      else setProblem(error.message)
      if (plansAreOutdated.includes(error.status)) await queryClient.refetchQueries(shopQuery(language))
    } finally {
      paying.current = false
      setBusy(false)
    }
  }
  return { pay, busy, problem, placed, setPlaced, setProblem }
}
