import { formatMoney, money } from '#shared/money.ts'
import { refundLimit } from '#shared/operator-limits.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { shareAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { reverseGrant } from '#server/modules/membership/membership.service.ts'
import { listPaidOrders } from '#server/modules/orders/orders.queries.ts'
import { releaseRuleReview, sumUnsettled } from '#server/modules/payouts/commissions.queries.ts'
import { judgeReferral, lockReferrals } from '#server/modules/referrals/referrals.queries.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { saveReferral } from '#server/modules/referrals/referrals.service.ts'
import { decideCase, listEventsOf, lockCase } from '#server/modules/risk/events.queries.ts'
import { done, refuse, Refused, type Act, type Acting } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'
import { lockOrders } from '#server/workflows/payments/apply/lock-order.ts'
import { takeCommissionBack } from './void-commission.ts'

type Locked = { readonly referrals: readonly Referral[]; readonly orders: ReadonlyMap<string, readonly string[]> }

/**
 * Holds a case that is open, with the orders and referrals of everyone whom it is about. The case comes first: decisions about one take
 * turns, and what adds to it waits.
 */
async function lockOpenCase(tx: Transaction, id: string): Promise<Locked> {
  const found = await lockCase(tx, id)
  if (!found) throw new Refused('NotFound', 'There is no such case: "cases list" shows those that wait.')
  if (found.state !== 'open') throw new Refused('NotPossible', `This case is ${found.state} already.`)
  const events = await listEventsOf(tx, id)
  const friends = [
    ...new Set(events.filter(({ userId, inviterId }) => inviterId !== userId).map(({ userId }) => userId)),
  ].toSorted()
  const orders = new Map<string, readonly string[]>()
  for (const friend of friends)
    orders.set(
      friend,
      (await listPaidOrders(tx, friend)).map((order) => order.id),
    )
  await lockOrders(tx, [...orders.values()].flat())
  return { referrals: await lockReferrals(tx, friends), orders }
}

const close = async (tx: Transaction, id: string, state: 'released' | 'voided', { name }: Acting, reason: string) => {
  if ((await decideCase(tx, id, { state, decidedBy: name, reason })) === 0)
    throw new Refused('NotPossible', 'Someone decided about this case a moment ago.')
}

/** All that waited goes on as if nothing had been, and no rule says the same of these people again. */
export const releaseCase: Act<'cases.release'> = async (tx, { id, reason }, operator) => {
  const { referrals, orders } = await lockOpenCase(tx, id)
  let commissions = 0
  let counted = 0
  for (const referral of referrals) {
    const { userId, inviterId, verdict, isDecided } = referral
    if (isDecided && verdict !== 'held') continue
    if ((await shareAffiliate(tx, inviterId))?.state === 'suspended')
      return refuse(
        'NotPossible',
        'An inviter of this case is suspended and earns nothing: let them go on first, or take all back.',
      )
    await judgeReferral(tx, userId, { verdict: 'counted', reason: null, decidedBy: operator.name, isByPerson: true })
    counted++
    for (const orderId of orders.get(userId) ?? []) {
      commissions += await releaseRuleReview(tx, orderId)
      await applyToReferral(tx, orderId)
    }
  }
  await close(tx, id, 'released', operator, reason)
  return done({ id, people: counted, commissions }, `case ${id}`, { reason, people: counted, commissions })
}

type Loss = { amountMinor: number; paidMinor: number; bonusSeconds: number }

/** Everything that was earned by these people goes back, and nothing more is earned by them. */
export const voidCase: Act<'cases.void'> = async (tx, { id, reason }, operator) => {
  const { referrals, orders } = await lockOpenCase(tx, id)
  const losses = new Map<string, Loss>()
  const lossOf = (inviterId: string): Loss => {
    const known = losses.get(inviterId) ?? { amountMinor: 0, paidMinor: 0, bonusSeconds: 0 }
    losses.set(inviterId, known)
    return known
  }
  for (const referral of referrals) {
    const { userId, inviterId } = referral
    if (!referral.isDecided || referral.verdict !== 'refused')
      await judgeReferral(tx, userId, {
        verdict: 'refused',
        reason: 'operator',
        decidedBy: operator.name,
        isByPerson: true,
      })
    for (const orderId of orders.get(userId) ?? []) {
      const taken = await takeCommissionBack(tx, orderId, reason)
      if (!taken) continue
      const loss = lossOf(taken.affiliateId)
      loss.amountMinor += taken.amountMinor
      loss.paidMinor += taken.paidMinor
    }
    lossOf(inviterId).bonusSeconds += await takeBonusBack(tx, referral)
  }
  await close(tx, id, 'voided', operator, reason)
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
  const takesTwo =
    total > limit.amountMinor ? `Taking back more than ${formatMoney(limit, 'en')} takes two operators.` : null
  const output = {
    id,
    people,
    amount: money(total, 'USD'),
    paid: money(
      sum((loss) => loss.paidMinor),
      'USD',
    ),
  }
  return done(output, `case ${id}`, { reason, ...output }, { takesTwo })
}

/** The time that an inviter was given for a friend. Returns its seconds; what was taken back before is none. */
async function takeBonusBack(tx: Transaction, referral: Referral): Promise<number> {
  const { outcome, bonusGrant } = referral
  if (outcome !== 'rewarded' || bonusGrant === null) return 0
  const reversal = { source: 'invite', sourceId: bonusGrant, reversedBy: `invite ${bonusGrant}`, note: null } as const
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
