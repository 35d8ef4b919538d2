import { useState } from 'react'
import type { Language } from '#shared/language.ts'
import { Icon } from '#ui/icon.tsx'
import type { ApplicationTexts } from '#text/en/site/application.ts'
import { ApplicationForm } from './application-form.tsx'
import { mayApply, ApplicationState, type Standing } from './application-state.tsx'
import styles from './application.module.css'

type Props = {
  readonly t: ApplicationTexts
  readonly language: Language
  readonly standing: Standing
  readonly onSent: () => void
}

export default function Application({ t, language, standing, onSent }: Props) {
  const [now] = useState(Date.now)
  return (
    <>
      {standing.state === 'none' && (
        <div className={styles.signs}>
          <svg viewBox="0 0 120 120" aria-hidden="true">
            <rect
              className={styles.diamond}
              x="19"
              y="19"
              width="82"
              height="82"
              rx="10"
              transform="rotate(45 60 60)"
            />
            <path className={styles.lane} d="M60 90V58M60 62 42 44M60 62l18-18M36 52v-14h14M84 52v-14H70" />
          </svg>
          <h2>{t.notYet}</h2>
          <p className="lead">{t.notYetText}</p>
          <a className="link" href="/affiliate">
            {t.seePage}
            <Icon name="arrow" />
          </a>
        </div>
      )}
      <ApplicationState t={t} language={language} standing={standing} now={now} />
      {mayApply(standing, now) && (
        <section className={styles.apply} aria-labelledby="apply-title">
          <h2 id="apply-title">{t.title}</h2>
          <p className="dim">{t.lead}</p>
          <ApplicationForm t={t} language={language} base="" onSent={onSent} />
        </section>
      )}
    </>
  )
}
