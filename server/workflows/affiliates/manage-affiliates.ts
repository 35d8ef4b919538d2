import { approveApplication, changeState, rejectApplication } from '#server/modules/affiliates/affiliates.service.ts'
import { findAffiliate, setTier, shareAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { findLastApplication, type Application } from '#server/modules/affiliates/applications.queries.ts'
import { listOfOrder, setReview } from '#server/modules/affiliates/commissions.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listPaidOrders } from '#server/modules/referrals/ties.queries.ts'
import { judgeReferral, lockReferral } from '#server/modules/referrals/referrals.queries.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { followReferral } from '#server/workflows/payments/apply/follow-referral.ts'
import { lockOrder, lockOrders } from '#server/workflows/payments/apply/lock-order.ts'

/** Somebody in the programme, and who decides. */
export type Decision = { readonly userId: string; readonly uid: number; readonly operator: Operator }

const subject = ({ uid }: Decision) => `affiliate ${uid}`

/** Answers the application that was decided; null if none waits. `reason`: why it is declined, or null to take it. */
export const decideApplication = (
  database: Database,
  decision: Decision,
  reason: string | null,
): Promise<Application | null> =>
  database.transaction(async (tx) => {
    const application = await findLastApplication(tx, decision.userId)
    if (application?.state !== 'pending') return null
    const { operator } = decision
    const decided =
      reason === null
        ? await approveApplication(tx, application, operator.name)
        : await rejectApplication(tx, application.id, reason, operator.name)
    if (!decided) return null
    const action = reason === null ? 'affiliate-approve' : 'affiliate-reject'
    await recordAction(tx, {
      operator,
      action,
      subject: subject(decision),
      details: { application: application.id, reason },
    })
    return application
  })

/** Suspends an affiliate with a reason that they read, or lets them go on (null). False for who is none. */
export const suspendAffiliate = (database: Database, decision: Decision, reason: string | null): Promise<boolean> =>
  database.transaction(async (tx) => {
    if (!(await changeState(tx, decision.userId, reason))) return false
    const action = reason === null ? 'affiliate-resume' : 'affiliate-suspend'
    await recordAction(tx, { operator: decision.operator, action, subject: subject(decision), details: { reason } })
    return true
  })

/** Sets the tier whatever the terms would say, or leaves it to them again (null). False for an affiliate or tier that is none. */
export const setAffiliateTier = (database: Database, decision: Decision, tier: string | null): Promise<boolean> =>
  database.transaction(async (tx) => {
    const { affiliateTerms } = await readSettings(tx)
    if (tier !== null && !affiliateTerms.tiers.some(({ id }) => id === tier)) return false
    const before = await findAffiliate(tx, decision.userId)
    if (!before || (await setTier(tx, decision.userId, tier)) === 0) return false
    const details = { before: before.tier, after: tier }
    await recordAction(tx, {
      operator: decision.operator,
      action: 'affiliate-tier',
      subject: subject(decision),
      details,
    })
    return true
  })

/** Puts the commission of an order under review, with a reason, or lets it go (null). Answers how many rows it is about. */
export const holdCommission = (
  database: Database,
  { orderId, number, operator }: { orderId: string; number: string; operator: Operator },
  reason: string | null,
): Promise<number> =>
  database.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const rows = (await listOfOrder(tx, orderId)).length > 0 ? await setReview(tx, orderId, reason) : 0
    if (rows === 0) return 0
    const action = reason === null ? 'commission-release' : 'commission-hold'
    await recordAction(tx, { operator, action, subject: `order ${number}`, details: { reason, rows } })
    return rows
  })

/** Nothing was decided; the operator reads why. */
export class ReferralKept extends Error {}

/**
 * Decides about a referral that is held, or a refused one anew: counted, and all that its purchases would have earned is
 * earned now; or refused. False if there is none, or it is decided that way. What was earned already stays: a commission
 * is held by itself.
 */
export const decideReferral = (
  database: Database,
  decision: Decision,
  verdict: 'counted' | 'refused',
): Promise<boolean> =>
  database.transaction(async (tx) => {
    // Orders come before their buyer's referral, here as everywhere.
    const orders = await listPaidOrders(tx, decision.userId)
    await lockOrders(
      tx,
      orders.map(({ id }) => id),
    )
    const referral = await lockReferral(tx, decision.userId)
    if (!referral || referral.verdict === verdict) return false
    if (verdict === 'counted' && (await shareAffiliate(tx, referral.inviterId))?.state === 'suspended')
      throw new ReferralKept(
        'The inviter is suspended and earns nothing: let them go on first, or refuse the referral.',
      )
    const reason = verdict === 'counted' ? null : 'operator'
    await judgeReferral(tx, decision.userId, { verdict, reason, decidedBy: decision.operator.name })
    if (verdict === 'counted') for (const { id } of orders) await followReferral(tx, id)
    const details = { before: referral.verdict, reason: referral.reason, after: verdict }
    const entry = {
      operator: decision.operator,
      action: `referral-${verdict}`,
      subject: `user ${decision.uid}`,
      details,
    }
    await recordAction(tx, entry)
    return true
  })
