import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#text/en/site/group-link.ts'
import zh from '#text/zh-CN/site/group-link.ts'

export default definePage({
  paths: [],
  status: 404,
  shell: 'bare',
  noindex: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({ title: `${t.title.missing} | ${data.brand[language]}`, description: t.missing }),
  component: ({ t, base }) => (
    <SignPage title={t.title.missing} text={t.missing} picture="dead-end">
      <a className="btn" href={`${base}/group-buying#start`}>
        {t.startOwn}
      </a>
      <a className="btn quiet" href={`${base}/pricing`}>
        {t.toPricing}
      </a>
    </SignPage>
  ),
})
