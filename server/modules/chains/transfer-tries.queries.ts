import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { transferColumns, type Transfer } from './transfers.queries.ts'

export const markDue = (db: Queryable, network: string, upTo: number) =>
  db.run(sql`
    update chain_transfers set due_at = now()
    where network = ${network} and status = 'seen' and due_at is null and block_number <= ${upTo}`)

/**
 * Transfers with enough confirmations to be credited, in chain order. Transfers that failed before come last, and are
 * omitted during their pause.
 */
export const listDue = (db: Queryable, network: string, upTo: number, limit: number) =>
  db.query(sql<Transfer>`
    select ${transferColumns} from chain_transfers
    where network = ${network} and status = 'seen' and block_number <= ${upTo} and (try_after is null or try_after <= now())
    order by failures, block_number, log_index limit ${limit}`)

export const markTried = (db: Queryable, network: string, counted: number) =>
  db.run(sql`
    update chain_cursors set tried_at = now(), counted_at = case when ${counted}::int > 0 then now() else counted_at end
    where network = ${network}`)
