import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Transfer } from './transfers.queries.ts'

/** Locked, so that what several of one attempt add up to is decided once. */
export const lockTransfers = (db: Queryable, attemptId: string) =>
  db.query(sql<Transfer>`
    select id, network, block_hash as "blockHash", log_index as "logIndex", block_number as "blockNumber",
      tx_hash as "txHash", contract, sender, address, amount::text as amount, at, order_id as "orderId",
      attempt_id as "attemptId", status, credited_minor as "creditedMinor", reverts
    from chain_transfers where attempt_id = ${attemptId} order by block_number, log_index, id for update`)

export const setCounted = (db: Queryable, id: string, creditedMinor: number) =>
  db.run(sql`
    update chain_transfers set status = 'confirmed', credited_minor = ${creditedMinor}, settled_at = now()
    where id = ${id} and status = 'seen'`)

/** It counts for nothing, for good. */
export const setStray = (db: Queryable, id: string) =>
  db.run(sql`update chain_transfers set status = 'stray' where id = ${id} and status = 'seen'`)

export const setReverted = (db: Queryable, id: string) =>
  db.run(sql`
    update chain_transfers set status = 'reverted', reverts = reverts + 1 where id = ${id} and status = 'confirmed'`)

/** Whether one waits for its confirmations. One for which no node has spoken up in a day keeps no one waiting any more. */
export const findArriving = (db: Queryable, orderId: string) =>
  db.one(sql<{ isArriving: boolean }>`
    select exists (
      select from chain_transfers
      where order_id = ${orderId} and status = 'seen' and seen_at > now() - interval '1 day') as "isArriving"`)
