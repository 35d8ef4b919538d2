import type { Output } from '#shared/contract/call.ts'
import type { rewardCalls } from '#shared/contract/rewards.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { findProfile } from '#server/modules/accounts/accounts.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { findTotals, listInvitations, type Invitation } from '#server/modules/referrals/referrals.queries.ts'
import { maskName } from '#server/modules/accounts/masked-names.rules.ts'
import { publicReason } from '#server/modules/referrals/referrals.rules.ts'
import type { Database } from '#server/platform/database.ts'

type View = Output<(typeof rewardCalls)['/api/system/system_refer_config']>

const pageSize = 50
export const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export function readCursor(before: string | undefined): string {
  if (before === undefined) return lastId
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(before)) return before
  throw new AppError('InvalidInput', { before: 'Invalid' })
}

const inviteLink = (publicOrigin: string, inviteCode: string): string => `${publicOrigin}/register?r=${inviteCode}`

const stateOf = ({ verdict, outcome }: Invitation): View['records'][number]['state'] =>
  outcome ?? (verdict === 'counted' ? 'registered' : verdict)

export async function describeInvites(
  database: Database,
  userId: string,
  { before, language, publicOrigin }: { before: string | undefined; language: Language; publicOrigin: string },
): Promise<View> {
  const [profile, membership, settings, totals, found, affiliate] = await Promise.all([
    findProfile(database, userId),
    findMembership(database, userId),
    readSettings(database),
    findTotals(database, userId),
    listInvitations(database, userId, readCursor(before), pageSize + 1),
    findAffiliate(database, userId),
  ])
  if (!profile) throw new AppError('Unauthorized')
  const { version, referRateBps, invitedTrialMinutes, attributionDays } = settings.affiliateTerms
  const page = found.slice(0, pageSize)
  return {
    inviteCode: profile.inviteCode,
    inviteLink: inviteLink(publicOrigin, profile.inviteCode),
    terms: { version, referRateBps, invitedTrialMinutes, attributionDays },
    isAffiliate: affiliate?.state === 'approved',
    membershipActive: Boolean(membership?.expiresAt && membership.expiresAt > membership.now),
    membershipExpiresAt: membership?.expiresAt?.getTime() ?? null,
    totals: {
      invited: totals?.invited ?? 0,
      paid: totals?.paid ?? 0,
      rewarded: totals?.rewarded ?? 0,
      bonusSeconds: totals?.bonusSeconds ?? 0,
    },
    records: page.map((record) => ({
      id: record.userId,
      date: record.referredAt.getTime(),
      invitee: record.name === null ? null : maskName(record.name),
      productName: record.productNames?.[language] ?? null,
      bonusSeconds: record.bonusSeconds,
      rewardedAt: record.outcome === 'rewarded' ? (record.outcomeAt?.getTime() ?? null) : null,
      state: stateOf(record),
      reason: publicReason(record.reason),
    })),
    next: found.length > pageSize ? (page.at(-1)?.userId ?? null) : null,
  }
}
