import { findAffiliate, listAffiliates } from '#server/modules/affiliates/affiliates.queries.ts'
import { findLastApplication, listPendingApplications } from '#server/modules/affiliates/applications.queries.ts'
import { searchOrders } from '#server/modules/orders/orders.service.ts'
import { findReferral, listHeld } from '#server/modules/referrals/referrals.queries.ts'
import {
  decideApplication,
  decideReferral,
  holdCommission,
  ReferralKept,
  setAffiliateTier,
  suspendAffiliate,
  type Decision,
} from '#server/workflows/affiliates/manage-affiliates.ts'
import { formatDate, OpsError, requireText, type Action, type OpsContext } from '../action.ts'
import { afterOption, printMore, readAfterUid } from '../read-cursor.ts'
import { databaseOf } from '../rehearse.ts'
import { requireUser } from './find-user.ts'

const pageSize = 200

async function decisionOf(context: OpsContext): Promise<Decision> {
  const { id: userId, uid } = await requireUser(context)
  return { userId, uid, operator: context.operator }
}
const user = { user: { type: 'string' } } as const
const userAndReason = { ...user, reason: { type: 'string' } } as const

export const applicationList: Action = {
  name: 'affiliate applications',
  role: 'viewer',
  summary: 'Lists applications to the affiliate programme that wait, the oldest first.',
  usage: '[--after UID]',
  options: afterOption,
  async run(context) {
    const waiting = await listPendingApplications(context.database, readAfterUid(context), pageSize)
    if (waiting.length === 0) return context.print('No application waits.')
    for (const { uid, appliedAt, channel, audience, message, contact } of waiting)
      for (const line of [
        `${uid}  ${formatDate(appliedAt)}`,
        `  channel: ${channel}`,
        `  audience: ${audience}`,
        // Addresses of people are not for who only looks.
        `  contact: ${context.role === 'viewer' ? '(not shown to viewers)' : contact}`,
        ...message.split('\n').map((part) => `  | ${part}`),
      ])
        context.print(line)
    printMore(context, waiting.length, pageSize, waiting.at(-1)?.uid)
  },
}

const decide = (name: string, summary: string, rejects: boolean): Action => ({
  name,
  role: 'finance',
  summary,
  usage: rejects ? '--user UID --reason TEXT [--dry-run]' : '--user UID [--dry-run]',
  options: rejects ? userAndReason : user,
  async run(context) {
    const decision = await decisionOf(context)
    const reason = rejects ? requireText(context, 'reason') : null
    const last = await findLastApplication(context.database, decision.userId)
    if (last?.state !== 'pending') throw new OpsError(`No application of ${decision.uid} waits.`)
    if (!(await decideApplication(databaseOf(context), decision, reason)))
      throw new OpsError('Somebody decided about this application a moment ago.')
    if (context.dryRun)
      return context.print(`Would ${rejects ? 'decline' : 'take'} the application of ${decision.uid}.`)
    context.print(`${decision.uid} is ${rejects ? 'declined' : 'an affiliate from now on'}.`)
  },
})
export const applicationApprove = decide('affiliate approve', 'Takes an applicant into the affiliate programme.', false)
export const applicationReject = decide(
  'affiliate reject',
  'Declines an application, with a reason that the applicant reads.',
  true,
)

export const affiliateList: Action = {
  name: 'affiliate list',
  role: 'viewer',
  summary: 'Lists affiliates, the newest first.',
  usage: '[--after UID]',
  options: afterOption,
  async run(context) {
    const rows = await listAffiliates(context.database, readAfterUid(context), pageSize)
    if (rows.length === 0) return context.print('There is no affiliate.')
    context.table(rows.map(({ since, ...row }) => ({ ...row, since: formatDate(since) })))
    printMore(context, rows.length, pageSize, rows.at(-1)?.uid)
  },
}

const suspend = (name: string, summary: string, ends: boolean): Action => ({
  name,
  role: 'finance',
  ...(ends && { stepUp: 'money' }),
  summary,
  usage: ends ? '--user UID --reason TEXT [--dry-run]' : '--user UID [--dry-run]',
  options: ends ? userAndReason : user,
  async run(context) {
    const decision = await decisionOf(context)
    const reason = ends ? requireText(context, 'reason') : null
    if (!(await suspendAffiliate(databaseOf(context), decision, reason)))
      throw new OpsError(`${decision.uid} is no affiliate.`)
    if (context.dryRun) return context.print(`Would ${ends ? 'suspend' : 'resume'} ${decision.uid}.`)
    context.print(`${decision.uid} is ${ends ? 'suspended: new orders earn nothing, settlements wait' : 'approved'}.`)
  },
})
export const affiliateSuspend = suspend(
  'affiliate suspend',
  'Suspends an affiliate, with a reason that they read.',
  true,
)
export const affiliateResume = suspend('affiliate resume', 'Lets a suspended affiliate go on.', false)

export const affiliateTier: Action = {
  name: 'affiliate tier',
  role: 'finance',
  stepUp: 'money',
  summary: 'Sets the tier of an affiliate for orders to come; `auto` leaves it to the terms.',
  usage: '--user UID --tier ID|auto [--dry-run]',
  options: { ...user, tier: { type: 'string' } },
  async run(context) {
    const decision = await decisionOf(context)
    const tier = requireText(context, 'tier')
    const before = await findAffiliate(context.database, decision.userId)
    if (!before) throw new OpsError(`${decision.uid} is no affiliate.`)
    if (!(await setAffiliateTier(databaseOf(context), decision, tier === 'auto' ? null : tier)))
      throw new OpsError(`The terms know no tier ${tier}.`)
    if (context.dryRun)
      return context.print(`Would set the tier of ${decision.uid} from ${before.tier ?? 'auto'} to ${tier}.`)
    context.print(`The tier of ${decision.uid} is ${tier} from now on.`)
  },
}

const hold = (name: string, summary: string, holds: boolean): Action => ({
  name,
  role: 'finance',
  summary,
  usage: holds ? '--order NUMBER --reason TEXT [--dry-run]' : '--order NUMBER [--dry-run]',
  options: { order: { type: 'string' }, ...(holds && { reason: { type: 'string' } as const }) },
  async run(context) {
    const [order, another] = await searchOrders(context.database, requireText(context, 'order'), 2)
    if (!order || another) throw new OpsError('--order names exactly one order, by its number or id.')
    const reason = holds ? requireText(context, 'reason') : null
    const { id: orderId, number } = order
    const rows = await holdCommission(databaseOf(context), { orderId, number, operator: context.operator }, reason)
    if (rows === 0) throw new OpsError(`Order ${number} has no commission that waits.`)
    if (context.dryRun) return context.print(`Would ${holds ? 'hold' : 'release'} the commission of order ${number}.`)
    context.print(`The commission of order ${number} is ${holds ? 'under review' : 'released'}.`)
  },
})
export const commissionHold = hold(
  'commission hold',
  'Keeps the commission of an order out of settlements, with a reason that the affiliate reads.',
  true,
)
export const commissionRelease = hold('commission release', 'Lets a commission under review go its way.', false)

export const referralList: Action = {
  name: 'referral held',
  role: 'viewer',
  summary: 'Lists referrals that somebody must look at before they earn anything.',
  usage: '[--after UID]',
  options: afterOption,
  async run(context) {
    const held = await listHeld(context.database, readAfterUid(context), pageSize)
    if (held.length === 0) return context.print('No referral waits.')
    context.table(
      held.map(({ uid, inviterUid, reason, referredAt }) => ({
        uid,
        inviter: inviterUid,
        reason,
        since: formatDate(referredAt),
      })),
    )
    printMore(context, held.length, pageSize, held.at(-1)?.uid)
  },
}

const judge = (name: string, summary: string, verdict: 'counted' | 'refused'): Action => ({
  name,
  role: 'finance',
  summary,
  usage: '--user UID [--dry-run]',
  options: user,
  async run(context) {
    const decision = await decisionOf(context)
    const referral = await findReferral(context.database, decision.userId)
    if (!referral) throw new OpsError(`Nobody brought ${decision.uid}.`)
    const decided = await decideReferral(databaseOf(context), decision, verdict).catch((error: unknown) => {
      throw error instanceof ReferralKept ? new OpsError(error.message) : error
    })
    if (!decided) throw new OpsError(`The referral of ${decision.uid} is ${verdict} already.`)
    if (context.dryRun)
      return context.print(`The referral of ${decision.uid} is ${referral.verdict}; it would be ${verdict}.`)
    context.print(`The referral of ${decision.uid} is ${verdict}.`)
  },
})
export const referralRelease = judge(
  'referral release',
  'Counts a referral; what its purchases would have earned is earned now.',
  'counted',
)
export const referralRefuse = judge('referral refuse', 'Refuses a referral; it earns nothing.', 'refused')
