import { Checkout, type CheckoutProps } from '#web/features/checkout/checkout.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { defineIsland, type IslandContext } from './define-island.ts'
import { SignIn } from './sign-in-part.ts'

/** Checkout with the sheet for an account. */
const CheckoutIsland = (props: CheckoutProps & IslandContext<CheckoutTexts>) => <Checkout {...props} SignIn={SignIn} />

export default defineIsland<CheckoutProps, CheckoutTexts>({
  name: 'checkout',
  component: withQueries(CheckoutIsland),
  texts: { en: () => import('#web/text/en/checkout.ts'), 'zh-CN': () => import('#web/text/zh-CN/checkout.ts') },
})
