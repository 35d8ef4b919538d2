import { Checkout, type CheckoutProps } from '#web/features/checkout/checkout.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import { defineIsland } from './define-island.ts'
import { withSheet, type WithSheet } from './sign-in-part.ts'

export default defineIsland<WithSheet<CheckoutProps>, CheckoutTexts>({
  name: 'checkout',
  component: withQueries(withSheet(Checkout)),
  texts: { en: () => import('#text/en/site/checkout.ts'), 'zh-CN': () => import('#text/zh-CN/site/checkout.ts') },
})
