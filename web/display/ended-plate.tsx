import '#ui/plate.css'
import { formatMoney, money } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { KnownRide } from '#web/client/first-ride-query.ts'
import type { EndedTexts } from '#text/en/site/membership-state.ts'
import { displayDate } from './display-date.ts'
import styles from './ended-plate.module.css'

type Props = {
  readonly t: EndedTexts
  readonly language: Language
  readonly base: string
  readonly endedAt: number
  readonly ride: KnownRide | undefined
}

export function EndedPlate({ t, language, base, endedAt, ride }: Props) {
  const again = renewalOffer(ride, language)
  const devices = ride?.devices ?? 0
  return (
    <section className={styles.ended}>
      <span className="tab up">{t.tab}</span>
      <h2>{endedAt <= (ride?.trial.endsAt ?? 0) ? t.trialOn : t.membershipOn}</h2>
      <p className={`${styles.date} num`}>{displayDate(endedAt, language)}</p>
      <p className="dim">{t.text}</p>
      <p className={styles.ways}>
        {again && (
          <a className="btn" href={`${base}/pricing?${again.query}`}>
            {t.again(again.name, again.sum)}
          </a>
        )}
        <a className={again ? 'btn quiet' : 'btn'} href={`${base}/pricing`}>
          {t.plans}
        </a>
      </p>
      <ul className={`${styles.stays} small`}>
        <li>
          <b>{t.accountStays}</b>
          {t.accountText}
        </li>
        {devices > 0 && (
          <li>
            <b>{t.devicesStay(devices)}</b>
            {t.devicesText(devices)}
          </li>
        )}
        <li>
          <b>{t.invitesStay}</b>
          {t.invitesText}
        </li>
      </ul>
    </section>
  )
}

/**
 * Offers the plan bought last at today's price, with a query string for the pricing page; null if there is none or it
 * is no longer sold.
 */
export function renewalOffer(ride: KnownRide | undefined, language: Language) {
  const order = ride?.order
  if (!order || order.priceNowMinor === null) return null
  const { goodsId, productName, priceNowMinor, currency } = order
  return {
    query: new URLSearchParams({ plan: goodsId, currency }).toString(),
    name: productName,
    sum: formatMoney(money(priceNowMinor, currency), language, { whole: true }),
  }
}
