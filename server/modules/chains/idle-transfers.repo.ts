import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type Taken = { networks: readonly string[]; tokenNetworks: readonly string[]; contracts: readonly string[] }

/**
 * Deletes old transfers that were dropped from the chain, and old transfers of tokens that are not accepted, which
 * anyone can create and send. Keeps everything of possible value and transfers under review.
 */
export const deleteIdleTransfers = (db: Queryable, days: number, taken: Taken, limit: number) =>
  db.run(sql`
    delete from chain_transfers where id in (
      select t.id from chain_transfers t
      where t.status in ('stray', 'dropped') and t.seen_at < now() - make_interval(days => ${days}::int)
        and t.network = any(${taken.networks}::text[])
        and (t.status = 'dropped' or t.attempt_id is null and t.contract is not null and not exists (
          select from unnest(${taken.tokenNetworks}::text[], ${taken.contracts}::text[]) as known (network, contract)
          where known.network = t.network and known.contract = t.contract))
        and not exists (select from open_reviews r where r.order_id = t.order_id)
        and not exists (
          select from open_reviews r
          where r.provider = 'crypto' and r.event_id = concat(t.network, ':', t.block_hash, ':', t.log_index))
      order by t.seen_at limit ${limit} for update skip locked)
    and status in ('stray', 'dropped')`)
