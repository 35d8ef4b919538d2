import type { ReactNode } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { comma } from '#web/display/comma.ts'
import type { CheckoutTexts } from '#text/en/site/checkout.ts'
import { priceIn, savedMinor } from '#web/payment/offer-prices.ts'
import type { Choice } from './selection.ts'
import type { Difference } from './upgrade-ways.tsx'
import { Trip } from './trip.tsx'
import styles from './purchase-summary.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly choice: Choice
  readonly from: { readonly label: string; readonly date: string }
  readonly to: { readonly label: string; readonly date: string }
  readonly difference: Difference | null
  readonly ways: ReactNode
  readonly note: ReactNode
  readonly codes: ReactNode
}

export function PurchaseSummary({ t, language, choice, from, to, difference, ways, note, codes }: Props) {
  const { offer, currency, priceMinor } = choice
  const price = priceIn(offer, currency)
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, language, { whole: true })
  return (
    <aside className={styles.ticket} aria-label={t.summary}>
      <Trip from={from} to={to} />
      <dl>
        <div>
          <dt>
            {difference ? t.days(difference.days) : offer.name}
            {comma(language)}
            {t.atOnce(offer.maxDevices)}
          </dt>
          <dd className="num">
            {!difference && price?.listPriceMinor && savedMinor(price) !== null && (
              <s className="small">{money(price.listPriceMinor)}</s>
            )}{' '}
            {money(difference ? difference.priceMinor : priceMinor)}
          </dd>
        </div>
      </dl>
      {ways}
      {note}
      {codes}
    </aside>
  )
}
