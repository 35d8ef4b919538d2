import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ApiError } from '#web/client/api-error.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { ReceiptTexts } from '#web/text/en/receipt.ts'
import { orderQuery, type Order } from './orders.queries.ts'
import styles from './receipt.module.css'

type Props = {
  readonly t: ReceiptTexts
  readonly language: Language
  readonly orderId: string
  /** The operator's name as the site shows it. */
  readonly brand: string
}

/** One paid order on one sheet of paper. The name that someone types stands on the paper and nowhere else. */
export default function Receipt({ t, language, orderId, brand }: Props) {
  const { data, error, refetch } = useQuery(orderQuery(orderId))
  const missing = data === null || (error instanceof ApiError && error.status === 'NotFound')
  return (
    <>
      {data ? (
        data.paidAt === null ? (
          <p>{t.unpaid}</p>
        ) : (
          <Paper t={t} language={language} order={data} paidAt={data.paidAt} brand={brand} />
        )
      ) : missing ? (
        <p role="alert">{t.missing}</p>
      ) : error ? (
        <Retry text={t.failed} label={t.retry} onRetry={() => void refetch()} />
      ) : (
        <Skeleton size="list" />
      )}
      <p className={styles.back}>
        <a className="link" href="/user/profile#orders">
          {t.back}
        </a>
      </p>
    </>
  )
}

type PaperProps = Omit<Props, 'orderId'> & { readonly order: Order; readonly paidAt: number }

function Paper({ t, language, order, paidAt, brand }: PaperProps) {
  const nameId = useId()
  const money = (amountMinor: number) => formatMoney({ amountMinor, currency: order.currency }, language)
  const lines: (readonly [string, string])[] = [
    [t.number, order.number],
    [t.paidOn, displayDate(paidAt, language)],
    [t.product, order.productName],
    [t.price, money(order.priceMinor)],
    ...(order.discountMinor > 0 ? [[t.discount, `${order.promoCode} ${money(-order.discountMinor)}`] as const] : []),
    [t.method, t.methods[order.method]],
    [t.status, t.statuses[order.status]],
    ...(order.membershipExpiresAt === null
      ? []
      : [[t.validTo, displayDate(order.membershipExpiresAt, language)] as const]),
  ]
  return (
    <div className={styles.sheet} data-receipt="">
      <p className={styles.brand}>{brand}</p>
      <p className={styles.name}>
        <label htmlFor={nameId}>{t.name}</label>
        <input
          id={nameId}
          type="text"
          maxLength={80}
          autoComplete="off"
          placeholder=" "
          aria-describedby={`${nameId}-hint`}
        />
        <span id={`${nameId}-hint`} className="small dim">
          {t.nameHint}
        </span>
      </p>
      <dl>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>{t.amount}</dt>
          <dd className="num">{money(order.amountMinor)}</dd>
        </div>
      </dl>
      <button type="button" className="btn" onClick={() => window.print()}>
        {t.print}
      </button>
    </div>
  )
}
