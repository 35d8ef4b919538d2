import { tierAt, usdMicrosOf, type AffiliateTerms } from '#shared/affiliate-terms.ts'
import { money } from '#shared/money.ts'
import { addToCampaign, findAffiliate, shareAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { bringCommission, keptMinor, listOfOrder, type Rate } from '#server/modules/affiliates/commissions.service.ts'
import { readTermsAt } from '#server/modules/catalog/affiliate-terms.service.ts'
import { bookCommission } from '#server/modules/ledger/ledger.service.ts'
import { findMembership, grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { findOrder, type Order } from '#server/modules/orders/orders.service.ts'
import { listPayments } from '#server/modules/payments/payments.service.ts'
import {
  bonusSeconds,
  countPaid,
  findCheat,
  findStandingTime,
  findTotals,
  isStanding,
  judgeReferral,
  listPaidOrders,
  listReferredOrders,
  lockReferral,
  settleOutcome,
  type Referral,
} from '#server/modules/referrals/referrals.service.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Brings what an inviter gets for an order in line with what the order's money and time stand for now: a commission for
 * an affiliate, bonus time for everybody else. Nothing is added twice, and what went back is taken back exactly. An order
 * of a group is followed together with the others. The caller holds the order, or its group.
 */
export async function followReferral(tx: Transaction, orderId: string): Promise<void> {
  for (const { id } of await listReferredOrders(tx, orderId)) await followOrder(tx, id)
}

async function followOrder(tx: Transaction, orderId: string): Promise<void> {
  const order = await findOrder(tx, orderId)
  const found = order && (await lockReferral(tx, order.userId))
  if (!order || !found) return
  const time = await findStandingTime(tx, orderId)
  const kept = await keptOf(tx, order)
  const known = (await listOfOrder(tx, orderId)).length > 0
  const rewarded = found.outcome === 'rewarded' && found.firstOrderId === orderId
  // What an order earned once is judged by its money alone; a referral is judged before it earns anything.
  if (!known && !rewarded && kept > 0 && !(await isCounted(tx, found))) return
  const next = kept === 0 && found.firstOrderId === orderId ? await findNextFirst(tx, order) : null
  const referral = await followFirst(tx, found, { orderId, kept, next })
  const isFirst = referral.firstOrderId === null || referral.firstOrderId === orderId
  const isAffiliate = (await findAffiliate(tx, referral.inviterId))?.state === 'approved'
  if (known || (isAffiliate && kept > 0 && !rewarded)) await followCommission(tx, { order, referral, kept, isFirst })
  else if (isFirst) await followBonus(tx, referral, kept > 0 && time ? time : null, order)
  // A bonus is for the first purchase that stands, which is another one now. A commission's type stays as it was earned.
  if (next !== null && !isAffiliate) await followOrder(tx, next)
}

/** What of an order's price stands, in minor units; 0 while its money bought nothing. */
async function keptOf(tx: Transaction, { id, totalMinor, currency }: Order): Promise<number> {
  if (!(await isStanding(tx, id))) return 0
  return keptMinor(totalMinor, await listPayments(tx, { id, total: money(totalMinor, currency) }))
}

/** The earliest other purchase of the buyer that stands. */
async function findNextFirst(tx: Transaction, { id: gone, userId }: Order): Promise<string | null> {
  for (const { id } of await listPaidOrders(tx, userId)) {
    const order = id === gone ? null : await findOrder(tx, id)
    if (order && (await keptOf(tx, order)) > 0) return id
  }
  return null
}

/** Looks at what speaks against it, now that there is money. */
async function isCounted(tx: Transaction, referral: Referral): Promise<boolean> {
  if (referral.verdict !== 'counted') return false
  const reason = await findCheat(tx, referral)
  if (reason) await judgeReferral(tx, referral.userId, { verdict: 'refused', reason, decidedBy: 'purchase' })
  return reason === null
}

/** The earliest purchase whose money stands makes a paid referral, until the last one went back. `next`: comes after it. */
async function followFirst(
  tx: Transaction,
  referral: Referral,
  { orderId, kept, next }: { orderId: string; kept: number; next: string | null },
): Promise<Referral> {
  const begins = kept > 0 && referral.firstOrderId === null
  const ends = kept === 0 && referral.firstOrderId === orderId
  if (!begins && !ends) return referral
  await countPaid(tx, referral, begins ? orderId : next)
  if (referral.campaignId && next === null)
    await addToCampaign(tx, referral.campaignId, { visits: 0, signUps: 0, paid: begins ? 1 : -1, earnedMinor: 0 })
  // For the rest of this round it still is the order that the referral is about.
  return { ...referral, firstOrderId: orderId }
}

type Reckoned = { order: Order; referral: Referral; kept: number; isFirst: boolean }

async function followCommission(tx: Transaction, { order, referral, kept, isFirst }: Reckoned): Promise<void> {
  const { inviterId, campaignId, userId } = referral
  // Nothing of this affiliate is approved or paid while this is not committed.
  await shareAffiliate(tx, inviterId)
  const commission = {
    orderId: order.id,
    affiliateId: inviterId,
    referredId: userId,
    campaignId,
    keptMinor: kept,
    currency: order.currency,
  }
  const booked = await bringCommission(tx, commission, async () => {
    const terms = await readTermsAt(tx, order.createdAt)
    return { ...(await rateOf(tx, terms, inviterId, isFirst)), usdMicros: usdMicrosOf(terms, order.currency) }
  })
  if (!booked) return
  await bookCommission(tx, order.id, booked)
  if (booked.isNew && isFirst)
    await settleOutcome(tx, referral, { outcome: 'commission', bonusSeconds: 0, bonusGrant: null })
}

/** The tier of this moment: set by an operator, or reached with the paying customers that came before this one. */
async function rateOf(
  tx: Transaction,
  terms: AffiliateTerms,
  affiliateId: string,
  isFirst: boolean,
): Promise<Omit<Rate, 'usdMicros'>> {
  const paid = (await findTotals(tx, affiliateId))?.paid ?? 0
  const set = (await findAffiliate(tx, affiliateId))?.tier
  const tier = terms.tiers.find(({ id }) => id === set) ?? tierAt(terms, Math.max(0, isFirst ? paid - 1 : paid))
  return {
    type: isFirst ? 'first' : 'renewal',
    termsVersion: terms.version,
    tier: tier.id,
    rateBps: isFirst ? tier.firstBps : tier.renewalBps,
    holdDays: terms.holdDays,
  }
}

type StandingTime = { source: string; sourceId: string; seconds: number }

/** Bonus time for the first purchase, if the inviter's membership runs at that moment; taken back with the purchase. */
async function followBonus(
  tx: Transaction,
  referral: Referral,
  time: StandingTime | null,
  order: Order,
): Promise<void> {
  if (!time && referral.outcome === 'rewarded' && referral.bonusGrant !== null) {
    const sourceId = referral.bonusGrant
    await reverseGrant(tx, { source: 'invite', sourceId, reversedBy: `invite ${sourceId}`, note: null })
    return settleOutcome(tx, referral, { outcome: 'reversed', bonusSeconds: 0, bonusGrant: null })
  }
  if (!time || (referral.outcome !== null && referral.outcome !== 'reversed')) return
  const inviter = await findMembership(tx, referral.inviterId)
  if (!inviter?.expiresAt || inviter.expiresAt <= tx.now)
    return settleOutcome(tx, referral, { outcome: 'no_membership', bonusSeconds: 0, bonusGrant: null })
  const { referRateBps } = await readTermsAt(tx, order.createdAt)
  const seconds = bonusSeconds(time.seconds, referRateBps)
  if (seconds === 0) return
  const sourceId = `${time.source} ${time.sourceId}`
  const grant = { userId: referral.inviterId, source: 'invite', sourceId, seconds, note: null } as const
  if (!(await grantTime(tx, grant))) return
  await settleOutcome(tx, referral, { outcome: 'rewarded', bonusSeconds: seconds, bonusGrant: sourceId })
}
