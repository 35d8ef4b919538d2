import { formatMoney, money } from '#shared/money.ts'
import { refundLimit } from '#shared/operator-limits.ts'
import { findLanguage } from '#server/modules/accounts/accounts.queries.ts'
import { listMarksOf } from '#server/modules/affiliates/affiliate-days.queries.ts'
import { changeDays } from '#server/modules/affiliates/affiliate-days.service.ts'
import { addToCampaign, findCampaign, lockAffiliatesShared } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { lockFolds } from '#server/modules/figures/figures.service.ts'
import { reverseGrant } from '#server/modules/membership/membership.service.ts'
import { listPaidOrders, listPayable } from '#server/modules/orders/orders.queries.ts'
import { sumUnsettled } from '#server/modules/payouts/commissions.queries.ts'
import { findTotals, lockReferral } from '#server/modules/referrals/referrals.queries.ts'
import { forfeitRewards } from '#server/modules/referrals/rewards.queries.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { correctReferral, isReferredBy, saveReferral } from '#server/modules/referrals/referrals.service.ts'
import { takeTurn } from '#server/modules/risk/events.queries.ts'
import { done, refuse, Refused, type Act } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { requireUser } from '#server/workflows/membership/name-subject.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'
import { lockOrders } from '#server/workflows/payments/apply/lock-order.ts'
import { clawBackCommission, notifyClawback, type Clawback } from './void-commission.ts'
import { sentence } from '#text/sentence.ts'

type Person = { readonly id: string; readonly uid: number }
type Held = { readonly referral: Referral | undefined; readonly orders: readonly string[] }

/**
 * Locks a customer's referral and the orders that may earn commission. Waits for jobs that sum up days or judge risk,
 * and for other corrections of inviters, so that corrections cannot form a cycle of inviters. Throws `Refused` if the
 * customer has just paid another order.
 */
async function lockOwn(tx: Transaction, userId: string): Promise<Held> {
  await takeTurn(tx)
  await lockFolds(tx)
  const known = (await listPayable(tx, userId)).map(({ id }) => id)
  await lockOrders(tx, known)
  const referral = await lockReferral(tx, userId)
  const orders = (await listPaidOrders(tx, userId)).map(({ id }) => id)
  if (orders.some((id) => !known.includes(id))) throw new Refused('NotPossible', 'referral.justPaid')
  return { referral, orders }
}

const standingOf = async (tx: Transaction, { id, uid }: Person) => {
  const { invited, paid } = (await findTotals(tx, id)) ?? { invited: 0, paid: 0 }
  return { id, uid, invited, paid }
}

/**
 * Changes or removes a customer's inviter. Reverses for good what the former inviter earned from this customer; the new
 * inviter earns from later purchases only.
 */
export const correctInviter: Act<'referrals.correct'> = async (tx, input, operator) => {
  const { user, inviter, reason } = input
  const { id: userId, uid } = await requireUser(tx, user)
  const to = inviter === undefined ? null : await requireUser(tx, inviter)
  const { referral, orders } = await lockOwn(tx, userId)
  const from = referral ? await requireUser(tx, referral.inviterId) : null
  if (from?.id === to?.id)
    return refuse(
      'NotPossible',
      to ? sentence('referral.sameInviter', { inviter: to.uid, uid }) : sentence('referral.noInviter', { uid }),
    )
  if (to?.id === userId) return refuse('NotPossible', 'referral.self')
  if (to && (await isReferredBy(tx, to.id, userId)))
    return refuse('NotPossible', sentence('referral.circle', { uid, inviter: to.uid }))
  const people = [from, to].filter((person) => person !== null)
  const affiliates = await lockAffiliatesShared(tx, people.map(({ id }) => id).toSorted())
  const affiliate = affiliates.find((each) => each.userId === to?.id)
  if (affiliate?.state === 'suspended')
    return refuse('NotPossible', sentence('affiliate.isSuspended', { uid: to?.uid ?? 0 }))
  const before = await Promise.all(people.map((person) => standingOf(tx, person)))
  const marks = await listMarksOf(tx, userId, orders)
  const taken = await takeAllBack(tx, orders, reason)
  await notifyClawback(tx, taken.all, `aff-void-of:${userId}:${tx.now.getTime()}`, reason)
  await forfeitRewards(tx, orders)
  const current = await lockReferral(tx, userId)
  const seconds = current ? await takeBonusBack(tx, current, reason) : 0
  const campaign = affiliate && (await findCampaign(tx, affiliate.userId, ''))
  const after = to && {
    inviterId: to.id,
    campaignId: campaign?.id ?? null,
    decidedBy: operator.name,
    language: await findLanguage(tx, userId),
  }
  await correctReferral(tx, userId, current, after)
  if (current?.campaignId)
    await addToCampaign(tx, current.campaignId, {
      ...none,
      signUps: -1,
      paid: current.firstOrderId === null ? 0 : -1,
    })
  if (campaign) await addToCampaign(tx, campaign.id, { ...none, signUps: 1 })
  if (to) for (const orderId of orders) await applyToReferral(tx, orderId)
  await changeDays(tx, marks, await listMarksOf(tx, userId, orders))
  const inviters = await Promise.all(
    before.map(async (then) => {
      const now = await standingOf(tx, then)
      const next = money((await sumUnsettled(tx, then.id)).minor, 'USD')
      return {
        uid: then.uid,
        invitedBefore: then.invited,
        invited: now.invited,
        paidBefore: then.paid,
        paid: now.paid,
        next,
      }
    }),
  )
  const output = {
    uid,
    inviterBefore: from?.uid ?? null,
    inviterAfter: to?.uid ?? null,
    amount: money(taken.amountMinor, 'USD'),
    paid: money(taken.paidMinor, 'USD'),
    days: Math.round(seconds / 86_400),
    inviters,
  }
  const limit = refundLimit((await readSettings(tx)).operatorLimits, 'USD')
  const takesTwo =
    taken.amountMinor > limit.amountMinor ? sentence('earnings.takesTwo', { limit: formatMoney(limit, 'en') }) : null
  return done(output, `user ${uid}`, { reason, ...output }, { takesTwo })
}
const none = { visits: 0, signUps: 0, paid: 0, earnedMinor: 0 }

async function takeAllBack(tx: Transaction, orders: readonly string[], reason: string) {
  const all: Clawback[] = []
  for (const orderId of orders) {
    const taken = await clawBackCommission(tx, orderId, reason)
    if (taken) all.push(taken)
  }
  const sum = (of: (taken: Clawback) => number) => all.reduce((total, taken) => total + of(taken), 0)
  return { all, amountMinor: sum((taken) => taken.amountMinor), paidMinor: sum((taken) => taken.paidMinor) }
}

async function takeBonusBack(tx: Transaction, referral: Referral, reason: string): Promise<number> {
  const { outcome, bonusGrant } = referral
  if (outcome !== 'rewarded' || bonusGrant === null) return 0
  const changed = await reverseGrant(tx, {
    source: 'invite',
    sourceId: bonusGrant,
    reversedBy: `invite ${bonusGrant}`,
    note: reason,
  })
  await saveReferral(tx, referral, { ...referral, outcome: 'reversed', bonusSeconds: 0, bonusGrant: null })
  return changed ? -changed.seconds : 0
}
