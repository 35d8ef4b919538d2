import type { ErrorStatus } from '#shared/errors.ts'

export type GroupStatus = 'unfinished' | 'finished' | 'expired' | 'closed'
export type PaymentType = 'pay_all' | 'pay_self'
export type GroupSize = 2 | 3

/** A taken seat. */
export type Seat = {
  readonly seat: number
  /** Null: paid by the creator and still free. */
  readonly userId: string | null
  readonly payerId: string
  readonly orderId: string
  /** In a finished group: `lost` after a refund; `removed` by an operator, whatever happens to its money. */
  readonly state: 'held' | 'paid' | 'lost' | 'removed'
  readonly leaseUntil: Date
  /** True if the lease has expired: the holder keeps the seat until somebody else takes it. */
  readonly lapsed: boolean
  /** Current membership grant of the seat, and number of grants made: the ledger accepts each id once. */
  readonly standingGrant: string | null
  readonly grantsMade: number
}
export type GroupState = {
  readonly creatorId: string
  readonly size: GroupSize
  readonly paymentType: PaymentType
  readonly status: GroupStatus
  /** True if the group's time is over by the database's clock. */
  readonly over: boolean
  /** True if the end was processed. In a finished group unclaimed seats are then the creator's. */
  readonly ended: boolean
  readonly seats: readonly Seat[]
  /** Users whom an operator removed; they cannot join again. */
  readonly removed: readonly string[]
}

/** Group with the terms sold to it. */
export type SoldGroup = GroupState & {
  readonly id: string
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
}

/** Id of the next membership grant of a seat. */
export const seatGrantId = (groupId: string, { seat, grantsMade }: Seat): string =>
  grantsMade === 0 ? `${groupId}:${seat}` : `${groupId}:${seat}:${grantsMade}`

export const isLapsed = (seat: Seat) => seat.state === 'held' && seat.lapsed
const isFree = (seat: Seat) => seat.state === 'paid' && seat.userId === null
export const creatorSeat = (group: GroupState) => group.seats.find(({ userId }) => userId === group.creatorId)
export const creatorPaid = (group: GroupState) => {
  const own = creatorSeat(group)
  return own !== undefined && own.state !== 'held'
}
/** Seat of a user, unless its lease has lapsed. */
export const seatOf = (group: GroupState, userId: string) =>
  group.seats.find((seat) => seat.userId === userId && !isLapsed(seat))

/** Numbers of seats that can be bought. */
export const openSeats = (group: GroupState): number[] =>
  group.status !== 'unfinished' || group.over || !creatorPaid(group)
    ? []
    : [1, 2, 3].filter(
        (number) => number <= group.size && group.seats.every((seat) => seat.seat !== number || isLapsed(seat)),
      )
/** Paid seats that anyone can take now. */
export const freeSeats = (group: GroupState): Seat[] =>
  (group.status !== 'unfinished' && group.status !== 'finished') || group.over || !creatorPaid(group)
    ? []
    : group.seats.filter(isFree)

export const firstFree = (group: GroupState): Seat | undefined => freeSeats(group)[0]

/** Seats that nobody took before the end; they are the creator's. */
export const unclaimedSeats = (group: GroupState): Seat[] =>
  group.status === 'finished' && group.ended ? group.seats.filter(isFree) : []

/** User who has the time of a seat now; null if none. */
export const beneficiary = (group: GroupState, seat: Seat): string | null =>
  group.status !== 'finished' || seat.state !== 'paid' ? null : (seat.userId ?? (group.ended ? group.creatorId : null))

type Refusal = Extract<ErrorStatus, `Group${string}`>

const refuseEnded = (group: GroupState): Refusal | null => {
  if (group.status === 'closed') return 'GroupClosed'
  return group.status === 'expired' || (group.status === 'unfinished' && group.over) ? 'GroupExpired' : null
}

/** Reason why a user cannot join, or null. `free`: a paid seat; `pay`: a seat to buy. */
export function refuseJoin(group: GroupState, userId: string, way: 'free' | 'pay'): Refusal | null {
  const ended = refuseEnded(group)
  if (ended) return ended
  if (group.removed.includes(userId)) return 'GroupRemoved'
  if (!creatorPaid(group)) return 'GroupCreatorUnpaid'
  if (seatOf(group, userId)) return 'GroupJoined'
  const free = freeSeats(group).length
  const open = openSeats(group).length
  // Held seats may become free again; paid ones will not.
  if (free + open === 0 && group.seats.some(({ state }) => state === 'held')) return 'GroupSeatsHeld'
  if (free + open === 0) return group.seats.some(isFree) ? 'GroupExpired' : 'GroupFull'
  if (way === 'pay') return free > 0 ? 'GroupSeatFree' : null
  return free > 0 ? null : 'GroupSeatNotFree'
}

/** Reason why a group cannot be listed, or null. */
export const refuseListing = (group: GroupState): Refusal | null =>
  refuseEnded(group) ?? (group.status === 'finished' ? 'GroupFull' : null)

/** Reason why the creator cannot pay for the open seats, or null. */
export function refuseRest(group: GroupState): Refusal | null {
  const ended = refuseEnded(group)
  if (ended) return ended
  if (!creatorPaid(group)) return 'GroupCreatorUnpaid'
  return openSeats(group).length === 0 ? 'GroupNothingToPay' : null
}

/** Reason why members cannot leave, or null. */
export const refuseLeave = (group: GroupState): Refusal | null =>
  refuseEnded(group) ?? (group.status === 'finished' ? 'GroupFinished' : null)

export type RemovalFault = 'over' | 'open' | 'creator' | 'gone' | 'empty'

/** Reason why an operator cannot remove a seat, or null. `withMoney`: refund even if the creator paid for it. */
export function findRemovalFault(group: GroupState, number: number, withMoney: boolean): RemovalFault | null {
  if (group.status === 'closed' || group.status === 'expired' || (group.over && !group.ended)) return 'over'
  const seat = group.seats.find((each) => each.seat === number)
  if (!seat) return 'open'
  if (seat === creatorSeat(group)) return 'creator'
  if (seat.state === 'lost' || seat.state === 'removed') return 'gone'
  return seat.state === 'paid' && seat.userId === null && !withMoney ? 'empty' : null
}

/** Maximum of unpaid seats that a user may hold in a group within so many minutes. */
export const unpaidSeats = { max: 2, minutes: 60 } as const
/** Maximum of departures from paid groups within so many hours: each causes a refund. */
export const paidLeaves = { max: 2, hours: 24 } as const
/** Minutes before the creator may release a held seat. */
export const freeableAfterMinutes = 10

/** True if the creator may release a held, unpaid seat. `heldSince`: time of its order. */
export const isFreeable = (heldSince: Date, now: Date): boolean =>
  now.getTime() - heldSince.getTime() >= freeableAfterMinutes * 60_000
