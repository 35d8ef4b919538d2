import type { Currency } from '#shared/money.ts'
import type { GroupEvent, Step } from '#server/modules/groups/group-steps.rules.ts'
import type { Seat, SoldGroup } from '#server/modules/groups/seats.rules.ts'
import type { Facts, PersonMessage } from '#server/modules/outbox/customer-messages.rules.ts'
import type { Change } from './decide-payment.rules.ts'

export type ToldGroup = SoldGroup & {
  readonly expiresAt: Date
  readonly unitPriceMinor: number
  readonly currency: Currency
}

export function notifyGroup(
  before: ToldGroup,
  step: Step<ToldGroup>,
  { orders, times }: Pick<Change, 'orders' | 'times'>,
  now: Date,
): PersonMessage[] {
  return [
    ...step.events.flatMap((event) => notifyJoined(before, step, event)),
    ...notifyFull(step, times),
    ...orders.flatMap((change) => notifyBack(step, change, now)),
  ]
}

const seated = ({ seats }: ToldGroup): Seat[] =>
  seats.filter(({ userId, state }) => userId !== null && state === 'paid')
const isPaidUp = (group: ToldGroup): boolean => group.status === 'finished'

function notifyJoined(before: ToldGroup, { group }: Step<ToldGroup>, event: GroupEvent): PersonMessage[] {
  const { userId: personId } = event
  if ((event.event !== 'paid' && event.event !== 'taken') || personId === undefined) return []
  const taken = seated(group).length
  if (personId === group.creatorId || taken >= group.size) return []
  if (group.status !== 'unfinished' && group.status !== 'finished') return []
  const facts = {
    groupId: group.id,
    personId,
    taken,
    size: group.size,
    endsAt: group.expiresAt.toISOString(),
    isPaid: isPaidUp(before),
  }
  return [{ userId: group.creatorId, event: `group-joined:${group.id}:${personId}`, template: 'group-joined', facts }]
}

function notifyFull({ group, events }: Step<ToldGroup>, times: Change['times']): PersonMessage[] {
  const isTaken = events.some(({ event }) => event === 'taken') && seated(group).length === group.size
  const isPaid = events.some(({ event }) => event === 'finished') && group.paymentType === 'pay_self'
  if (group.status !== 'finished' || (!isTaken && !isPaid)) return []
  return seated(group).flatMap(({ userId }): PersonMessage[] => {
    if (userId === null) return []
    const own = times.findLast((time) => time.userId === userId && time.kind === 'grant')
    const seats = group.seats.filter(({ payerId }) => payerId === userId).length
    const paid = { amountMinor: seats * group.unitPriceMinor, currency: group.currency }
    const facts = {
      groupId: group.id,
      size: group.size,
      expiresAt: own?.expiresAt?.toISOString() ?? null,
      paid: seats > 0 ? paid : null,
      isTaken,
    }
    return [{ userId, event: `group-full:${group.id}`, template: 'group-full', facts }]
  })
}

/** Message to members about the refund after a group failed. Members who left by themselves get none. */
function notifyBack(
  { group, events }: Step<ToldGroup>,
  { order, refunds }: Change['orders'][number],
  now: Date,
): PersonMessage[] {
  const back = refunds.filter(({ reason }) => reason === 'group')
  const why = whyBack(events, order.id)
  const currency = back[0]?.currency
  if (why === null || currency === undefined) return []
  const amountMinor = back.reduce((sum, refund) => sum + (refund.currency === currency ? refund.amountMinor : 0), 0)
  const about = { groupId: group.id, orderId: order.id, at: now.toISOString(), why }
  const facts = { ...about, amountMinor, currency: currency as Currency }
  return [{ userId: order.userId, event: `group-expired:${order.id}`, template: 'group-expired', facts }]
}

function whyBack(events: readonly GroupEvent[], orderId: string): Facts['group-expired']['why'] | null {
  if (events.some(({ event }) => event === 'expired')) return 'expired'
  if (events.some(({ event }) => event === 'closed')) return 'closed'
  return events.some((each) => each.event === 'no_seat' && each.orderId === orderId) ? 'no-seat' : null
}
