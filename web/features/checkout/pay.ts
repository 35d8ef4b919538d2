import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { showToast } from '#ui/toast.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { goToLogin } from '#web/client/login-return.ts'
import { tellStep } from '#web/client/marketing.ts'
import { userQuery } from '#web/client/session.ts'
import { placeOrder } from '#web/payment/place-order.ts'
import { shopQuery } from './checkout.queries.ts'
import { goToProvider, saveOpenOrder } from '#web/payment/open-payment.ts'
import { savePreferredMethod } from '#web/payment/preferred-method.ts'
import type { CheckoutEvent } from './checkout-state.ts'
import type { Promo } from './promo-code.ts'
import { saveWish, type Choice } from './selection.ts'

/** What the server refuses because the plans are other than the page shows. */
const plansAreOutdated = ['PriceChanged', 'InvalidProduct', 'MethodNotOffered', 'IdempotencyConflict']

/** Pays: signs in first where needed, places the order, and goes to the provider. Returns what came of it; null on the way out. */
export async function pay(
  queryClient: QueryClient,
  { language, base }: { readonly language: Language; readonly base: string },
  { offer, currency, method, priceMinor }: Choice,
  promo: Promo | null,
): Promise<CheckoutEvent | null> {
  const left = { type: 'left' } as const
  if (method === null) return left
  const applied = promo?.refusal === null ? promo : null
  const expectedTotalMinor = priceMinor - (applied?.discountMinor ?? 0)
  const promoCode = applied ? { promoCode: applied.code } : {}
  const login = () => {
    saveWish({ goodsId: offer.id, currency, method, ...promoCode })
    goToLogin(base)
    return left
  }
  try {
    const user = await queryClient.fetchQuery(userQuery)
    if (!user) return login()
    const order = await placeOrder(user.uid, { goodsId: offer.id, currency, method, expectedTotalMinor, ...promoCode })
    tellStep('checkout')
    saveOpenOrder(order.orderId)
    savePreferredMethod(method)
    // On its way to another page this one stays busy: it is shown again only by the way back.
    return goToProvider(order) ? null : { type: 'placed', order }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      reportError(error)
      return left
    }
    if (error.status === 'Unauthorized') return login()
    if (plansAreOutdated.includes(error.status)) await queryClient.refetchQueries(shopQuery(language))
    if (!isNetworkError(error)) return { type: 'refused', text: error.message }
    showToast({ kind: 'error', text: error.message, language })
    return left
  }
}
