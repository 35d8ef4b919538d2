import { colon } from '#shared/language.ts'
import { historyDays, type ServiceDay } from '#shared/service-history.ts'
import { displayDate } from '#web/display/display-date.ts'
import { definePage } from '#web/render/page.ts'
import en from '#text/en/site/service-history.ts'
import zh from '#text/zh-CN/site/service-history.ts'
import { drawBars, listGaps, listStates, worstOf, type DayState } from './status/days.ts'
import styles from './status/status.module.css'

const states = ['up', 'partly', 'down', 'none'] as const

export default definePage({
  paths: ['/status'],
  instances: ({ services }) => (services.length > 0 ? ['/status'] : []),
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title} | ${data.brand[language]}`,
    description: t.description(data.brand[language], historyDays),
  }),
  component: ({ t, data, language, base }) => {
    const show = (day: string) => displayDate(Date.parse(day), language, { timeZone: 'UTC' })
    const time = (minutes: number) => t.time(Math.floor(minutes / 60), minutes % 60)
    const describe = ({ partly, down }: ServiceDay) =>
      [...(down > 0 ? [t.down(time(down))] : []), ...(partly > 0 ? [t.partly(time(partly))] : [])].join(', ')
    const shown = data.services.map((history) => ({ ...history, states: listStates(history) }))
    const days = shown[0]?.states.map(({ day }) => day) ?? []
    const incidents = data.content[language].announcements.filter(({ incident }) => incident)
    const eventful = days.toReversed().flatMap((day) => {
      const faults = data.services.flatMap(({ service, days: measured }) =>
        measured
          .filter((each) => each.day === day && worstOf(each) !== 'up')
          .map((each) => `${t.names[service]}: ${describe(each)}`),
      )
      const told = incidents.filter(({ date }) => date === day)
      return faults.length + told.length > 0 ? [{ day, faults, told }] : []
    })
    const now = data.proof?.status?.url
    return (
      <div className={`page ${styles.status}`}>
        <h1>{t.headline}</h1>
        <p className="lead">{t.lead(historyDays)}</p>
        <ul className={styles.legend}>
          {states.map((state) => (
            <li key={state}>
              <svg viewBox="0 0 10 40" aria-hidden="true">
                <path data-state={state} d={drawBars([{ state }], state)} />
              </svg>
              {t.legend[state]}
            </li>
          ))}
        </ul>
        {shown.map((history) => {
          const count = (state: DayState) => history.states.filter((each) => each.state === state).length
          const gaps = listGaps(history)
          return (
            <section key={history.service}>
              <h2>{t.names[history.service]}</h2>
              <p className="dim">{t.notes[history.service]}</p>
              <p>
                <b>{history.uptime ? t.uptime(history.uptime.percent, history.uptime.days) : t.tooEarly}</b>
              </p>
              <svg
                viewBox="0 0 900 40"
                preserveAspectRatio="none"
                role="img"
                aria-label={t.picture(count('up'), count('partly'), count('down'), count('none'))}
              >
                {states.map((state) => (
                  <path key={state} data-state={state} d={drawBars(history.states, state)} />
                ))}
              </svg>
              <p className={`num small dim ${styles.ends}`}>
                <span>{show(days[0] ?? '')}</span>
                <span>{show(history.until)}</span>
              </p>
              {gaps.length > 0 && (
                <p className="num small dim">
                  {t.unmeasured}
                  {colon(language)}
                  {gaps
                    .map(({ from, until }) => t.range(show(from), show(until)))
                    .join(language === 'en' ? '; ' : '；')}
                </p>
              )}
            </section>
          )
        })}
        <section>
          <h2>{t.days}</h2>
          {eventful.length === 0 && <p>{t.noDays}</p>}
          <ol>
            {eventful.map(({ day, faults, told }) => (
              <li key={day}>
                <h3 className="num">
                  <time dateTime={day}>{show(day)}</time>
                </h3>
                {faults.map((fault) => (
                  <p key={fault} className="num">
                    {fault}
                  </p>
                ))}
                {told.map(({ slug, title, summary }) => (
                  <p key={slug}>
                    <a href={`${base}/announcements/${slug}`}>{title}</a>
                    {summary && <span className="dim">{summary}</span>}
                  </p>
                ))}
              </li>
            ))}
          </ol>
        </section>
        {now !== undefined && (
          <p>
            <a className="link" href={now} rel="noopener">
              {t.now}
            </a>
          </p>
        )}
      </div>
    )
  },
})
