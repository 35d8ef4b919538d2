import { randomUUIDv7 } from 'node:crypto'
import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { GroupEvent } from './group-steps.rules.ts'
import type { GroupSize, GroupStatus, PaymentType, Seat } from './seats.rules.ts'
import type { GroupId } from './groups.queries.ts'

export type GroupRow = {
  id: string
  creatorId: string
  goodsId: string
  productNames: Localized
  months: number
  bonusDays: number
  maxDevices: number
  currency: Currency
  unitPriceMinor: number
  size: GroupSize
  paymentType: PaymentType
  status: GroupStatus
  version: number
  createdAt: Date
  expiresAt: Date
  finishedAt: Date | null
  listed: boolean
  over: boolean
  keepsHalfPaid: boolean
  ended: boolean
  removed: string[]
}
export type NewGroup = Omit<
  GroupRow,
  'status' | 'version' | 'createdAt' | 'expiresAt' | 'finishedAt' | 'over' | 'keepsHalfPaid' | 'ended' | 'removed'
> & { hours: number }

export const insertGroup = (db: Queryable, g: NewGroup) =>
  db.run(sql`
    insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, currency,
      unit_price_minor, size, payment_type, listed, expires_at)
    values (${g.id}, ${g.creatorId}, ${g.goodsId}, ${JSON.stringify(g.productNames)}, ${g.months}, ${g.bonusDays},
      ${g.maxDevices}, ${g.currency}, ${g.unitPriceMinor}, ${g.size}, ${g.paymentType}, ${g.listed},
      now() + make_interval(hours => ${g.hours}::int))
    on conflict do nothing`)

const groupColumns = columns`
  id, creator_id as "creatorId", goods_id as "goodsId", product_names as "productNames", months,
  bonus_days as "bonusDays", max_devices as "maxDevices", currency, unit_price_minor as "unitPriceMinor", size,
  payment_type as "paymentType", status, version, created_at as "createdAt", expires_at as "expiresAt",
  finished_at as "finishedAt", listed, expires_at <= now() as over,
  expires_at - interval '2 hours' > now() as "keepsHalfPaid", ended_at is not null as ended,
  removed_user_ids as removed`

/**
 * Locks a group. Every decision about the group needs this lock. Uses `no key update`, because inserts of seats and
 * orders lock the same row for their foreign keys.
 */
export const lockGroup = (db: Queryable, id: string) =>
  db.maybe(sql<GroupRow>`
    select ${groupColumns} from groups where id = ${id} for no key update`)

export const listGroups = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<GroupRow>`
    select ${groupColumns} from groups where id = any(${ids}) order by created_at desc, id`)

/**
 * Page of groups that a user created before `before`, newest first. Compares whole milliseconds, so groups of the same
 * millisecond stay on one page.
 */
export const listCreated = (db: Queryable, userId: string, before: Date | null, limit: number) =>
  db.query(sql<GroupId>`
    select id from groups
    where creator_id = ${userId} and date_trunc('milliseconds', created_at) < coalesce(${before}::timestamptz, 'infinity')
    order by date_trunc('milliseconds', created_at) desc fetch first (${limit}::int) rows with ties`)

export const listParticipated = (db: Queryable, userId: string, before: Date | null, limit: number) =>
  db.query(sql<GroupId>`
    select id from groups
    where id in (select group_id from group_events where user_id = ${userId}) and creator_id <> ${userId}
      and date_trunc('milliseconds', created_at) < coalesce(${before}::timestamptz, 'infinity')
    order by date_trunc('milliseconds', created_at) desc fetch first (${limit}::int) rows with ties`)

/**
 * Page of publicly listed groups with an open seat, earliest deadline first, after the group `after`. The condition
 * repeats the rules of `openSeats`.
 */
export const listListed = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<GroupId>`
    select id from groups g
    where listed and status = 'unfinished' and expires_at > now()
      and (${after}::text is null or (expires_at, id) > (select l.expires_at, l.id from groups l where l.id = ${after}))
      and exists (select from group_seats s where s.group_id = g.id and s.user_id = g.creator_id and s.state <> 'held')
      and (select count(*) from group_seats s
        where s.group_id = g.id and (s.state <> 'held' or greatest(s.lease_until, s.half_paid_until) > now())) < size
    order by expires_at, id limit ${limit}`)

export const setListed = (db: Queryable, id: string, listed: boolean) =>
  db.run(sql`update groups set listed = ${listed} where id = ${id}`)

export const findTrace = (db: Queryable, groupId: string, userId: string) =>
  db.maybe(sql<{ id: string }>`
    select id from group_events where group_id = ${groupId} and user_id = ${userId} limit 1`)

/** Number of unpaid orders by which a user held seats of the group in the last `minutes` minutes. */
export const countUnpaidSeats = (db: Queryable, groupId: string, userId: string, minutes: number) =>
  db.one(sql<{ count: number }>`
    select count(distinct order_id)::int as count from group_events held
    where group_id = ${groupId} and user_id = ${userId} and event = 'held' and at > now() - make_interval(mins => ${minutes}::int)
      and not exists (select from group_events paid
        where paid.group_id = held.group_id and paid.order_id = held.order_id and paid.event = 'paid')`)

/** Advisory lock: a user leaves groups one after the other, so that the limit on refunds is not exceeded. */
export const queueLeaving = (db: Queryable, userId: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('leave ' || ${userId}::uuid, 0))`)

/**
 * Counts how often a user left a group with a refund in the last `hours` hours. Such a departure is recognised by its
 * event, which names an order.
 */
export const countPaidLeaves = (db: Queryable, userId: string, hours: number) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from group_events
    where user_id = ${userId} and event = 'left' and order_id is not null and at > now() - make_interval(hours => ${hours}::int)`)

export const findHeldSince = (db: Queryable, groupId: string, orderIds: readonly string[]) =>
  db.query(sql<{ orderId: string | null; at: Date }>`
    select order_id as "orderId", min(at) as at from group_events
    where group_id = ${groupId} and event = 'held' and order_id = any(${orderIds}::uuid[]) group by order_id`)

type SeatRow = Seat & { groupId: string }

export const listSeats = (db: Queryable, groupIds: readonly string[]) =>
  db.query(sql<SeatRow>`
    select group_id as "groupId", seat, user_id as "userId", payer_id as "payerId", order_id as "orderId", state,
      greatest(lease_until, half_paid_until) as "leaseUntil", greatest(lease_until, half_paid_until) <= now() as lapsed,
      half_paid_until is not null as "halfPaid", standing_grant as "standingGrant",
      grants_made as "grantsMade"
    from group_seats where group_id = any(${groupIds}) order by group_id, seat`)

export const insertSeat = (db: Queryable, groupId: string, s: Seat) =>
  db.run(sql`
    insert into group_seats (group_id, seat, user_id, payer_id, order_id, state, lease_until)
    values (${groupId}, ${s.seat}, ${s.userId}, ${s.payerId}, ${s.orderId}, ${s.state}, ${s.leaseUntil})`)

export const deleteSeat = (db: Queryable, groupId: string, seat: number) =>
  db.run(sql`delete from group_seats where group_id = ${groupId} and seat = ${seat}`)

/** Saves a seat. A half-paid seat stays reserved until two hours before the group's end, as in `keepsHalfPaid`. */
export const updateSeat = (db: Queryable, groupId: string, s: Seat) =>
  db.run(sql`
    update group_seats set user_id = ${s.userId}, state = ${s.state}, half_paid_until = case when ${s.halfPaid}::boolean
        then (select expires_at - interval '2 hours' from groups where id = ${groupId}) end
    where group_id = ${groupId} and seat = ${s.seat}`)

export type SeatStanding = {
  readonly seat: number
  readonly standingGrant: string | null
  readonly grantsMade: number
}

export const setStanding = (db: Queryable, groupId: string, s: SeatStanding) =>
  db.run(sql`
    update group_seats set standing_grant = ${s.standingGrant}, grants_made = ${s.grantsMade}
    where group_id = ${groupId} and seat = ${s.seat}`)

type Change = { status: GroupStatus; ended: boolean; removed: readonly string[]; more: number }

/**
 * Saves a group. `more`: change of the number of members. If there are too many members, a constraint aborts the
 * database transaction.
 */
export const updateGroup = (db: Queryable, id: string, { status, ended, removed, more }: Change) =>
  db.one(sql<{ version: number }>`
    update groups set status = ${status}, joined = joined + ${more}, version = version + 1, removed_user_ids = ${removed}::uuid[],
      finished_at = case when ${status} = 'finished' then coalesce(finished_at, now()) end,
      ended_at = case when ${ended} then coalesce(ended_at, now()) end
    where id = ${id} returning version`)

export const insertEvent = (db: Queryable, groupId: string, actor: string, e: GroupEvent) =>
  db.run(sql`
    insert into group_events (id, group_id, event, seat, user_id, order_id, actor)
    values (${randomUUIDv7()}, ${groupId}, ${e.event}, ${e.seat ?? null}, ${e.userId ?? null}, ${e.orderId ?? null},
      ${actor})`)

/** Page cursor. The time is text, because a JavaScript Date is less precise than the database. */
export type Place = { at: string | null; id: string }

export const listUnfilled = (db: Queryable, days: number, after: Place | null, limit: number) =>
  db.query(sql<Place>`
    select ended_at::text as at, id from groups
    where status in ('expired', 'closed') and ended_at < now() - make_interval(days => ${days}::int)
      and (ended_at, id) > (coalesce(${after?.at ?? null}::text, '-infinity')::timestamptz, coalesce(${after?.id ?? null}::text, ''))
    order by groups.ended_at, groups.id limit ${limit}`)

/**
 * Deletes those of the expired and closed groups in which nobody ever paid and that ended more than `days` days ago,
 * with their seats, orders and history.
 */
export const forgetUnpaid = (db: Queryable, ids: readonly string[], days: number) =>
  db.one(sql<{ forgotten: number | null }>`select forget_unpaid_groups(${ids}::text[], ${days}::int) as forgotten`)
