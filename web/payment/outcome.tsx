import type { ReactNode } from 'react'
import { formatMoney } from '#shared/money.ts'
import type { Language } from '#shared/language.ts'
import { displayDate } from '#web/display/display-date.ts'
import type { OrderTexts } from '#web/text/en/order.ts'
import type { Order } from './order.ts'
import { paymentStateOf, type PaymentState } from './payment-state.ts'
import styles from './outcome.module.css'

type Settled = Exclude<PaymentState, 'waiting'>

/** A payment that arrived reaches the diamond; one that did not turns round; what people look at is a blue sign. */
export function OutcomePicture({ state }: { state: Settled }) {
  return (
    <div className={styles.picture}>
      <svg viewBox="0 0 440 170" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        {state === 'success' ? (
          <>
            <path className={styles.road} d="M-10 118h160q24 0 40-16l24-24q16-16 40-16h200" />
            <path className={styles.clear} d="M-10 118h160q24 0 40-16l24-24q16-16 40-16h96" />
            <path className={styles.diamond} d="m354 20 42 42-42 42-42-42z" />
            <path className={styles.core} d="m354 34 28 28-28 28-28-28z" />
          </>
        ) : state === 'review' ? (
          <>
            <path className={styles.road} d="M-10 118h470" />
            <path className={styles.clear} d="M-10 118h190" />
            <rect className={styles.information} x="186" y="34" width="84" height="84" rx="14" />
            <path className={styles.letter} d="M228 56v.5M228 72v28" />
          </>
        ) : (
          <>
            <path className={styles.road} d="M-10 118h260q56 0 56-40t-56-40H80" />
            <path className={styles.slow} d="M-10 118h260q56 0 56-40t-56-40H143" />
            <path className={styles.slow} d="m164 12-28 26 28 26" />
          </>
        )}
      </svg>
    </div>
  )
}

/** What became of a payment, in a headline and a sentence or two. `children`: what can be done now. */
export function Outcome(props: {
  readonly t: OrderTexts
  readonly language: Language
  readonly order: Order
  readonly state: Settled
  readonly headingId: string
  /** `h1` where the outcome is the page. */
  readonly level?: 'h1' | 'h2'
  readonly children: ReactNode
}) {
  const { t, language, order, state, headingId, level: Heading = 'h2', children } = props
  const forGroup = state === 'success' && order.groupId !== null
  return (
    <div className={styles.outcome} data-state={paymentStateOf(order.status)}>
      <OutcomePicture state={state} />
      <div className={styles.words}>
        <div role="status">
          <Heading id={headingId}>{forGroup ? t.success.inGroup : t[state].title}</Heading>
          <p className="dim">
            {state === 'success'
              ? t.success.text(formatMoney(order, language), t.methods[order.method])
              : t[state].text}
            {forGroup && t.success.whenFull}
            {state === 'success' &&
              order.membershipExpiresAt !== null &&
              t.success.until(displayDate(order.membershipExpiresAt, language))}
          </p>
        </div>
        {children}
      </div>
    </div>
  )
}
