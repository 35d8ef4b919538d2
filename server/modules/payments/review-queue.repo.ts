import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { NewReview } from './review-queue.queries.ts'

/**
 * Opens at most one review per order, attempt, reason and subject, so that a repeated notification does not reopen a
 * resolved review. Reviews of wrong amounts, disputes, and refunds missing from the blockchain are the exception:
 * changed details update the open review, or open a new one after it was resolved.
 */
export const insertReview = (db: Queryable, r: NewReview) =>
  db.run(sql`
    with known as (
      select id, details, resolved_at from review_items
      where order_id = ${r.orderId}::uuid and reason = ${r.reason} and attempt_id is not distinct from ${r.attemptId}
        and subject = ${r.subject}
    ), renewed as (
      update review_items i set details = ${JSON.stringify(r.details)}::jsonb from known
      where i.id = known.id and known.resolved_at is null and i.details <> ${JSON.stringify(r.details)}::jsonb
        and i.reason in ('overpaid', 'underpaid', 'disputed', 'refund_not_on_chain')
      returning i.id
    )
    insert into review_items (id, order_id, attempt_id, reason, subject, details)
    select ${randomUUIDv7()}::uuid, ${r.orderId}::uuid, ${r.attemptId}, ${r.reason}, ${r.subject}, ${JSON.stringify(r.details)}::jsonb
    where not exists (select from renewed) and not exists (
      select from known
      where ${r.reason} not in ('overpaid', 'underpaid', 'disputed', 'refund_not_on_chain')
        or details = ${JSON.stringify(r.details)}::jsonb)
    on conflict do nothing`)

/** Opens a review of figures that do not add up, unless one with this subject is open. */
export const insertFiguresReview = (db: Queryable, day: string, details: unknown) =>
  db.run(sql`
    insert into review_items (id, reason, subject, details)
    values (${randomUUIDv7()}, 'figures_differ', ${day}, ${JSON.stringify(details)}::jsonb) on conflict do nothing`)

export const lockFiguresReview = (db: Queryable, subject: string) =>
  db.maybe(sql<{ id: string; differences: string[] | null; more: boolean | null }>`
    select id, details->'differences' as differences, (details->>'more')::boolean as more from review_items
    where reason = 'figures_differ' and subject = ${subject} and resolved_at is null for update`)

export const setReviewDetails = (db: Queryable, id: string, details: unknown) =>
  db.run(sql`update review_items set details = ${JSON.stringify(details)}::jsonb where id = ${id}`)

export const closeDisputeReviews = (db: Queryable, orderId: string, attemptId: string, end: 'won' | 'lost') =>
  db.run(sql`
    update review_items set resolved_at = now(), resolution = ${`${end}: it was stated`}, resolved_by = 'settlement'
    where order_id = ${orderId} and attempt_id = ${attemptId} and reason = 'disputed' and resolved_at is null`)
