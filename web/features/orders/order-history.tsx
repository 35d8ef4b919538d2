import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { Language } from '#shared/language.ts'
import { formatMoney } from '#shared/money.ts'
import { isOpenStatus } from '#shared/order-outcome.ts'
import { Table } from '#ui/table.tsx'
import { displayDate } from '#web/display/display-date.ts'
import { Listing } from '#web/display/listing.tsx'
import type { AccountTexts } from '#text/en/site/account.ts'
import { OutcomeNote } from '#web/payment/lazy-parts.ts'
import { ordersQuery, type Order } from './orders.queries.ts'
import styles from './order-history.module.css'

type Props = { readonly t: AccountTexts; readonly language: Language; readonly now: number }

export function OrderHistory({ t, language, now }: Props) {
  const { data, ...query } = useInfiniteQuery(ordersQuery)
  const orders = data?.pages.flatMap(({ list }) => list)
  const words = t.orders
  const next = (
    <span className="vh" key="next">
      {words.next}
    </span>
  )
  const heads = [words.date, words.number, words.product, words.amount, words.status, next]
  return (
    <section id="orders" aria-label={words.title}>
      <Listing
        t={{ failed: words.failed, retry: t.retry, older: words.older }}
        query={{ ...query, rows: orders }}
        empty={{
          title: words.empty,
          text: words.emptyText,
          way: (
            <a className="link" href="/pricing">
              {words.choose}
            </a>
          ),
        }}
      >
        {(rows) => (
          <Table heads={heads} className={styles.orders}>
            {rows.map((order) => (
              <OrderRow key={order.orderId} t={t} language={language} now={now} order={order} />
            ))}
          </Table>
        )}
      </Listing>
    </section>
  )
}

const tagOf: Record<Order['status'], string> = {
  created: 'hold',
  awaiting_payment: 'hold',
  paid: 'ok',
  refunding: 'info',
  refunded: '',
  partially_refunded: '',
  cancelled: '',
  expired: '',
  review: 'info',
}
const plainOutcomes: readonly Order['outcome'][] = ['open', 'paid', 'free', 'expired', 'cancelled', 'checking']

function OrderRow({ t, language, now, order }: Props & { order: Order }) {
  const words = t.orders
  const waits = isOpenStatus(order.status)
  const details = `/purchased?order=${encodeURIComponent(order.orderId)}`
  return (
    <tr>
      <td>{displayDate(order.date, language)}</td>
      <td className="num">
        <a href={details} aria-label={words.details(order.number)}>
          {order.number}
        </a>
      </td>
      <td>{order.productName}</td>
      <td className="num">{formatMoney(order, language)}</td>
      <td>
        <span className={`tag ${tagOf[order.status]}`}>{t.orders.statuses[order.status]}</span>
        {!plainOutcomes.includes(order.outcome) && (
          <Suspense>
            <OutcomeNote order={order} now={now} />
          </Suspense>
        )}
      </td>
      <td className={styles.next}>
        {waits && order.payableUntil > now && <a href={details}>{words.keepPaying}</a>}
        {order.paidAt !== null && <a href={`/user/receipt/${encodeURIComponent(order.orderId)}`}>{words.receipt}</a>}
        {(order.status === 'expired' || order.status === 'cancelled') && <a href="/pricing">{words.payAgain}</a>}
      </td>
    </tr>
  )
}
