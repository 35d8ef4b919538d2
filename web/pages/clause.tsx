import '#ui/contents.css'
import '#ui/prose.css'
import '#ui/tag.css'
import { displayDate } from '#web/display/display-date.ts'
import { definePage } from '#web/render/page.ts'
import { prefixLinks } from '#web/render/html.ts'
import en from '#text/en/site/clause.ts'
import zh from '#text/zh-CN/site/clause.ts'
import { Canary } from './clause/canary.tsx'
import styles from './clause/clause.module.css'

export default definePage({
  paths: ['/clause/:name'],
  instances: (data) => data.content.en.clauses.map(({ slug }) => `/clause/${slug}`),
  // Former paths of legal texts, which native apps and older links still use.
  moved: {
    '/clause/terms': '/clause/terms-of-service',
    '/clause/privacy': '/clause/privacy-policy',
    '/clause/canary': '/clause/canary-policy',
    '/clause/refund': '/clause/refund-policy',
  },
  shell: 'bare',
  texts: { en, 'zh-CN': zh },
  head: ({ data, language, path }) => {
    const clause = data.content[language].clauses.find(({ slug }) => path === `/clause/${slug}`)
    return { title: `${clause?.title} | ${data.brand[language]}`, description: clause?.summary ?? '' }
  },
  component: ({ t, data, language, path, base }) => {
    const { clauses } = data.content[language]
    const clause = clauses.find(({ slug }) => path === `/clause/${slug}`)
    if (!clause) return null
    const day = displayDate(Date.parse(clause.date), language, { timeZone: 'UTC' })
    return (
      <div className={`page ${styles.clause}`}>
        <nav aria-label={t.contents}>
          <ol className="contents">
            {clause.headings.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <article>
          <p className={`num ${styles.date}`}>
            <time dateTime={clause.date}>{t.since(day)}</time> <span>{t.version(clause.version)}</span>
          </p>
          <h1>{clause.title}</h1>
          <p className="lead">{clause.summary}</p>
          {clause.demo && <p className={styles.sample}>{t.sample}</p>}
          {clause.slug === 'canary-policy' && <Canary t={t} language={language} data={data} />}
          <div className="prose" dangerouslySetInnerHTML={{ __html: prefixLinks(clause.html, base) }} />
          {data.seller !== null && (
            <address className={styles.seller}>
              <b>{t.seller}</b> {data.seller.name}
              {data.seller.demo && <span className="tag">{t.sampleSeller}</span>}
              {data.seller.address !== null && <div>{data.seller.address}</div>}
              {data.seller.taxNumber !== null && <div className="num">{t.taxNumber(data.seller.taxNumber)}</div>}
              {data.contact !== null && <a href={`mailto:${data.contact}`}>{data.contact}</a>}
            </address>
          )}
          <aside>
            <h2>{t.others}</h2>
            <ul>
              {clauses
                .filter(({ slug }) => slug !== clause.slug)
                .map(({ slug, title }) => (
                  <li key={slug}>
                    <a href={`${base}/clause/${slug}`}>{title}</a>
                  </li>
                ))}
            </ul>
          </aside>
        </article>
      </div>
    )
  },
})
