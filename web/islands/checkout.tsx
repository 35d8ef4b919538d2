import type { Language } from '#shared/language.ts'
import { Checkout, type CheckoutProps } from '#web/features/checkout/checkout.tsx'
import { withQueries } from '#web/client/query-client.tsx'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import { defineIsland } from './define-island.ts'
import { withSheet, type WithSheet } from './sign-in-part.ts'

type Loaded = Promise<{ readonly default: CheckoutTexts }>

/**
 * Replaces texts by the operator's own sentences, which the page contains. Most shops have none, so their pages do not
 * load this script.
 */
const withOwn = (texts: Loaded, language: Language): Loaded =>
  !import.meta.env.SSR && document.getElementById('own-words')
    ? import('./say-own.ts').then(({ sayOwn }) => sayOwn(texts, language))
    : texts

export default defineIsland<WithSheet<CheckoutProps>, CheckoutTexts>({
  name: 'checkout',
  component: withQueries(withSheet(Checkout)),
  texts: {
    en: () => withOwn(import('#text/en/site/checkout.ts'), 'en'),
    'zh-CN': () => withOwn(import('#text/zh-CN/site/checkout.ts'), 'zh-CN'),
  },
})
