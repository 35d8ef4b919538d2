import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import { api } from '#web/client/api.ts'
import { shopFreshMs } from '#web/client/prefetch-store.ts'
import { fetchShop } from '#web/client/shop.ts'
import type { Offer } from '#web/payment/offer-prices.ts'

export const shopQuery = (language: Language) =>
  queryOptions({
    queryKey: ['shop', language],
    // Refreshes the plans. Shows no errors, because the server has rendered them already.
    queryFn: (): Promise<readonly Offer[]> => fetchShop(language),
    staleTime: shopFreshMs,
  })

export const previewQuery = (goodsId: string, currency: Currency) =>
  queryOptions({
    queryKey: ['purchase-preview', goodsId, currency],
    queryFn: () => api('/api/payment/payment_preview', { goodsId, currency }, { handlesErrors: true }),
    staleTime: 10_000,
    retry: false,
  })
