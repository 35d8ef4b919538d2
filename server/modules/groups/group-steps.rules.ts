import {
  creatorSeat,
  firstFree,
  isLapsed,
  openSeats,
  seatOf,
  unclaimedSeats,
  type GroupState,
  type Seat,
} from './seats.rules.ts'

export type GroupEvent = {
  readonly event:
    | 'started'
    | 'held'
    | 'lease_lost'
    | 'paid'
    | 'released'
    | 'taken'
    | 'left'
    | 'removed'
    | 'finished'
    | 'reopened'
    | 'expired'
    | 'closed'
    | 'unclaimed'
    | 'money_gone'
    | 'no_seat'
  readonly seat?: number
  readonly userId?: string
  readonly orderId?: string
}
/** Result of a step of a group. `refund`: orders to refund completely. `cancel`: orders that must no longer be paid. */
export type Step<G extends GroupState = GroupState> = {
  readonly group: G
  readonly events: readonly GroupEvent[]
  readonly refund: readonly string[]
  readonly cancel: readonly string[]
}
export type SeatOrder = {
  readonly id: string
  readonly payerId: string
  readonly leaseUntil: Date
  readonly seats: number
}

export const noStep = <G extends GroupState>(group: G): Step<G> => ({ group, events: [], refund: [], cancel: [] })
const become = <G extends GroupState>(group: G, change: Partial<GroupState>, ...events: GroupEvent[]): Step<G> => ({
  ...noStep({ ...group, ...change }),
  events,
})
export const chainSteps = <G extends GroupState>(first: Step<G>, next: (group: G) => Step<G>): Step<G> => {
  const second = next(first.group)
  return {
    group: second.group,
    events: [...first.events, ...second.events],
    refund: [...first.refund, ...second.refund],
    cancel: [...first.cancel, ...second.cancel],
  }
}

const heldSeat = (seat: number, userId: string | null, { id, payerId, leaseUntil }: SeatOrder): Seat => ({
  seat,
  userId,
  payerId,
  orderId: id,
  state: 'held',
  leaseUntil,
  lapsed: false,
  halfPaid: false,
  standingGrant: null,
  grantsMade: 0,
})

export const start = <G extends GroupState>(group: G, order: SeatOrder): Step<G> =>
  become(
    group,
    {
      seats: [1, 2, 3].slice(0, order.seats).map((seat) => heldSeat(seat, seat === 1 ? group.creatorId : null, order)),
    },
    { event: 'started', userId: group.creatorId, orderId: order.id },
  )

/**
 * Assigns open seats to an order. A seat counts as open if the reservation of another order has expired. That order
 * then loses all its seats, and so does an order whose expired reservation belongs to the same user.
 */
function occupy<G extends GroupState>(group: G, order: SeatOrder, userId: string | null): Step<G> {
  const numbers = openSeats(group).slice(0, order.seats)
  const lost = new Set(
    group.seats
      .filter((seat) => isLapsed(seat) && (numbers.includes(seat.seat) || (userId !== null && seat.userId === userId)))
      .map(({ orderId }) => orderId),
  )
  const seats = [
    ...group.seats.filter(({ orderId }) => !lost.has(orderId)),
    ...numbers.map((number) => heldSeat(number, userId, order)),
  ]
  return become(
    group,
    { seats },
    ...[...lost].map((orderId) => ({ event: 'lease_lost', orderId }) as const),
    ...numbers.map((seat) => ({ event: 'held', seat, orderId: order.id, userId: order.payerId }) as const),
  )
}

/** Reserves a seat for an order while it is being paid. `refuseJoin` must have returned null. */
export const orderSeat = <G extends GroupState>(group: G, order: SeatOrder): Step<G> =>
  occupy(group, order, order.payerId)

/** Reserves all open seats for an order of the creator. `refuseRest` must have returned null. */
export const orderOpenSeats = <G extends GroupState>(group: G, order: SeatOrder): Step<G> => occupy(group, order, null)

/** Gives a free seat, which the creator has paid for, to a user. `refuseJoin` must have returned null. */
export function occupyFreeSeat<G extends GroupState>(group: G, userId: string): Step<G> {
  const free = firstFree(group)
  if (!free) return noStep(group)
  const seats = group.seats
    .filter((seat) => seat.userId !== userId)
    .map((seat) => (seat.seat === free.seat ? { ...seat, userId } : seat))
  return become(group, { seats }, { event: 'taken', seat: free.seat, userId })
}

/** Releases an unpaid seat at the creator's request. A late payment for it gets another seat or is refunded. */
export function freeSeat<G extends GroupState>(group: G, number: number): Step<G> {
  const seat = group.seats.find((each) => each.seat === number && each.state === 'held')
  if (!seat) return noStep(group)
  const { orderId, payerId: userId } = seat
  const seats = group.seats.filter((each) => each.orderId !== orderId)
  return { ...become(group, { seats }, { event: 'released', seat: number, orderId, userId }), cancel: [orderId] }
}

/**
 * Ends a group after its deadline, once. An unfinished group expires with refunds. In a finished group the creator gets
 * the unclaimed seats.
 */
export function endInTime<G extends GroupState>(group: G): Step<G> {
  if (!group.over || group.ended) return noStep(group)
  if (group.status === 'unfinished') return endAs(group, 'expired')
  const ended = { ...group, ended: true }
  return { ...noStep(ended), events: unclaimedSeats(ended).map(({ seat }) => ({ event: 'unclaimed', seat }) as const) }
}

export function endAs<G extends GroupState>(group: G, status: 'expired' | 'closed'): Step<G> {
  const ordersOf = (state: Seat['state']) => [
    ...new Set(group.seats.filter((seat) => seat.state === state).map(({ orderId }) => orderId)),
  ]
  return {
    group: { ...group, status, ended: true },
    events: [{ event: status }],
    refund: ordersOf('paid'),
    cancel: ordersOf('held'),
  }
}

/** Gives up a user's paid seat. `refuseLeave` must have returned null. If the creator leaves, the group closes. */
export function leave<G extends GroupState>(group: G, userId: string): Step<G> {
  const own = group.seats.find((seat) => seat.userId === userId && seat.state === 'paid')
  if (!own) return noStep(group)
  // The event names the order only if the leaving user has paid and gets the money back.
  const isPayer = own.payerId === userId
  const left = { event: 'left', seat: own.seat, userId, ...(isPayer && { orderId: own.orderId }) } as const
  if (userId === group.creatorId) return chainSteps(become(group, {}, left), (before) => endAs(before, 'closed'))
  if (!isPayer)
    return become(group, { seats: group.seats.map((seat) => (seat === own ? { ...seat, userId: null } : seat)) }, left)
  const step = become(group, { seats: group.seats.filter((seat) => seat !== own) }, left)
  return { ...step, refund: [own.orderId] }
}

/**
 * Removes a seat at an operator's request; `findRemovalFault` must have returned null. In an unfinished group the seat
 * opens again, or stays paid by the creator unless that payment is refunded. In a finished group it becomes `removed`,
 * loses its membership time, and the caller makes the refund.
 */
export function removeSeat<G extends GroupState>(group: G, number: number, withMoney: boolean): Step<G> {
  const seat = group.seats.find((each) => each.seat === number)
  if (!seat) return noStep(group)
  const { orderId, payerId } = seat
  const isCreators = payerId === group.creatorId
  const userId = seat.userId ?? (isCreators ? null : payerId)
  const event: GroupEvent = { event: 'removed', seat: number, orderId, ...(userId !== null && { userId }) }
  const removed = userId === null ? group.removed : [...group.removed, userId]
  const after = (seats: readonly Seat[]) => become(group, { seats, removed }, event)
  if (seat.state === 'held')
    return { ...after(group.seats.filter((each) => each.orderId !== orderId)), cancel: [orderId] }
  const replace = (change: Partial<Seat>) =>
    after(group.seats.map((each) => (each === seat ? { ...seat, ...change } : each)))
  if (group.status === 'finished') return replace({ state: 'removed' })
  return isCreators && !withMoney ? replace({ userId: null }) : after(group.seats.filter((each) => each !== seat))
}

/**
 * Frees a removed seat for anybody to take, while the creator keeps paying for it. The seat's membership time must be
 * revoked first.
 */
export const vacateSeat = <G extends GroupState>(group: G, number: number): Step<G> =>
  become(group, {
    seats: group.seats.map((each) =>
      each.seat === number && each.state === 'removed' ? { ...each, userId: null, state: 'paid' as const } : each,
    ),
  })

/**
 * Payment state of an order for seats. `open`: undecided. `half`: undecided, and at least half of the price has
 * arrived. `ended`: unpaid and closed. `paid`: final. `gone`: refunded or disputed.
 */
export type SeatMoney = 'open' | 'half' | 'ended' | 'paid' | 'gone'

/** Applies the payment state of an order to its seats in the group. Idempotent. */
export function applySeatMoney<G extends GroupState>(group: G, order: SeatOrder, money: SeatMoney): Step<G> {
  if (money === 'paid') return pay(group, order)
  if (money === 'open' || money === 'half') return markHalfPaid(group, order, money === 'half')
  const own = group.seats.filter(({ orderId }) => orderId === order.id)
  if (own.length === 0 || group.status === 'expired' || group.status === 'closed') return noStep(group)
  const isCreators = own.some((seat) => seat === creatorSeat(group))
  if (group.status === 'finished') {
    if (money === 'ended') return noStep(group)
    const isHit = ({ orderId, state }: Seat) => orderId === order.id && state !== 'removed'
    const seats = group.seats.map((seat) => (isHit(seat) ? { ...seat, state: 'lost' as const } : seat))
    const changed = own.some((seat) => isHit(seat) && seat.state !== 'lost')
    return changed ? become(group, { seats }, { event: 'money_gone', orderId: order.id }) : noStep(group)
  }
  if (isCreators) {
    const closed = endAs(group, 'closed')
    return { ...closed, refund: without(closed.refund, order.id), cancel: without(closed.cancel, order.id) }
  }
  const seats = group.seats.filter(({ orderId }) => orderId !== order.id)
  return become(group, { seats }, { event: money === 'gone' ? 'money_gone' : 'released', orderId: order.id })
}

/** Extends the reservation of seats for which half of the price has arrived, or ends this extension. */
function markHalfPaid<G extends GroupState>(group: G, order: SeatOrder, halfPaid: boolean): Step<G> {
  const isChanged = (seat: Seat) => seat.orderId === order.id && seat.state === 'held' && seat.halfPaid !== halfPaid
  if (group.status !== 'unfinished' || !group.seats.some(isChanged)) return noStep(group)
  const seats = group.seats.map((seat) =>
    isChanged(seat) ? { ...seat, halfPaid, lapsed: seat.lapsed && !(halfPaid && group.keepsHalfPaid) } : seat,
  )
  return become(group, { seats })
}

const without = (list: readonly string[], item: string) => list.filter((other) => other !== item)

function pay<G extends GroupState>(group: G, order: SeatOrder): Step<G> {
  const own = group.seats.filter(({ orderId }) => orderId === order.id)
  const noSeat = (): Step<G> => ({
    ...become(group, {}, { event: 'no_seat', orderId: order.id, userId: order.payerId }),
    refund: [order.id],
  })
  if (group.status === 'expired' || (own.length === 0 && group.removed.includes(order.payerId))) return noSeat()
  if (group.status === 'closed') {
    // The group was closed because the creator had not paid in time. The creator's payment before the group's deadline
    // reopens it.
    const late = creatorSeat(group)
    if (late?.state !== 'held' || late.orderId !== order.id || group.over) return noSeat()
    // Closing the group also cancelled the unpaid orders of other seats, so these seats are open again.
    const seats = group.seats.filter(({ state, orderId }) => state === 'paid' || orderId === order.id)
    return chainSteps(become(group, { status: 'unfinished', ended: false, seats }, { event: 'reopened' }), (open) =>
      pay(open, order),
    )
  }
  if (own.length > 0) {
    const isToPay = ({ orderId, state }: Seat) => orderId === order.id && state !== 'paid' && state !== 'removed'
    if (!own.some(isToPay)) return noStep(group)
    const seats = group.seats.map((seat) =>
      isToPay(seat) ? { ...seat, state: 'paid' as const, halfPaid: false } : seat,
    )
    return chainSteps(become(group, { seats }, { event: 'paid', orderId: order.id, userId: order.payerId }), complete)
  }
  const isRest = order.payerId === group.creatorId
  if (openSeats(group).length < order.seats || (!isRest && seatOf(group, order.payerId))) return noSeat()
  return chainSteps(occupy(group, order, isRest ? null : order.payerId), (held) => pay(held, order))
}

const complete = <G extends GroupState>(group: G): Step<G> =>
  group.status === 'unfinished' &&
  group.seats.length === group.size &&
  group.seats.every(({ state }) => state === 'paid')
    ? become(group, { status: 'finished' }, { event: 'finished' })
    : noStep(group)
