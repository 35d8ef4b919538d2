import '#ui/plate.css'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/error-pages.ts'
import zh from '#text/zh-CN/site/error-pages.ts'
import { SignPage } from '#web/render/sign-page.tsx'
import styles from './closed/closed.module.css'

/** Page that a closed shop shows on every path. It has no path of its own: the server selects it. */
export default definePage({
  paths: [],
  status: 503,
  shell: 'bare',
  noindex: true,
  chat: 'never',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${data.brand[language]} | ${t.closedTitle}`,
    description: data.closedText?.[language] ?? t.closedText,
  }),
  component: ({ t, data, language, base }) => {
    const clauses = data.content[language].clauses.map(({ slug, title }) => (
      <a key={slug} className="small link" href={`${base}/clause/${slug}`}>
        {title}
      </a>
    ))
    return (
      <SignPage title={t.closedTitle} text={data.closedText?.[language] ?? t.closedText} picture="roadworks">
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
