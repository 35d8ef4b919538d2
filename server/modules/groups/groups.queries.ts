import type { Localized } from '#shared/language.ts'
import type { Currency } from '#shared/money.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type GroupId = { id: string }

export const listRecent = (db: Queryable, status: string | null, after: string | null, limit: number) =>
  db.query(sql<GroupId>`
    select id from groups where status = coalesce(${status}, status)
      and (${after}::text is null or (created_at, id) < (select g.created_at, g.id from groups g where g.id = ${after}))
    order by created_at desc, id desc limit ${limit}`)

/** Extends the reservation of an order's seats, for example while the buyer is paying. */
export const extendLease = (db: Queryable, groupId: string, orderId: string, until: Date) =>
  db.run(sql`
    update group_seats set lease_until = greatest(lease_until, ${until})
    where group_id = ${groupId} and order_id = ${orderId} and state = 'held'`)

export const expireNow = (db: Queryable, id: string) =>
  db.run(sql`update groups set expires_at = least(expires_at, now()) where id = ${id}`)

/**
 * Versions of groups, to detect changes. `lapsed` counts expired leases and a passed deadline that are not processed
 * yet, because these change the group without a new version.
 */
export const listVersions = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<{ id: string; version: number; lapsed: number }>`
    select id, version, (ended_at is null and expires_at <= now())::int + (
        select count(*)::int from group_seats s
        where s.group_id = g.id and s.state = 'held' and greatest(s.lease_until, s.half_paid_until) <= now()) as lapsed
    from groups g where id = any(${ids})`)

type StoredEvent = {
  event: string
  seat: number | null
  userId: string | null
  orderId: string | null
  actor: string
  at: Date
}

export const listEvents = (db: Queryable, groupId: string) =>
  db.query(sql<StoredEvent>`
    select event, seat, user_id as "userId", order_id as "orderId", actor, at from group_events
    where group_id = ${groupId} order by at, id`)

/**
 * State of an order's group seats. `isFinished`: the order has a paid seat in a finished group. `standingGrant`:
 * current membership grant of the buyer's own seat.
 */
export const findSeatsOf = (db: Queryable, orderId: string, buyerId: string) =>
  db.one(sql<{ isFinished: boolean; standingGrant: string | null }>`
    select coalesce(bool_or(s.state = 'paid' and g.status = 'finished'), false) as "isFinished",
      max(s.standing_grant) filter (where s.user_id = ${buyerId}) as "standingGrant"
    from group_seats s join groups g on g.id = s.group_id where s.order_id = ${orderId}`)

export const findGroupLabel = (db: Queryable, id: string | null) =>
  db.maybe(sql<{ id: string; productNames: Localized; status: string; createdAt: Date }>`
    select id, product_names as "productNames", status, created_at as "createdAt" from groups where id = ${id}::text`)

type SatIn = {
  id: string
  productNames: Localized
  status: string
  seat: number
  state: string
  expiresAt: Date
}

export const listSeatsOfUser = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<SatIn>`
    select g.id, g.product_names as "productNames", g.status, s.seat, s.state, g.expires_at as "expiresAt"
    from group_seats s join groups g on g.id = s.group_id where s.user_id = ${userId}
    order by g.created_at desc, g.id limit ${limit}`)

export const listOpenGroupsOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ userId: string | null; groupId: string }>`
    select distinct s.user_id as "userId", g.id as "groupId" from group_seats s join groups g on g.id = s.group_id
    where s.user_id = any(${userIds}::uuid[]) and g.status = 'unfinished' order by 2, 1`)

export const countOpenGroupsByPlan = (db: Queryable) =>
  db.query(sql<{ goodsId: string; currency: Currency; count: number; until: Date }>`
    select goods_id as "goodsId", currency, count(*)::int as count, max(expires_at) as until from groups
    where status = 'unfinished' and expires_at > now() group by goods_id, currency`)
