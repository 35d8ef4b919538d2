import { ulid } from 'ulid'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { releasePromoCode, returnPromoCode, spendPromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import { bookPayments } from '#server/modules/ledger/ledger.service.ts'
import { idsIn } from '#server/modules/membership/membership.service.ts'
import { isOpen } from '#server/modules/orders/orders.rules.ts'
import { knownPayments } from '#server/modules/payments/order-money.rules.ts'
import { recordFacts, type FactSource } from '#server/modules/payments/payments.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { setDisputed } from '#server/modules/payouts/commissions.queries.ts'
import { rememberPayers } from '#server/modules/referrals/referrals.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { decideEffects } from './decide-change.rules.ts'
import { decidePayment } from './decide-payment.rules.ts'
import type { OrderChange } from './decide-order.rules.ts'
import { holdBlocked } from './hold-blocked.ts'
import { extendArrivingLeases } from './lock-group-leases.ts'
import { lockOrderAndGroup } from './lock-order.ts'
import { totalOf } from './read-change.ts'
import { readReferred, readSurroundings } from './read-surroundings.ts'
import { reviewFirstPurchase, reviewOveruse } from './review-promo-code.ts'
import { writeDecision } from './write-decision.ts'

type NewFacts = {
  readonly orderId: string
  readonly facts: readonly Fact[]
  readonly source: FactSource
  readonly actor?: string
  readonly isPayerAwaited?: boolean
  readonly takesBack?: boolean
}

/**
 * Stores payment facts of any source and applies their effects under the order's lock. Idempotent and independent of
 * the order in which facts arrive. `isPayerAwaited`: the same facts will come again with the payer, so the referral is
 * judged only then. `takesBack`: an operator reverses a free order, for which no payment or refund exists.
 */
export async function applyPaymentFacts(tx: Transaction, newFacts: NewFacts): Promise<void> {
  await applyFactsAndNameBuyer(tx, newFacts)
}

/** `isUserErased`: undefined if the facts gave no reason to look. */
export type FoundBuyer = { readonly userId: string; readonly isUserErased?: boolean | undefined }

/** Applies payment facts, and returns what it has locked of the buyer, so that the caller need not read it again. */
export async function applyFactsAndNameBuyer(
  tx: Transaction,
  { orderId, facts, source, actor = source, isPayerAwaited = false, takesBack = false }: NewFacts,
): Promise<FoundBuyer> {
  const { order, group: locked } = await lockOrderAndGroup(tx, orderId)
  const group = locked && (await extendArrivingLeases(tx, locked))
  const [newFacts, isUserErased] = await Promise.all([
    recordFacts(tx, order.id, facts, source),
    facts.some(({ kind }) => kind === 'paid') ? isErased(tx, order.userId) : undefined,
  ])
  const isOfErased = isUserErased === true
  // The database runs these in this order, so the money is read after a blocked payment was held.
  const [isPayerNew, , money] = await Promise.all([
    // Does not remember the payer of a rehearsal (test purchase), who is an operator and no customer.
    isOfErased || order.isTest ? false : rememberPayers(tx, order.userId, facts),
    holdBlocked(tx, order.id, facts, newFacts, isOfErased),
    readMoney(tx, takesBack ? { ...totalOf(order), isTakenBack: true } : totalOf(order)),
  ])
  const effects = decideEffects({ order, money, group, actor }, ulid)
  const known = await readSurroundings(tx, effects, await readReferred(tx, order, effects, isPayerAwaited))
  const decision = decidePayment(effects, known, { ...idsIn(tx), newRefundId: ulid })
  const [isOverused] = await Promise.all([
    applyToPromoCode(tx, effects.change),
    bookPayments(tx, {
      orderId: order.id,
      currency: order.currency,
      keptMinor: money.paymentOutcome.keptMinor,
      payments: knownPayments(money.paymentOutcome, money.attempts),
      isTest: order.isTest,
    }),
    writeDecision(tx, decision, known.referrals, { actor, newFacts }),
  ])
  // Marks the order as disputed even if the dispute is about a duplicate payment, which reverses no commission.
  if (money.facts.some(({ kind }) => kind === 'disputed')) await setDisputed(tx, order.id)
  const { entitled, paidAt } = money.paymentOutcome
  if (entitled && paidAt !== null) await reviewFirstPurchase(tx, order, isPayerNew)
  if (isOverused) await reviewOveruse(tx, order)
  return { userId: order.userId, isUserErased }
}

async function applyToPromoCode(tx: Transaction, change: OrderChange | null): Promise<boolean> {
  if (!change || change.order.promoCode === null) return false
  const { order, money } = change
  if (money.isTakenBack === true) {
    await returnPromoCode(tx, order.id)
    return false
  }
  if (money.paymentOutcome.outcome !== 'unpaid') return spendPromoCode(tx, order.id)
  if (!isOpen(order.status)) await releasePromoCode(tx, order.id)
  return false
}
