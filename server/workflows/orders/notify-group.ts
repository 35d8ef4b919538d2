import type { groupStates } from '#shared/order-outcome.ts'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { creatorSeat } from '#server/modules/groups/seats.rules.ts'
import type { Order } from '#server/modules/orders/orders.queries.ts'

export function notifyGroup(order: Pick<Order, 'id' | 'userId'>, group: Group) {
  const unclaimed = group.seats.filter(
    ({ orderId, userId, state }) => orderId === order.id && userId === null && state === 'paid',
  ).length
  return {
    state: stateOf(order, group, unclaimed),
    size: group.size,
    missing: group.size - group.seats.filter(({ state }) => state === 'paid').length,
    unclaimed,
    expiresAt: group.expiresAt.getTime(),
  }
}

function stateOf(order: Pick<Order, 'id'>, group: Group, unclaimed: number): (typeof groupStates)[number] {
  const isEnded = group.over || group.ended
  if (group.status === 'finished') return unclaimed > 0 && !isEnded ? 'treat' : 'full'
  if (group.status === 'unfinished') return group.over ? 'over' : 'waiting'
  const own = creatorSeat(group)
  const isUnpaidCreator = own?.state === 'held' && own.orderId === order.id
  return group.status === 'closed' && isUnpaidCreator && !group.over ? 'unopened' : 'over'
}
