import type { Output } from '#shared/contract/call.ts'
import type { systemCalls } from '#shared/contract/system.ts'
import { yesNo } from '#shared/api-values.ts'
import { AppError } from '#shared/errors.ts'
import type { Language } from '#shared/language.ts'
import { findMemberProfile, followLanguage } from '#server/modules/accounts/accounts.queries.ts'
import { findGroups, groupOfGrant } from '#server/modules/groups/groups.service.ts'
import { listGrants } from '#server/modules/membership/membership.queries.ts'
import { noteOf } from '#server/modules/membership/standstill.rules.ts'
import { findOrderLabels } from '#server/modules/orders/orders.service.ts'
import type { Database } from '#server/platform/database.ts'

type UserInfo = Output<(typeof systemCalls)['/api/system/system_user_info']>
type MembershipView = Output<(typeof systemCalls)['/api/system/system_membership']>

type Asked = { readonly userId: string; readonly language: Language; readonly publicOrigin: string }

/**
 * Account and membership of the signed-in user, for a client to show. Also stores the request's language as the
 * account's language. Throws `Unauthorized` if the account does not exist.
 */
export async function describeUser(database: Database, { userId, language, publicOrigin }: Asked): Promise<UserInfo> {
  const profile = await findMemberProfile(database, userId)
  if (!profile) throw new AppError('Unauthorized')
  if (profile.language !== language) await followLanguage(database, userId, language)
  const { yearlyUntil } = profile
  return {
    uid: profile.uid,
    accountName: profile.accountName,
    email: profile.email,
    phone: profile.phone,
    registeredAt: profile.createdAt.getTime(),
    expiresAt: profile.expiresAt?.getTime() ?? null,
    membershipSeconds: profile.membershipSeconds,
    maxDevices: profile.maxDevices,
    inviteCode: profile.inviteCode,
    inviteLink: `${publicOrigin}/register?r=${profile.inviteCode}`,
    yearlyPaidUser: yesNo(yearlyUntil !== null && yearlyUntil > profile.now),
    benefitsExpireTime: yearlyUntil?.getTime() ?? null,
  }
}

export async function explainMembership(
  database: Database,
  userId: string,
  language: Language,
): Promise<MembershipView> {
  const grants = await listGrants(database, userId)
  const sourceOf = (grant: (typeof grants)[number]) => {
    const { source, sourceId } = grants.find((g) => g.id === grant.reverses) ?? grant
    // The source id of a conversion names the order or seat that caused it, and that of a partial refund the order that
    // lost time.
    return source === 'conversion' || source === 'refund'
      ? sourceId.replace(/^(?:order|group):([^/]+)\/.*$/, '$1')
      : sourceId
  }
  const groupIds = grants.flatMap((grant) => groupOfGrant(sourceOf(grant)) ?? [])
  const groups = new Map((await findGroups(database, [...new Set(groupIds)])).map((group) => [group.id, group]))
  /** Order that the user paid a group seat with; null for a seat that somebody else paid. */
  const seatOrderOf = (grantId: string): string | null => {
    const group = groups.get(groupOfGrant(grantId) ?? '')
    const paid = group?.seats.find((seat) => seat.payerId === userId && grantId.split(':')[1] === String(seat.seat))
    return paid?.orderId ?? null
  }
  const orderIds = grants
    .filter((g) => ['order', 'group', 'conversion', 'refund'].includes(g.source) || g.reverses)
    .map((grant) => seatOrderOf(sourceOf(grant)) ?? sourceOf(grant))
  const labels = new Map((await findOrderLabels(database, orderIds)).map((label) => [label.id, label]))
  return {
    expiresAt: grants.at(-1)?.expiresAt.getTime() ?? null,
    entries: grants.map((grant) => {
      const order = labels.get(seatOrderOf(sourceOf(grant)) ?? sourceOf(grant))
      const bought = order ?? groups.get(groupOfGrant(sourceOf(grant)) ?? '')
      return {
        id: grant.id,
        source: grant.source,
        at: grant.grantedAt.getTime(),
        seconds: grant.seconds,
        expiresAt: grant.expiresAt.getTime(),
        orderNumber: order?.number ?? null,
        productName: bought?.productNames[language] ?? null,
        note: noteOf(grant, language),
      }
    }),
  }
}
