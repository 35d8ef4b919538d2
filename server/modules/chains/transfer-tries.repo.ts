import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const addFailure = (db: Queryable, id: string) =>
  db.maybe(sql<{ failures: number }>`
    update chain_transfers set failures = failures + 1 where id = ${id} and status = 'seen' returning failures`)

export const pauseTries = (db: Queryable, id: string, seconds: number) =>
  db.run(sql`
    update chain_transfers set try_after = now() + make_interval(secs => ${seconds}::int) where id = ${id}`)

export type NetworkFigures = {
  readSeconds: number
  triedSeconds: number
  due: number
  failing: number
  failingOrders: number
  oldestDueSeconds: number | null
}

/**
 * Figures of a network's scanner for monitoring. Returns undefined if the network was never scanned. `failingOrders`:
 * orders with failing transfers that became due in the last day and after the last success.
 */
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
