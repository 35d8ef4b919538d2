import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/error-pages.ts'
import zh from '#text/zh-CN/site/error-pages.ts'
import { SignPage } from '#web/render/sign-page.tsx'

export default definePage({
  paths: [],
  status: 404,
  shell: 'bare',
  noindex: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.notFoundTitle} | ${data.brand[language]}`,
    description: t.notFoundText,
  }),
  component: ({ t, base }) => (
    <SignPage title={t.notFoundTitle} text={t.notFoundText} picture="dead-end">
      <a className="btn" href={base || '/'}>
        {t.toHome}
      </a>
      <a className="btn quiet" href={`${base}/pricing`}>
        {t.toPricing}
      </a>
    </SignPage>
  ),
})
