import '#ui/plate.css'
import { errors, errorText } from '#shared/errors.ts'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/error-pages.ts'
import zh from '#text/zh-CN/site/error-pages.ts'
import { SignPage } from '#web/render/sign-page.tsx'

export default definePage({
  paths: [],
  status: 500,
  shell: 'bare',
  noindex: true,
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.failureTitle} | ${data.brand[language]}`,
    description: t.failureText,
  }),
  component: ({ t, base, language, requestId }) => (
    <SignPage
      title={t.failureTitle}
      text={t.failureText}
      picture="bang"
      message={`${errorText('Internal', language)} (${errors.Internal.code} Internal)`}
      {...(requestId !== undefined && { detail: t.requestId(requestId) })}
    >
      <a className="btn" href="">
        {t.reload}
      </a>
      <a className="btn quiet" href={base || '/'}>
        {t.toHome}
      </a>
    </SignPage>
  ),
})
