import {
  creatorSeat,
  firstFree,
  isLapsed,
  openSeats,
  seatOf,
  unclaimedSeats,
  type GroupState,
  type Seat,
} from './groups.rules.ts'

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
/** What follows. `refund`: all money of these orders goes back; `cancel`: no one should pay these any more. */
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
  /** How many seats its money pays. */
  readonly seats: number
}

export const stay = <G extends GroupState>(group: G): Step<G> => ({ group, events: [], refund: [], cancel: [] })
const become = <G extends GroupState>(group: G, change: Partial<GroupState>, ...events: GroupEvent[]): Step<G> => ({
  ...stay({ ...group, ...change }),
  events,
})
/** One thing after another; the second sees what the first left. */
export const andThen = <G extends GroupState>(first: Step<G>, next: (group: G) => Step<G>): Step<G> => {
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
  standingGrant: null,
  grantsMade: 0,
})

/** A new group: the creator's order stands for every seat, or for the first. */
export const start = <G extends GroupState>(group: G, order: SeatOrder): Step<G> =>
  become(
    group,
    {
      seats: [1, 2, 3].slice(0, order.seats).map((seat) => heldSeat(seat, seat === 1 ? group.creatorId : null, order)),
    },
    { event: 'started', userId: group.creatorId, orderId: order.id },
  )

/** Puts an order on open seats. A lapsed lease in the way is lost as a whole, and so is one of the same person. */
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

/** Someone orders a share: the seat is theirs while they pay. `refuseJoin` said null. */
export const orderSeat = <G extends GroupState>(group: G, order: SeatOrder): Step<G> =>
  occupy(group, order, order.payerId)

/** The creator orders the open seats. `refuseRest` said null. */
export const orderOpenSeats = <G extends GroupState>(group: G, order: SeatOrder): Step<G> => occupy(group, order, null)

/** Someone takes a seat that is paid for. `refuseJoin` said null. */
export function occupyFreeSeat<G extends GroupState>(group: G, userId: string): Step<G> {
  const free = firstFree(group)
  if (!free) return stay(group)
  const seats = group.seats
    .filter((seat) => seat.userId !== userId)
    .map((seat) => (seat.seat === free.seat ? { ...seat, userId } : seat))
  return become(group, { seats }, { event: 'taken', seat: free.seat, userId })
}

/** The creator takes back a seat that someone holds and does not pay for. Money that comes all the same finds a seat, or goes back. */
export function freeSeat<G extends GroupState>(group: G, number: number): Step<G> {
  const seat = group.seats.find((each) => each.seat === number && each.state === 'held')
  if (!seat) return stay(group)
  const { orderId, payerId: userId } = seat
  const seats = group.seats.filter((each) => each.orderId !== orderId)
  return { ...become(group, { seats }, { event: 'released', seat: number, orderId, userId }), cancel: [orderId] }
}

/**
 * What the end of its time means: an unfinished group expires and everything paid goes back; in a finished one the
 * creator gets what no one took. Nothing before that time, nor twice.
 */
export function endInTime<G extends GroupState>(group: G): Step<G> {
  if (!group.over || group.ended) return stay(group)
  if (group.status === 'unfinished') return endAs(group, 'expired')
  const ended = { ...group, ended: true }
  return { ...stay(ended), events: unclaimedSeats(ended).map(({ seat }) => ({ event: 'unclaimed', seat }) as const) }
}

/** Nothing comes of it: what was paid goes back, and what is being paid should not be. The seats stay, for the record. */
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

/** Someone gives up a seat that is paid for; `refuseLeave` said null. With its creator the whole group ends. */
export function leave<G extends GroupState>(group: G, userId: string): Step<G> {
  const own = group.seats.find((seat) => seat.userId === userId && seat.state === 'paid')
  if (!own) return stay(group)
  // Only where their own money goes back does the order stand with it.
  const isPayer = own.payerId === userId
  const left = { event: 'left', seat: own.seat, userId, ...(isPayer && { orderId: own.orderId }) } as const
  if (userId === group.creatorId) return andThen(become(group, {}, left), (before) => endAs(before, 'closed'))
  if (!isPayer)
    return become(group, { seats: group.seats.map((seat) => (seat === own ? { ...seat, userId: null } : seat)) }, left)
  const step = become(group, { seats: group.seats.filter((seat) => seat !== own) }, left)
  return { ...step, refund: [own.orderId] }
}

/**
 * An operator removes a seat; `findRemovalFault` said null. Before the group is complete it opens again, or stays paid for by the
 * creator, if it was and the money stays. After that it is `removed`, and so loses its time. Money is no matter of this step.
 */
export function removeSeat<G extends GroupState>(group: G, number: number, withMoney: boolean): Step<G> {
  const seat = group.seats.find((each) => each.seat === number)
  if (!seat) return stay(group)
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

/** A seat that was removed and whose time is taken back, but whose creator goes on paying for it: anyone may take it. */
export const vacateSeat = <G extends GroupState>(group: G, number: number): Step<G> =>
  become(group, {
    seats: group.seats.map((each) =>
      each.seat === number && each.state === 'removed' ? { ...each, userId: null, state: 'paid' as const } : each,
    ),
  })

/**
 * What is known about the money of an order. `ended`: none came and none is awaited. `paid`: it is here to stay. `gone`:
 * it was here, and went back or is contested. `open`: none of these yet.
 */
export type SeatMoney = 'open' | 'ended' | 'paid' | 'gone'

/** The money of an order decides about its seats. The same again changes nothing. */
export function applySeatMoney<G extends GroupState>(group: G, order: SeatOrder, money: SeatMoney): Step<G> {
  if (money === 'paid') return pay(group, order)
  if (money === 'open') return stay(group)
  const own = group.seats.filter(({ orderId }) => orderId === order.id)
  if (own.length === 0 || group.status === 'expired' || group.status === 'closed') return stay(group)
  const isCreators = own.some((seat) => seat === creatorSeat(group))
  if (group.status === 'finished') {
    if (money === 'ended') return stay(group)
    const isHit = ({ orderId, state }: Seat) => orderId === order.id && state !== 'removed'
    const seats = group.seats.map((seat) => (isHit(seat) ? { ...seat, state: 'lost' as const } : seat))
    const changed = own.some((seat) => isHit(seat) && seat.state !== 'lost')
    return changed ? become(group, { seats }, { event: 'money_gone', orderId: order.id }) : stay(group)
  }
  if (isCreators) {
    const closed = endAs(group, 'closed')
    return { ...closed, refund: without(closed.refund, order.id), cancel: without(closed.cancel, order.id) }
  }
  const seats = group.seats.filter(({ orderId }) => orderId !== order.id)
  return become(group, { seats }, { event: money === 'gone' ? 'money_gone' : 'released', orderId: order.id })
}

const without = (list: readonly string[], item: string) => list.filter((other) => other !== item)

/** Money that is here to stay: it keeps its seats, or finds others, or goes back. */
function pay<G extends GroupState>(group: G, order: SeatOrder): Step<G> {
  const own = group.seats.filter(({ orderId }) => orderId === order.id)
  const noSeat = (): Step<G> => ({
    ...become(group, {}, { event: 'no_seat', orderId: order.id, userId: order.payerId }),
    refund: [order.id],
  })
  if (group.status === 'expired' || (own.length === 0 && group.removed.includes(order.payerId))) return noSeat()
  if (group.status === 'closed') {
    // Closed because its creator had not paid; now they have, and it is not too late.
    const late = creatorSeat(group)
    if (late?.state !== 'held' || late.orderId !== order.id || group.over) return noSeat()
    // Closing cancelled the orders that held the other seats, so these are open again.
    const seats = group.seats.filter(({ state, orderId }) => state === 'paid' || orderId === order.id)
    return andThen(become(group, { status: 'unfinished', ended: false, seats }, { event: 'reopened' }), (open) =>
      pay(open, order),
    )
  }
  if (own.length > 0) {
    const isToPay = ({ orderId, state }: Seat) => orderId === order.id && state !== 'paid' && state !== 'removed'
    if (!own.some(isToPay)) return stay(group)
    const seats = group.seats.map((seat) => (isToPay(seat) ? { ...seat, state: 'paid' as const } : seat))
    return andThen(become(group, { seats }, { event: 'paid', orderId: order.id, userId: order.payerId }), complete)
  }
  const isRest = order.payerId === group.creatorId
  if (openSeats(group).length < order.seats || (!isRest && seatOf(group, order.payerId))) return noSeat()
  return andThen(occupy(group, order, isRest ? null : order.payerId), (held) => pay(held, order))
}

/** The last payment is in: the group is finished. */
const complete = <G extends GroupState>(group: G): Step<G> =>
  group.status === 'unfinished' &&
  group.seats.length === group.size &&
  group.seats.every(({ state }) => state === 'paid')
    ? become(group, { status: 'finished' }, { event: 'finished' })
    : stay(group)
