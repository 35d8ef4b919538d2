import '#ui/copy.css'
import '#ui/plate.css'
import '#ui/qr.css'
import start from '#web/islands/start.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import { suggestedPlan } from '#web/render/page-facts.ts'
import en from '#text/en/site/start.ts'
import zh from '#text/zh-CN/site/start.ts'

export default definePage({
  paths: ['/start'],
  noindex: true,
  knowsSystem: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description,
  }),
  component: ({ data, language }) => (
    <Island
      of={start}
      props={{
        apps: data.clients.map(({ platform, url }) => ({ platform, url })),
        stay: suggestedPlan(data, language),
      }}
      load={['now']}
      readable
    />
  ),
})
