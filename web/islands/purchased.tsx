import { PurchaseResult } from '#web/features/checkout/purchase-result.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { OrderTexts } from '#text/en/site/order.ts'
import { defineIsland } from './define-island.ts'

export type PurchasedProps = { readonly supportUrl: string | null }

export default defineIsland<PurchasedProps, OrderTexts>({
  name: 'purchased',
  component: withQueries(PurchaseResult),
  texts: { en: () => import('#text/en/site/order.ts'), 'zh-CN': () => import('#text/zh-CN/site/order.ts') },
})
