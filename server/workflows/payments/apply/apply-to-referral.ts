import { money } from '#shared/money.ts'
import { addToCampaign, shareAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { listDeviceSharers } from '#server/modules/devices/devices.queries.ts'
import { findSeatsOf } from '#server/modules/groups/groups.queries.ts'
import { reconcileCommission, type Rate } from '#server/modules/payouts/commissions.service.ts'
import { keptMinor } from '#server/modules/payouts/commissions.rules.ts'
import { listOfOrder } from '#server/modules/payouts/commissions.queries.ts'
import { bookCommission } from '#server/modules/ledger/ledger.service.ts'
import { grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { findGrant } from '#server/modules/membership/membership.queries.ts'
import { findOrder, listPaidOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { listPayments } from '#server/modules/payments/read-money.ts'
import { countPaid, findCheat, saveRewardOutcome } from '#server/modules/referrals/referrals.service.ts'
import { bonusSeconds } from '#server/modules/referrals/referrals.rules.ts'
import { findReward, voidReward, type RewardRow } from '#server/modules/referrals/rewards.queries.ts'
import { listReferredOrders } from '#server/modules/referrals/ties.queries.ts'
import { judgeReferral, lockReferral, type Referral } from '#server/modules/referrals/referrals.queries.ts'
import type { Transaction } from '#server/platform/database.ts'

/**
 * Brings what an inviter gets for an order in line with what the order's money and time stand for now: a commission or bonus
 * time, as it was frozen with the payment. Nothing is added twice, and what went back is taken back exactly. An order of a
 * group is followed together with the others. The caller holds the order, or its group.
 */
export async function applyToReferral(tx: Transaction, orderId: string): Promise<void> {
  for (const { id } of await listReferredOrders(tx, orderId)) await applyToOrder(tx, id)
}

/** `maxBonus`: what a purchase may earn that takes the place of one that went back; a refund never earns. */
async function applyToOrder(tx: Transaction, orderId: string, maxBonus = Infinity): Promise<void> {
  const order = await findOrder(tx, orderId)
  const found = order && (await lockReferral(tx, order.userId))
  if (!order || !found) return
  const standing = await findStanding(tx, order)
  const time = await findStandingTime(tx, standing)
  const kept = await keptOf(tx, order, standing)
  const known = (await listOfOrder(tx, orderId)).length > 0
  const rewarded = found.outcome === 'rewarded' && found.firstOrderId === orderId
  // What an order earned once is judged by its money alone; a referral is judged before it earns anything.
  if (!known && !rewarded && kept > 0 && !(await isCounted(tx, found))) return
  const next = kept === 0 && found.firstOrderId === orderId ? await findNextFirst(tx, order) : null
  const referral = await applyToFirstPurchase(tx, found, { orderId, kept, next })
  const isFirst = referral.firstOrderId === null || referral.firstOrderId === orderId
  const reward = known || rewarded || kept > 0 ? await claimReward(tx, order, { known, rewarded }) : null
  if (known || (reward?.kind === 'commission' && !rewarded))
    await applyToCommission(tx, { order, referral, kept, isFirst }, reward)
  else if (isFirst) await applyToBonus(tx, { referral, order, reward, maxBonus }, kept > 0 && time ? time : null)
  // A bonus is for the first purchase that stands, which is another one now. A commission's type stays as it was earned.
  if (next !== null && rewarded) await applyToOrder(tx, next, found.bonusSeconds)
}

/** What was frozen with the payment. Whoever is suspended by the time it would be booked does not earn it any more, ever. */
async function claimReward(
  tx: Transaction,
  { id }: Order,
  { known, rewarded }: { known: boolean; rewarded: boolean },
): Promise<RewardRow | null> {
  const reward = await findReward(tx, id)
  if (!reward) return null
  // Nothing of this affiliate is approved, paid or suspended while this is not committed.
  const affiliate = await shareAffiliate(tx, reward.inviterId)
  if (known || rewarded || reward.kind === 'nothing' || affiliate?.state !== 'suspended') return reward
  await voidReward(tx, id)
  return { ...reward, kind: 'nothing', reason: 'suspended' }
}

type Standing = { readonly stands: boolean; readonly source: 'order' | 'group'; readonly grantId: string | null }

/** Whether an order's money bought what it was paid for, time of its own or seats of a group that is complete; and the buyer's time. */
async function findStanding(tx: Transaction, { id, userId, groupId, standingGrant }: Order): Promise<Standing> {
  if (groupId === null) return { stands: standingGrant !== null, source: 'order', grantId: standingGrant }
  const seats = await findSeatsOf(tx, id, userId)
  return { stands: seats.isFinished, source: 'group', grantId: seats.standingGrant }
}

/** The time that the buyer has by an order now: its own, or that of the buyer's seat in a group. */
async function findStandingTime(tx: Transaction, { source, grantId }: Standing): Promise<StandingTime | null> {
  const grant = grantId === null ? undefined : await findGrant(tx, source, grantId)
  return grant && grantId !== null ? { source, sourceId: grantId, seconds: grant.seconds } : null
}

/** What of an order's price stands, in minor units; 0 while its money bought nothing. */
async function keptOf(tx: Transaction, { id, totalMinor, currency }: Order, { stands }: Standing): Promise<number> {
  if (!stands) return 0
  return keptMinor(totalMinor, await listPayments(tx, { id, total: money(totalMinor, currency) }))
}

/** The earliest other purchase of the buyer that stands. */
async function findNextFirst(tx: Transaction, { id: gone, userId }: Order): Promise<string | null> {
  for (const { id } of await listPaidOrders(tx, userId)) {
    const order = id === gone ? null : await findOrder(tx, id)
    if (order && (await keptOf(tx, order, await findStanding(tx, order))) > 0) return id
  }
  return null
}

/** Looks at what speaks against it, now that there is money. */
async function isCounted(tx: Transaction, referral: Referral): Promise<boolean> {
  if (referral.verdict !== 'counted') return false
  const sharers = await listDeviceSharers(tx, referral.userId)
  const reason = await findCheat(
    tx,
    referral,
    sharers.map(({ id }) => id),
  )
  if (reason) await judgeReferral(tx, referral.userId, { verdict: 'refused', reason, decidedBy: 'purchase' })
  return reason === null
}

/** The earliest purchase whose money stands makes a paid referral, until the last one went back. `next`: comes after it. */
async function applyToFirstPurchase(
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

/** A first row only by what was frozen; rows that exist are brought in line by what they carry themselves. */
async function applyToCommission(
  tx: Transaction,
  { order, referral, kept, isFirst }: Reckoned,
  reward: RewardRow | null,
): Promise<void> {
  const { inviterId, campaignId, userId } = referral
  // What was earned before rewards were frozen has no row, and is adjusted all the same.
  if (reward === null) await shareAffiliate(tx, inviterId)
  const commission = {
    orderId: order.id,
    affiliateId: inviterId,
    referredId: userId,
    campaignId,
    keptMinor: kept,
    currency: order.currency,
  }
  const rate: Rate | null = reward?.kind === 'commission' ? rateOf(reward, isFirst) : null
  const booked = await reconcileCommission(tx, commission, rate)
  if (!booked) return
  await bookCommission(tx, order.id, booked)
  if (booked.campaignId)
    await addToCampaign(tx, booked.campaignId, { visits: 0, signUps: 0, paid: 0, earnedMinor: booked.amountMinor })
  if (booked.isNew && isFirst)
    await saveRewardOutcome(tx, referral, { outcome: 'commission', bonusSeconds: 0, bonusGrant: null })
}

const rateOf = (
  { termsVersion, tier, firstBps, renewalBps, usdMicros, holdDays }: RewardRow,
  isFirst: boolean,
): Rate => ({
  type: isFirst ? 'first' : 'renewal',
  termsVersion,
  tier,
  rateBps: isFirst ? firstBps : renewalBps,
  usdMicros,
  holdDays,
})

type StandingTime = { source: string; sourceId: string; seconds: number }
type Bonus = { referral: Referral; order: Order; reward: RewardRow | null; maxBonus: number }

/** Bonus time for the first purchase, if that was frozen with it; taken back with the purchase. */
async function applyToBonus(
  tx: Transaction,
  { referral, reward, maxBonus }: Bonus,
  time: StandingTime | null,
): Promise<void> {
  if (!time && referral.outcome === 'rewarded' && referral.bonusGrant !== null) {
    const sourceId = referral.bonusGrant
    await reverseGrant(tx, { source: 'invite', sourceId, reversedBy: `invite ${sourceId}`, note: null })
    return saveRewardOutcome(tx, referral, { outcome: 'reversed', bonusSeconds: 0, bonusGrant: null })
  }
  if (!time || !reward || (referral.outcome !== null && referral.outcome !== 'reversed')) return
  if (reward.kind !== 'bonus') {
    if (reward.reason === 'no_membership')
      await saveRewardOutcome(tx, referral, { outcome: 'no_membership', bonusSeconds: 0, bonusGrant: null })
    return
  }
  const seconds = Math.min(maxBonus, bonusSeconds(time.seconds, reward.bonusBps))
  if (seconds === 0) return
  const sourceId = `${time.source} ${time.sourceId}`
  const grant = { userId: referral.inviterId, source: 'invite', sourceId, seconds, note: null } as const
  if (!(await grantTime(tx, grant))) return
  await saveRewardOutcome(tx, referral, { outcome: 'rewarded', bonusSeconds: seconds, bonusGrant: sourceId })
}
