import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type OwnAddress = { address: string; pool: string | null; origin: string; orderId: string | null }

/** Which of these are ours. */
export const findAddresses = (db: Queryable, addresses: readonly string[]) =>
  db.query(sql<OwnAddress>`
    select address, pool, origin, order_id as "orderId" from crypto_addresses where address = any(${addresses})`)

/** The address that this order pays to already: `pool` null for its derived one. */
export const findLeased = (db: Queryable, orderId: string, pool: string | null) =>
  db.maybe(sql<OwnAddress>`
    select address, pool, origin, order_id as "orderId" from crypto_addresses
    where order_id = ${orderId} and pool is not distinct from ${pool}::text`)

/** The index that comes next for an account, taken for good. */
export const takeIndex = (db: Queryable, fingerprint: string) =>
  db.one(sql<{ index: number }>`
    insert into crypto_accounts (fingerprint, next_index) values (${fingerprint}, 1)
    on conflict (fingerprint) do update set next_index = crypto_accounts.next_index + 1
    returning next_index - 1 as index`)

export const insertDerived = (db: Queryable, a: { address: string; origin: string; orderId: string }) =>
  db.run(sql`
    insert into crypto_addresses (address, origin, order_id) values (${a.address}, ${a.origin}, ${a.orderId})`)

/**
 * Leases the address of a pool that has rested longest; none if all are taken. One with money on the way is not given to
 * anybody else, whatever its lease says.
 */
export const leaseAddress = (db: Queryable, pool: string, orderId: string, until: Date) =>
  db.maybe(sql<OwnAddress>`
    update crypto_addresses set order_id = ${orderId}, leased_until = ${until}
    where address = (
      select address from crypto_addresses a
      where pool = ${pool} and (leased_until is null or leased_until <= now())
        and not exists (select from chain_transfers t where t.address = a.address and t.status = 'seen')
      order by leased_until nulls first, address limit 1 for update skip locked)
    returning address, pool, origin, order_id as "orderId"`)

/** 0 if it is known already. */
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

/** Every address that was ever asked to receive a token, with that token, page by page. */
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
