import { addToCampaign } from '#server/modules/affiliates/affiliates.queries.ts'
import { withdrawAllOf } from '#server/modules/benefits/benefits.queries.ts'
import { saveSeatStandings, saveStep, type Group } from '#server/modules/groups/groups.service.ts'
import { bookCommission } from '#server/modules/ledger/ledger.service.ts'
import { saveLedgers } from '#server/modules/membership/membership.service.ts'
import { findOrder, setGroupExpiry } from '#server/modules/orders/orders.queries.ts'
import { saveStanding, saveStatuses } from '#server/modules/orders/orders.service.ts'
import type { PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { saveMoney } from '#server/modules/payments/payments.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { openReview } from '#server/modules/payments/reviews.service.ts'
import { hasEarned } from '#server/modules/payouts/commissions.queries.ts'
import { saveCommission } from '#server/modules/payouts/commissions.service.ts'
import { awaitReceipt } from '#server/modules/receipts/receipts.service.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { saveReferral } from '#server/modules/referrals/referrals.service.ts'
import { insertReward, voidReward } from '#server/modules/referrals/rewards.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Change, Decision, EmptiedDifference } from './decide-payment.rules.ts'
import { decideMessages } from './decide-messages.rules.ts'
import type { Earnings } from './decide-referral.rules.ts'
import type { TimeChanged } from './decide-time.rules.ts'
import { enqueueClosings, enqueueOrders, enqueueRefunds } from './enqueue-by-provider.ts'

export async function writeDecision(
  tx: Transaction,
  { change, reward, earnings }: Decision<Group>,
  referrals: ReadonlyMap<string, Referral>,
  { actor, newFacts }: { actor: string; newFacts?: readonly Fact[] },
): Promise<void> {
  await Promise.all([
    writeChange(tx, change, actor, newFacts),
    reward && insertReward(tx, reward),
    writeEarnings(tx, earnings, referrals),
  ])
}

export async function writeChange(
  tx: Transaction,
  change: Change<Group>,
  actor: string,
  newFacts: readonly Fact[] = [],
): Promise<void> {
  const { orders, closings, group, times, ledgers, withoutBenefits, emptied } = change
  const last = lastOf(times)
  const standings = new Map(last.filter(({ seat }) => seat === null).map((time) => [time.orderId, standingOf(time)]))
  const moved = orders.filter(({ statuses }) => statuses.length > 0).map(({ order }) => order.id)
  await Promise.all([
    ...orders.flatMap((order, index) => [
      saveMoney(tx, order, index === 0 ? newFacts : []),
      saveStatuses(tx, order.order.id, order.statuses, standings.get(order.order.id)),
    ]),
    group && saveStep(tx, group.before, group.step, actor),
    saveLedgers(tx, ledgers.values()),
    ...withoutBenefits.map((userId) => withdrawAllOf(tx, userId)),
  ])
  const refundIds = orders.flatMap(({ refunds }) => refunds.map(({ id }) => id))
  await Promise.all([
    writeStandings(tx, group?.before ?? null, last, new Set(moved)),
    enqueueRefunds(tx, refundIds),
    enqueueClosings(tx, closings),
    enqueueOrders(tx, 'cancel-group-order', group?.step.cancel ?? []),
    notifyPeople(tx, decideMessages(change, newFacts, tx.now)),
    ...orders
      .filter(({ isNewlyPaid, order }) => isNewlyPaid && order.totalMinor > 0)
      .filter(({ order }) => !order.isTest)
      .map(({ order }) => awaitReceipt(tx, order.id)),
  ])
  for (const difference of emptied) await reviewEmptied(tx, difference)
}

async function reviewEmptied(tx: Transaction, { orderId, baseOrderId, grantId }: EmptiedDifference): Promise<void> {
  const [order, base] = [await findOrder(tx, orderId), await findOrder(tx, baseOrderId)]
  if (!order || !base) throw new Error(`no order ${order ? baseOrderId : orderId}`)
  const { paymentOutcome } = await readMoney(tx, order)
  const details = { baseOrder: base.number, amountMinor: paymentOutcome.keptMinor, currency: order.currency }
  await openReview(tx, { orderId, attemptId: null, reason: 'difference_without_time', subject: grantId, details })
}

async function writeStandings(
  tx: Transaction,
  group: Group | null,
  last: readonly TimeChanged[],
  savedOrders: ReadonlySet<string>,
): Promise<void> {
  const seats = last.flatMap((time) => (time.seat === null ? [] : [{ ...standingOf(time), seat: time.seat }]))
  await Promise.all([
    group && saveSeatStandings(tx, group.id, seats),
    ...last.map((time) =>
      time.seat !== null
        ? setGroupExpiry(tx, time.orderId, time.userId, time.expiresAt)
        : savedOrders.has(time.orderId) || saveStanding(tx, time.orderId, standingOf(time)),
    ),
  ])
}

const standingOf = ({ kind, sourceId, grantsMade, expiresAt }: TimeChanged) => ({
  standingGrant: kind === 'takeBack' ? null : sourceId,
  grantsMade,
  membershipExpiresAt: expiresAt,
})

/**
 * Last change of each order or seat. Its time may change twice, when a partial refund takes days from a grant made just
 * now, and only the last change is stored.
 */
const lastOf = (times: readonly TimeChanged[]): readonly TimeChanged[] =>
  times.filter(
    ({ orderId, seat }, index) =>
      !times.slice(index + 1).some((time) => time.orderId === orderId && time.seat === seat),
  )

async function writeEarnings(
  tx: Transaction,
  earnings: Earnings,
  before: ReadonlyMap<string, Referral>,
): Promise<void> {
  const changed = [...earnings.referrals.values()].flatMap((after) => {
    const known = before.get(after.userId)
    return known && known !== after ? [{ known, after }] : []
  })
  await Promise.all([
    // Checks whether an affiliate has earned anything yet. The query must come before the new commissions are written,
    // because SQL statements of a transaction run in the order in which they are sent.
    listFirsts(tx, earnings.commissions).then((firsts) => notifyPeople(tx, firsts)),
    ...earnings.voided.map((orderId) => voidReward(tx, orderId)),
    ...changed.map(({ known, after }) => saveReferral(tx, known, after)),
    ...earnings.commissions.flatMap((row) => [saveCommission(tx, row), bookCommission(tx, row.orderId, row)]),
    ...earnings.campaigns.map(({ id, paid, earnedMinor }) =>
      addToCampaign(tx, id, { visits: 0, signUps: 0, paid, earnedMinor }),
    ),
  ])
}

async function listFirsts(tx: Transaction, rows: Earnings['commissions']): Promise<PersonMessage[]> {
  const row = rows.find(({ reverses, amountMinor }) => reverses === null && amountMinor > 0)
  if (!row || (await hasEarned(tx, row.affiliateId))) return []
  const { orderId, campaignId, rateBps, amountMinor, paidMinor, paidCurrency, heldUntil } = row
  const base = { amountMinor: paidMinor, currency: paidCurrency }
  const about = { orderId, campaignId, rateBps, base, heldUntil: heldUntil.toISOString() }
  const facts = { ...about, amountMinor, currency: 'USD' } as const
  return [{ userId: row.affiliateId, event: 'aff-first', template: 'aff-first', facts }]
}
