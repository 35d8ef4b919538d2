import type { OrderOutcome } from '#shared/order-outcome.ts'
import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { OutcomeTexts } from '#text/en/site/outcome.ts'
import { displayDay } from './display-day.ts'
import type { Order } from './order.ts'
import { sumText } from './summarize-order.ts'
import styles from './outcome.module.css'

type Props = {
  readonly t: OutcomeTexts
  readonly language: Language
  readonly now: number
  readonly order: Order
  readonly outcome: OrderOutcome
}
type Row = readonly [label: string, value: string, isBack?: boolean]

export function OutcomeRows(props: Props) {
  return (
    <dl className={styles.rows}>
      {rowsOf(props).map(([label, value, isBack]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={isBack ? `num ${styles.back}` : 'num'}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const keepsTime = ({ status, membershipExpiresAt }: Order): boolean =>
  membershipExpiresAt !== null && status !== 'refunded' && status !== 'review'

const undecided: readonly OrderOutcome[] = ['review', 'c-late', 'c-short']

export function rowsOf({ t, language, now, order, outcome }: Props): readonly Row[] {
  const sum = (amountMinor: number, currency: string = order.currency) => sumText(amountMinor, currency, language)
  const minus = (amountMinor: number, currency?: string) => sum(-amountMinor, currency).replace('-', '−')
  const day = (at: number) => displayDay(at, language, now)
  const { rows } = t
  const { paidAt, amountMinor, receivedMinor, receivedCurrency, secondPayment, promoCode, refunds } = order
  const hasMoney = receivedMinor > 0
  const isOtherSum = receivedMinor !== amountMinor || receivedCurrency !== order.currency
  // An insufficient or undecided payment is only called arrived, not paid.
  const arrived = undecided.includes(outcome) ? rows.arrived : rows.paid(day(paidAt ?? order.date), t.by[order.method])
  const isEnded = order.status === 'cancelled' || order.status === 'expired'
  const isStuck = order.stuckMinor > 0 || secondPayment?.isStuck
  const told = refunds.filter(({ status }) => status !== 'failed' || isStuck)
  const went = told.map((refund): Row => {
    if (refund.status === 'failed') return [rows.failed(day(refund.at)), sum(refund.amountMinor, refund.currency)]
    const label = refund.status === 'done' ? rows.refunded(day(refund.at)) : rows.refunding(day(refund.at))
    return [refund.isSecondPayment ? rows.second(label) : label, minus(refund.amountMinor, refund.currency), true]
  })
  return [
    [rows.order, order.number],
    [rows.plan, order.seats > 1 ? rows.withSeats(order.productName, order.seats) : order.productName],
    ...(order.discountMinor > 0
      ? ([
          [rows.price, sum(order.priceMinor)],
          [rows.promo(promoCode ?? ''), minus(order.discountMinor)],
        ] as const)
      : []),
    ...((hasMoney ? isOtherSum : amountMinor > 0)
      ? ([[hasMoney || isEnded ? rows.asked : rows.toPay, sum(amountMinor)]] as const)
      : []),
    ...(hasMoney ? ([[arrived, sum(receivedMinor, receivedCurrency)]] as const) : []),
    ...(secondPayment ? ([[rows.secondPayment, sum(secondPayment.amountMinor)]] as const) : []),
    ...merged(went),
    ...(hasMoney && order.refundedMinor > 0
      ? ([[rows.kept, sum(receivedMinor - order.refundedMinor, receivedCurrency)]] as const)
      : []),
    ...(keepsTime(order) && order.membershipExpiresAt !== null
      ? ([[rows.until, displayDate(order.membershipExpiresAt, language)]] as const)
      : []),
  ]
}

/** Numbers rows with equal labels, such as two refunds on one day. */
const merged = (rows: readonly Row[]): Row[] =>
  rows.map(([label, ...rest], index) => {
    const before = rows.slice(0, index).filter(([known]) => known === label).length
    return [before === 0 ? label : `${label} (${before + 1})`, ...rest]
  })
