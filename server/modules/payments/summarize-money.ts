import type { attemptStates } from '#shared/order-outcome.ts'
import { isContested, paymentKey, sum, type Payment } from './fold-payments.rules.ts'
import type { Attempt, Refund } from './payments.queries.ts'
import type { ReadMoney } from './read-money.ts'

export type OpenQuestion = { readonly reason: string; readonly subject: string; readonly openedAt: Date }

type ToldRefund = {
  readonly amountMinor: number
  readonly currency: string
  readonly status: 'on_its_way' | 'done' | 'failed'
  readonly isSecondPayment: boolean
  readonly at: Date
}
export type MoneySummary = {
  readonly attempt: (typeof attemptStates)[number]
  readonly disputedMinor: number
  readonly receivedMinor: number
  readonly receivedCurrency: string
  readonly refundedMinor: number
  readonly refundedAt: Date | null
  readonly refundingMinor: number
  readonly refundingSince: Date | null
  readonly stuckMinor: number
  readonly secondPayment: {
    readonly amountMinor: number
    readonly refundedAt: Date | null
    readonly isStuck: boolean
  } | null
  readonly refunds: readonly ToldRefund[]
}

const stuckReasons = ['refund_failed', 'refund_slow']
const latest = (times: readonly Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())))
const earliest = (times: readonly Date[]): Date | null =>
  times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
const sumOf = (some: readonly { readonly amountMinor: number }[]) => sum(some.map(({ amountMinor }) => amountMinor))

/**
 * Summary of an order's money for its customer. Duplicate payments are listed separately, because they bought nothing.
 * Chargebacks count as money returned.
 */
export function summarizeMoney(
  money: ReadMoney,
  questions: readonly OpenQuestion[],
  method: Attempt['method'],
): MoneySummary {
  const { total, attempts, facts, refunds, paymentOutcome } = money
  const doubled = new Set(
    [...refunds.filter(({ reason }) => reason === 'duplicate'), ...paymentOutcome.duplicates].map(paymentKey),
  )
  const isSecond = (about: { attemptId: string; providerTxnId: string }) => doubled.has(paymentKey(about))
  const payments = paymentOutcome.payments.filter((payment) => !isSecond(payment))
  const receivedCurrency = payments[0]?.currency ?? total.currency
  const counted = payments.filter(({ currency, reverted }) => currency === receivedCurrency && !reverted)
  const pending = refunds.filter(({ status }) => status === 'requested' || status === 'sent')
  const stuck = refunds.filter(({ id }) =>
    questions.some(({ reason, subject }) => stuckReasons.includes(reason) && subject === id),
  )
  const backAt = (some: (about: { attemptId: string; providerTxnId: string }) => boolean): Date[] =>
    facts
      .filter((fact) => fact.kind === 'refunded' || (fact.kind === 'disputed' && fact.isLost))
      .filter(some)
      .map(({ at }) => at)
  const own = pending.filter((refund) => !isSecond(refund))
  const refundedMinor = sum(counted.map((payment) => payment.refundedMinor + payment.lostMinor))
  const second = paymentOutcome.payments.filter(isSecond)
  const isSecondBack = second.every(
    ({ amountMinor, refundedMinor: back, lostMinor }) => back + lostMinor >= amountMinor,
  )
  return {
    attempt: attemptState(attempts.filter(({ provider }) => (provider === 'crypto') === (method === 'crypto'))),
    disputedMinor: sum(payments.filter(isContested).map(disputedMinor)),
    receivedMinor: sumOf(counted),
    receivedCurrency,
    refundedMinor,
    refundedAt: refundedMinor > 0 ? latest(backAt((fact) => !isSecond(fact))) : null,
    refundingMinor: sumOf(own),
    refundingSince: earliest(own.map(({ requestedAt }) => requestedAt)),
    stuckMinor: sumOf(stuck.filter((refund) => !isSecond(refund))),
    secondPayment:
      second.length === 0
        ? null
        : {
            amountMinor: sumOf(second),
            refundedAt: isSecondBack ? latest(backAt(isSecond)) : null,
            isStuck: stuck.some(isSecond),
          },
    refunds: [...refunds.map((refund) => toldRefund(refund, isSecond(refund))), ...foreignRefunds(money)],
  }
}

const disputedMinor = ({ openDisputes, currency, amountMinor }: Payment): number => {
  const asked = sum(openDisputes.filter((open) => open.currency === currency).map((open) => open.amountMinor))
  return asked > 0 ? Math.min(asked, amountMinor) : amountMinor
}

/**
 * State of an order's attempts. `refused`: the last attempt failed after the provider had accepted it. An attempt that
 * the provider never accepted counts as ended, not as refused by a bank.
 */
function attemptState(attempts: readonly Attempt[]): MoneySummary['attempt'] {
  const last = attempts.at(-1)
  if (!last) return 'none'
  if (last.status === 'failed' && last.payStep !== null) return 'refused'
  return attempts.every(({ status }) => status === 'closed' || status === 'failed') ? 'ended' : 'open'
}

const toldRefund = (refund: Refund, isSecondPayment: boolean): ToldRefund => ({
  amountMinor: refund.amountMinor,
  currency: refund.currency,
  status: refund.status === 'done' || refund.status === 'failed' ? refund.status : 'on_its_way',
  isSecondPayment,
  at: refund.settledAt ?? refund.requestedAt,
})

/** Money returned without a refund of ours: by hand in the provider's console, or by a bank in a dispute. */
function foreignRefunds({ facts, refunds, paymentOutcome: { payments } }: ReadMoney): ToldRefund[] {
  return payments.flatMap((payment) => {
    const about = (some: { attemptId: string; providerTxnId: string }) => paymentKey(some) === paymentKey(payment)
    const ours = sumOf(refunds.filter((refund) => about(refund) && refund.status === 'done'))
    const amountMinor = payment.refundedMinor + payment.lostMinor - ours
    const at = latest(facts.filter((fact) => about(fact) && fact.kind !== 'paid').map((fact) => fact.at))
    return amountMinor > 0 && at
      ? [{ amountMinor, currency: payment.currency, status: 'done' as const, isSecondPayment: false, at }]
      : []
  })
}
