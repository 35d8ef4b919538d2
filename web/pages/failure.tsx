import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/error-pages.ts'
import zh from '#text/zh-CN/site/error-pages.ts'
import { helpUrlOf } from '#web/render/page-facts.ts'
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
  component: ({ t, base, data, requestId }) => {
    const help = helpUrlOf(data)
    return (
      <SignPage
        title={t.failureTitle}
        text={t.failureText}
        picture="bang"
        {...(requestId !== undefined && { detail: t.requestId(requestId) })}
      >
        <a className="btn" href="">
          {t.reload}
        </a>
        <a className="btn quiet" href={base || '/'}>
          {t.toHome}
        </a>
        {help !== null && (
          <a className="btn quiet" href={help} rel="noopener">
            {t.toSupport}
          </a>
        )}
      </SignPage>
    )
  },
})
