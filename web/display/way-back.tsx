import type { WayBackTexts } from '#web/text/en/way-back.ts'
import styles from './way-back.module.css'

type Props = {
  readonly t: WayBackTexts
  readonly base: string
  /** Codes and addresses are set up by the password: an account that a passkey opened makes one first. */
  readonly hasPassword: boolean
}

/** For an account that nothing opens any more once its password or passkey is lost. */
export const WayBack = ({ t, base, hasPassword }: Props) => (
  <section className={styles.back}>
    <h2>{t.title}</h2>
    <p className="small dim">{hasPassword ? t.text : t.passwordFirst}</p>
    <p className={styles.ways}>
      {hasPassword ? (
        <>
          <a className="btn quiet s" href="/user/profile#security">
            {t.codes}
          </a>
          <a className="btn quiet s" href="/user/profile#identity">
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
