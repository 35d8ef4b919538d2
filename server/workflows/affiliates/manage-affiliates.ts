import { money } from '#shared/money.ts'
import { explainHold } from '#shared/risk-rules.ts'
import {
  approveApplication,
  changeState,
  clearName,
  rejectApplication,
} from '#server/modules/affiliates/affiliates.service.ts'
import { lockAffiliate, setTier, lockAffiliateShared } from '#server/modules/affiliates/affiliates.queries.ts'
import { findLastApplication } from '#server/modules/affiliates/applications.queries.ts'
import { isErased } from '#server/modules/accounts/deletion.service.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import {
  countUnsettled,
  releaseRuleReview,
  setReview,
  sumUnsettled,
} from '#server/modules/payouts/commissions.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import { judgeReferral, lockReferral } from '#server/modules/referrals/referrals.queries.ts'
import { listPaidOrders } from '#server/modules/orders/orders.queries.ts'
import { isInOpenCase } from '#server/modules/risk/events.queries.ts'
import { done, refuse, type Act, type Acting, type FindKept } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { holdForReview } from '#server/workflows/payments/apply/hold-commission.ts'
import { applyToReferral } from '#server/workflows/payments/apply/apply-to-referral.ts'
import { lockOrder, lockOrders } from '#server/workflows/payments/apply/lock-order.ts'
import { clawBackCommission, notifyClawback } from './void-commission.ts'
import { requireOrder, requireUser } from '#server/workflows/membership/name-subject.ts'
import { sentence } from '#text/sentence.ts'

/** Approves an application if `reason` is null; otherwise rejects it with that reason. */
async function decideApplication(tx: Transaction, query: string, { name }: Acting, reason: string | null) {
  const { id: userId, uid } = await requireUser(tx, query)
  const application = await findLastApplication(tx, userId)
  if (application?.state !== 'pending') return refuse('NotFound', sentence('application.none', { uid }))
  const decided =
    reason === null
      ? await approveApplication(tx, application, name)
      : await rejectApplication(tx, application.id, reason, name)
  if (!decided) return refuse('NotPossible', 'application.justDecided')
  if (reason === null) {
    const event = `aff-approved:${application.id}`
    await notifyPeople(tx, [{ userId, event, template: 'aff-approved', facts: { at: tx.now.toISOString() } }])
  }
  return done({ uid }, `affiliate ${uid}`, { application: application.id, reason })
}
export const approveApplicant: Act<'affiliates.approve'> = (tx, { user }, operator) =>
  decideApplication(tx, user, operator, null)
export const rejectApplicant: Act<'affiliates.reject'> = (tx, { user, reason }, operator) =>
  decideApplication(tx, user, operator, reason)

/** Suspends an affiliate with a reason that the affiliate sees, or lifts the suspension if `reason` is null. */
async function setStanding(tx: Transaction, query: string, reason: string | null) {
  const { id: userId, uid } = await requireUser(tx, query)
  // An erased account must not become active again. Locks the deletion before the affiliate, in the same order as the
  // erasure.
  if (reason === null && (await isErased(tx, userId)))
    return refuse('NotPossible', sentence('user.hasDeleted', { uid }))
  const before = await lockAffiliate(tx, userId)
  if (reason === null && before?.state === 'approved')
    return refuse('NotPossible', sentence('affiliate.notSuspended', { uid }))
  if (reason !== null && before?.reason === reason)
    return refuse('NotPossible', sentence('affiliate.suspendedForThis', { uid }))
  if (!(await changeState(tx, userId, reason))) return refuse('NotFound', sentence('affiliate.unknown', { uid }))
  const at = tx.now.toISOString()
  const told =
    reason === null
      ? ({ template: 'aff-resumed', facts: { at } } as const)
      : ({ template: 'aff-suspended', facts: { at, reason } } as const)
  await notifyPeople(tx, [{ userId, event: `${told.template}:${at}`, ...told }])
  const rests = money((await sumUnsettled(tx, userId)).minor, 'USD')
  return done({ uid, rests }, `affiliate ${uid}`, { reason })
}
export const suspendAffiliate: Act<'affiliates.suspend'> = (tx, { user, reason }) => setStanding(tx, user, reason)
export const resumeAffiliate: Act<'affiliates.resume'> = (tx, { user }) => setStanding(tx, user, null)

export const clearNameOfAffiliate: Act<'affiliates.clear-name'> = async (tx, { user, link = null, reason }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  if (!(await lockAffiliate(tx, userId))) return refuse('NotFound', sentence('affiliate.unknown', { uid }))
  const cleared = await clearName(tx, userId, link)
  if (cleared === null && link === null) return refuse('NotFound', sentence('affiliate.noGreeting', { uid }))
  if (cleared === null) return refuse('NotFound', sentence('affiliate.noNamedLink', { uid }))
  const at = tx.now.toISOString()
  const event = `aff-name-removed:${link ?? ''}:${at}`
  await notifyPeople(tx, [{ userId, event, template: 'aff-name-removed', facts: { at, link, reason } }])
  return done({ uid, before: cleared.name }, `affiliate ${uid}`, { campaign: cleared.campaign, reason })
}

export const keptTier: FindKept<{ user: string }> = async (tx, { user }) => {
  const { id, uid } = await requireUser(tx, user)
  const affiliate = await lockAffiliate(tx, id)
  return { subject: `affiliate ${uid}`, values: affiliate ? { tier: affiliate.tier ?? 'auto' } : null }
}

export const setAffiliateTier: Act<'affiliates.set-tier'> = async (tx, { user, tier }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const before = await lockAffiliate(tx, userId)
  if (!before) return refuse('NotFound', sentence('affiliate.unknown', { uid }))
  const { affiliateTerms } = await readSettings(tx)
  const after = tier === 'auto' ? null : tier
  if (after !== null && !affiliateTerms.tiers.some(({ id }) => id === after))
    return refuse('InvalidInput', sentence('terms.noTier', { tier }))
  if ((await setTier(tx, userId, after)) === 0) return refuse('NotFound', sentence('affiliate.unknown', { uid }))
  const output = { uid, before: before.tier ?? 'auto', after: tier }
  return done(output, `affiliate ${uid}`, { before: before.tier, after })
}

/** Holds an order's commission for review with a reason, or releases it if `reason` is null. */
async function reviewCommission(tx: Transaction, query: string, reason: string | null) {
  const { id: orderId, number } = await requireOrder(tx, query)
  await lockOrder(tx, orderId)
  const { rows: waiting } = await countUnsettled(tx, orderId)
  if (waiting === 0) return refuse('NotFound', sentence('commission.noneWaits', { order: number }))
  const rows = reason === null ? await setReview(tx, orderId, null) : await holdForReview(tx, orderId, reason)
  if (rows === 0)
    return refuse(
      'NotPossible',
      sentence(reason === null ? 'commission.notHeld' : 'commission.heldForThis', { order: number }),
    )
  return done({ number, rows }, `order ${number}`, { reason, rows })
}
export const holdCommission: Act<'commissions.hold'> = async (tx, { order, reason }) =>
  explainHold(reason).why === 'other'
    ? reviewCommission(tx, order, reason)
    : refuse('InvalidInput', 'commission.reservedReason')
export const releaseCommission: Act<'commissions.release'> = (tx, { order }) => reviewCommission(tx, order, null)

/**
 * Voids an order's commission for good, whatever is paid or refunded later. An amount that was already paid out is
 * deducted from the affiliate's next payouts.
 */
export const voidCommission: Act<'commissions.void'> = async (tx, { order: named, reason }) => {
  const { id: orderId, number } = await requireOrder(tx, named)
  await lockOrder(tx, orderId)
  const taken = await clawBackCommission(tx, orderId, reason)
  if (!taken) return refuse('NotPossible', sentence('commission.noneValid', { order: number }))
  await notifyClawback(tx, [taken], `aff-void:${orderId}`, reason)
  const { affiliateId, amountMinor, paidMinor } = taken
  const [affiliate] = await listUids(tx, [affiliateId])
  const output = {
    number,
    uid: affiliate?.uid ?? 0,
    amount: money(amountMinor, 'USD'),
    paid: money(paidMinor, 'USD'),
    next: money((await sumUnsettled(tx, affiliateId)).minor, 'USD'),
  }
  return done(output, `order ${number}`, { reason, amountMinor, paidMinor })
}

/**
 * Approves or refuses a referral. Approval also grants the commissions of its past purchases, and releases those that
 * risk rules hold unless an open risk case covers them. A refusal leaves existing commissions as they are; they are
 * reviewed separately.
 */
async function decideReferral(tx: Transaction, query: string, { name }: Acting, verdict: 'counted' | 'refused') {
  const { id: userId, uid } = await requireUser(tx, query)
  // Locks orders before their buyer's referral, in the usual order, to prevent deadlocks.
  const orders = await listPaidOrders(tx, userId)
  await lockOrders(
    tx,
    orders.map(({ id }) => id),
  )
  const referral = await lockReferral(tx, userId)
  if (!referral) return refuse('NotFound', sentence('referral.noInviter', { uid }))
  if (referral.verdict === verdict)
    return refuse('NotPossible', sentence('referral.isDecided', { uid, verdict: sentence(`state.${verdict}`) }))
  if (verdict === 'counted' && (await lockAffiliateShared(tx, referral.inviterId))?.state === 'suspended')
    return refuse('NotPossible', 'referral.inviterSuspended')
  const reason = verdict === 'counted' ? null : 'operator'
  await judgeReferral(tx, userId, { verdict, reason, decidedBy: name, isByPerson: true })
  if (verdict === 'counted') for (const { id } of orders) await applyToReferral(tx, id)
  // Releases orders held by risk rules, because nothing else would, unless an open risk case covers them.
  if (verdict === 'counted' && !(await isInOpenCase(tx, userId, referral.inviterId)))
    for (const { id } of orders) await releaseRuleReview(tx, id)
  const { verdict: before } = referral
  return done({ uid, before }, `user ${uid}`, { before, reason: referral.reason, after: verdict })
}
export const releaseReferral: Act<'referrals.release'> = (tx, { user }, operator) =>
  decideReferral(tx, user, operator, 'counted')
export const refuseReferral: Act<'referrals.refuse'> = (tx, { user }, operator) =>
  decideReferral(tx, user, operator, 'refused')

export const reopenReferral: Act<'referrals.reopen'> = async (tx, { user }, { name }) => {
  const { id: userId, uid } = await requireUser(tx, user)
  const referral = await lockReferral(tx, userId)
  if (!referral) return refuse('NotFound', sentence('referral.noInviter', { uid }))
  const { verdict: before, reason } = referral
  if (before !== 'refused') return refuse('NotPossible', sentence('referral.notRefused', { uid }))
  await judgeReferral(tx, userId, { verdict: 'held', reason: 'operator', decidedBy: name, isByPerson: false })
  return done({ uid, before }, `user ${uid}`, { before, reason, after: 'held' })
}
