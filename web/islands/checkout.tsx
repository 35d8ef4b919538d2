import { Checkout, type CheckoutProps } from '#web/features/checkout/checkout.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import { lazyPart } from '#web/display/lazy-part.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { defineIsland, type IslandContext } from './define-island.ts'

const SignIn = lazyPart(() => import('#web/features/auth/sign-in-sheet.tsx'), {
  en: () => import('#web/text/en/sign-in.ts'),
  'zh-CN': () => import('#web/text/zh-CN/sign-in.ts'),
})

/** Checkout with the sheet for an account, whose script is fetched when someone pays who is not signed in. */
const CheckoutIsland = (props: CheckoutProps & IslandContext<CheckoutTexts>) => <Checkout {...props} SignIn={SignIn} />

export default defineIsland<CheckoutProps, CheckoutTexts>({
  name: 'checkout',
  component: withQueries(CheckoutIsland),
  texts: { en: () => import('#web/text/en/checkout.ts'), 'zh-CN': () => import('#web/text/zh-CN/checkout.ts') },
})
