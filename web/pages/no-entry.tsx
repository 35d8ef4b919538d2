import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import en from '#text/en/site/errors.ts'
import zh from '#text/zh-CN/site/errors.ts'

export default definePage({
  paths: ['/no-entry'],
  status: 403,
  shell: 'bare',
  noindex: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.noEntryTitle} | ${data.brand[language]}`,
    description: t.noEntryText,
  }),
  component: ({ t, base }) => (
    <SignPage title={t.noEntryTitle} text={t.noEntryText} picture="no-entry">
      <a className="btn" href={base || '/'}>
        {t.toHome}
      </a>
      <a className="btn quiet" href={`${base}/login`}>
        {t.toLogin}
      </a>
    </SignPage>
  ),
})
