import '#ui/plate.css'
import '#ui/progress.css'
import purchased from '#web/islands/purchased.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import { supportUrlOf } from '#web/render/support-url.ts'
import en from '#web/text/en/buying.ts'
import zh from '#web/text/zh-CN/buying.ts'

export default definePage({
  paths: ['/purchased'],
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.purchased} | ${data.brand[language]}`,
    description: t.purchasedDescription,
  }),
  component: ({ data }) => <Island of={purchased} props={{ supportUrl: supportUrlOf(data) }} load={['now']} isPage />,
})
