import '#ui/progress.css'
import { useQuery } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import type { OrderOutcome } from '#shared/order-outcome.ts'
import { api } from '#web/client/api.ts'
import { Countdown } from '#web/display/countdown.tsx'
import { helpLink } from './help-link.ts'
import { QrPay } from './lazy-qr.ts'
import { OutcomeActions, type ActionProps } from './outcome-actions.tsx'
import { OutcomePicture } from './outcome-picture.tsx'
import { OutcomeRows } from './outcome-rows.tsx'
import { summarizeOrder } from './summarize-order.ts'
import styles from './outcome.module.css'

type OutcomeProps = ActionProps & {
  readonly timesAsked: number
  readonly headingId: string
  readonly level?: 'h1' | 'h2'
  readonly children?: ReactNode
}

/** Outcomes within the payment window, in which the order can still be paid. */
const kept: readonly OrderOutcome[] = ['open', 'declined', 'back', 'slow', 'c-short']
/** Outcomes in which no payment of the buyer is known. */
const unpaid: readonly OrderOutcome[] = ['open', 'declined', 'back', 'checking', 'slow', 'expired']

export default function Outcome(props: OutcomeProps) {
  const { t, language, order, outcome, now, timesAsked, asking, supportUrl, headingId, children } = props
  const { level: Heading = 'h2' } = props
  const told = summarizeOrder(order, t, language, now, useConfirmations(order.orderId, outcome === 'c-seen'))
  const { title, text } = t.words[outcome](told)
  const isKept = kept.includes(outcome)
  const isMissing = unpaid.includes(outcome)
  const helpUrl = helpLink(supportUrl, 'order', order.number)
  return (
    <div className={styles.outcome} data-outcome={outcome}>
      <OutcomePicture outcome={outcome} />
      <div className={styles.words}>
        <div role="status">
          <Heading id={headingId}>{title}</Heading>
          <p className={styles.lead}>{text}</p>
          {told.second && <p className={styles.lead}>{t.twice(told.second, told.to)}</p>}
        </div>
        {isKept && (
          <>
            <p className={styles.clock}>
              <span>{t.keptForYou}</span>
              <Countdown t={t} until={order.payableUntil} />
            </p>
            <progress
              className={styles.lane}
              aria-hidden="true"
              max={Math.max(1, order.payableUntil - order.date)}
              value={Math.max(0, order.payableUntil - now)}
            />
          </>
        )}
        {outcome === 'checking' && <div className={`dashes ${styles.dashes}`} aria-hidden="true" />}
        <p className={styles.news} aria-live="polite">
          {asking ? t.asking : timesAsked > 0 && !isMissing ? t.notHere : ''}
          {!asking && timesAsked > 0 && isMissing && (
            <>
              {t.notDetected(order.number)}{' '}
              {helpUrl !== null && (
                <a href={helpUrl} target="_blank" rel="noreferrer">
                  {t.support}
                </a>
              )}
            </>
          )}
        </p>
        {outcome === 'open' && order.pay.kind === 'qr' && (
          <Suspense fallback={null}>
            <QrPay content={order.pay.content} method={order.method} name={t.methods[order.method]} />
          </Suspense>
        )}
        <OutcomeActions {...props} />
        <OutcomeRows t={t} language={language} now={now} order={order} outcome={outcome} />
        {children}
      </div>
    </div>
  )
}

function useConfirmations(orderId: string, isSeen: boolean) {
  const { data } = useQuery({
    queryKey: ['confirmations', orderId],
    queryFn: () => api('/api/payment/payment_crypto_state', { orderId }, { handlesErrors: true }),
    enabled: isSeen,
    refetchInterval: 5_000,
  })
  if (!isSeen || !data) return null
  const seen = data.deposits.flatMap(({ transfers, confirmations: needed }) =>
    transfers.filter(({ status }) => status === 'seen').map(({ confirmations: done }) => ({ done, needed })),
  )
  return seen[seen.length - 1] ?? null
}
