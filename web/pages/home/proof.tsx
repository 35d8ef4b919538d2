import type { HomeProps } from './home-props.ts'
import { listFacts } from './proof-facts.ts'
import styles from './proof.module.css'

export function Proof({ t, data, language, base }: HomeProps) {
  const facts = listFacts(data, t, language, base)
  if (facts.length === 0) return null
  return (
    <section className={styles.proof}>
      <div className="page">
        <h2 className="vh">{t.proof}</h2>
        <ul>
          {facts.map(({ title, note, url, live }) => (
            <li key={title}>
              <a href={url} data-status={live || undefined}>
                <b>{title}</b>
                <small>{note}</small>
              </a>
            </li>
          ))}
        </ul>
        <p className={styles.note}>
          {t.proofNote}
          {data.proof?.demo && <span className="tag hold">{t.sample}</span>}
        </p>
      </div>
    </section>
  )
}
