import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { OwnAddress } from './addresses.queries.ts'

export const findLeased = (db: Queryable, orderId: string, pool: string) =>
  db.maybe(sql<OwnAddress>`
    select address, pool, origin, order_id as "orderId" from crypto_addresses
    where order_id = ${orderId} and pool = ${pool}`)

/** Address of an order that was derived from this extended public key, not from one that was replaced since. */
export const findDerived = (db: Queryable, orderId: string, fingerprint: string) =>
  db.maybe(sql<OwnAddress>`
    select address, pool, origin, order_id as "orderId" from crypto_addresses
    where order_id = ${orderId} and pool is null and split_part(origin, '/', 1) = ${fingerprint}`)

/** Takes the next derivation index of an extended public key. An index is never used again. */
export const allocateIndex = (db: Queryable, fingerprint: string) =>
  db.one(sql<{ index: number }>`
    insert into crypto_accounts (fingerprint, next_index) values (${fingerprint}, 1)
    on conflict (fingerprint) do update set next_index = crypto_accounts.next_index + 1
    returning next_index - 1 as index`)

/** Returns 0 if the address is taken. */
export const insertDerived = (db: Queryable, a: { address: string; origin: string; orderId: string }) =>
  db.run(sql`
    insert into crypto_addresses (address, origin, order_id) values (${a.address}, ${a.origin}, ${a.orderId})
    on conflict (address) do nothing`)

/** Continues the indexes where another form of the same extended public key left off, if one derived this address. */
export const continueIndexes = (db: Queryable, fingerprint: string, address: string) =>
  db.run(sql`
    update crypto_accounts a set next_index = greatest(a.next_index, o.next_index)
    from crypto_addresses d join crypto_accounts o on o.fingerprint = split_part(d.origin, '/', 1)
    where d.address = ${address} and a.fingerprint = ${fingerprint}`)

/**
 * Leases the deposit address of the pool that has been free longest. Returns undefined if all are taken. An address
 * with a pending transfer is never reassigned, even after its lease has ended.
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
