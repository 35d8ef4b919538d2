import type { GroupState, Seat } from './seats.rules.ts'

export const leaseUntil = new Date('2026-11-21T12:00:00Z')

/** Paid seat of a group. Without a user the seat is free, and the creator "ann" has paid for it. */
export const seat = (number: number, userId: string | null, change: Partial<Seat> = {}): Seat => ({
  seat: number,
  userId,
  payerId: userId ?? 'ann',
  orderId: `o${number}`,
  state: 'paid',
  leaseUntil,
  lapsed: false,
  halfPaid: false,
  standingGrant: null,
  grantsMade: 0,
  ...change,
})
export const held = (number: number, userId: string | null, change: Partial<Seat> = {}): Seat =>
  seat(number, userId, { state: 'held', ...change })

export const group = (seats: readonly Seat[], change: Partial<GroupState> = {}): GroupState => ({
  creatorId: 'ann',
  size: 3,
  paymentType: 'pay_self',
  status: 'unfinished',
  over: false,
  keepsHalfPaid: true,
  ended: false,
  seats,
  removed: [],
  ...change,
})
