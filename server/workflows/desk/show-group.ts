import type { ActionOutput } from '#shared/contract/operator.ts'
import { money } from '#shared/money.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { listEntriesAbout } from '#server/modules/audit/audit.queries.ts'
import { listEvents } from '#server/modules/groups/groups.queries.ts'
import { findGroup } from '#server/modules/groups/groups.service.ts'
import { listPaymentsOfGroup } from '#server/modules/orders/orders.queries.ts'
import { listRefunds } from '#server/modules/payments/payments.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { knownGroup } from '#server/workflows/groups/end-group.ts'
import { askedRows, cutting, presentAct } from './page-parts.ts'

/** Maximum number of orders listed. A group can have many, because several users may have held a seat in turn. */
const mostPayments = 200

export async function showGroup(tx: Transaction, groupId: string): Promise<ActionOutput<'groups.show'>> {
  const group = await knownGroup(groupId, findGroup(tx, groupId))
  const [events, payments, acts] = await Promise.all([
    listEvents(tx, groupId),
    listPaymentsOfGroup(tx, groupId, mostPayments),
    listEntriesAbout(tx, `group ${groupId}`, askedRows),
  ])
  const people = [group.creatorId, ...[...group.seats, ...events, ...payments].flatMap(({ userId }) => userId ?? [])]
  const [uids, refunds] = await Promise.all([
    listUids(tx, [...new Set(people)]),
    listRefunds(
      tx,
      payments.map(({ id }) => id),
    ),
  ])
  const uidOf = new Map(uids.map((row) => [row.id, row.uid]))
  const numberOf = new Map(payments.map(({ id, number }) => [id, number]))
  const uid = (userId: string | null) => (userId === null ? null : (uidOf.get(userId) ?? null))
  const number = (orderId: string | null) => (orderId === null ? null : (numberOf.get(orderId) ?? null))
  const returned = (orderId: string, currency: string) =>
    refunds
      .filter((refund) => refund.orderId === orderId && refund.currency === currency && refund.status !== 'failed')
      .reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const { cut, more } = cutting()
  return {
    group: group.id,
    plan: group.productNames.en,
    product: group.productNames,
    size: group.size,
    each: money(group.unitPriceMinor, group.currency),
    type: group.paymentType,
    status: group.status,
    creator: uid(group.creatorId),
    started: group.createdAt,
    ends: group.expiresAt,
    seats: group.seats.map(({ seat, userId, state, orderId, leaseUntil, standingGrant }) => ({
      seat,
      uid: uid(userId),
      state,
      number: number(orderId),
      lease: state === 'held' ? leaseUntil : null,
      user: userId,
      order: orderId,
      grant: standingGrant,
    })),
    payments: payments.map(({ id, userId, seats, totalMinor, currency, status, paidAt, ...row }) => ({
      number: row.number,
      uid: uid(userId),
      seats,
      total: money(totalMinor, currency),
      status,
      paid: paidAt,
      returned: money(returned(id, currency), currency),
    })),
    events: events.map(({ at, event, seat, userId, orderId, actor }) => ({
      at,
      event,
      seat,
      uid: uid(userId),
      number: number(orderId),
      by: actor,
      user: userId,
      order: orderId,
    })),
    acts: cut('acts', acts).map(presentAct),
    more,
  }
}
