import '#ui/plate.css'
import { displayDate } from '#web/display/display-date.ts'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/announcements.ts'
import zh from '#text/zh-CN/site/announcements.ts'
import styles from './announcements/announcements.module.css'

export default definePage({
  paths: ['/announcements'],
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description(data.brand[language]),
  }),
  component: ({ t, data, language, base }) => {
    const { announcements } = data.content[language]
    return (
      <div className={`page ${styles.list}`}>
        <h1>{t.headline}</h1>
        {announcements.length === 0 && <p className="lead">{t.empty}</p>}
        <ol>
          {announcements.map(({ slug, title, summary, date, demo }) => (
            <li key={slug}>
              <p className="num small faint">
                <time dateTime={date}>{displayDate(Date.parse(date), language, { timeZone: 'UTC' })}</time>{' '}
                {demo && <span className="tag hold">{t.sample}</span>}
              </p>
              <h2>
                <a href={`${base}/announcements/${slug}`}>{title}</a>
              </h2>
              <p className="dim">{summary}</p>
            </li>
          ))}
        </ol>
      </div>
    )
  },
})
