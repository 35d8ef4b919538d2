import { encodeTime } from 'ulid'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { attemptColumns, type Attempt, type Review } from './payments.queries.ts'
import type { ProviderId } from './providers/port.ts'

/** Maximum clock difference between servers and database: ids contain server time, `created_at` is database time. */
const clockSpreadMs = 86_400_000

type Range = { since: Date; after: string; provider: ProviderId | null }

/**
 * Page of attempts created since `since` (inclusive), by id, after the id `after`. Ids sort by time, so older rows are
 * not scanned. A null `provider` selects all providers.
 */
export const listAttemptsSince = (db: Queryable, { since, after, provider }: Range, limit: number) => {
  const first = encodeTime(Math.max(0, since.getTime() - clockSpreadMs), 10)
  return db.query(sql<Attempt>`
    select ${attemptColumns} from payment_attempts
    where created_at >= ${since} and id > ${after > first ? after : first} and (${provider}::text is null or provider = ${provider})
    order by id limit ${limit}`)
}

/**
 * Review that waits for a decision. `orderId` is null for money under a number that is not ours, and for a review of
 * stored figures.
 */
export type OpenReview = Review & {
  id: string
  orderId: string | null
  openedAt: Date
  takenBy: string | null
  takenUntil: Date | null
}

export const listOpenReviews = (db: Queryable, after: string | null = null, limit = 200) =>
  db.query(sql<OpenReview & { number: string | null }>`
    select r.id, r.order_id as "orderId", o.number, r.attempt_id as "attemptId", r.reason, r.details,
      r.resolved_at as "resolvedAt", r.opened_at as "openedAt", r.taken_by as "takenBy", r.taken_until as "takenUntil"
    from review_items r left join order_labels o on o.id = r.order_id
    where r.resolved_at is null and (${after}::uuid is null
      or (r.opened_at, r.id) > (select i.opened_at, i.id from review_items i where i.id = ${after}::uuid))
    order by r.opened_at, r.id limit ${limit}`)

export type FoundReview = OpenReview & {
  subject: string
  number: string | null
  userId: string | null
  resolution: string | null
  resolvedBy: string | null
}
export const findReview = (db: Queryable, id: string) =>
  db.maybe(sql<FoundReview>`
    select r.id, r.order_id as "orderId", o.number, o.user_id as "userId", r.attempt_id as "attemptId", r.reason, r.subject,
      r.details, r.opened_at as "openedAt", r.taken_by as "takenBy", r.taken_until as "takenUntil",
      r.resolved_at as "resolvedAt", r.resolution, r.resolved_by as "resolvedBy"
    from review_items r left join order_labels o on o.id = r.order_id where r.id = ${id}::uuid`)

type DecidedReview = {
  id: string
  number: string | null
  details: unknown
  resolvedAt: Date | null
  resolution: string | null
  resolvedBy: string | null
}
export const listDecided = (db: Queryable, reason: string, limit: number) =>
  db.query(sql<DecidedReview>`
    select r.id, o.number, r.details, r.resolved_at as "resolvedAt", r.resolution, r.resolved_by as "resolvedBy"
    from review_items r left join order_labels o on o.id = r.order_id
    where r.reason = ${reason} and r.resolved_at is not null order by r.resolved_at desc limit ${limit}`)

export const listOpenReviewTimes = (db: Queryable, limit: number) =>
  db.query(sql<{ openedAt: Date }>`
    select opened_at as "openedAt" from review_items where resolved_at is null order by opened_at limit ${limit}`)

export const findLedgerReview = (db: Queryable) =>
  db.maybe(sql<{ openedAt: Date; found: number }>`
    select opened_at as "openedAt", coalesce((details->>'found')::int, 0)::int as found
    from review_items where reason = 'figures_differ' and subject = 'ledger' and resolved_at is null`)

export const listOpenReviewsOf = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<{ id: string; orderId: string | null; reason: string; subject: string; openedAt: Date }>`
    select id, order_id as "orderId", reason, subject, opened_at as "openedAt"
    from review_items where order_id = any(${orderIds}::uuid[]) and resolved_at is null order by opened_at, id`)

export const findOpenReview = (db: Queryable, id: string) =>
  db.maybe(sql<OpenReview & { subject: string }>`
    select id, order_id as "orderId", attempt_id as "attemptId", reason, subject, details, resolved_at as "resolvedAt",
      opened_at as "openedAt", taken_by as "takenBy", taken_until as "takenUntil"
    from review_items where resolved_at is null and id = ${id}::uuid`)

type Taking = { id: string; by: string | null; until: Date | null; operatorId: string; over: boolean }
/**
 * Assigns a review to an operator, or releases it if `by` is null. Returns 0 if the review is resolved, or if another
 * operator still has it and `over` (take over) is false.
 */
export const takeReview = (db: Queryable, { id, by, until, operatorId, over }: Taking) =>
  db.run(sql`
    update review_items set taken_by = ${by}::uuid, taken_until = ${until}
    where id = ${id}::uuid and resolved_at is null
      and (taken_by is null or taken_by = ${operatorId}::uuid or taken_until <= now() or ${over}::boolean)`)

/**
 * Review to open. `subject`: payment, refund or dispute under review; empty if an attempt can have only one review with
 * this reason.
 */
export type NewReview = { orderId: string; attemptId: string | null; reason: string; subject: string; details: unknown }

export const resolveReview = (db: Queryable, id: string, resolution: string, resolvedBy: string) =>
  db.maybe(sql<{ orderId: string | null; attemptId: string | null; reason: string }>`
    update review_items set resolved_at = now(), resolution = ${resolution}, resolved_by = ${resolvedBy}
    where id = ${id} and resolved_at is null returning order_id as "orderId", attempt_id as "attemptId", reason`)

export const closeReviewOf = (db: Queryable, r: Omit<NewReview, 'details'>, resolution: string, resolvedBy: string) =>
  db.run(sql`
    update review_items set resolved_at = now(), resolution = ${resolution}, resolved_by = ${resolvedBy}
    where order_id = ${r.orderId} and attempt_id is not distinct from ${r.attemptId} and reason = ${r.reason}
      and subject = ${r.subject} and resolved_at is null`)

type AskedReview = {
  id: string
  reason: string
  openedAt: Date
  resolvedAt: Date | null
  resolution: string | null
  resolvedBy: string | null
}

export const listReviewsOf = (db: Queryable, orderId: string, limit: number) =>
  db.query(sql<AskedReview>`
    select id, reason, opened_at as "openedAt", resolved_at as "resolvedAt", resolution,
      resolved_by as "resolvedBy"
    from review_items where order_id = ${orderId} order by opened_at desc, id desc limit ${limit}`)

export const listOpenReviewsOfBuyer = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<{ id: string; number: string; reason: string; openedAt: Date }>`
    select r.id, o.number, r.reason, r.opened_at as "openedAt"
    from order_labels o join review_items r on r.order_id = o.id
    where o.user_id = ${userId} and r.resolved_at is null order by r.opened_at, r.id limit ${limit}`)

export const listDisputedOfBuyer = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<{ number: string }>`
    select distinct o.number from order_labels o join review_items r on r.order_id = o.id
    where o.user_id = ${userId} and r.resolved_at is null and r.reason = 'disputed' limit ${limit}`)

export const listReviewAges = (db: Queryable, limit: number) =>
  db.query(sql<{ id: string; reason: string; openedAt: Date }>`
    select id, reason, opened_at as "openedAt" from review_items where resolved_at is null order by opened_at, id limit ${limit}`)

export const countOpenReviews = (db: Queryable) =>
  db.one(sql<{ count: number; oldestSeconds: number | null }>`
    select count(*)::int as count, extract(epoch from now() - min(opened_at))::int as "oldestSeconds"
    from review_items where resolved_at is null`)
