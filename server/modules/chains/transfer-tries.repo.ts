import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Transfer } from './transfers.repo.ts'

/** What waits and is deep enough from now on. */
export const markDue = (db: Queryable, network: string, upTo: number) =>
  db.run(sql`
    update chain_transfers set due_at = now()
    where network = ${network} and status = 'seen' and due_at is null and block_number <= ${upTo}`)

/** Those that are due, in the order of the chain, and after them those that failed before, unless they pause. */
export const listDue = (db: Queryable, network: string, upTo: number, limit: number) =>
  db.query(sql<Transfer>`
    select id, network, block_hash as "blockHash", log_index as "logIndex", block_number as "blockNumber",
      tx_hash as "txHash", contract, sender, address, amount::text as amount, at, order_id as "orderId",
      attempt_id as "attemptId", status, credited_minor as "creditedMinor", reverts
    from chain_transfers
    where network = ${network} and status = 'seen' and block_number <= ${upTo} and (try_after is null or try_after <= now())
    order by failures, block_number, log_index limit ${limit}`)

/** How often it failed by now. None if it no longer waits. */
export const addFailure = (db: Queryable, id: string) =>
  db.maybe(sql<{ failures: number }>`
    update chain_transfers set failures = failures + 1 where id = ${id} and status = 'seen' returning failures`)

export const pauseTries = (db: Queryable, id: string, seconds: number) =>
  db.run(sql`
    update chain_transfers set try_after = now() + make_interval(secs => ${seconds}::int) where id = ${id}`)

/** All that was due on a network was gone through; `counted` of them count. */
export const markTried = (db: Queryable, network: string, counted: number) =>
  db.run(sql`
    update chain_cursors set tried_at = now(), counted_at = case when ${counted}::int > 0 then now() else counted_at end
    where network = ${network}`)

export type NetworkFigures = {
  readSeconds: number
  triedSeconds: number
  due: number
  failing: number
  failingOrders: number
  /** Since when the oldest that is due waits; null: none does. */
  oldestDueSeconds: number | null
}

/** None for a network that was never read. What failed for more than a day says nothing about today. */
export const findFigures = (db: Queryable, network: string) =>
  db.maybe(sql<NetworkFigures>`
    select extract(epoch from now() - c.checked_at)::float8 as "readSeconds",
      extract(epoch from now() - c.tried_at)::float8 as "triedSeconds",
      count(t.due_at)::int as due, (count(*) filter (where t.failures > 0))::int as failing,
      (count(distinct t.order_id) filter (where t.failures > 0
        and t.due_at > greatest(c.counted_at, now() - interval '1 day')))::int as "failingOrders",
      extract(epoch from now() - min(t.due_at))::float8 as "oldestDueSeconds"
    from chain_cursors c left join chain_transfers t on t.network = c.network and t.status = 'seen'
    where c.network = ${network} group by c.network`)
