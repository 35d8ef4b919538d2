import { groupHours } from '#shared/payment-windows.ts'
import { formatMoney } from '#shared/money.ts'
import { Icon } from '#ui/icon.tsx'
import type { HomeProps } from './home-props.ts'
import styles from './group-teaser.module.css'
import merge from '#web/render/merge.svg?raw'

/**
 * Price alone and in groups: of the yearly plan or, if it is not sold to groups, of the first plan that is. Hidden if
 * no plan has both prices in the language's currency.
 */
export function GroupTeaser({ t, language, data, base }: HomeProps) {
  const currency = language === 'en' ? 'USD' : 'CNY'
  const offers = data.goods.flatMap((goods) => {
    const alone = goods.prices.find((price) => price.currency === currency)
    const groups = goods.groupPrices.filter((price) => price.currency === currency)
    return alone && groups.length > 0 ? [{ months: goods.months, alone: alone.priceMinor, groups }] : []
  })
  const offer = offers.find(({ months }) => months === 12) ?? offers[0]
  if (!offer) return null

  const fares = [
    { label: t.alone, amountMinor: offer.alone },
    ...offer.groups.map(({ size, perPersonMinor }) => ({ label: t.groupOf(size), amountMinor: perPersonMinor })),
  ]
  return (
    <section className={styles.merge}>
      <div className="page">
        <div className={styles.diamond} dangerouslySetInnerHTML={{ __html: merge }} />
        <div>
          <h2>{t.groupTitle}</h2>
          <p className="lead">{t.groupText(groupHours)}</p>
          <a className="link" href={`${base}/group-buying`}>
            {t.groupLink}
            <Icon name="arrow" />
          </a>
        </div>
        <div className={styles.card}>
          <h3>{t.groupPrices(offer.months)}</h3>
          <ul className={styles.fares}>
            {fares.map(({ label, amountMinor }) => (
              <li key={label}>
                <span>{label}</span>
                <span className="num">{formatMoney({ amountMinor, currency }, language, { whole: true })}</span>
                <svg aria-hidden="true">
                  <rect width={`${Math.round((amountMinor * 1000) / offer.alone) / 10}%`} height="12" />
                </svg>
              </li>
            ))}
          </ul>
          <a className="btn wide" href={`${base}/group-buying`}>
            {t.startGroup}
          </a>
        </div>
      </div>
    </section>
  )
}
