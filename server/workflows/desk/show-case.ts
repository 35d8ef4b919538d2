import { money } from '#shared/money.ts'
import type { ActionOutput } from '#shared/contract/operator.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { findOrderLabels } from '#server/modules/orders/orders.service.ts'
import { listPaidOrdersOf } from '#server/modules/orders/orders.queries.ts'
import { sumByOrder } from '#server/modules/payouts/commissions.queries.ts'
import { listReferredUsers } from '#server/modules/referrals/referrals.queries.ts'
import { isCountedByPerson } from '#server/modules/referrals/referrals.rules.ts'
import { findCase, listEventsOf, listFriendsOf } from '#server/modules/risk/events.queries.ts'
import { keepNamed } from '#server/modules/risk/events.rules.ts'
import { listCommonTraits } from '#server/modules/risk/relations.queries.ts'
import type { Queryable } from '#server/platform/database.ts'

type Shown = ActionOutput<'cases.show'>

const rowLimit = 500

export async function showCase(db: Queryable, id: string): Promise<Shown | undefined> {
  const found = await findCase(db, id)
  if (!found) return undefined
  const events = await listEventsOf(db, id)
  const people = [
    ...new Set(events.flatMap(({ userId, inviterId, otherIds }) => [userId, inviterId ?? userId, ...otherIds])),
  ]
  const named = await listFriendsOf(db, id)
  const friends = named.map(({ userId }) => userId)
  const orders = (await listPaidOrdersOf(db, friends)).map((order) => order.id)
  const [traits, referrals, sums] = await Promise.all([
    listCommonTraits(db, people),
    listReferredUsers(db, friends),
    sumByOrder(db, orders),
  ])
  const listed = sums.slice(0, rowLimit)
  const [known, labels] = await Promise.all([
    listUids(db, [...new Set([...people, ...friends, ...referrals.map(({ inviterId }) => inviterId)])]),
    findOrderLabels(
      db,
      listed.map(({ orderId }) => orderId),
    ),
  ])
  const uids = new Map(known.map((person) => [person.id, person.uid]))
  const uidOf = (userId: string): number => uids.get(userId) ?? 0
  const names = (ids: readonly string[]): string => ids.map(uidOf).join(', ')
  const numbers = new Map(labels.map((label) => [label.id, label.number]))
  const costs = new Map<string, { minor: number; paidMinor: number; seconds: number }>()
  const costOf = (userId: string) => {
    const cost = costs.get(userId) ?? { minor: 0, paidMinor: 0, seconds: 0 }
    costs.set(userId, cost)
    return cost
  }
  // Leaves out approved referrals and those with a corrected inviter, because voiding the risk case would skip them
  // too.
  const taken = keepNamed(referrals, named).filter((referral) => !isCountedByPerson(referral))
  const isTaken = new Set(taken.map(({ userId }) => userId))
  for (const { affiliateId, referredId, minor, paidMinor } of sums) {
    if (!isTaken.has(referredId)) continue
    costOf(affiliateId).minor += Math.max(0, minor)
    costOf(affiliateId).paidMinor += Math.max(0, paidMinor)
  }
  for (const { inviterId, outcome, bonusSeconds } of taken)
    if (outcome === 'rewarded') costOf(inviterId).seconds += bonusSeconds
  return {
    id,
    state: found.state,
    since: found.openedAt,
    by: found.decidedBy,
    reason: found.reason,
    events: events.map(({ rule, act, userId, inviterId, otherIds, at }) => ({
      rule,
      act,
      uid: uidOf(userId),
      inviter: inviterId === null || inviterId === userId ? null : uidOf(inviterId),
      linked: names(otherIds),
      at,
    })),
    moreEvents: found.events - events.length,
    traits: traits.map(({ kind, userIds, isFormer }) => ({ trait: kind, isFormer, people: names(userIds) })),
    earned: listed.map((sum) => ({
      uid: uidOf(sum.referredId),
      inviter: uidOf(sum.affiliateId),
      order: numbers.get(sum.orderId) ?? '',
      amount: money(sum.minor, 'USD'),
      paid: money(sum.paidMinor, 'USD'),
      held: sum.review !== null,
    })),
    moreEarned: sums.length - listed.length,
    costs: [...costs].map(([userId, { minor, paidMinor, seconds }]) => ({
      uid: uidOf(userId),
      amount: money(minor, 'USD'),
      paid: money(paidMinor, 'USD'),
      days: Math.round(seconds / 86_400),
    })),
  }
}
