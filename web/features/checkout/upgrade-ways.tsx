import '#ui/choice.css'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import styles from './upgrade-ways.module.css'

export type Difference = {
  readonly priceMinor: number
  readonly days: number
  readonly devicesBefore: number
  readonly devicesAfter: number
}
type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly plan: string
  readonly planMinor: number
  readonly currency: Currency
  readonly difference: Omit<Difference, 'priceMinor'> & { readonly priceMinor: number | null }
  readonly onlyDifference: boolean
  readonly onChoose: (onlyDifference: boolean) => void
}

/**
 * Lets a member who wants more devices choose: a new plan, to which the remaining time is converted, or only the price
 * difference for the remaining time.
 */
export default function UpgradeWays(props: Props) {
  const { t, language, plan, planMinor, currency, difference, onlyDifference, onChoose } = props
  const ways = [
    { only: false, name: t.upgrade.plan(plan), priceMinor: planMinor },
    { only: true, name: t.upgrade.difference(difference.days), priceMinor: difference.priceMinor },
  ]
  return (
    <fieldset className={styles.ways}>
      <legend className="small">{t.upgrade.title(difference.devicesAfter)}</legend>
      {ways.map(({ only, name, priceMinor }) => (
        <label key={name} className="choice">
          <input
            type="radio"
            name="upgrade"
            value={only ? 'difference' : 'plan'}
            checked={only === onlyDifference}
            disabled={priceMinor === null}
            onChange={() => onChoose(only)}
          />
          <i />
          <span>{name}</span>
          <b className="num">
            {priceMinor !== null && formatMoney({ amountMinor: priceMinor, currency }, language, { whole: true })}
          </b>
        </label>
      ))}
    </fieldset>
  )
}
