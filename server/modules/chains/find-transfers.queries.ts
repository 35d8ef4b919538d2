import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type FoundTransfer = {
  txHash: string
  network: string
  status: string
  at: Date
  number: string | null
  refundId: string | null
}

export const findTransfers = (db: Queryable, q: { hash: string | null; address: string | null }, limit: number) =>
  db.query(sql<FoundTransfer>`
    (select t.tx_hash as "txHash", t.network, t.status, t.at, o.number, null::text as "refundId"
      from chain_transfers t left join order_labels o on o.id = t.order_id
      where t.tx_hash = ${q.hash}::text order by t.at desc limit ${limit}::int)
    union all (
      select t.tx_hash, t.network, t.status, t.at, o.number, null
      from chain_transfers t left join order_labels o on o.id = t.order_id
      where t.address = ${q.address}::text order by t.at desc limit ${limit}::int)
    union all (
      select r.tx_hash, r.network, 'sent', r.recorded_at, null, r.refund_id
      from crypto_refunds r where r.tx_hash = ${q.hash}::text limit ${limit}::int)`)

export const findAskedOrders = (db: Queryable, address: string | null, limit: number) =>
  db.query(sql<{ number: string; network: string; at: Date }>`
    select o.number, d.network, d.created_at as at from crypto_deposits d join order_labels o on o.id = d.order_id
    where d.address = ${address}::text order by d.created_at desc limit ${limit}::int`)
