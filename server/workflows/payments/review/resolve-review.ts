import type { ActionOutput } from '#shared/contract/operator.ts'
import type { ReviewDecision } from '#shared/contract/operator/reviews.ts'
import { currencies, formatMoney, money, type Currency } from '#shared/money.ts'
import {
  findOpenReview,
  resolveReview as closeReview,
  type OpenReview,
} from '#server/modules/payments/review-queue.queries.ts'
import { refundableMinor } from '#server/modules/payments/fold-payments.rules.ts'
import type { KnownPayment } from '#server/modules/payments/order-money.rules.ts'
import { listPayments, type PricedOrder } from '#server/modules/payments/read-money.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import type { Attempt, Refund } from '#server/modules/payments/payments.queries.ts'
import { done, refuse, Refused, type Reason, type Act, type Operator } from '#server/platform/act.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import {
  findFailedRefund,
  retryRefund,
  recordRefundElsewhere,
} from '#server/workflows/payments/refunds/answer-failed-refund.ts'
import { entitledPreparer } from '#server/workflows/payments/refunds/refunds-of-day.ts'
import { totalsOf, wonDisputeAmounts } from './moved-sums.rules.ts'
import { compareStandings, noEffects, readActivePurchase, type OrderEffects } from './order-standing.ts'
import { refuseTaken } from './take-review.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import {
  describeRefund,
  expiryOnceSent,
  promiseRefund,
  RefundRefused,
  type PromisedRefund,
  type RefundWish,
} from '#server/workflows/payments/refunds/request-refund.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

class ReviewRefused extends Refused {
  constructor(reason: Reason) {
    super('NotPossible', reason)
  }
}
type ReviewOutcome = {
  readonly number: string | null
  readonly orderId: string | null
  readonly reason: string
  readonly refundIds: readonly string[]
  readonly lostMinor: number
  readonly moves: ActionOutput<'reviews.decide'>['moves']
  readonly disputes: readonly DisputeInQuestion[]
  readonly failed: Refund | null
  readonly refund: (PromisedRefund & { readonly order: Order }) | null
  readonly effects: OrderEffects | null
}
type Decided = Omit<RefundWish, 'reason'> & {
  readonly id: string
  readonly decision: ReviewDecision
  readonly reason: string
  readonly operator: Operator
  readonly preparedBy?: string | undefined
}

export const decideReview: Act<'reviews.decide'> = async (tx, input, operator, deps) => {
  const { id, decision, reason, amount, takeDays = 0 } = input
  if (decision !== 'refund' && (amount !== undefined || takeDays > 0))
    return refuse('InvalidInput', 'review.fieldsOfRefund')
  const outcome = await resolveReview(tx, {
    id,
    decision,
    reason,
    amount,
    takeDays,
    operator,
    preparedBy: deps.preparedBy,
  })
  if (!outcome) return refuse('NotFound', sentence('review.unknown', { id }))
  const { number, orderId, reason: about, lostMinor, moves, disputes, failed, refund, effects } = outcome
  const refundIds = [...outcome.refundIds]
  const follows = [
    ...disputes.map((dispute) => disputeText(dispute, decision)),
    ...(failed ? [failedText(failed, decision)] : []),
  ]
  const output = {
    decision,
    about,
    orderId,
    refund: refund && (await describeRefund(tx, refund.order, { ...refund, onceSent: effects?.onceSent ?? null })),
    follows,
    refundIds,
    lostMinor,
    moves,
    ...(effects ?? noEffects),
  }
  const details = {
    review: id,
    about,
    decision,
    reason,
    ...(decision === 'refund' && {
      amountMinor: refund?.amountMinor ?? 'all',
      keepsTime: refund?.keepsTime ?? false,
      takesDays: takeDays,
    }),
    refundIds,
    lostMinor,
    disputes: disputes.map(nameOf),
    ...(refund && { sums: refund.sums, ...entitledPreparer(deps) }),
  }
  const { takesTwo = null } = refund ?? {}
  return done(output, number === null ? `review ${id}` : `order ${number}`, details, { takesTwo })
}

const disputeText = ({ disputeId, amountMinor, payment }: DisputeInQuestion, end: string): Sentence => {
  const [sum, all] = [sumText(amountMinor, payment.currency), sumText(payment.amountMinor, payment.currency)]
  return end === 'won'
    ? sentence('dispute.wouldBeWon', { dispute: disputeId, sum, all })
    : sentence('dispute.wouldBeLost', { dispute: disputeId, sum, all })
}

const failedText = ({ id, amountMinor, currency }: Refund, decision: string): Sentence => {
  const sum = sumText(amountMinor, currency)
  return decision === 'retry'
    ? sentence('refund.wouldBeSentAgain', { refund: id, sum })
    : sentence('refund.wouldCount', { refund: id, sum })
}

/**
 * Formats an amount. Amounts in currencies that we do not sell in are shown in minor units, because their decimals are
 * unknown.
 */
const sumText = (amountMinor: number, currency: string): string =>
  isSold(currency) ? formatMoney(money(amountMinor, currency), 'en') : `${amountMinor}/${currency}`
const isSold = (currency: string): currency is Currency => (currencies as readonly string[]).includes(currency)

export async function resolveReview(
  tx: Transaction,
  { id, decision, reason, operator, preparedBy, amount, takeDays = 0 }: Decided,
): Promise<ReviewOutcome | null> {
  const open = await findOpenReview(tx, id)
  if (!open) return null
  await refuseTaken(tx, open, operator, preparedBy)
  // Resolving a review without an order changes nothing else; it only records that somebody handled it.
  if (open.orderId === null) return closeUnowned(tx, open, { decision, reason, operator })
  const order = await lockOrder(tx, open.orderId)
  const disputes = decision === 'lost' || decision === 'won' ? await requireDisputes(tx, open, order) : []
  const failed = decision === 'retry' || decision === 'settled' ? await requireFailedRefund(tx, open) : null
  if (decision === 'keep') await refuseHeld(tx, open, order)
  const before = await readActivePurchase(tx, order)
  const item = await closeReview(tx, id, `${decision}: ${reason}`, operator.name)
  if (!item) return null
  const refundIds: string[] = []
  let lostMinor = 0
  let moves: ReviewOutcome['moves'] = []
  const wish = { amount, takeDays, reason }
  const refund = decision === 'refund' ? await refundWhatIsLeft(tx, order, wish, operator) : null
  refundIds.push(...(refund?.refundIds ?? []))
  if (refund) moves = [...refund.sums]
  if (failed) {
    const asked = { order, refund: failed, reason, operator: operator.name }
    const again = decision === 'retry' ? await retryRefund(tx, asked) : await recordRefundElsewhere(tx, asked)
    if (again === null) throw new ReviewRefused('review.moneyGone')
    if (again) refundIds.push(again)
    moves = [{ amountMinor: failed.amountMinor, currency: failed.currency }]
  }
  if (decision === 'lost' || decision === 'won') {
    const lostBefore = await listLost(tx, order)
    const facts = disputes.map((dispute) => endOf(dispute, decision, tx.now))
    await applyPaymentFacts(tx, { orderId: order.id, facts, source: 'operator', actor: operator.name })
    const lost = totalsOf([
      ...(await listLost(tx, order)),
      ...lostBefore.map(({ amountMinor, currency }) => ({ amountMinor: -amountMinor, currency })),
    ])
    lostMinor = lost.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    moves = decision === 'lost' ? lost : wonDisputeAmounts(disputes)
  }
  const { number, id: orderId } = order
  const onceSent = refund && (await expiryOnceSent(tx, order, refund))
  const effects = { ...compareStandings(before, await readActivePurchase(tx, order)), onceSent }
  return { number, orderId, reason: item.reason, refundIds, lostMinor, moves, disputes, failed, refund, effects }
}

/**
 * Refunds the wished amount, or without one what is left of the order's money. Returns null if nothing is left and no
 * amount was wished; the review is resolved all the same.
 */
async function refundWhatIsLeft(tx: Transaction, order: Order, wish: RefundWish, operator: Operator) {
  try {
    return { order, ...(await promiseRefund(tx, order, wish, operator)) }
  } catch (error) {
    if (wish.amount === undefined && error instanceof RefundRefused) return null
    throw error
  }
}

/**
 * Throws `ReviewRefused` for the review of a payment that is still held: such a payment buys nothing, and without the
 * review nobody would notice.
 */
async function refuseHeld(db: Queryable, open: Subject, order: PricedOrder): Promise<void> {
  if (await holdsMoney(db, open, order)) throw new ReviewRefused('review.payerBlocked')
}

type Subject = { readonly attemptId: string | null; readonly reason: string; readonly subject: string }

export async function holdsMoney(
  db: Queryable,
  { attemptId, reason, subject }: Subject,
  order: PricedOrder,
): Promise<boolean> {
  return (
    reason === 'payer_blocked' &&
    (await listPayments(db, order)).some(
      (payment) =>
        payment.attemptId === attemptId &&
        payment.providerTxnId === subject &&
        payment.mismatch === 'payer_blocked' &&
        refundableMinor(payment) > 0,
    )
  )
}

async function requireFailedRefund(db: Queryable, open: OpenReview): Promise<Refund> {
  const failed = await findFailedRefund(db, open)
  if (!failed) throw new ReviewRefused('review.noFailedRefund')
  return failed
}

const listLost = async (tx: Transaction, order: PricedOrder) =>
  (await listPayments(tx, order)).map(({ chargedBackMinor, currency }) => ({ amountMinor: chargedBackMinor, currency }))

type DisputeInQuestion = {
  readonly payment: KnownPayment<Attempt['provider']>
  readonly disputeId: string
  readonly amountMinor: number
}

async function requireDisputes(
  db: Queryable,
  open: Subject,
  order: PricedOrder,
): Promise<readonly DisputeInQuestion[]> {
  if (open.reason !== 'disputed') throw new ReviewRefused('review.noDispute')
  const found = await findDisputes(db, open, order)
  if (found.length === 0) throw new ReviewRefused('review.disputeOver')
  return found
}

export async function findDisputes(
  db: Queryable,
  { attemptId, reason }: Subject,
  order: PricedOrder,
): Promise<readonly DisputeInQuestion[]> {
  if (reason !== 'disputed') return []
  const payments = await listPayments(db, order)
  return payments
    .filter((payment) => payment.attemptId === attemptId)
    .flatMap((payment) =>
      payment.openDisputes.map((dispute) => ({
        payment,
        disputeId: dispute.id,
        amountMinor: dispute.currency === payment.currency ? dispute.amountMinor : payment.amountMinor,
      })),
    )
}

const nameOf = ({ disputeId, amountMinor }: DisputeInQuestion) => ({ id: disputeId, amountMinor })

/**
 * Payment fact for an operator's decision about a dispute, valid until the provider reports the result. Won: the
 * payment counts again and its time is granted anew. Lost: the disputed amount is gone for good.
 */
const endOf = ({ payment, disputeId, amountMinor }: DisputeInQuestion, end: 'won' | 'lost', at: Date): Fact => ({
  provider: payment.provider,
  kind: end === 'won' ? 'dispute_won' : 'disputed',
  attemptId: payment.attemptId,
  providerTxnId: payment.providerTxnId,
  refundId: null,
  ...(disputeId !== '' && { disputeId }),
  ...(end === 'lost' && { isLost: true }),
  amount: { amountMinor, currency: payment.currency },
  at,
  rawHash: '',
})

async function closeUnowned(
  tx: Transaction,
  { id, reason: about }: { id: string; reason: string },
  { decision, reason, operator }: { decision: ReviewDecision; reason: string; operator: Operator },
): Promise<ReviewOutcome | null> {
  if (decision !== 'keep') throw new ReviewRefused('review.noOrder')
  if (!(await closeReview(tx, id, `${decision}: ${reason}`, operator.name))) return null
  const nothing = { refundIds: [], lostMinor: 0, moves: [], disputes: [], failed: null, refund: null, effects: null }
  return { number: null, orderId: null, reason: about, ...nothing }
}
