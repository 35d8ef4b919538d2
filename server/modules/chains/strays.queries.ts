import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { StrayCounts } from './stray-limits.rules.ts'

/** Accepted tokens by network. The coin of a network has an empty contract. */
export type Known = { networks: readonly string[]; contracts: readonly string[] }

export const addStrays = (db: Queryable, network: string, { invented, known, ofOrders }: StrayCounts) =>
  db.one(sql<{ invented: number; known: number; ofOrders: number; day: string }>`
    insert into stray_days (network, day, invented, known, of_orders)
    values (${network}, (now() at time zone 'UTC')::date, ${invented}, ${known}, ${ofOrders})
    on conflict (network, day) do update set invented = stray_days.invented + excluded.invented,
      known = stray_days.known + excluded.known, of_orders = stray_days.of_orders + excluded.of_orders
    returning invented, known, of_orders as "ofOrders", day::text as day`)

export const countStraysOfOrder = (db: Queryable, orderId: string, { networks, contracts }: Known) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from chain_transfers t
    where t.order_id = ${orderId} and t.status = 'stray' and exists (
      select from unnest(${networks}::text[], ${contracts}::text[]) as known (network, contract)
      where known.network = t.network and known.contract = coalesce(t.contract, ''))`)

export const deleteOldStrayDays = (db: Queryable, days: number) =>
  db.run(sql`delete from stray_days where day < current_date - ${days}::int`)

export type StrayRow = {
  id: string
  network: string
  contract: string | null
  amount: string
  address: string
  txHash: string
  orderId: string | null
  seenAt: Date
}
export const listStrays = (db: Queryable, { networks, contracts }: Known, before: string, limit: number) =>
  db.query(sql<StrayRow>`
    select t.id, t.network, t.contract, t.amount::text as amount, t.address, t.tx_hash as "txHash", t.order_id as "orderId",
      t.seen_at as "seenAt"
    from chain_transfers t
    where t.status = 'stray' and t.id < ${before}::uuid and exists (
      select from unnest(${networks}::text[], ${contracts}::text[]) as known (network, contract)
      where known.network = t.network and known.contract = coalesce(t.contract, ''))
    order by t.id desc limit ${limit}`)
