import '#ui/segmented.css'
import type { Currency } from '#shared/money.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import styles from './currency-switch.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly currencies: readonly Currency[]
  readonly chosen: Currency
  readonly onChoose: (currency: Currency) => void
}

export function CurrencySwitch({ t, currencies, chosen, onChoose }: Props) {
  return (
    <fieldset className={`seg ${styles.switch}`}>
      <legend className="vh">{t.currency}</legend>
      {currencies.map((currency) => (
        <label key={currency}>
          <input
            className="vh"
            type="radio"
            name="currency"
            value={currency}
            checked={currency === chosen}
            onChange={() => onChoose(currency)}
          />
          <span>{t.currencies[currency]}</span>
        </label>
      ))}
    </fieldset>
  )
}
