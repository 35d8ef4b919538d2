import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Attempt, Review } from './payments.repo.ts'

/** Attempts made since then, page by page in the order of their ids, which is that of time. */
export const listAttemptsSince = (db: Queryable, since: Date, afterId: string, limit: number) =>
  db.query(sql<Attempt>`
    select id, order_id as "orderId", provider, method, device, currency, amount_minor as "amountMinor", status,
      pay_step as "payStep", provider_ref as "providerRef", expires_at as "expiresAt", queries
    from payment_attempts where created_at >= ${since} and id > ${afterId} order by id limit ${limit}`)

/** `orderId`: null where money came under a number that is none of ours. */
export type OpenReview = Review & { id: string; orderId: string | null; openedAt: Date }

export const listOpenReviews = (db: Queryable) =>
  db.query(sql<OpenReview>`
    select id, order_id as "orderId", attempt_id as "attemptId", reason, details, resolved_at as "resolvedAt",
      opened_at as "openedAt"
    from review_items where resolved_at is null order by opened_at, id limit 200`)

/** The review, if nobody resolved it before. */
export const resolveReview = (db: Queryable, id: string, resolution: string, resolvedBy: string) =>
  db.maybe(sql<{ orderId: string | null; attemptId: string | null; reason: string }>`
    update review_items set resolved_at = now(), resolution = ${resolution}, resolved_by = ${resolvedBy}
    where id = ${id} and resolved_at is null returning order_id as "orderId", attempt_id as "attemptId", reason`)

/** Answers what was asked about a dispute of which it was stated how it ended. */
export const closeDisputeReviews = (db: Queryable, orderId: string, attemptId: string, end: 'won' | 'lost') =>
  db.run(sql`
    update review_items set resolved_at = now(), resolution = ${`${end}: it was stated`}, resolved_by = 'settlement'
    where order_id = ${orderId} and attempt_id = ${attemptId} and reason = 'disputed' and resolved_at is null`)
