import '#ui/plate.css'
import '#ui/progress.css'
import type { DueAtOnce } from '#web/islands/define-island.ts'
import purchased from '#web/islands/purchased.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import { helpUrlOf } from '#web/render/page-facts.ts'
import en from '#text/en/site/buying.ts'
import zh from '#text/zh-CN/site/buying.ts'

/** Conditions for starting the island at once: an order in the URL, or an unpaid order of this tab. */
const dueAtReturn: DueAtOnce[] = ['?order', 'open-order']

export default definePage({
  paths: ['/purchased'],
  noindex: true,
  linkedBy: dueAtReturn,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.purchased} | ${data.brand[language]}`,
    description: t.purchasedDescription,
  }),
  component: ({ data }) => <Island of={purchased} props={{ supportUrl: helpUrlOf(data) }} load={dueAtReturn} isPage />,
})
