import { Checkout, type CheckoutProps } from '#web/features/checkout/checkout.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { defineIsland } from './define-island.ts'
import { withSheet, type WithSheet } from './sign-in-part.ts'

export default defineIsland<WithSheet<CheckoutProps>, CheckoutTexts>({
  name: 'checkout',
  component: withQueries(withSheet(Checkout)),
  texts: { en: () => import('#web/text/en/checkout.ts'), 'zh-CN': () => import('#web/text/zh-CN/checkout.ts') },
})
