import '#ui/plate.css'
import { Icon } from '#ui/icon.tsx'
import trial from '#web/islands/trial.tsx'
import { Island } from '#web/render/island.tsx'
import { definePage } from '#web/render/page.ts'
import type { TrialText } from '#text/en/site/trial.ts'
import en from '#text/en/site/trial.ts'
import zh from '#text/zh-CN/site/trial.ts'
import styles from './trial/trial.module.css'

export default definePage<TrialText>({
  paths: ['/trial'],
  shell: 'bare',
  texts: { en, 'zh-CN': zh },
  head: ({ t, data, language }) => ({
    title: `${t.title(data.trialMinutes)} | ${data.brand[language]}`,
    description: t.description(data.brand[language], data.trialMinutes),
  }),
  component: ({ t, data }) => (
    <section className={styles.trial}>
      <div className="page">
        <div className={`plate ${styles.sign}`}>
          <span className="tab up">{t.tab}</span>
          <h1>{t.headline(data.trialMinutes)}</h1>
          <p className="lead">{t.lead(data.trialMinutes, data.trialArmedDays)}</p>
          <Island of={trial} props={{}} load={['token', 'registerToken']} readable />
        </div>
        <div>
          <h2>{t.included}</h2>
          <ul>
            {t.includedList.map((each) => (
              <li key={each}>
                <Icon name="check" />
                {each}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  ),
})
