import type { DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import type { Overview } from '#web/features/affiliate/base/affiliate.queries.ts'
import styles from './funnel.module.css'
import section from '#web/features/affiliate/base/section.module.css'

type Props = DashboardProps & { readonly funnel: Overview['funnel'] }

/** How many get how far. Visits are counted with consent alone, so a later step can be longer than the one before. */
export function Funnel({ t, language, funnel }: Props) {
  const words = t.funnel
  const most = Math.max(1, funnel.visits, funnel.signUps, funnel.paid)
  const number = new Intl.NumberFormat(language)
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const steps = [
    { key: 'visits', count: funnel.visits, before: 0 },
    { key: 'signUps', count: funnel.signUps, before: funnel.visits },
    { key: 'paid', count: funnel.paid, before: funnel.signUps },
  ] as const
  return (
    <section className={section.section} aria-labelledby="affiliate-funnel">
      <h2 id="affiliate-funnel" className={styles.title}>
        {words.title}
      </h2>
      <dl className={styles.steps}>
        {steps.map(({ key, count, before }) => (
          <div key={key}>
            <dt>{words[key]}</dt>
            <dd>
              <b className="num">{number.format(count)}</b>
              {before > 0 && before >= count && (
                <span className="small dim">{words.ofBefore(percent.format(count / before))}</span>
              )}
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width="100" height="8" />
                <rect width={(count / most) * 100} height="8" />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
      <p className="small faint">{words.note}</p>
    </section>
  )
}
