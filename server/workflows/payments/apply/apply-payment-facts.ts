import { money } from '#shared/money.ts'
import { withdrawRefunded } from '#server/modules/benefits/benefits.service.ts'
import { releasePromoCode, spendPromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { bookPayments } from '#server/modules/ledger/ledger.service.ts'
import { grantPlan, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { lockBenefits } from '#server/modules/membership/membership.queries.ts'
import { applyOutcome, forgetGrant, nextGrantId, rememberGrant } from '#server/modules/orders/orders.service.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'
import { derivePaymentOutcome, type FactSource } from '#server/modules/payments/payments.service.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import type { PaymentOutcome } from '#server/modules/payments/payments.rules.ts'
import { rememberPayers } from '#server/modules/referrals/referrals.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { enqueueClosings, enqueueRefunds } from './enqueue-by-provider.ts'
import { applyToGroup } from './apply-to-group.ts'
import { applyToReferral } from './apply-to-referral.ts'
import { freezeOrderReward } from './freeze-reward.ts'
import { lockOrder } from './lock-order.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { reviewFirstPurchase } from './review-first-purchase.ts'

/**
 * The one way from facts to what they are worth, whoever brings them: a notification, the poller, the expiry, an
 * operator. Under the order's lock it adds the facts, decides anew from all of them, and brings membership, refunds and
 * the order's status in line. Doing it twice, or in another order, changes nothing. `isPayerAwaited`: the same facts come
 * again once it is known who paid; nobody's referral is judged before.
 */
export async function applyPaymentFacts(
  tx: Transaction,
  {
    orderId,
    facts,
    source,
    actor = source,
    isPayerAwaited = false,
  }: { orderId: string; facts: readonly Fact[]; source: FactSource; actor?: string; isPayerAwaited?: boolean },
): Promise<void> {
  const order = await lockOrder(tx, orderId)
  const total = money(order.totalMinor, order.currency)
  const { paymentOutcome, payments, newRefundIds } = await derivePaymentOutcome(
    tx,
    { id: order.id, total },
    facts,
    source,
  )
  await bookPayments(tx, order.id, payments)
  await enqueueRefunds(tx, newRefundIds)
  await enqueueClosings(tx, paymentOutcome.attemptsToClose)
  if (order.groupId === null) await applyEntitlement(tx, order, paymentOutcome)
  const after = await applyOutcome(tx, order, paymentOutcome, actor)
  if (paymentOutcome.outcome === 'short' && after.status === 'review') await reviewShort(tx, order, paymentOutcome)
  if (order.promoCode !== null) await applyToPromoCode(tx, after, paymentOutcome)
  await applyToGroup(tx, after, paymentOutcome, actor)
  await rememberPayersOf(tx, order.userId, facts)
  if (order.paidAt === null && paymentOutcome.paidAt !== null) await freezeOrderReward(tx, order, paymentOutcome.paidAt)
  if (!isPayerAwaited) await applyToReferral(tx, order.id)
  if (paymentOutcome.entitled && paymentOutcome.paidAt !== null)
    await reviewFirstPurchase(tx, order, paymentOutcome.paidAt)
}

/** Who paid for an account that is erased is not kept, whoever brings it. */
async function rememberPayersOf(tx: Transaction, userId: string, facts: readonly Fact[]): Promise<void> {
  const named = facts.filter(({ payer }) => payer !== undefined)
  if (named.length > 0 && !(await isErased(tx, userId))) await rememberPayers(tx, userId, named)
}

/** The time for the rest is over: what came is somebody's money, and a person decides what becomes of it. */
const reviewShort = (
  tx: Transaction,
  { id, totalMinor, currency }: Order,
  { payments }: PaymentOutcome,
): Promise<unknown> =>
  openReview(tx, {
    orderId: id,
    attemptId: payments.at(-1)?.attemptId ?? null,
    reason: 'underpaid',
    details: {
      receivedMinor: payments.reduce((sum, payment) => sum + (payment.reverted ? 0 : payment.amountMinor), 0),
      expectedMinor: totalMinor,
      currency,
    },
  })

/** A use of a promo code follows its order: spent by money, given back once by an order that came to nothing. */
async function applyToPromoCode(tx: Transaction, order: Order, { outcome }: PaymentOutcome): Promise<void> {
  if (outcome !== 'unpaid') await spendPromoCode(tx, order.id)
  else if (!isOpen(order.status)) await releasePromoCode(tx, order.id)
}

/** At most one grant stands for an order at any moment, and only while its money does. */
async function applyEntitlement(tx: Transaction, order: Order, { entitled }: PaymentOutcome): Promise<void> {
  if (entitled && order.standingGrant === null) {
    const sourceId = nextGrantId(order)
    const { userId, months, bonusDays, maxDevices } = order
    const rates = await readPlanRates(tx, order.currency)
    const granted = await grantPlan(tx, { userId, source: 'order', sourceId, months, bonusDays, maxDevices }, rates)
    if (!granted) throw new Error(`the ledger knows a grant ${sourceId} that its order does not`)
    await rememberGrant(tx, order, sourceId, granted.expiresAt)
  }
  if (!entitled && order.standingGrant !== null) {
    const sourceId = order.standingGrant
    const rates = await readPlanRates(tx, order.currency)
    await reverseGrant(tx, { source: 'order', sourceId, reversedBy: sourceId, note: null }, rates)
    await forgetGrant(tx, order)
    await withdrawRefunded(tx, order.userId, await lockBenefits(tx, order.userId))
  }
}
