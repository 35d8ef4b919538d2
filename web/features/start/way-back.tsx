import type { StartText } from '#web/text/en/start.ts'
import styles from './start.module.css'

/** For an account that nothing opens any more once its password or passkey is lost. */
export const WayBack = ({ t }: { t: StartText['wayBack'] }) => (
  <section className={styles.back}>
    <h2>{t.title}</h2>
    <p className="small dim">{t.text}</p>
    <p className={styles.ways}>
      <a className="btn quiet s" href="/user/profile#security">
        {t.codes}
      </a>
      <a className="btn quiet s" href="/user/profile#identity">
        {t.email}
      </a>
    </p>
  </section>
)
