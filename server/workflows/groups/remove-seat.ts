import { formatMoney, money, toDecimal, type Money } from '#shared/money.ts'
import { listUids } from '#server/modules/accounts/accounts.queries.ts'
import { isArriving } from '#server/modules/chains/chains.service.ts'
import { removeSeat, vacateSeat } from '#server/modules/groups/group-steps.rules.ts'
import { findRemovalFault, type RemovalFault, type Seat } from '#server/modules/groups/seats.rules.ts'
import { normalizeGroupId, type Group } from '#server/modules/groups/groups.service.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { notifyPeople } from '#server/modules/outbox/outbox.service.ts'
import type { Facts } from '#server/modules/outbox/customer-messages.rules.ts'
import { done, refuse, Refused, type Act, type Operator } from '#server/platform/act.ts'
import type { Transaction } from '#server/platform/database.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import { lockGroupWithLeases } from '#server/workflows/payments/apply/lock-group-leases.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { measureRefund, promiseRefund } from '#server/workflows/payments/refunds/request-refund.ts'
import { entitledPreparer } from '#server/workflows/payments/refunds/refunds-of-day.ts'
import { knownGroup } from './end-group.ts'
import { sentence } from '#text/sentence.ts'
import type { Sentence } from '#shared/sentence.ts'

const why: Readonly<Record<RemovalFault, Sentence>> = {
  over: sentence('group.isOver'),
  open: sentence('seat.isOpen'),
  creator: sentence('seat.isCreators'),
  gone: sentence('seat.hasNoTime'),
  empty: sentence('seat.isEmpty'),
}

/**
 * Removes a member from a seat. Refunds the member's own payment; if the creator paid, the seat becomes free or its
 * price is refunded to the creator. Membership time granted through the seat ends at once.
 */
export const removeSeatNow: Act<'groups.remove-seat'> = async (tx, input, operator, deps) => {
  const { seat: number, moneyBack = false, reason } = input
  const groupId = normalizeGroupId(input.group)
  const before = await knownGroup(groupId, lockGroupWithLeases(tx, groupId))
  const fault = findRemovalFault(before, number, moneyBack)
  const seat = before.seats.find((each) => each.seat === number)
  if (fault || !seat) return refuse('NotPossible', why[fault ?? 'open'])
  if (seat.state === 'held' && (await isArriving(tx, seat.orderId))) return refuse('NotPossible', 'seat.moneyOnChain')
  const isCreators = seat.payerId === before.creatorId
  const userId = seat.userId ?? (isCreators ? null : seat.payerId)
  const goesBack = seat.state === 'paid' && (!isCreators || moneyBack)
  const expiry = await expiryOf(tx, userId)
  const creatorExpiry = await expiryOf(tx, before.creatorId)
  const refund = goesBack ? await giveSeatBack(tx, before, seat, reason, operator) : null
  const after = await takeSeat(tx, before, seat, goesBack, operator)
  const back = refund?.back ?? null
  await tell(tx, { group: after, seat, userId, back, reason })
  const [person] = userId === null ? [] : await listUids(tx, [userId])
  const output = {
    group: groupId,
    seat: number,
    uid: person?.uid ?? null,
    back,
    refundIds: refund?.refundIds ?? [],
    cancelled: seat.state === 'held',
    becomes: fateOf(after, seat),
    status: after.status,
    others: after.seats.filter((each) => each.seat !== number && each.userId !== null).length,
    before: expiry,
    after: await expiryOf(tx, userId),
    creatorBefore: creatorExpiry,
    creatorAfter: await expiryOf(tx, before.creatorId),
  }
  const sums = refund?.sums ?? []
  const takesTwo = refund?.takesTwo ?? null
  return done(output, `group ${groupId}`, { reason, ...output, sums, ...entitledPreparer(deps) }, { takesTwo })
}

const expiryOf = async (tx: Transaction, userId: string | null): Promise<Date | null> =>
  userId === null ? null : ((await findMembership(tx, userId))?.expiresAt ?? null)

async function giveSeatBack(tx: Transaction, group: Group, seat: Seat, reason: string, operator: Operator) {
  const order = await lockOrder(tx, seat.orderId)
  const isAlone = !group.seats.some((each) => each.orderId === seat.orderId && each !== seat && each.state === 'paid')
  const price = money(group.unitPriceMinor, group.currency)
  const { availableMinor } = await measureRefund(tx, order, 'all')
  if (!isAlone && availableMinor <= price.amountMinor)
    throw new Refused(
      'NotPossible',
      sentence('seat.sharesOrder', {
        order: order.number,
        available: formatMoney(money(availableMinor, order.currency), 'en'),
      }),
    )
  const wish = isAlone ? { reason } : { amount: toDecimal(price), reason, seat: seat.seat }
  const { measured, ...promised } = await promiseRefund(tx, order, wish, operator)
  return { ...promised, back: money(measured.amountMinor, order.currency) }
}

/**
 * Removes a seat from a group. In a complete group the membership time of the seat is taken back first; then, unless
 * its money is refunded, the seat becomes free for anyone.
 */
async function takeSeat(tx: Transaction, { id }: Group, { seat }: Seat, goesBack: boolean, operator: Operator) {
  const full = await lockGroupWithLeases(tx, id)
  await changeGroup(tx, full, removeSeat(full, seat, goesBack), operator.name)
  const taken = await lockGroupWithLeases(tx, id)
  if (goesBack || taken.status !== 'finished') return taken
  await changeGroup(tx, taken, vacateSeat(taken, seat), operator.name)
  return lockGroupWithLeases(tx, id)
}

/**
 * State of the seat after the removal. `open`: for sale. `free`: paid by the creator, for anyone to take. `closed`:
 * nobody can take it. `creator`: the creator gets its membership time.
 */
function fateOf(group: Group, { seat: number }: Seat): Facts['group-removed']['becomes'] {
  const seat = group.seats.find((each) => each.seat === number)
  if (!seat) return 'open'
  if (seat.state === 'removed') return 'closed'
  return group.ended ? 'creator' : 'free'
}

type Removal = { group: Group; seat: Seat; userId: string | null; back: Money | null; reason: string }

async function tell(tx: Transaction, { group, seat, userId, back, reason }: Removal): Promise<void> {
  const event = `group-removed:${group.id}:${seat.seat}:${userId ?? seat.orderId}`
  const isCreators = seat.payerId === group.creatorId
  const about = { groupId: group.id, at: tx.now.toISOString(), becomes: fateOf(group, seat) }
  const told = (to: string, facts: Pick<Facts['group-removed'], 'isOwn' | 'back' | 'reason'>) =>
    ({ userId: to, event, template: 'group-removed', facts: { ...about, ...facts } }) as const
  await notifyPeople(tx, [
    ...(userId === null ? [] : [told(userId, { isOwn: true, back: isCreators ? null : back, reason })]),
    told(group.creatorId, { isOwn: false, back: isCreators ? back : null, reason: null }),
  ])
}
