import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import type { Language } from '#shared/language.ts'
import type { SiteData } from '#shared/site.ts'
import en, { type ErrorsText } from '#text/en/site/error-pages.ts'
import zh from '#text/zh-CN/site/error-pages.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import styles from './closed/closed.module.css'

/** A shop that was open says that it will be back, not that it opens. */
function wordsOf(t: ErrorsText, { isNew, closedText }: Pick<SiteData, 'isNew' | 'closedText'>, language: Language) {
  const { title, text } = isNew ? t.closed.before : t.closed.after
  return { title, text: closedText?.[language] ?? text }
}

/** Page that a closed shop shows on every path. It has no path of its own: the server selects it. */
export default definePage({
  paths: [],
  status: 503,
  shell: 'bare',
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => {
    const { title, text } = wordsOf(t, data, language)
    return { title: `${data.brand[language]} | ${title}`, description: text }
  },
  component: ({ t, data, language, base }) => {
    const clauses = data.content[language].clauses.map(({ slug, title }) => (
      <a key={slug} className="small link" href={`${base}/clause/${slug}`}>
        {title}
      </a>
    ))
    return (
      <SignPage {...wordsOf(t, data, language)} picture="roadworks">
        <p className={styles.contact}>
          {t.closedMember}{' '}
          <a className="link" href={`${base}/login`}>
            {t.closedLogin}
          </a>
        </p>
        {data.contact !== null && (
          <p className={styles.contact}>
            {t.closedContact}{' '}
            <a className="link" href={`mailto:${data.contact}`}>
              {data.contact}
            </a>
          </p>
        )}
        {clauses.length > 0 && <p className={styles.legal}>{clauses}</p>}
      </SignPage>
    )
  },
})
