import '#ui/contents.css'
import '#ui/prose.css'
import '#ui/field.css'
import { Icon } from '#ui/icon.tsx'
import { AskSupport } from '#web/render/ask-support.tsx'
import { definePage } from '#web/render/page.ts'
import { plainHtml, prefixLinks } from '#web/render/html.ts'
import en from '#text/en/site/faq.ts'
import zh from '#text/zh-CN/site/faq.ts'
import styles from './faq/faq.module.css'

export default definePage({
  paths: ['/faq'],
  script: 'faq',
  picture: 'faq',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description(data.brand[language]),
  }),
  schema: ({ data, language }) => [
    {
      '@type': 'FAQPage',
      mainEntity: data.content[language].faq.flatMap(({ entries }) =>
        entries.map(({ question, html }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: plainHtml(html) },
        })),
      ),
    },
  ],
  component: ({ t, data, language, base }) => {
    const categories = data.content[language].faq
    const known = new Set(categories.flatMap(({ entries }) => entries.map(({ slug }) => slug)))
    const often = [
      ['code-not-received', t.codeMissing],
      ['payment-not-detected', t.paymentMissing],
      ['android-install', t.androidBlocked],
    ].filter(([slug = '']) => known.has(slug))
    const support = data.links.find(({ key }) => key === 'support')
    return (
      <div className={`page ${styles.faq}`}>
        <header className={styles.top}>
          <h1>{t.headline}</h1>
          <div className="field" role="search">
            <label htmlFor="search">{t.search}</label>
            <input
              className="input"
              id="search"
              type="search"
              autoComplete="off"
              data-search=""
              data-none={t.none}
              data-some={t.some}
            />
            <p className="small dim" role="status" data-found="" />
          </div>
          {often.length > 0 && (
            <div className={styles.often}>
              <h2>{t.often}</h2>
              <ul>
                {often.map(([slug, label]) => (
                  <li key={slug}>
                    <a href={`#${slug}`}>{label}</a>
                  </li>
                ))}
              </ul>
            </div>
          )}
        </header>
        <div className={styles.columns}>
          <nav aria-label={t.topics}>
            <ul className="contents">
              {categories.map(({ slug, title }) => (
                <li key={slug}>
                  <a href={`#topic-${slug}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <div>
            {categories.length === 0 && <p>{t.empty}</p>}
            {categories.map(({ slug, title, entries }) => (
              <section key={slug} id={`topic-${slug}`} data-group="">
                <h2>{title}</h2>
                {entries.map((entry) => (
                  <details key={entry.slug} id={entry.slug} data-entry="">
                    <summary>
                      <h3>{entry.question}</h3>
                      <Icon name="down" />
                    </summary>
                    <div className="prose" dangerouslySetInnerHTML={{ __html: prefixLinks(entry.html, base) }} />
                  </details>
                ))}
              </section>
            ))}
            {support && <AskSupport title={t.more} text={t.moreText} label={t.support} url={support.url} />}
          </div>
        </div>
      </div>
    )
  },
})
