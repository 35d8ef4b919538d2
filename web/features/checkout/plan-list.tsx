import '#ui/plate.css'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import { perMonthMinor, priceIn, savedMinor, type Offer, type Price } from '#web/payment/offer-prices.ts'
import type { PlanLine } from './sort-plans.ts'
import styles from './plans.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly lines: readonly PlanLine[]
  readonly chosenId: string
  readonly currency: Currency
  readonly start: string
  /** Returns the end of a plan bought now, or null if only the server can compute it. */
  readonly arrivalOf: (offer: Offer) => string | null
  readonly onChoose: (goodsId: string) => void
}

export function PlanList({ t, language, lines, chosenId, currency, start, arrivalOf, onChoose }: Props) {
  const chosenAt = lines.findIndex(({ offer }) => offer.id === chosenId)
  const last = lines.length - 1
  return (
    <fieldset className={styles.plans}>
      <legend className="vh">{t.plan}</legend>
      <p className={`${styles.stop} ${styles.start}`}>
        <i className={styles.rail} />
        <span className={styles.row}>{start}</span>
      </p>
      {lines.map(({ offer, soldHere }, index) => {
        const price = priceIn(offer, currency)
        const on = index === chosenAt
        const place = [styles.stop, index < chosenAt && styles.past, on && styles.on, index === last && styles.last]
        if (!soldHere || !price)
          return (
            <p className={[...place, styles.off].filter(Boolean).join(' ')} key={offer.id}>
              <i className={styles.rail} />
              <span className={styles.row}>
                <b>{offer.name}</b>
                <span className="small">{t.devicesOnly(offer.maxDevices)}</span>
              </span>
            </p>
          )
        const arrives = arrivalOf(offer)
        const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, language, { whole: true })
        return (
          <label className={place.filter(Boolean).join(' ')} key={offer.id}>
            <input type="radio" name="plan" value={offer.id} checked={on} onChange={() => onChoose(offer.id)} />
            {on && <i className={styles.up} />}
            {on && offer.badge && <span className="tab">{offer.badge}</span>}
            <i className={styles.rail} />
            <span className={`${styles.row} ${on ? 'plate' : ''}`}>
              <span className={styles.words}>
                <b>{offer.name}</b>
                {!on && offer.badge && <span className="tag">{offer.badge}</span>}
                <span className="small dim">{arrives !== null && t.until(arrives)}</span>
              </span>
              <Saving t={t} language={language} price={price} />
              <span className={`${styles.price} num`}>
                {money(price.priceMinor)}
                {offer.months > 1 && <small>{t.perMonth(money(perMonthMinor(price, offer.months)))}</small>}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}

function Saving({ t, language, price }: Pick<Props, 't' | 'language'> & { price: Price }) {
  const saved = savedMinor(price)
  if (saved === null) return <span />
  const amount = formatMoney({ amountMinor: saved, currency: price.currency }, language, { whole: true })
  return <span className={`tag ok num ${styles.saving}`}>{t.save(amount)}</span>
}
