import type { Money } from '#shared/money.ts'
import { foldPayments, isDisputed, refundableMinor, waitsForPerson, type Payment } from './fold-payments.rules.ts'
import { refundsByFacts } from './fold-refunds.rules.ts'
import type { AttemptView, FactView, RefundView } from './payment-views.rules.ts'
import { derivePaymentOutcome, type PaymentOutcome } from './payments.rules.ts'

export type MoneyAttempt = AttemptView & { readonly provider: string }
/** A payment with where it came in and whether it is what its attempt asked for. */
export type KnownPayment<Provider = string> = Payment & { readonly provider: Provider; readonly isMatched: boolean }

/** All that is known about an order's money, and what it comes to. */
export type OrderMoney = {
  readonly orderId: string
  readonly total: Money
  /** True for an order of total 0 that an operator took back. */
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

/** A refund that is promised with this decision. */
export type NewRefund = RefundView & {
  readonly orderId: string
  readonly currency: string
  readonly reason: string
  readonly requestedBy: string
  readonly beforeCredit: boolean
  readonly isFinal: boolean
}
/** `isFinal`: all that came is promised back now, by earlier refunds and these. */
export type RefundPlan = {
  readonly refunds: readonly NewRefund[]
  readonly isFinal: boolean
  readonly availableMinor: number
}

/** Money that paid for something already paid goes back whole. */
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
  /** A sum in the order's currency; `all` is everything, in whatever currency it came. */
  readonly amountMinor: number | 'all'
  readonly reason: string
  readonly requestedBy: string
  /** Membership time that goes with a part of the money. The first of its refunds takes it. */
  readonly takeSeconds?: number
  /** Leaves alone each payment that waits for a person: contested, or with a refund that was refused for good. */
  readonly undecided?: 'keep'
}

/**
 * Which refunds give so much back of what was paid, oldest payment first. None if less than that is available: all refunds
 * together never exceed what came in. Leaves alone each payment with an open dispute.
 */
export function decideRefund(
  { orderId, total, attempts, facts, refunds: known, paymentOutcome: { partsPay } }: OrderMoney,
  wish: RefundWish,
  newRefundId: () => string,
): RefundPlan {
  const payments = foldPayments(attempts, facts, known)
  const open = payments.flatMap((payment) => {
    if (isDisputed(payment)) return []
    if (wish.undecided === 'keep' && waitsForPerson(payment)) return []
    const isMeant = wish.amountMinor === 'all' || payment.currency === total.currency
    return isMeant && refundableMinor(payment) > 0 ? [{ ...payment, openMinor: refundableMinor(payment) }] : []
  })
  const availableMinor = open.reduce((sum, payment) => sum + payment.openMinor, 0)
  let left = wish.amountMinor === 'all' ? availableMinor : wish.amountMinor
  if (left <= 0 || left > availableMinor) return { refunds: [], isFinal: false, availableMinor }
  // Nothing is left of what bought the plan: what comes later buys it anew, or not.
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
 * Membership time that partial refunds take. `done`: of refunds that went, also in another way after they had failed. `waiting`:
 * of those that are on their way. Null: no refund of this order ever took time.
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

/** The money once these refunds are promised. */
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
