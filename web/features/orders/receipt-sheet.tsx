import '#ui/printed-sheet.css'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { comma } from '#web/display/comma.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { ReceiptTexts } from '#text/en/site/receipt.ts'
import type { PaidReceipt } from './orders.queries.ts'
import styles from './receipt.module.css'

type Props = {
  readonly t: ReceiptTexts
  readonly language: Language
  readonly brand: string
  readonly receipt: PaidReceipt
  /** Name of the buyer as typed so far. Shown until the first print fixes a name. */
  readonly typedName: string
}

/** Formats dates in UTC, so that the receipt reads the same everywhere. */
const dayOf = (at: number, language: Language): string => displayDate(at, language, { timeZone: 'UTC' })
const momentOf = (at: number, language: Language): string =>
  `${dayOf(at, language)} ${new Date(at).toISOString().slice(11, 16)} UTC`
const networkNames: Readonly<Record<string, string>> = { bsc: 'BNB Smart Chain', tron: 'TRON' }
const twoDecimals = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.split('.')
  return `${whole}.${fraction.padEnd(2, '0')}`
}
const networkName = (id: string): string => networkNames[id] ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`

export function ReceiptSheet({ t, language, brand, receipt, typedName }: Props) {
  const { seller, buyer, period, currency, tax } = receipt
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency }, language).replace(/^-/, '−')
  const facts = [
    receipt.seats > 1 ? t.seats(receipt.seats) : null,
    period ? t.period(dayOf(period.from, language), dayOf(period.to, language)) : t.waits,
    t.order(receipt.orderNumber),
  ].filter((fact) => fact !== null)
  return (
    <article className={styles.sheet} data-printed="" data-receipt="">
      <header className={styles.head}>
        <p className={styles.brand}>{brand}</p>
        <div>
          <h2>{t.title}</h2>
          <p className="num">
            {t.number} {receipt.number}
            {comma(language)}
            {dayOf(receipt.issuedAt, language)}
          </p>
        </div>
      </header>
      <div className={styles.parties}>
        {seller && (
          <section>
            <h3>{t.seller}</h3>
            <p>
              <b>{seller.name}</b> {seller.demo && <span className={styles.sample}>{t.sample}</span>}
            </p>
            {seller.address !== null && <p>{seller.address}</p>}
            {seller.taxNumber !== null && (
              <p>
                {t.taxNumber} <span className="num">{seller.taxNumber}</span>
              </p>
            )}
            {seller.email !== null && <p>{seller.email}</p>}
          </section>
        )}
        <section>
          <h3>{t.buyer}</h3>
          <p>
            <b>{buyer.name ?? (typedName === '' || buyer.isFixed ? buyer.account : typedName)}</b>
          </p>
          <p className="num">{t.user(String(buyer.uid))}</p>
        </section>
      </div>
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">{t.item}</th>
            <th scope="col">{t.amount}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>
              <b>{t.membership(brand, receipt.productName, receipt.maxDevices)}</b>
              <span className="num">{facts.join(comma(language))}</span>
            </td>
            <td className="num">{money(receipt.priceMinor)}</td>
          </tr>
          {receipt.discountMinor > 0 && (
            <tr>
              <td>{t.promo(receipt.promoCode ?? '')}</td>
              <td className="num">{money(-receipt.discountMinor)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <dl className={styles.sums}>
        {tax && <Line label={t.includes(tax.label, `${tax.rateBps / 100}%`)} value={money(tax.amountMinor)} />}
        <Line label={t.paid} value={money(receipt.paidMinor)} isTotal />
        {receipt.refunds.map(({ amountMinor, at }) => (
          <Line key={at} label={t.refunded(dayOf(at, language))} value={money(-amountMinor)} />
        ))}
        {receipt.lostMinor > 0 && <Line label={t.lost} value={money(-receipt.lostMinor)} />}
        {(receipt.refunds.length > 0 || receipt.lostMinor > 0) && (
          <Line label={t.inTheEnd} value={money(receipt.inTheEndMinor)} />
        )}
        {receipt.takenDays > 0 && <Line label={t.timeTaken} value={t.days(receipt.takenDays)} />}
      </dl>
      {receipt.payments.map(({ method, amountMinor, at, transaction, token }) => (
        <dl key={transaction} className={styles.payment}>
          <div>
            <dt>{t.method}</dt>
            <dd>{token ? t.on(token.symbol, networkName(token.network)) : t.methods[method]}</dd>
          </div>
          <div>
            <dt>{t.received}</dt>
            <dd className="num">
              {token ? `${twoDecimals(token.amount)} ${token.symbol}` : money(amountMinor)}
              {comma(language)}
              {momentOf(at, language)}
            </dd>
          </div>
          <div className={styles.wide}>
            <dt>{t.transaction}</dt>
            <dd className="num">{transaction}</dd>
          </div>
        </dl>
      ))}
      <p className={styles.end}>{t.once}</p>
    </article>
  )
}

const Line = ({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }) => (
  <div className={isTotal ? styles.total : undefined}>
    <dt>{label}</dt>
    <dd className="num">{value}</dd>
  </div>
)
