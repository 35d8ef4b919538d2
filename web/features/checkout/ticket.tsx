import type { ReactNode } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import { priceIn, savedMinor } from '#web/payment/offer.ts'
import type { Choice } from './selection.ts'
import { Trip } from './trip.tsx'
import styles from './ticket.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly choice: Choice
  readonly from: { readonly label: string; readonly date: string }
  readonly to: { readonly label: string; readonly date: string }
  /** What the purchase does to time that is left. */
  readonly note: ReactNode
  /** Where codes are typed. */
  readonly codes: ReactNode
}

/** The order as a ticket: where it takes you, what it is, what it costs. */
export function Ticket({ t, language, choice, from, to, note, codes }: Props) {
  const { offer, currency, priceMinor } = choice
  const price = priceIn(offer, currency)
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, language, { whole: true })
  return (
    <aside className={styles.ticket} aria-label={t.summary}>
      <Trip from={from} to={to} />
      <dl>
        <div>
          <dt>
            {offer.name}
            {t.comma}
            {t.atOnce(offer.maxDevices)}
          </dt>
          <dd className="num">
            {price?.listPriceMinor && savedMinor(price) !== null && (
              <s className="small">{money(price.listPriceMinor)}</s>
            )}{' '}
            {money(priceMinor)}
          </dd>
        </div>
      </dl>
      {note}
      {codes}
    </aside>
  )
}
