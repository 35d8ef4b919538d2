import { randomInt } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { groupHours } from '#shared/payment-windows.ts'
import { foldBase32 } from '#shared/typed-code.ts'
import type { Queryable, Transaction, Database } from '#server/platform/database.ts'
import type { DeleteBatch } from '#server/platform/sweep.ts'
import type { Step } from './group-steps.rules.ts'
import * as repo from './groups.repo.ts'
import { type GroupState, type Seat, isFreeable, paidLeaves, unpaidSeats } from './groups.rules.ts'

/** Group with its taken seats. */
export type Group = repo.GroupRow & GroupState

/** Alphabet of group codes. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawCode = (): string => Array.from({ length: 11 }, () => crockford.charAt(randomInt(32))).join('')
export const normalizeGroupId = foldBase32

/** Creates and locks an empty group; its time starts now. */
export async function createGroup(tx: Transaction, draft: Omit<repo.NewGroup, 'id' | 'hours'>): Promise<Group> {
  for (;;) {
    const id = drawCode()
    if ((await repo.insertGroup(tx, { ...draft, id, hours: groupHours })) === 1) return lockGroup(tx, id)
  }
}

/** Locks the group. Throws NotFound. */
export async function lockGroup(tx: Transaction, id: string): Promise<Group> {
  const row = await repo.lockGroup(tx, id)
  if (!row) throw new AppError('NotFound')
  return { ...row, seats: await repo.listSeats(tx, [id]) }
}

/** Throws NotFound. */
export async function findGroup(db: Queryable, id: string): Promise<Group> {
  const [group] = await findGroups(db, [id])
  if (!group) throw new AppError('NotFound')
  return group
}

/** Newest first; omits unknown ids. */
export async function findGroups(db: Queryable, ids: readonly string[]): Promise<Group[]> {
  const rows = await repo.listGroups(db, ids)
  const seats = await repo.listSeats(db, ids)
  return rows.map((row) => ({ ...row, seats: seats.filter(({ groupId }) => groupId === row.id) }))
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

export const findCreated = async (db: Queryable, userId: string, before: Date | null, limit: number) =>
  findGroups(db, idsOf(await repo.listCreated(db, userId, before, limit)))

export const findParticipated = async (db: Queryable, userId: string, before: Date | null, limit: number) =>
  findGroups(db, idsOf(await repo.listParticipated(db, userId, before, limit)))

/** Page of listed groups, earliest end first, after the group `after`. */
export async function findListed(db: Queryable, after: string | null, limit: number): Promise<Group[]> {
  const ids = idsOf(await repo.listListed(db, after, limit))
  const groups = new Map((await findGroups(db, ids)).map((group) => [group.id, group]))
  return ids.flatMap((id) => groups.get(id) ?? [])
}

/** The caller holds the group's lock. */
export const saveListed = async (tx: Transaction, groupId: string, listed: boolean): Promise<void> => {
  await repo.setListed(tx, groupId, listed)
}

/** True if a user has or had a seat in a group. */
export const hasBeenIn = async (db: Queryable, groupId: string, userId: string): Promise<boolean> =>
  (await repo.findTrace(db, groupId, userId)) !== undefined

/**
 * Throws `GroupSeatPause` for a user who held seats of the group too often without paying. The caller holds its lock.
 */
export async function refuseHoarder(tx: Transaction, groupId: string, userId: string): Promise<void> {
  const { count } = await repo.countUnpaidSeats(tx, groupId, userId, unpaidSeats.minutes)
  if (count >= unpaidSeats.max) throw new AppError('GroupSeatPause')
}

/** Throws `GroupLeavePause` for a user who was refunded too often today after leaving groups. */
export async function refuseLeaver(tx: Transaction, userId: string): Promise<void> {
  await repo.queueLeaving(tx, userId)
  const { count } = await repo.countPaidLeaves(tx, userId, paidLeaves.hours)
  if (count >= paidLeaves.max) throw new AppError('GroupLeavePause')
}

/** Numbers of seats that others have held unpaid for so long that the creator may release them. */
export async function listFreeableSeats(db: Queryable, group: Group, now: Date): Promise<number[]> {
  const held = group.seats.filter(({ state, payerId }) => state === 'held' && payerId !== group.creatorId)
  if (held.length === 0 || group.status !== 'unfinished' || group.over) return []
  const since = await repo.findHeldSince(db, group.id, idsOfOrders(held))
  const isLate = (seat: Seat) => since.some(({ orderId, at }) => orderId === seat.orderId && isFreeable(at, now))
  return held.filter(isLate).map(({ seat }) => seat)
}
const idsOfOrders = (seats: readonly Seat[]) => [...new Set(seats.map(({ orderId }) => orderId))]

/** Saves the changes of a step; returns true if there were any. The caller holds the group's lock. */
export async function saveStep(
  tx: Transaction,
  before: Group,
  { group: after, events }: Pick<Step<Group>, 'group' | 'events'>,
  actor: string,
): Promise<boolean> {
  if (after === before && events.length === 0) return false
  const isSame = (a: Seat, b: Seat) => a.seat === b.seat && a.orderId === b.orderId
  const gone = before.seats.filter((seat) => !after.seats.some((kept) => isSame(kept, seat)))
  const seats = after.seats.map((seat) => ({ seat, known: before.seats.find((old) => isSame(old, seat)) }))
  const people = (some: readonly Seat[]) => some.filter(({ userId }) => userId !== null).length
  // Seats before the member count, whose constraint aborts the transaction if there is one too many.
  const more = people(after.seats) - people(before.seats)
  await Promise.all([
    ...gone.map(({ seat }) => repo.deleteSeat(tx, before.id, seat)),
    ...seats.map(({ seat, known }) => {
      if (!known) return repo.insertSeat(tx, before.id, seat)
      return (known.userId !== seat.userId || known.state !== seat.state) && repo.updateSeat(tx, before.id, seat)
    }),
    repo.updateGroup(tx, before.id, { status: after.status, ended: after.ended, removed: after.removed, more }),
    ...events.map((event) => repo.insertEvent(tx, before.id, actor, event)),
    repo.notifyChange(tx, before.id),
  ])
  return true
}

/** Group id in a grant id; null if it is not of a seat. */
export const groupOfGrant = (grantId: string): string | null =>
  /^([0-9A-Z]{11}):\d(?::\d+)?$/.exec(grantId)?.[1] ?? null

/** Saves the current grants of seats. The caller holds the group's lock. */
export const saveSeatStandings = async (
  tx: Transaction,
  groupId: string,
  standings: readonly repo.SeatStanding[],
): Promise<void> => {
  await Promise.all(standings.map((standing) => repo.setStanding(tx, groupId, standing)))
}

/** Walks once through unfilled groups and skips those with a payment. */
export function sweepUnpaidGroups(database: Database, days: number): DeleteBatch {
  let after: repo.Place | null = null
  return async (limit) => {
    const page = await repo.listUnfilled(database, days, after, limit)
    const ids = page.map(({ id }) => id)
    if (ids.length > 0) await repo.forgetUnpaid(database, ids, days)
    after = page.at(-1) ?? after
    return page.length
  }
}
