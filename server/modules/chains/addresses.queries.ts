import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type OwnAddress = { address: string; pool: string | null; origin: string; orderId: string | null }

export const findAddresses = (db: Queryable, addresses: readonly string[]) =>
  db.query(sql<OwnAddress>`
    select address, pool, origin, order_id as "orderId" from crypto_addresses where address = any(${addresses})`)

export const insertPooled = (db: Queryable, a: { address: string; pool: string; origin: string }) =>
  db.run(sql`
    insert into crypto_addresses (address, pool, origin) values (${a.address}, ${a.pool}, ${a.origin})
    on conflict do nothing`)

export const countPool = (db: Queryable, pool: string) =>
  db.one(sql<{ total: number; free: number }>`
    select count(*)::int as total,
      (count(*) filter (where leased_until is null or leased_until <= now()))::int as free
    from crypto_addresses where pool = ${pool}`)

export type SweepRow = OwnAddress & { network: string; token: string; contract: string | null; decimals: number }

/**
 * Page of all blockchain addresses that customers were ever asked to pay to, with their tokens. Used to collect the
 * money.
 */
export const listForSweep = (db: Queryable, after: string, limit: number) =>
  db.query(sql<SweepRow>`
    select distinct a.address, a.pool, a.origin, a.order_id as "orderId", d.network, d.token, d.contract, d.decimals
    from crypto_addresses a join crypto_deposits d on d.address = a.address
    where a.address > ${after} and a.address in (
      select address from crypto_addresses where address > ${after} order by address limit ${limit})
    order by a.address, d.network, d.token`)

export const lastAddress = (db: Queryable, after: string, limit: number) =>
  db.one(sql<{ last: string | null }>`
    select max(address) as last from (
      select address from crypto_addresses where address > ${after} order by address limit ${limit}) page`)

export const listPools = (db: Queryable) =>
  db.query(sql<{ pool: string | null; total: number; free: number }>`
    select pool, count(*)::int as total, (count(*) filter (where leased_until is null or leased_until <= now()))::int as free
    from crypto_addresses where pool is not null group by pool order by pool`)
