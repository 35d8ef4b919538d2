import type { QueryClient } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { dismissErrors, showToast } from '#ui/toast.ts'
import { ApiError, isNetworkError } from '#web/client/api-error.ts'
import { reportFunnelStep } from '#web/client/marketing.ts'
import { serverNow } from '#web/client/server-clock.ts'
import { userQuery } from '#web/client/session.ts'
import { throwAsync } from '#web/client/caught-error.ts'
import { continueOrder, showPayOutsideApp } from '#web/payment/lazy-dialog.ts'
import { goToProvider, saveOpenOrder } from '#web/payment/open-payment.ts'
import { placeOrder } from '#web/payment/place-order.ts'
import { usualDoor } from '#web/payment/sign-in-sheet.ts'
import { savePreferredMethod } from '#web/payment/preferred-method.ts'
import { previewQuery, shopQuery } from './checkout.queries.ts'
import type { CheckoutEvent } from './checkout-state.ts'
import type { Promo } from './promo-code.ts'
import type { Choice } from './selection.ts'

const plansAreOutdated = ['PriceChanged', 'InvalidProduct', 'MethodNotOffered', 'IdempotencyConflict']

type Purchase = {
  readonly choice: Choice
  readonly promo: Promo | null
  readonly onlyDifference?: boolean
  /**
   * Message to show instead of paying, if the visitor just signed in and the purchase would convert their remaining
   * time.
   */
  readonly look?: string
}

/**
 * Places the order, or continues an open one for the same purchase, and opens the payment provider. Returns the next
 * checkout event; null while the browser leaves the page.
 */
export async function pay(
  queryClient: QueryClient,
  language: Language,
  { choice: { offer, currency, method, priceMinor }, promo, onlyDifference = false, look }: Purchase,
): Promise<CheckoutEvent | null> {
  const left = { type: 'left' } as const
  const stranger = { type: 'stranger', door: usualDoor() } as const
  if (method === null) return left
  const applied = promo?.refusal === null && !onlyDifference ? promo : null
  const expectedTotalMinor = priceMinor - (applied?.discountMinor ?? 0)
  const promoCode = applied ? { promoCode: applied.code } : {}
  const what = { goodsId: offer.id, ...(onlyDifference && { onlyDifference }) }
  dismissErrors()
  try {
    const user = await queryClient.fetchQuery(look === undefined ? userQuery : { ...userQuery, staleTime: 0 })
    if (!user) return stranger
    if (look !== undefined && (user.expiresAt ?? 0) > serverNow()) {
      const { converted } = await queryClient.fetchQuery(previewQuery(offer.id, currency))
      if (converted !== 'nothing') return { type: 'refused', text: look }
    }
    const purchase = { ...what, currency, method, expectedTotalMinor, ...promoCode }
    let order = await continueOrder(user.uid, purchase)
    if (!order) {
      order = await placeOrder(user.uid, purchase)
      reportFunnelStep('checkout')
    }
    saveOpenOrder(order.orderId)
    savePreferredMethod(method)
    // Stays busy while the provider's page opens; only the back button shows this page again.
    return goToProvider(order, showPayOutsideApp) ? null : { type: 'placed', order }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throwAsync(error)
      return left
    }
    if (error.status === 'Unauthorized') return stranger
    if (plansAreOutdated.includes(error.status))
      await Promise.all([
        queryClient.refetchQueries(shopQuery(language)),
        queryClient.refetchQueries(previewQuery(offer.id, currency)),
      ])
    if (!isNetworkError(error)) return { type: 'refused', text: error.message }
    showToast({ kind: 'error', text: error.message, language })
    return left
  }
}
