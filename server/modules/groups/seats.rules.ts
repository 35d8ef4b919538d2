import type { ErrorStatus } from '#shared/errors.ts'

export type GroupStatus = 'unfinished' | 'finished' | 'expired' | 'closed'
export type PaymentType = 'pay_all' | 'pay_self'
export type GroupSize = 2 | 3

/** Seat that is held, paid, lost or removed. Open seats have no record. */
export type Seat = {
  readonly seat: number
  /** User of the seat. Null if the creator paid for the seat and nobody has taken it yet. */
  readonly userId: string | null
  readonly payerId: string
  readonly orderId: string
  /**
   * State of a seat. `lost`: its money was refunded or disputed in a finished group. `removed`: taken away by an
   * operator, whatever happens to its money.
   */
  readonly state: 'held' | 'paid' | 'lost' | 'removed'
  readonly leaseUntil: Date
  /** True if the reservation has expired. The holder keeps the seat until somebody else takes it. */
  readonly lapsed: boolean
  /**
   * True if at least half of the price has arrived for a held seat, so that the buyer or an operator must still settle
   * the rest. The reservation then lasts until two hours before the group's end, so that others can still fill it.
   */
  readonly halfPaid: boolean
  /**
   * Current membership grant of the seat and the number of grants made. The membership ledger accepts each grant id
   * once.
   */
  readonly standingGrant: string | null
  readonly grantsMade: number
}
export type GroupState = {
  readonly creatorId: string
  readonly size: GroupSize
  readonly paymentType: PaymentType
  readonly status: GroupStatus
  readonly over: boolean
  /** True until two hours before the group's end, when half-paid seats open again. */
  readonly keepsHalfPaid: boolean
  /**
   * True once the deadline was processed or the group was closed. In a finished group the unclaimed seats then belong
   * to the creator.
   */
  readonly ended: boolean
  readonly seats: readonly Seat[]
  /** Users whom an operator removed from the group. They cannot join again. */
  readonly removed: readonly string[]
}

export type SoldGroup = GroupState & {
  readonly id: string
  readonly months: number
  readonly bonusDays: number
  readonly maxDevices: number
}

export const seatGrantId = (groupId: string, { seat, grantsMade }: Seat): string =>
  grantsMade === 0 ? `${groupId}:${seat}` : `${groupId}:${seat}:${grantsMade}`

export const isLapsed = (seat: Seat) => seat.state === 'held' && seat.lapsed
const isFree = (seat: Seat) => seat.state === 'paid' && seat.userId === null
export const creatorSeat = (group: GroupState) => group.seats.find(({ userId }) => userId === group.creatorId)
export const creatorPaid = (group: GroupState) => {
  const own = creatorSeat(group)
  return own !== undefined && own.state !== 'held'
}
export const seatOf = (group: GroupState, userId: string) =>
  group.seats.find((seat) => seat.userId === userId && !isLapsed(seat))

/** Numbers of the group's seats that can be bought. */
export const openSeats = (group: GroupState): number[] =>
  group.status !== 'unfinished' || group.over || !creatorPaid(group)
    ? []
    : [1, 2, 3].filter(
        (number) => number <= group.size && group.seats.every((seat) => seat.seat !== number || isLapsed(seat)),
      )
export const freeSeats = (group: GroupState): Seat[] =>
  (group.status !== 'unfinished' && group.status !== 'finished') || group.over || !creatorPaid(group)
    ? []
    : group.seats.filter(isFree)

export const firstFree = (group: GroupState): Seat | undefined => freeSeats(group)[0]

/** Free seats that nobody took before the group's deadline. They belong to the creator. */
export const unclaimedSeats = (group: GroupState): Seat[] =>
  group.status === 'finished' && group.ended ? group.seats.filter(isFree) : []

/** User who receives the membership time of a seat now; null if nobody does. */
export const beneficiary = (group: GroupState, seat: Seat): string | null =>
  group.status !== 'finished' || seat.state !== 'paid' ? null : (seat.userId ?? (group.ended ? group.creatorId : null))

type Refusal = Extract<ErrorStatus, `Group${string}`>

const refuseEnded = (group: GroupState): Refusal | null => {
  if (group.status === 'closed') return 'GroupClosed'
  return group.status === 'expired' || (group.status === 'unfinished' && group.over) ? 'GroupExpired' : null
}

/** Reason why a user cannot join, or null. `free`: take a seat that the creator paid. `pay`: buy an open seat. */
export function refuseJoin(group: GroupState, userId: string, way: 'free' | 'pay'): Refusal | null {
  const ended = refuseEnded(group)
  if (ended) return ended
  if (group.removed.includes(userId)) return 'GroupRemoved'
  if (!creatorPaid(group)) return 'GroupCreatorUnpaid'
  if (seatOf(group, userId)) return 'GroupJoined'
  const free = freeSeats(group).length
  const open = openSeats(group).length
  // Held seats may become open again, but paid seats will not.
  if (free + open === 0 && group.seats.some(({ state }) => state === 'held')) return 'GroupSeatsHeld'
  if (free + open === 0) return group.seats.some(isFree) ? 'GroupExpired' : 'GroupFull'
  if (way === 'pay') return free > 0 ? 'GroupSeatFree' : null
  return free > 0 ? null : 'GroupSeatNotFree'
}

export const refuseListing = (group: GroupState): Refusal | null =>
  refuseEnded(group) ?? (group.status === 'finished' ? 'GroupFull' : null)

export function refuseRest(group: GroupState): Refusal | null {
  const ended = refuseEnded(group)
  if (ended) return ended
  if (!creatorPaid(group)) return 'GroupCreatorUnpaid'
  return openSeats(group).length === 0 ? 'GroupNothingToPay' : null
}

export const refuseLeave = (group: GroupState): Refusal | null =>
  refuseEnded(group) ?? (group.status === 'finished' ? 'GroupFinished' : null)

export type RemovalFault = 'over' | 'open' | 'creator' | 'gone' | 'empty'

/**
 * Reason why an operator cannot remove a seat, or null. `withMoney`: also refund the payment of the creator for the
 * seat.
 */
export function findRemovalFault(group: GroupState, number: number, withMoney: boolean): RemovalFault | null {
  if (group.status === 'closed' || group.status === 'expired' || (group.over && !group.ended)) return 'over'
  const seat = group.seats.find((each) => each.seat === number)
  if (!seat) return 'open'
  if (seat === creatorSeat(group)) return 'creator'
  if (seat.state === 'lost' || seat.state === 'removed') return 'gone'
  return seat.state === 'paid' && seat.userId === null && !withMoney ? 'empty' : null
}

/** Maximum number of unpaid seats that a user may hold in a group within these minutes. */
export const unpaidSeats = { max: 2, minutes: 60 } as const
/** Maximum number of times that a user may leave a paid seat within these hours, because each time causes a refund. */
export const paidLeaves = { max: 2, hours: 24 } as const
export const freeableAfterMinutes = 10

export const isFreeable = (heldSince: Date, now: Date): boolean =>
  now.getTime() - heldSince.getTime() >= freeableAfterMinutes * 60_000
