import type { ErrorStatus } from '#shared/errors.ts'

export type GroupStatus = 'unfinished' | 'finished' | 'expired' | 'closed'
export type PaymentType = 'pay_all' | 'pay_self'
export type GroupSize = 2 | 3

/** A seat that is not open. */
export type Seat = {
  readonly seat: number
  /** Null: the creator pays for it, and no one sits there yet. */
  readonly userId: string | null
  readonly payerId: string
  readonly orderId: string
  /** After the group was complete: `lost`: its money went back; `removed`: an operator ended it, whatever its money does. */
  readonly state: 'held' | 'paid' | 'lost' | 'removed'
  readonly leaseUntil: Date
  /** The lease of a held seat is over: it is its holder's until someone else takes it. */
  readonly lapsed: boolean
  /** The membership grant that this seat stands for now, and how many it had: a ledger grants each id once. */
  readonly standingGrant: string | null
  readonly grantsMade: number
}
export type GroupState = {
  readonly creatorId: string
  readonly size: GroupSize
  readonly paymentType: PaymentType
  readonly status: GroupStatus
  /** Its time is over, by the database's clock. */
  readonly over: boolean
  /** What its end means was done. In a finished group: what no one took became the creator's. */
  readonly ended: boolean
  readonly seats: readonly Seat[]
  /** Whom an operator removed: they take no seat of it again. */
  readonly removed: readonly string[]
}

/** A group with what was sold to it. */
export type SoldGroup = GroupState & {
  readonly id: string
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
}

/** Under which id the membership ledger knows the next grant of a seat. */
export const seatGrantId = (groupId: string, { seat, grantsMade }: Seat): string =>
  grantsMade === 0 ? `${groupId}:${seat}` : `${groupId}:${seat}:${grantsMade}`

export const isLapsed = (seat: Seat) => seat.state === 'held' && seat.lapsed
const isFree = (seat: Seat) => seat.state === 'paid' && seat.userId === null
export const creatorSeat = (group: GroupState) => group.seats.find(({ userId }) => userId === group.creatorId)
export const creatorPaid = (group: GroupState) => {
  const own = creatorSeat(group)
  return own !== undefined && own.state !== 'held'
}
/** The seat in which someone sits; one whose lease is over is not theirs for sure any more. */
export const seatOf = (group: GroupState, userId: string) =>
  group.seats.find((seat) => seat.userId === userId && !isLapsed(seat))

/** Numbers of the seats to be had for their price. */
export const openSeats = (group: GroupState): number[] =>
  group.status !== 'unfinished' || group.over || !creatorPaid(group)
    ? []
    : [1, 2, 3].filter(
        (number) => number <= group.size && group.seats.every((seat) => seat.seat !== number || isLapsed(seat)),
      )
/** Seats that are paid for and that anyone may take now. */
export const freeSeats = (group: GroupState): Seat[] =>
  (group.status !== 'unfinished' && group.status !== 'finished') || group.over || !creatorPaid(group)
    ? []
    : group.seats.filter(isFree)

export const firstFree = (group: GroupState): Seat | undefined => freeSeats(group)[0]

/** Seats whose time no one took before the end: it is the creator's. */
export const unclaimedSeats = (group: GroupState): Seat[] =>
  group.status === 'finished' && group.ended ? group.seats.filter(isFree) : []

/** Who has the time of a seat now; null: no one. */
export const beneficiary = (group: GroupState, seat: Seat): string | null =>
  group.status !== 'finished' || seat.state !== 'paid' ? null : (seat.userId ?? (group.ended ? group.creatorId : null))

type Refusal = Extract<ErrorStatus, `Group${string}`>

const refuseEnded = (group: GroupState): Refusal | null => {
  if (group.status === 'closed') return 'GroupClosed'
  return group.status === 'expired' || (group.status === 'unfinished' && group.over) ? 'GroupExpired' : null
}

/** Why someone cannot join, or null. `free`: a seat that is paid for; `pay`: one for its price. */
export function refuseJoin(group: GroupState, userId: string, way: 'free' | 'pay'): Refusal | null {
  const ended = refuseEnded(group)
  if (ended) return ended
  if (group.removed.includes(userId)) return 'GroupRemoved'
  if (!creatorPaid(group)) return 'GroupCreatorUnpaid'
  if (seatOf(group, userId)) return 'GroupJoined'
  const free = freeSeats(group).length
  const open = openSeats(group).length
  // What is held may come free again; what is paid for will not.
  if (free + open === 0 && group.seats.some(({ state }) => state === 'held')) return 'GroupSeatsHeld'
  if (free + open === 0) return group.seats.some(isFree) ? 'GroupExpired' : 'GroupFull'
  if (way === 'pay') return free > 0 ? 'GroupSeatFree' : null
  return free > 0 ? null : 'GroupSeatNotFree'
}

/** Why a group cannot be put on the list of open ones, or null: nothing of it is left to be had for its price. */
export const refuseListing = (group: GroupState): Refusal | null =>
  refuseEnded(group) ?? (group.status === 'finished' ? 'GroupFull' : null)

/** Why the creator cannot pay for the open seats, or null. */
export function refuseRest(group: GroupState): Refusal | null {
  const ended = refuseEnded(group)
  if (ended) return ended
  if (!creatorPaid(group)) return 'GroupCreatorUnpaid'
  return openSeats(group).length === 0 ? 'GroupNothingToPay' : null
}

/** Why no one can leave, or null. */
export const refuseLeave = (group: GroupState): Refusal | null =>
  refuseEnded(group) ?? (group.status === 'finished' ? 'GroupFinished' : null)

export type RemovalFault = 'over' | 'open' | 'creator' | 'gone' | 'empty'

/** Why an operator cannot remove a seat, or null. `withMoney`: what was paid for it goes back also where its creator paid for it. */
export function findRemovalFault(group: GroupState, number: number, withMoney: boolean): RemovalFault | null {
  if (group.status === 'closed' || group.status === 'expired' || (group.over && !group.ended)) return 'over'
  const seat = group.seats.find((each) => each.seat === number)
  if (!seat) return 'open'
  if (seat === creatorSeat(group)) return 'creator'
  if (seat.state === 'lost' || seat.state === 'removed') return 'gone'
  return seat.state === 'paid' && seat.userId === null && !withMoney ? 'empty' : null
}
