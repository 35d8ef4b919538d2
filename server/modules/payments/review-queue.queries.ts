import { encodeTime } from 'ulid'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Attempt, Review } from './payments.queries.ts'
import type { ProviderId } from './providers/port.ts'

/** Clocks of servers and of the database differ by less: an id is of the server's time, `created_at` of the database's. */
const clockSpreadMs = 86_400_000

type Range = { since: Date; after: string; provider: ProviderId | null }

/**
 * Attempts made since then, page by page in the order of their ids, which is that of time: nothing older is walked through.
 * `provider`: null for all of them.
 */
export const listAttemptsSince = (db: Queryable, { since, after, provider }: Range, limit: number) => {
  const first = encodeTime(Math.max(0, since.getTime() - clockSpreadMs), 10)
  return db.query(sql<Attempt>`
    select id, order_id as "orderId", provider, method, device, currency, amount_minor as "amountMinor", status,
      pay_step as "payStep", provider_ref as "providerRef", expires_at as "expiresAt", queries
    from payment_attempts
    where created_at >= ${since} and id > ${after > first ? after : first} and (${provider}::text is null or provider = ${provider})
    order by id limit ${limit}`)
}

/** `orderId`: null where money came under a number that is none of ours. */
export type OpenReview = Review & {
  id: string
  orderId: string | null
  openedAt: Date
  /** The operator who works on it, or did. */
  takenBy: string | null
  takenUntil: Date | null
}

/** The oldest first, from behind the item `after`. */
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
/** An item, also one that is decided. */
export const findReview = (db: Queryable, id: string) =>
  db.maybe(sql<FoundReview>`
    select r.id, r.order_id as "orderId", o.number, o.user_id as "userId", r.attempt_id as "attemptId", r.reason, r.subject,
      r.details, r.opened_at as "openedAt", r.taken_by as "takenBy", r.taken_until as "takenUntil",
      r.resolved_at as "resolvedAt", r.resolution, r.resolved_by as "resolvedBy"
    from review_items r left join order_labels o on o.id = r.order_id where r.id = ${id}::uuid`)

export type DecidedReview = {
  id: string
  number: string | null
  details: unknown
  resolvedAt: Date | null
  resolution: string | null
  resolvedBy: string | null
}
/** How the last of one kind ended, the newest first. */
export const listDecided = (db: Queryable, reason: string, limit: number) =>
  db.query(sql<DecidedReview>`
    select r.id, o.number, r.details, r.resolved_at as "resolvedAt", r.resolution, r.resolved_by as "resolvedBy"
    from review_items r left join order_labels o on o.id = r.order_id
    where r.reason = ${reason} and r.resolved_at is not null order by r.resolved_at desc limit ${limit}`)

/** Since when the same wait, the longest first, and nothing else of them: where they are counted. */
export const listOpenReviewTimes = (db: Queryable, limit: number) =>
  db.query(sql<{ openedAt: Date }>`
    select opened_at as "openedAt" from review_items where resolved_at is null order by opened_at limit ${limit}`)

/** How many differences the last proof of the ledger found that no one has decided on. */
export const findLedgerReview = (db: Queryable) =>
  db.maybe(sql<{ openedAt: Date; found: number }>`
    select opened_at as "openedAt", coalesce((details->>'found')::int, 0)::int as found
    from review_items where reason = 'figures_differ' and subject = 'ledger' and resolved_at is null`)

/** What is open about these orders. `subject`: which payment, refund or dispute it is about. */
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
/** 0 where it is decided, or another operator has it and it is not taken over. `by`: null to leave it. */
export const takeReview = (db: Queryable, { id, by, until, operatorId, over }: Taking) =>
  db.run(sql`
    update review_items set taken_by = ${by}::uuid, taken_until = ${until}
    where id = ${id}::uuid and resolved_at is null
      and (taken_by is null or taken_by = ${operatorId}::uuid or taken_until <= now() or ${over}::boolean)`)

/** `subject`: which payment, refund or dispute, where an attempt may be asked about several times at once; else empty. */
export type NewReview = { orderId: string; attemptId: string | null; reason: string; subject: string; details: unknown }

/** The review, if no one resolved it before. */
export const resolveReview = (db: Queryable, id: string, resolution: string, resolvedBy: string) =>
  db.maybe(sql<{ orderId: string | null; attemptId: string | null; reason: string }>`
    update review_items set resolved_at = now(), resolution = ${resolution}, resolved_by = ${resolvedBy}
    where id = ${id} and resolved_at is null returning order_id as "orderId", attempt_id as "attemptId", reason`)

/** Returns what was asked about one subject. */
export const closeReviewOf = (db: Queryable, r: Omit<NewReview, 'details'>, resolution: string, resolvedBy: string) =>
  db.run(sql`
    update review_items set resolved_at = now(), resolution = ${resolution}, resolved_by = ${resolvedBy}
    where order_id = ${r.orderId} and attempt_id is not distinct from ${r.attemptId} and reason = ${r.reason}
      and subject = ${r.subject} and resolved_at is null`)

export type AskedReview = {
  id: string
  reason: string
  openedAt: Date
  resolvedAt: Date | null
  resolution: string | null
  resolvedBy: string | null
}

/** Everything that was asked about an order, the newest first. */
export const listReviewsOf = (db: Queryable, orderId: string, limit: number) =>
  db.query(sql<AskedReview>`
    select id, reason, opened_at as "openedAt", resolved_at as "resolvedAt", resolution,
      resolved_by as "resolvedBy"
    from review_items where order_id = ${orderId} order by opened_at desc, id desc limit ${limit}`)

/** What is open about any order of a person, the oldest first. */
export const listOpenReviewsOfBuyer = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<{ id: string; number: string; reason: string; openedAt: Date }>`
    select r.id, o.number, r.reason, r.opened_at as "openedAt"
    from order_labels o join review_items r on r.order_id = o.id
    where o.user_id = ${userId} and r.resolved_at is null order by r.opened_at, r.id limit ${limit}`)

/** Numbers of a person's orders whose payer disputes the payment, and no one has decided about it. */
export const listDisputedOfBuyer = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<{ number: string }>`
    select distinct o.number from order_labels o join review_items r on r.order_id = o.id
    where o.user_id = ${userId} and r.resolved_at is null and r.reason = 'disputed' limit ${limit}`)

/** All that are open, the oldest first, without what was found. */
export const listReviewAges = (db: Queryable, limit: number) =>
  db.query(sql<{ id: string; reason: string; openedAt: Date }>`
    select id, reason, opened_at as "openedAt" from review_items where resolved_at is null order by opened_at, id limit ${limit}`)

/** Reviews that wait for a person, and since when the oldest does; null: none waits. */
export const countOpenReviews = (db: Queryable) =>
  db.one(sql<{ count: number; oldestSeconds: number | null }>`
    select count(*)::int as count, extract(epoch from now() - min(opened_at))::int as "oldestSeconds"
    from review_items where resolved_at is null`)
