import { addToCampaign } from '#server/modules/affiliates/affiliates.queries.ts'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { bookCommission } from '#server/modules/ledger/ledger.service.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import { hasEarned } from '#server/modules/payouts/commissions.queries.ts'
import { saveCommission } from '#server/modules/payouts/commissions.service.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { saveReferral } from '#server/modules/referrals/referrals.service.ts'
import { insertReward, voidReward } from '#server/modules/referrals/rewards.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Decision } from './decide-payment.rules.ts'
import type { Earnings } from './decide-referral.rules.ts'
import { writeChange } from './write-change.ts'

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
