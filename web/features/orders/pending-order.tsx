import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { ShareGroupLink } from '#web/payment/share-group-link.tsx'
import { summarizeOrder } from '#web/payment/summarize-order.ts'
import { isPayable, isWaitingSeat, pageOfPending } from '#web/payment/pending-order.rules.ts'
import type { Order } from './orders.queries.ts'
import styles from './pending-order.module.css'

type Props = {
  readonly t: OutcomeTexts
  readonly language: Language
  /** Orders under way, the most important one first. There is at least one. */
  readonly orders: readonly [Order, ...Order[]]
  readonly now: number
}

export default function PendingOrders({ t, language, orders: [first, ...others], now }: Props) {
  const { title, text } = t.words[first.outcome](summarizeOrder(first, t, language, now))
  const stepOf = (order: Order) => (isPayable(order, now) ? t.goOn : isWaitingSeat(order) ? t.group : t.seeOrder)
  const isShared = isWaitingSeat(first) && first.groupId !== null
  return (
    <section className={styles.order} aria-labelledby="under-way" data-outcome={first.outcome}>
      <div>
        <h2 id="under-way">{title}</h2>
        <p>{text}</p>
        <p className={`small dim num ${styles.what}`}>
          {first.productName} · {first.number}
        </p>
      </div>
      {isShared ? (
        <div className={styles.share}>
          <ShareGroupLink t={t} language={language} code={first.groupId ?? ''} name={first.productName} />
          <a className="link" href={pageOfPending(first)}>
            {stepOf(first)}
          </a>
        </div>
      ) : (
        <a className="btn mark" href={pageOfPending(first)}>
          {stepOf(first)}
        </a>
      )}
      {others.length > 0 && (
        <ul className={styles.others} aria-label={t.alsoOpen}>
          {others.map((order) => (
            <li key={order.orderId}>
              <p className="num">
                {order.productName} · {formatMoney(order, language)}
                <span className="small dim">{order.number}</span>
              </p>
              <a className="link" href={pageOfPending(order)} aria-label={`${stepOf(order)} ${order.number}`}>
                {stepOf(order)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
