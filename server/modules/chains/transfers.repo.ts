import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { transferColumns, type Transfer } from './transfers.queries.ts'

/** Locks all transfers of a payment attempt, so that concurrent runs cannot count their sum twice. */
export const lockTransfers = (db: Queryable, attemptId: string) =>
  db.query(sql<Transfer>`
    select ${transferColumns}
    from chain_transfers where attempt_id = ${attemptId} order by block_number, log_index, id for update`)

export const setCounted = (db: Queryable, id: string, creditedMinor: number) =>
  db.run(sql`
    update chain_transfers set status = 'confirmed', credited_minor = ${creditedMinor}, settled_at = now()
    where id = ${id} and status = 'seen'`)

export const setStray = (db: Queryable, id: string) =>
  db.run(sql`update chain_transfers set status = 'stray' where id = ${id} and status = 'seen'`)

export const setReverted = (db: Queryable, id: string) =>
  db.run(sql`
    update chain_transfers set status = 'reverted', reverts = reverts + 1 where id = ${id} and status = 'confirmed'`)

/**
 * Orders for which transfers of at least 1 % of the quoted amount, or of the amount still missing, wait for
 * confirmations. Ignores smaller amounts, which anyone could send again and again, and transfers unconfirmed for a day.
 */
export const listArriving = (db: Queryable, orderIds: readonly string[]) =>
  db.query(sql<{ orderId: string }>`
    select order_id as "orderId" from (
      select d.order_id,
        case when t.status = 'seen' and t.seen_at > now() - interval '1 day' then t.amount / d.amount else 0 end as seen,
        case when t.status = 'confirmed' then t.amount / d.amount else 0 end as counted
      from chain_transfers t join crypto_deposits d on d.attempt_id = t.attempt_id
      where t.order_id = any(${orderIds}::uuid[])
    ) s group by order_id
    having sum(seen) >= 0.01 or (sum(seen) > 0 and sum(seen + counted) >= 0.999999)`)
