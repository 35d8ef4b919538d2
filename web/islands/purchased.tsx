import { PurchaseResult } from '#web/features/checkout/purchase-result.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { PurchasedTexts } from '#text/en/site/purchased.ts'
import { defineIsland } from './define-island.ts'

type PurchasedProps = { readonly supportUrl: string | null }

export default defineIsland<PurchasedProps, PurchasedTexts>({
  name: 'purchased',
  component: withQueries(PurchaseResult),
  texts: { en: () => import('#text/en/site/purchased.ts'), 'zh-CN': () => import('#text/zh-CN/site/purchased.ts') },
})
