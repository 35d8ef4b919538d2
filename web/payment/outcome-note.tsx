import type { Language } from '#shared/language.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import type { Order } from './order.ts'
import { summarizeOrder } from './summarize-order.ts'
import styles from './outcome-note.module.css'

type Props = { readonly t: OutcomeTexts; readonly language: Language; readonly order: Order; readonly now: number }

export default function OutcomeNote({ t, language, order, now }: Props) {
  const told = summarizeOrder(order, t, language, now)
  return (
    <span className={`small ${styles.note}`}>
      {t.words[order.outcome](told).title}
      {told.second && ` ${t.twice(told.second, told.to)}`}
    </span>
  )
}
