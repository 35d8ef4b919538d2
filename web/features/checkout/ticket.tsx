import type { ReactNode } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { Icon } from '#ui/icon.tsx'
import type { CheckoutTexts } from '#web/text/en/checkout.ts'
import type { Choice } from './selection.ts'
import { Trip } from './trip.tsx'
import styles from './ticket.module.css'

type Props = {
  readonly t: CheckoutTexts
  readonly language: Language
  readonly base: string
  readonly choice: Choice
  /** Whose plan it will be; null where no one is signed in. */
  readonly buyer: string | null
  readonly from: { readonly label: string; readonly date: string }
  readonly to: string
  readonly busy: boolean
  /** Null while the code is being asked about. */
  readonly discountMinor: number | null
  /** What the purchase does to time that is left. */
  readonly note: ReactNode
  /** False while that is being asked about. */
  readonly ready: boolean
  /** Where codes are typed. */
  readonly codes: ReactNode
  /** What stands in the way of paying, said next to the button. */
  readonly problem: ReactNode
}

/** The order as a ticket: where it takes you, what it costs, and the button that pays it. */
export function Ticket({
  t,
  language,
  base,
  choice,
  buyer,
  from,
  to,
  busy,
  discountMinor,
  note,
  ready,
  codes,
  problem,
}: Props) {
  const { offer, currency, priceMinor } = choice
  const price = formatMoney({ amountMinor: priceMinor, currency }, language)
  const off = discountMinor ?? 0
  const total = formatMoney({ amountMinor: priceMinor - off, currency }, language)
  return (
    <aside className={styles.ticket} aria-label={t.summary}>
      <div className={styles.body}>
        <Trip from={from} to={{ label: offer.name, date: to }} />
        <dl>
          <div>
            <dt>{offer.name}</dt>
            <dd className="num">{price}</dd>
          </div>
          {off > 0 && (
            <div>
              <dt>{t.discount}</dt>
              <dd className="num">{formatMoney({ amountMinor: -off, currency }, language)}</dd>
            </div>
          )}
          <div>
            <dt>{t.devices}</dt>
            <dd>{t.atOnce(offer.maxDevices)}</dd>
          </div>
          {buyer !== null && (
            <div>
              <dt>{t.buyer}</dt>
              <dd className={styles.buyer}>{buyer}</dd>
            </div>
          )}
        </dl>
        <div className={styles.note}>{note}</div>
        <div className={styles.perforation} aria-hidden="true" />
        <div className={styles.stub}>
          <p className={styles.total}>
            <span>{t.toPay}</span>
            <span className="num">{total}</span>
          </p>
          {codes}
          {problem}
          <button
            className="btn wide"
            type="submit"
            aria-busy={busy || undefined}
            disabled={choice.method === null || discountMinor === null || !ready}
          >
            {t.pay(total)}
          </button>
          <div className={styles.busy}>{busy && <div className="dashes" aria-hidden="true" />}</div>
          <p className="vh" role="status">
            {busy ? t.paying : ''}
          </p>
          <p className="small">
            {t.termsBefore}
            <a href={`${base}/clause/terms`}>{t.terms}</a>
            {t.termsAfter}
          </p>
        </div>
      </div>
      <ul className={`${styles.honest} small keep`}>
        {t.honest.map((line) => (
          <li key={line}>
            <Icon name="check" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </aside>
  )
}
