import { ulid } from 'ulid'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { settlePromoCode } from '#server/modules/promo-codes/promo-codes.service.ts'
import { bookPayments } from '#server/modules/ledger/ledger.service.ts'
import { idsIn } from '#server/modules/membership/membership.service.ts'
import { knownPayments } from '#server/modules/payments/order-money.rules.ts'
import { recordFacts, type FactSource } from '#server/modules/payments/payments.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { setDisputed } from '#server/modules/payouts/commissions.queries.ts'
import { rememberPayers } from '#server/modules/referrals/referrals.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import { decideEffects, decidePayment } from './decide-payment.rules.ts'
import { decidePromoCodeUse } from './decide-order.rules.ts'
import { holdBlocked } from './hold-blocked.ts'
import { extendArrivingLeases } from './lock-group-leases.ts'
import { lockOrderAndGroup } from './lock-order.ts'
import { readReferred } from './read-purchases.ts'
import { readSurroundings } from './read-surroundings.ts'
import { reviewFirstPurchase, reviewOveruse } from './review-promo-code.ts'
import { writeDecision } from './write-decision.ts'

type PaymentFacts = {
  readonly orderId: string
  readonly facts: readonly Fact[]
  readonly source: FactSource
  readonly actor?: string
  readonly isPayerAwaited?: boolean
  readonly takesBack?: boolean
}

/** `isUserErased`: undefined if there were no facts. */
export type FoundBuyer = { readonly userId: string; readonly isUserErased?: boolean | undefined }

/**
 * Stores payment facts of any source and applies their effects under the order's lock. Idempotent and independent of
 * the order in which facts arrive. `isPayerAwaited`: the same facts will come again with the payer, so the referral is
 * judged only then. `takesBack`: an operator reverses a free order, for which no payment or refund exists. Returns what
 * it has locked of the buyer, so that the caller need not read it again.
 */
export async function applyPaymentFacts(
  tx: Transaction,
  { orderId, facts, source, actor = source, isPayerAwaited = false, takesBack = false }: PaymentFacts,
): Promise<FoundBuyer> {
  // Store the facts under the locks.
  const { order, group: locked } = await lockOrderAndGroup(tx, orderId)
  const group = locked && (await extendArrivingLeases(tx, locked))
  const [newFacts, isUserErased] = await Promise.all([
    recordFacts(tx, order.id, facts, source),
    // Locks the account before the membership, in the same order as an erasure does, to prevent deadlocks.
    facts.length > 0 ? isErased(tx, order.userId) : undefined,
  ])
  const isOfErased = isUserErased === true

  // Hold payments that may buy nothing. The database runs these in this order, so the money is read after the hold.
  const [isPayerNew, , money] = await Promise.all([
    // Does not remember the payer of a rehearsal (test purchase), who is an operator and no customer.
    isOfErased || order.isTest ? false : rememberPayers(tx, order.userId, facts),
    holdBlocked(tx, order.id, facts, newFacts, isOfErased),
    readMoney(tx, order, takesBack),
  ])

  // Decide the order, its seat and its time from all money that it has. A late payment is a status of `deriveStatus`.
  const { paymentOutcome } = money
  const effects = decideEffects({ order, money, group, actor }, ulid)

  // Read what these effects touch, in the global order of locks, and decide memberships, rewards and refunds.
  const referred = await readReferred(tx, order, effects, isPayerAwaited)
  const surroundings = await readSurroundings(tx, effects, referred)
  const decision = decidePayment(effects, surroundings, { ...idsIn(tx), newRefundId: ulid })

  // Write everything. From here on nothing is decided but reviews, which never stop a purchase.
  const [isOverused] = await Promise.all([
    settlePromoCode(tx, order.id, decidePromoCodeUse(effects.change)),
    bookPayments(tx, {
      orderId: order.id,
      currency: order.currency,
      keptMinor: paymentOutcome.keptMinor,
      payments: knownPayments(paymentOutcome, money.attempts),
      isTest: order.isTest,
    }),
    writeDecision(tx, decision, surroundings.referrals, { actor, newFacts }),
  ])
  // Marks the order as disputed even if the dispute is about a duplicate payment, which reverses no commission.
  if (money.facts.some(({ kind }) => kind === 'disputed')) await setDisputed(tx, order.id)
  if (paymentOutcome.entitled && paymentOutcome.paidAt !== null) await reviewFirstPurchase(tx, order, isPayerNew)
  if (isOverused) await reviewOveruse(tx, order)
  return { userId: order.userId, isUserErased }
}
