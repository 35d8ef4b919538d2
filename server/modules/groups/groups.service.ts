import { randomInt } from 'node:crypto'
import { AppError } from '#shared/errors.ts'
import { groupHours } from '#shared/payment-windows.ts'
import { foldBase32 } from '#shared/typed-code.ts'
import type { Queryable, Transaction, Database } from '#server/platform/database.ts'
import type { DeleteBatch } from '#server/platform/delete-in-batches.ts'
import type { Step } from './group-steps.rules.ts'
import * as repo from './groups.repo.ts'
import { type GroupState, type Seat, isFreeable, isLapsed, paidLeaves, unpaidSeats } from './seats.rules.ts'

export type Group = repo.GroupRow & GroupState

/** Group codes use Crockford's base 32, without letters that look like digits. */
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const drawCode = (): string => Array.from({ length: 11 }, () => crockford.charAt(randomInt(32))).join('')
export const normalizeGroupId = foldBase32

export async function createGroup(tx: Transaction, draft: Omit<repo.NewGroup, 'id' | 'hours'>): Promise<Group> {
  for (;;) {
    const id = drawCode()
    if ((await repo.insertGroup(tx, { ...draft, id, hours: groupHours })) === 1) return lockGroup(tx, id)
  }
}

export async function lockGroup(tx: Transaction, id: string): Promise<Group> {
  const row = await repo.lockGroup(tx, id)
  if (!row) throw new AppError('NotFound')
  return { ...row, seats: await repo.listSeats(tx, [id]) }
}

export async function findGroup(db: Queryable, id: string): Promise<Group> {
  const [group] = await findGroups(db, [id])
  if (!group) throw new AppError('NotFound')
  return group
}

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

export async function findListed(db: Queryable, after: string | null, limit: number): Promise<Group[]> {
  const ids = idsOf(await repo.listListed(db, after, limit))
  const groups = new Map((await findGroups(db, ids)).map((group) => [group.id, group]))
  return ids.flatMap((id) => groups.get(id) ?? [])
}

/** Shows or hides the group in the public list. The caller must hold the group's lock. */
export const saveListed = async (tx: Transaction, groupId: string, listed: boolean): Promise<void> => {
  await repo.setListed(tx, groupId, listed)
}

export const wasMember = async (db: Queryable, groupId: string, userId: string): Promise<boolean> =>
  (await repo.findTrace(db, groupId, userId)) !== undefined

/**
 * Throws `GroupSeatPause` if the user held seats of the group too often without paying. The caller must hold the
 * group's lock.
 */
export async function checkUnpaidSeatLimit(tx: Transaction, groupId: string, userId: string): Promise<void> {
  const { count } = await repo.countUnpaidSeats(tx, groupId, userId, unpaidSeats.minutes)
  if (count >= unpaidSeats.max) throw new AppError('GroupSeatPause')
}

export async function checkLeaveLimit(tx: Transaction, userId: string): Promise<void> {
  await repo.queueLeaving(tx, userId)
  const { count } = await repo.countPaidLeaves(tx, userId, paidLeaves.hours)
  if (count >= paidLeaves.max) throw new AppError('GroupLeavePause')
}

export async function listFreeableSeats(db: Queryable, group: Group, now: Date): Promise<number[]> {
  const held = group.seats.filter(
    (seat) => seat.state === 'held' && seat.payerId !== group.creatorId && (!seat.halfPaid || isLapsed(seat)),
  )
  if (held.length === 0 || group.status !== 'unfinished' || group.over) return []
  const since = await repo.findHeldSince(db, group.id, idsOfOrders(held))
  const isLate = (seat: Seat) => since.some(({ orderId, at }) => orderId === seat.orderId && isFreeable(at, now))
  return held.filter(isLate).map(({ seat }) => seat)
}
const idsOfOrders = (seats: readonly Seat[]) => [...new Set(seats.map(({ orderId }) => orderId))]

/** Saves the changes of a step and returns true if there were any. The caller must hold the group's lock. */
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
  // Saves the seats before the member count: a constraint aborts the transaction if there is one member too many.
  const more = people(after.seats) - people(before.seats)
  await Promise.all([
    ...gone.map(({ seat }) => repo.deleteSeat(tx, before.id, seat)),
    ...seats.map(({ seat, known }) => {
      if (!known) return repo.insertSeat(tx, before.id, seat)
      return (
        (known.userId !== seat.userId || known.state !== seat.state || known.halfPaid !== seat.halfPaid) &&
        repo.updateSeat(tx, before.id, seat)
      )
    }),
    repo.updateGroup(tx, before.id, { status: after.status, ended: after.ended, removed: after.removed, more }),
    ...events.map((event) => repo.insertEvent(tx, before.id, actor, event)),
  ])
  return true
}

/** Group id in a membership grant id. Null if the grant is not of a group seat. */
export const groupOfGrant = (grantId: string): string | null =>
  /^([0-9A-Z]{11}):\d(?::\d+)?$/.exec(grantId)?.[1] ?? null

/** Saves the current membership grant of each seat. The caller must hold the group's lock. */
export const saveSeatStandings = async (
  tx: Transaction,
  groupId: string,
  standings: readonly repo.SeatStanding[],
): Promise<void> => {
  await Promise.all(standings.map((standing) => repo.setStanding(tx, groupId, standing)))
}

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
