import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { OwnAddress } from './addresses.queries.ts'

export const findLeased = (db: Queryable, orderId: string, pool: string | null) =>
  db.maybe(sql<OwnAddress>`
    select address, pool, origin, order_id as "orderId" from crypto_addresses
    where order_id = ${orderId} and pool is not distinct from ${pool}::text`)

/** Takes the next derivation index of an extended public key. An index is never used again. */
export const allocateIndex = (db: Queryable, fingerprint: string) =>
  db.one(sql<{ index: number }>`
    insert into crypto_accounts (fingerprint, next_index) values (${fingerprint}, 1)
    on conflict (fingerprint) do update set next_index = crypto_accounts.next_index + 1
    returning next_index - 1 as index`)

export const insertDerived = (db: Queryable, a: { address: string; origin: string; orderId: string }) =>
  db.run(sql`
    insert into crypto_addresses (address, origin, order_id) values (${a.address}, ${a.origin}, ${a.orderId})`)

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
