import type { Money } from '#shared/money.ts'
import { foldPayments, isDisputed, refundableMinor, needsManualReview, type Payment } from './fold-payments.rules.ts'
import { refundsByFacts } from './fold-refunds.rules.ts'
import type { AttemptView, FactView, RefundView } from './payment-views.rules.ts'
import { derivePaymentOutcome, type PaymentOutcome } from './payments.rules.ts'

type MoneyAttempt = AttemptView & { readonly provider: string }
/** Payment with its provider. `isMatched`: amount and currency match its attempt. */
export type KnownPayment<Provider = string> = Payment & { readonly provider: Provider; readonly isMatched: boolean }

export type OrderMoney = {
  readonly orderId: string
  readonly total: Money
  /** True for an order of total 0 (for example fully discounted) that an operator revoked. */
  readonly isTakenBack?: boolean
  readonly attempts: readonly MoneyAttempt[]
  readonly facts: readonly FactView[]
  readonly refunds: readonly RefundView[]
  readonly paymentOutcome: PaymentOutcome
}
export const deriveMoney = (known: Omit<OrderMoney, 'paymentOutcome'>): OrderMoney => ({
  ...known,
  paymentOutcome: derivePaymentOutcome(known.total, known.attempts, known.facts, known.refunds, known.isTakenBack),
})

export type NewRefund = RefundView & {
  readonly orderId: string
  readonly currency: string
  readonly reason: string
  readonly requestedBy: string
  readonly beforeCredit: boolean
  readonly isFinal: boolean
}
/**
 * Refunds to make. `isFinal`: partial payments bought the plan, and these refunds return all that is left of the
 * order's money, so only a new payment can buy the plan again.
 */
type RefundPlan = {
  readonly refunds: readonly NewRefund[]
  readonly isFinal: boolean
  readonly availableMinor: number
}

export const refundDuplicates = (
  { orderId, total, paymentOutcome }: OrderMoney,
  newRefundId: () => string,
): NewRefund[] =>
  paymentOutcome.duplicates.map((duplicate) => ({
    id: newRefundId(),
    orderId,
    ...duplicate,
    currency: total.currency,
    reason: 'duplicate',
    requestedBy: 'settlement',
    status: 'requested',
    beforeCredit: false,
    isFinal: false,
  }))

export type RefundWish = {
  /** Amount in the order's currency, or `all` for everything received, in any currency. */
  readonly amountMinor: number | 'all'
  readonly reason: string
  readonly requestedBy: string
  /** Membership time in seconds that a partial refund takes back. Stored with the first refund. */
  readonly takeSeconds?: number
  /** `keep` leaves out payments that wait for an operator's decision: disputed, reverted, or with a failed refund. */
  readonly undecided?: 'keep'
}

/**
 * Plans refunds of the wished amount, oldest payment first. Plans none if less money is available, so that refunds
 * never exceed the money received. Skips payments with an open dispute or reverted by the chain.
 */
export function decideRefund(
  { orderId, total, attempts, facts, refunds: known, paymentOutcome: { partsPay } }: OrderMoney,
  wish: RefundWish,
  newRefundId: () => string,
): RefundPlan {
  const payments = foldPayments(attempts, facts, known)
  const open = payments.flatMap((payment) => {
    if (isDisputed(payment)) return []
    if (wish.undecided === 'keep' && needsManualReview(payment)) return []
    const isMeant = wish.amountMinor === 'all' || payment.currency === total.currency
    return isMeant && refundableMinor(payment) > 0 ? [{ ...payment, openMinor: refundableMinor(payment) }] : []
  })
  const availableMinor = open.reduce((sum, payment) => sum + payment.openMinor, 0)
  let left = wish.amountMinor === 'all' ? availableMinor : wish.amountMinor
  if (left <= 0 || left > availableMinor) return { refunds: [], isFinal: false, availableMinor }
  // `isFinal` requires that no money of the purchase stays. Only a later payment can then buy the plan again.
  const isFinal = partsPay && left === availableMinor && !payments.some(isDisputed)
  const { reason, requestedBy, takeSeconds = 0 } = wish
  const refunds: NewRefund[] = []
  for (const { attemptId, providerTxnId, currency, openMinor, isPart } of open) {
    const amountMinor = Math.min(left, openMinor)
    if (amountMinor === 0) break
    const about = { id: newRefundId(), orderId, attemptId, providerTxnId, currency, amountMinor }
    const beforeCredit = isPart && !partsPay
    const takes = refunds.length === 0 && takeSeconds > 0 ? { takeSeconds } : {}
    refunds.push({ ...about, reason, requestedBy, status: 'requested', beforeCredit, isFinal, ...takes })
    left -= amountMinor
  }
  return { refunds, isFinal, availableMinor }
}

/**
 * Membership time taken back by partial refunds; null if no refund of the order takes time. `done`: by completed
 * refunds, including failed ones that were paid another way. `waitingSeconds`: by pending refunds.
 */
export function timeTakenBy({ refunds, facts }: Pick<OrderMoney, 'refunds' | 'facts'>): {
  readonly done: readonly { readonly refundId: string; readonly seconds: number }[]
  readonly waitingSeconds: number
} | null {
  const taking = refundsByFacts(refunds, facts).flatMap(({ id: refundId, status, takeSeconds: seconds = 0 }) =>
    seconds > 0 ? [{ refundId, status, seconds }] : [],
  )
  if (taking.length === 0) return null
  const isElsewhere = (id: string) => facts.some(({ refundId, isElsewhere: gone }) => refundId === id && gone === true)
  const isDone = ({ refundId, status }: (typeof taking)[number]) => status === 'done' || isElsewhere(refundId)
  return {
    done: taking.filter(isDone).map(({ refundId, seconds }) => ({ refundId, seconds })),
    waitingSeconds: taking
      .filter((each) => each.status !== 'failed' && !isDone(each))
      .reduce((total, { seconds }) => total + seconds, 0),
  }
}

export const withRefunds = (
  money: OrderMoney,
  { refunds, isFinal }: Pick<RefundPlan, 'refunds' | 'isFinal'>,
): OrderMoney =>
  refunds.length === 0
    ? money
    : deriveMoney({
        ...money,
        refunds: [
          ...money.refunds.map((known) => (isFinal && known.status !== 'failed' ? { ...known, isFinal } : known)),
          ...refunds,
        ],
      })

export const knownPayments = <Provider extends string>(
  { payments, partsPay }: PaymentOutcome,
  attempts: readonly { readonly id: string; readonly provider: Provider }[],
): KnownPayment<Provider>[] =>
  payments.flatMap((payment) => {
    const attempt = attempts.find(({ id }) => id === payment.attemptId)
    const isMatched = payment.mismatch === null && (!payment.isPart || partsPay)
    return attempt ? [{ ...payment, provider: attempt.provider, isMatched }] : []
  })
