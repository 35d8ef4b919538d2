import '#ui/segmented.css'
import '#ui/plate.css'
import '#ui/progress.css'
import checkout from '#web/islands/checkout.tsx'
import type { Due } from '#web/islands/define-island.ts'
import { Island } from '#web/render/island.tsx'
import { agreementVersions, translatePlans, helpUrlOf } from '#web/render/page-facts.ts'
import { definePage } from '#web/render/page.ts'
import { PlacesStrip } from '#web/render/places-strip.tsx'
import { plans } from '#web/render/schema.ts'
import en from '#text/en/site/buying.ts'
import zh from '#text/zh-CN/site/buying.ts'

/** Conditions under which the checkout will differ from the server's HTML, so its island starts at once. */
const dueAtCheckout: Due[] = ['token', 'checkout-choice', 'method', 'open-order', '?plan', '?currency', '?method']

export default definePage({
  paths: ['/pricing'],
  prefetches: true,
  knowsMethods: true,
  chat: 'never',
  picture: 'pricing',
  schema: plans,
  texts: { en, 'zh-CN': zh },
  catalogue: 'pricing',
  head: ({ t, data, language }) => ({
    title: `${t.pricing} | ${data.brand[language]}`,
    description: t.pricingDescription,
  }),
  component: ({ data, language, base, today }) => {
    const supportUrl = helpUrlOf(data)
    return (
      <>
        <Island
          of={checkout}
          readable
          props={{
            offers: translatePlans(data.goods, language),
            methods: data.methods,
            today,
            supportUrl,
            refundDays: data.refundDays,
            kinds: data.identifiers,
            agreement: agreementVersions(data),
          }}
          load={dueAtCheckout}
          day={today}
        />
        <PlacesStrip language={language} data={data} base={base} />
      </>
    )
  },
})
