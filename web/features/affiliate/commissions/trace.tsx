import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatRate } from '#shared/affiliate-terms.ts'
import { Retry } from '#ui/retry.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { displayDate, displayMoment } from '#web/display/display-date.ts'
import { daysLeft } from '#web/display/duration.ts'
import { amountText, type DashboardProps } from '#web/features/affiliate/base/affiliate-words.ts'
import { traceQuery, type Settlement, type Trace } from '#web/features/affiliate/base/affiliate.queries.ts'
import { TransactionHash } from './transaction-hash.tsx'
import styles from './trace.module.css'

type Props = DashboardProps & { readonly id: string; readonly now: number }
type State = 'done' | 'here' | 'next'

export function TraceOf({ t, language, id, now }: Props) {
  const { data, isError, refetch } = useQuery(traceQuery(id))
  if (!data)
    return isError ? (
      <Retry text={t.trace.failed} label={t.retry} onRetry={() => void refetch()} />
    ) : (
      <div className={styles.place}>
        <Skeleton size="plate" />
      </div>
    )
  return <Way t={t} language={language} trace={data} now={now} />
}

function Way({ t, language, trace, now }: DashboardProps & { trace: Trace; now: number }) {
  const words = t.trace
  const { visit, signUp, order, rate, hold, reversals, settlement, commission } = trace
  const day = (at: number) => displayDate(at, language)
  const campaign = signUp.campaign ?? visit?.campaign
  const paid = settlement?.state === 'paid'
  return (
    <ol className={styles.way} aria-label={words.label}>
      <Stop name={words.visit} state="done">
        <span>{visit ? displayMoment(visit.at, language) : words.noVisit}</span>
        {visit && <span>{campaign ?? words.plainLink}</span>}
      </Stop>
      <Stop name={words.signUp} state="done">
        <span>{displayMoment(signUp.at, language)}</span>
      </Stop>
      <Stop name={words.order} state="done">
        <span>{`${day(order.paidAt)}, ${amountText(order.amountMinor, order.currency, language)}`}</span>
        <span className="num">{order.number}</span>
        {order.refundedMinor > 0 && (
          <span className={styles.back}>
            {words.refunded(amountText(order.refundedMinor, order.currency, language))}
          </span>
        )}
      </Stop>
      <Stop name={words.rate} state="done">
        <span>{words.rateText(formatRate(rate.rateBps), t.commissions.types[commission.type] ?? '')}</span>
        <span>{words.terms(rate.tier, rate.termsVersion)}</span>
        {order.currency !== commission.currency && (
          <span>
            {words.converted(
              amountText(100, order.currency, language),
              dollars(rate.usdPerUnitMicros, commission.currency, language),
            )}
          </span>
        )}
      </Stop>
      <Stop name={words.hold} state={hold.over ? 'done' : 'here'}>
        <span>
          {hold.review !== null
            ? words.holdReview
            : hold.over
              ? words.holdOver(day(hold.until))
              : words.holdLeft(daysLeft(hold.until, now))}
        </span>
        {hold.review && <span>{hold.review}</span>}
        {reversals.map(({ at, amountMinor }) => (
          <span key={`${at} ${amountMinor}`} className={styles.back}>
            {words.reversals(amountText(Math.abs(amountMinor), commission.currency, language), day(at))}
          </span>
        ))}
      </Stop>
      <Stop name={words.payout} state={paid ? 'done' : hold.over ? 'here' : 'next'}>
        <span>{payoutText({ t, language }, settlement)}</span>
        {settlement?.transactionHash && <TransactionHash t={t} settlement={settlement} />}
      </Stop>
      {commission.reserveState !== null && commission.reserveUntil !== null && commission.reserveLeftMinor > 0 && (
        <Stop
          name={words.reserve}
          state={commission.reserveState === 'paid' ? 'done' : commission.reserveState === 'kept' ? 'next' : 'here'}
        >
          <span>{amountText(commission.reserveLeftMinor, commission.currency, language)}</span>
          <span>{words.reserveStates[commission.reserveState](day(commission.reserveUntil))}</span>
        </Stop>
      )}
    </ol>
  )
}

const stopClass: Record<State, string | undefined> = { done: undefined, here: styles.here, next: styles.next }

const Stop = ({ name, state, children }: { name: string; state: State; children: ReactNode }) => (
  <li className={stopClass[state]} aria-current={state === 'here' ? 'step' : undefined}>
    <b>{name}</b>
    {children}
  </li>
)

function payoutText({ t, language }: DashboardProps, settlement: Settlement | null): string {
  const words = t.trace
  if (!settlement) return words.notYet
  if (settlement.state !== 'paid') return words[settlement.state]
  return words.paidOn(displayDate(settlement.payoutDate ?? settlement.preparedAt, language))
}

/** Formats an exchange rate, which needs more digits than an amount: "$0.1391". */
const dollars = (micros: number, currency: string, language: string): string =>
  new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 2,
    maximumFractionDigits: 6,
  }).format(micros / 1_000_000)
