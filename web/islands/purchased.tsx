import { PurchaseResult } from '#web/features/checkout/purchase-result.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { OrderTexts } from '#web/text/en/order.ts'
import { defineIsland } from './define-island.ts'

export type PurchasedProps = { readonly supportUrl: string | null }

export default defineIsland<PurchasedProps, OrderTexts>({
  name: 'purchased',
  component: withQueries(PurchaseResult),
  texts: { en: () => import('#web/text/en/order.ts'), 'zh-CN': () => import('#web/text/zh-CN/order.ts') },
})
