import type { Language } from '#shared/language.ts'
import { isOpenStatus } from '#shared/order-outcome.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { summarizeOrder } from '#web/payment/summarize-order.ts'
import type { Order } from './orders.queries.ts'
import styles from './pending-order.module.css'

type Props = { readonly t: OutcomeTexts; readonly language: Language; readonly order: Order; readonly now: number }

export default function PendingOrder({ t, language, order, now }: Props) {
  const { title, text } = t.words[order.outcome](summarizeOrder(order, t, language, now))
  const isPayable = isOpenStatus(order.status) && order.outcome !== 'c-seen' && order.payableUntil > now
  return (
    <section className={styles.order} aria-labelledby="under-way" data-outcome={order.outcome}>
      <div>
        <h2 id="under-way">{title}</h2>
        <p>{text}</p>
        <p className={`small dim num ${styles.what}`}>
          {order.productName} · {order.number}
        </p>
      </div>
      <a className="btn mark" href={`/purchased?order=${encodeURIComponent(order.orderId)}`}>
        {isPayable ? t.goOn : t.seeOrder}
      </a>
    </section>
  )
}
