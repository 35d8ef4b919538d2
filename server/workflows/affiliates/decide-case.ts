import { formatMoney, money } from '#shared/money.ts'
import { refundLimit } from '#shared/operator-limits.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { lockAffiliateShared } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { reverseGrant } from '#server/modules/membership/membership.service.ts'
import { listPaidOrdersOf } from '#server/modules/orders/orders.queries.ts'
import { releaseRuleReview, sumUnsettled } from '#server/modules/payouts/commissions.queries.ts'
import { judgeReferral, lockReferrals } from '#server/modules/referrals/referrals.queries.ts'
import { isCountedByPerson, type Referral } from '#server/modules/referrals/referrals.rules.ts'
import { saveReferral } from '#server/modules/referrals/referrals.service.ts'
import { decideCase, listFriendsOf, lockCase, takeTurn } from '#server/modules/risk/events.queries.ts'
import { keepNamed } from '#server/modules/risk/events.rules.ts'
import { done, Refused, type Act, type Acting } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'
import { lockOrders } from '#server/workflows/payments/apply/lock-order.ts'
import { clawBackCommission, notifyClawback, type Clawback } from './void-commission.ts'
import { sentence } from '#text/sentence.ts'

type Locked = { readonly referrals: readonly Referral[]; readonly orders: ReadonlyMap<string, readonly string[]> }

/**
 * Locks an open risk case with its orders and referrals. Waits for the job that judges risk, so that the case neither
 * grows nor merges with another one meanwhile. Leaves out customers whose inviter was corrected to someone outside the
 * case.
 */
async function lockOpenCase(tx: Transaction, id: string): Promise<Locked> {
  await takeTurn(tx)
  const found = await lockCase(tx, id)
  if (!found) throw new Refused('NotFound', 'case.unknown')
  if (found.state !== 'open')
    throw new Refused('NotPossible', sentence('case.isDecided', { state: sentence(`state.${found.state}`) }))
  const named = await listFriendsOf(tx, id)
  const friends = named.map(({ userId }) => userId)
  const orders = new Map<string, string[]>()
  for (const order of await listPaidOrdersOf(tx, friends))
    orders.set(order.userId, [...(orders.get(order.userId) ?? []), order.id])
  await lockOrders(tx, [...orders.values()].flat())
  return { referrals: keepNamed(await lockReferrals(tx, friends), named), orders }
}

const close = async (tx: Transaction, id: string, state: 'released' | 'voided', { name }: Acting, reason: string) => {
  if ((await decideCase(tx, id, { state, decidedBy: name, reason })) === 0)
    throw new Refused('NotPossible', 'case.justDecided')
}

export const releaseCase: Act<'cases.release'> = async (tx, { id, reason }, operator) => {
  const { referrals, orders } = await lockOpenCase(tx, id)
  const decidedBy = operator.name
  let commissions = 0
  let people = 0
  let refused = 0
  for (const referral of referrals) {
    const { userId, inviterId, verdict } = referral
    if (verdict === 'refused') {
      refused++
      continue
    }
    if (isCountedByPerson(referral)) {
      commissions += await letGo(tx, orders.get(userId))
      continue
    }
    if ((await lockAffiliateShared(tx, inviterId))?.state === 'suspended') {
      // Customers of a suspended affiliate earn nothing. Their referrals are refused, so that they do not delay the
      // release of the other rewards.
      await judgeReferral(tx, userId, { verdict: 'refused', reason: 'operator', decidedBy, isByPerson: true })
      refused++
      continue
    }
    await judgeReferral(tx, userId, { verdict: 'counted', reason: null, decidedBy, isByPerson: true })
    people++
    commissions += await letGo(tx, orders.get(userId))
    for (const orderId of orders.get(userId) ?? []) await applyToReferral(tx, orderId)
  }
  await close(tx, id, 'released', operator, reason)
  const output = { id, people, commissions, refused }
  return done(output, `case ${id}`, { reason, people, commissions, refused })
}

async function letGo(tx: Transaction, orderIds: readonly string[] = []): Promise<number> {
  let commissions = 0
  for (const orderId of orderIds) commissions += await releaseRuleReview(tx, orderId)
  return commissions
}

type Loss = { amountMinor: number; paidMinor: number; bonusSeconds: number }

export const voidCase: Act<'cases.void'> = async (tx, { id, reason }, operator) => {
  const { referrals, orders } = await lockOpenCase(tx, id)
  const losses = new Map<string, Loss>()
  const lossOf = (inviterId: string): Loss => {
    const known = losses.get(inviterId) ?? { amountMinor: 0, paidMinor: 0, bonusSeconds: 0 }
    losses.set(inviterId, known)
    return known
  }
  const all: Clawback[] = []
  let spared = 0
  for (const referral of referrals) {
    const { userId, inviterId } = referral
    if (isCountedByPerson(referral)) {
      await letGo(tx, orders.get(userId))
      spared++
      continue
    }
    if (!referral.isDecided || referral.verdict !== 'refused')
      await judgeReferral(tx, userId, {
        verdict: 'refused',
        reason: 'operator',
        decidedBy: operator.name,
        isByPerson: true,
      })
    for (const orderId of orders.get(userId) ?? []) {
      const taken = await clawBackCommission(tx, orderId, reason)
      if (!taken) continue
      all.push(taken)
      const loss = lossOf(taken.affiliateId)
      loss.amountMinor += taken.amountMinor
      loss.paidMinor += taken.paidMinor
    }
    lossOf(inviterId).bonusSeconds += await takeBonusBack(tx, referral, reason)
  }
  await close(tx, id, 'voided', operator, reason)
  await notifyClawback(tx, all, `aff-void-case:${id}`, reason)
  const uids = new Map((await listUids(tx, [...losses.keys()])).map((row) => [row.id, row.uid]))
  const people = []
  for (const [userId, { amountMinor, paidMinor, bonusSeconds }] of losses)
    people.push({
      uid: uids.get(userId) ?? 0,
      amount: money(amountMinor, 'USD'),
      paid: money(paidMinor, 'USD'),
      days: Math.round(bonusSeconds / 86_400),
      next: money((await sumUnsettled(tx, userId)).minor, 'USD'),
    })
  const sum = (of: (loss: Loss) => number) => [...losses.values()].reduce((total, loss) => total + of(loss), 0)
  const total = sum((loss) => loss.amountMinor)
  const limit = refundLimit((await readSettings(tx)).operatorLimits, 'USD')
  const takesTwo = total > limit.amountMinor ? sentence('earnings.takesTwo', { limit: formatMoney(limit, 'en') }) : null
  const output = {
    id,
    people,
    amount: money(total, 'USD'),
    paid: money(
      sum((loss) => loss.paidMinor),
      'USD',
    ),
    spared,
  }
  return done(output, `case ${id}`, { reason, ...output }, { takesTwo })
}

async function takeBonusBack(tx: Transaction, referral: Referral, note: string): Promise<number> {
  const { outcome, bonusGrant } = referral
  if (outcome !== 'rewarded' || bonusGrant === null) return 0
  const reversal = { source: 'invite', sourceId: bonusGrant, reversedBy: `invite ${bonusGrant}`, note } as const
  const changed = await reverseGrant(tx, reversal)
  const after = {
    ...referral,
    outcome: 'reversed',
    bonusSeconds: 0,
    bonusGrant: null,
    verdict: 'refused',
    reason: 'operator',
  } as const
  await saveReferral(tx, { ...referral, verdict: 'refused', reason: 'operator' }, after)
  return changed ? -changed.seconds : 0
}
