import { addToCampaign } from '#server/modules/affiliates/affiliates.queries.ts'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { bookCommission } from '#server/modules/ledger/ledger.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { saveCommission } from '#server/modules/payouts/commissions.service.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { saveReferral } from '#server/modules/referrals/referrals.service.ts'
import { insertReward, voidReward } from '#server/modules/referrals/rewards.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Decision } from './decide-payment.rules.ts'
import type { Earnings } from './decide-referral.rules.ts'
import { writeChange } from './write-change.ts'

/** Makes a decision true. `referrals` as they were read. */
export async function writeDecision(
  tx: Transaction,
  { change, reward, earnings }: Decision<Group>,
  referrals: ReadonlyMap<string, Referral>,
  { actor, news }: { actor: string; news?: readonly Fact[] },
): Promise<void> {
  await Promise.all([
    writeChange(tx, change, actor, news),
    reward && insertReward(tx, reward),
    writeEarnings(tx, earnings, referrals),
  ])
}

/** What inviters earned by it. */
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
    ...earnings.voided.map((orderId) => voidReward(tx, orderId)),
    ...changed.map(({ known, after }) => saveReferral(tx, known, after)),
    ...earnings.commissions.flatMap((row) => [saveCommission(tx, row), bookCommission(tx, row.orderId, row)]),
    ...earnings.campaigns.map(({ id, paid, earnedMinor }) =>
      addToCampaign(tx, id, { visits: 0, signUps: 0, paid, earnedMinor }),
    ),
  ])
}
