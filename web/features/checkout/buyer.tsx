import type { ReactNode } from 'react'
import type { Language } from '#shared/language.ts'
import { comma } from '#web/display/comma.ts'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import styles from './checkout.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly base: string
  /** Name of the signed-in account; null if signed out, undefined while loading. */
  readonly name: string | null | undefined
  readonly until: string | null
  readonly onOther: () => void
}

export const Buyer = ({ t, language, base, name, until, onOther }: Props): ReactNode => (
  <div className={`${styles.after} small`}>
    <p className={styles.who}>
      {name !== undefined && (
        <>
          {name === null ? (
            <span>{t.stranger}</span>
          ) : (
            <span>
              {t.buyer}
              <b>{name}</b>
              {until !== null && (
                <>
                  {comma(language)}
                  {t.validTo(until)}
                </>
              )}
            </span>
          )}
          <button type="button" className="link" onClick={onOther}>
            {name === null ? t.logIn : t.notYou}
          </button>
        </>
      )}
    </p>
    <p className="dim">
      {t.termsBefore}
      <a href={`${base}/clause/terms`}>{t.terms}</a>
      {t.termsAfter}
    </p>
  </div>
)
