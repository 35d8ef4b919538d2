import '#ui/plate.css'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { perMonthMinor, priceIn, savedMinor, type Offer, type Price } from '#web/payment/offer.ts'
import styles from './plans.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly offers: readonly Offer[]
  readonly chosenId: string
  readonly currency: Currency
  /** Where the line starts, in words. */
  readonly start: string
  /** Null where only the server can say it. */
  readonly arrivalOf: (offer: Offer) => string | null
  readonly onChoose: (goodsId: string) => void
}

/** The plans as stops on a line that fills up to the one where you get off. */
export function PlanStops({ t, language, offers, chosenId, currency, start, arrivalOf, onChoose }: Props) {
  const chosenAt = offers.findIndex(({ id }) => id === chosenId)
  const sizesDiffer = new Set(offers.map(({ maxDevices }) => maxDevices)).size > 1
  const detailsOf = (offer: Offer) => {
    const arrives = arrivalOf(offer)
    return [...(sizesDiffer ? [t.atOnce(offer.maxDevices)] : []), ...(arrives === null ? [] : [t.until(arrives)])]
  }
  return (
    <fieldset className={styles.plans}>
      <legend className="vh">{t.plan}</legend>
      <p className={styles.from}>{start}</p>
      {offers.map((offer, index) => {
        const price = priceIn(offer, currency)
        return (
          price && (
            <label
              className={`${styles.stop} ${index <= chosenAt ? styles.past : ''} ${index === chosenAt ? styles.on : ''}`}
              key={offer.id}
            >
              <input
                type="radio"
                name="plan"
                value={offer.id}
                checked={index === chosenAt}
                onChange={() => onChoose(offer.id)}
              />
              <span className={`${styles.row} ${index === chosenAt ? 'plate' : ''}`}>
                {offer.badge && (
                  <span className={index === chosenAt ? 'tab up' : `tag ${styles.badge}`}>{offer.badge}</span>
                )}
                <span>
                  <b>{offer.name}</b>
                  <span className="small dim">{detailsOf(offer).join(t.comma)}</span>
                </span>
                <Saving t={t} language={language} price={price} chosen={index === chosenAt} />
                <span className={`${styles.price} num`}>
                  {formatMoney({ amountMinor: price.priceMinor, currency }, language, { whole: true })}
                  {offer.months > 1 && (
                    <small>
                      {t.perMonth(
                        formatMoney({ amountMinor: perMonthMinor(price, offer.months), currency }, language, {
                          whole: true,
                        }),
                      )}
                    </small>
                  )}
                </span>
              </span>
            </label>
          )
        )
      })}
    </fieldset>
  )
}

function Saving({ t, language, price, chosen }: Pick<Props, 't' | 'language'> & { price: Price; chosen: boolean }) {
  const saved = savedMinor(price)
  if (saved === null) return <span className={styles.none} />
  const amount = formatMoney({ amountMinor: saved, currency: price.currency }, language, { whole: true })
  return <span className={`tag num ${styles.saving} ${chosen ? '' : 'ok'}`}>{t.save(amount)}</span>
}
