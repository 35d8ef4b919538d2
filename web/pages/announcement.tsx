import '#ui/plate.css'
import '#ui/prose.css'
import { displayDate } from '#web/display/display-date.ts'
import { definePage } from '#web/render/page.ts'
import { prefixLinks } from '#web/render/html.ts'
import { absolute } from '#web/render/schema.ts'
import en from '#text/en/site/announcements.ts'
import zh from '#text/zh-CN/site/announcements.ts'
import styles from './announcement/announcement.module.css'

export default definePage({
  paths: ['/announcements/:name'],
  instances: (data) => data.content.en.announcements.map(({ slug }) => `/announcements/${slug}`),
  texts: { en, 'zh-CN': zh },
  head: ({ data, language, path }) => {
    const found = data.content[language].announcements.find(({ slug }) => path === `/announcements/${slug}`)
    return { title: `${found?.title} | ${data.brand[language]}`, description: found?.summary ?? '' }
  },
  schema: (props) => {
    const { data, language, path } = props
    const found = data.content[language].announcements.find(({ slug }) => path === `/announcements/${slug}`)
    return found && !found.demo
      ? [{ '@type': 'NewsArticle', headline: found.title, datePublished: found.date, url: absolute(props, path) }]
      : []
  },
  component: ({ t, data, language, base, path }) => {
    const found = data.content[language].announcements.find(({ slug }) => path === `/announcements/${slug}`)
    if (!found) return null
    const day = displayDate(Date.parse(found.date), language, { timeZone: 'UTC' })
    return (
      <article className={`page ${styles.announcement}`}>
        <p className="num small faint">
          <time dateTime={found.date}>{day}</time> {found.demo && <span className="tag hold">{t.sample}</span>}
        </p>
        <h1>{found.title}</h1>
        <div className="prose" dangerouslySetInnerHTML={{ __html: prefixLinks(found.html, base) }} />
        <a className="link" href={`${base}/announcements`}>
          {t.all}
        </a>
      </article>
    )
  },
})
