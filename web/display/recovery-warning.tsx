import type { RecoveryTexts } from '#text/en/site/membership-state.ts'
import styles from './recovery-warning.module.css'

type Props = {
  readonly t: RecoveryTexts
  readonly base: string
  /**
   * False for an account with only a passkey. It must set a password before it can add recovery codes or an email
   * address.
   */
  readonly hasPassword: boolean
}

export const RecoveryWarning = ({ t, base, hasPassword }: Props) => (
  <section className={styles.back}>
    <h2>{t.title}</h2>
    <p className="small dim">{hasPassword ? t.text : t.passwordFirst}</p>
    <p className={styles.ways}>
      {hasPassword ? (
        <>
          <a className="btn quiet s" href="/user/security#security">
            {t.codes}
          </a>
          <a className="btn quiet s" href="/user/security#identity">
            {t.email}
          </a>
        </>
      ) : (
        <a className="btn quiet s" href={`${base}/start`}>
          {t.makePassword}
        </a>
      )}
    </p>
  </section>
)
