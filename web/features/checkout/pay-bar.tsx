import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import type { Choice } from './selection.ts'
import styles from './checkout.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly formId: string
  readonly choice: Choice
  readonly discountMinor: number | null
  readonly busy: boolean
  readonly ready: boolean
}

/** What is bought for how much, and the button, at the foot of a phone's screen. */
export const PayBar = ({ t, language, formId, choice, discountMinor, busy, ready }: Props) => (
  <div className={styles.bar}>
    <span>
      <span className="small dim">{choice.offer.name}</span>
      <b className="num">
        {formatMoney({ amountMinor: choice.priceMinor - (discountMinor ?? 0), currency: choice.currency }, language)}
      </b>
    </span>
    <button
      className="btn"
      type="submit"
      form={formId}
      aria-busy={busy || undefined}
      disabled={choice.method === null || discountMinor === null || !ready}
    >
      {t.payShort}
    </button>
  </div>
)
