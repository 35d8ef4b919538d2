import type { GroupTexts } from '#text/en/site/groups.ts'
import styles from './layout.module.css'

export const Coming = () => (
  <div className="page" aria-busy="true">
    <div className={styles.hero}>
      <div className={styles.sign} />
      <div className={styles.offer} />
    </div>
  </div>
)

export const Missing = ({ t }: { readonly t: GroupTexts }) => (
  <div className={`page ${styles.words}`}>
    <h1>{t.missing.title}</h1>
    <p className="lead">{t.missing.text}</p>
    <a className="btn" href="#start">
      {t.startOwn}
    </a>
  </div>
)
