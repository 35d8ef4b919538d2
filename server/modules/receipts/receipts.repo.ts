import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { SellerThen } from './receipts.rules.ts'

/** Inserts a receipt without a number. Waits for no other receipt. */
export const insertWaiting = (db: Queryable, orderId: string) =>
  db.run(sql`insert into receipts (order_id) values (${orderId}) on conflict (order_id) do nothing`)

/** Locks the receipt of an order if it has no number, and waits for a transaction that is giving it one. */
export const lockWaiting = (db: Queryable, orderId: string) =>
  db.query(sql<{ orderId: string }>`
    select order_id as "orderId" from receipts where order_id = ${orderId} and number is null for update`)

/** Locks receipts without a number, the longest-waiting first. Skips those that another transaction is numbering. */
export const lockNextWaiting = (db: Queryable, limit: number) =>
  db.query(sql<{ orderId: string }>`
    select order_id as "orderId" from receipts where number is null
    order by issued_at, order_id limit ${limit} for update skip locked`)

/**
 * Gives the receipts the seller's next numbers, in this order. Concurrent calls wait for this transaction and get the
 * same numbers if it fails, so that the numbers have no gaps. The time is read under the lock of the series, so that a
 * later number never has an earlier time.
 */
export const numberReceipts = (
  db: Queryable,
  { orderIds, series, seller }: { orderIds: readonly string[]; series: string; seller: SellerThen | null },
) =>
  db.query(sql<{ orderId: string; number: number; issuedAt: Date }>`
    with taken as (
      insert into receipt_series as s (seller, last) values (${series}, cardinality(${orderIds}::uuid[]))
      on conflict (seller) do update set last = s.last + excluded.last
      returning s.last - cardinality(${orderIds}::uuid[]) as before, clock_timestamp() as at)
    update receipts r set series = ${series}, number = taken.before + o.place, seller = ${seller && JSON.stringify(seller)}::jsonb, issued_at = taken.at
    from unnest(${orderIds}::uuid[]) with ordinality as o (id, place), taken
    where r.order_id = o.id and r.number is null
    returning r.order_id as "orderId", r.number, r.issued_at as "issuedAt"`)

/**
 * Sets the buyer's name and marks the receipt as printed. Returns 0 if it was printed before, because a printed receipt
 * must not change.
 */
export const setBuyer = (db: Queryable, orderId: string, name: string | null) =>
  db.run(sql`
    update receipts set buyer_name = ${name}, printed_at = now() where order_id = ${orderId} and printed_at is null`)
