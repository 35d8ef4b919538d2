import { addToCampaign } from '#server/modules/affiliates/affiliates.queries.ts'
import { withdrawAllOf } from '#server/modules/benefits/benefits.queries.ts'
import { saveSeatStandings, saveStep, type Group } from '#server/modules/groups/groups.service.ts'
import { bookCommission } from '#server/modules/ledger/ledger.service.ts'
import { saveLedgers } from '#server/modules/membership/membership.service.ts'
import { setGroupExpiry } from '#server/modules/orders/orders.queries.ts'
import { saveStanding, saveStatuses } from '#server/modules/orders/orders.service.ts'
import { saveMoney } from '#server/modules/payments/payments.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { saveReferral } from '#server/modules/referrals/referrals.service.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { insertReward, voidReward } from '#server/modules/referrals/rewards.queries.ts'
import { saveCommission } from '#server/modules/payouts/commissions.service.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Decision } from './decide-payment.rules.ts'
import type { Earnings } from './decide-referral.rules.ts'
import type { TimeChanged } from './decide-time.rules.ts'
import { enqueueClosings, enqueueOrders, enqueueRefunds } from './enqueue-by-provider.ts'

/** Makes a decision true: each module writes its part, all of it in few round trips. The caller holds the locks. */
export async function writeDecision(
  tx: Transaction,
  decision: Decision<Group>,
  referrals: ReadonlyMap<string, Referral>,
  { actor, news = [] }: { actor: string; news?: readonly Fact[] },
): Promise<void> {
  const { orders, closings, group, times, ledgers, withoutBenefits, reward, earnings } = decision
  await Promise.all([
    ...orders.flatMap((change, index) => [
      saveMoney(tx, change, index === 0 ? news : []),
      saveStatuses(tx, change.order.id, change.statuses),
    ]),
    group && saveStep(tx, group.before, group.step, actor),
    saveLedgers(tx, ledgers),
    ...withoutBenefits.map((userId) => withdrawAllOf(tx, userId)),
    reward && insertReward(tx, reward),
    writeEarnings(tx, earnings, referrals),
  ])
  // What stands on the rows that were written a moment ago.
  await Promise.all([
    writeStandings(tx, group?.before ?? null, times),
    enqueueRefunds(
      tx,
      orders.flatMap(({ refunds }) => refunds.map(({ id }) => id)),
    ),
    enqueueClosings(tx, closings),
    enqueueOrders(tx, 'cancel-group-order', group?.step.cancel ?? []),
  ])
}

/** Which grants orders and seats stand for now, and until when their buyers' time runs. */
async function writeStandings(tx: Transaction, group: Group | null, times: readonly TimeChanged[]): Promise<void> {
  const standing = ({ kind, sourceId, grantsMade, expiresAt }: TimeChanged) => ({
    standingGrant: kind === 'grant' ? sourceId : null,
    grantsMade,
    membershipExpiresAt: expiresAt,
  })
  const seats = times.flatMap((time) => (time.seat === null ? [] : [{ ...standing(time), seat: time.seat }]))
  await Promise.all([
    group && saveSeatStandings(tx, group.id, seats),
    ...times.map((time) =>
      time.seat === null
        ? saveStanding(tx, time.orderId, standing(time))
        : setGroupExpiry(tx, time.orderId, time.userId, time.expiresAt),
    ),
  ])
}

/** What inviters earned by it. */
export async function writeEarnings(
  tx: Transaction,
  earnings: Earnings,
  before: ReadonlyMap<string, Referral>,
): Promise<void> {
  const changed = [...earnings.referrals.values()].flatMap((after) => {
    const known = before.get(after.userId)
    return known && known !== after ? [{ known, after }] : []
  })
  await Promise.all([
    ...earnings.voided.map((orderId) => voidReward(tx, orderId)),
    ...changed.map(({ known, after }) => saveReferral(tx, known, after)),
    ...earnings.commissions.flatMap((row) => [saveCommission(tx, row), bookCommission(tx, row.orderId, row)]),
    ...earnings.campaigns.map(({ id, paid, earnedMinor }) =>
      addToCampaign(tx, id, { visits: 0, signUps: 0, paid, earnedMinor }),
    ),
  ])
}
