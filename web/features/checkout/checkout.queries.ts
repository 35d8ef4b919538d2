import { queryOptions } from '@tanstack/react-query'
import type { Language } from '#shared/language.ts'
import { api } from '#web/lib/api.ts'
import { shopFreshMs } from '#web/lib/prefetch-store.ts'
import type { Offer } from '#web/lib/payment/offer.ts'

export const shopQuery = (language: Language) =>
  queryOptions({
    queryKey: ['shop', language],
    // Silent: the page already shows the plans that the server rendered.
    queryFn: async (): Promise<readonly Offer[]> =>
      (await api('/api/payment/payment_shop', {}, { handlesErrors: true })).list,
    staleTime: shopFreshMs,
  })
