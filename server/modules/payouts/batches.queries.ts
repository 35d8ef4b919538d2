import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { PayoutState } from './payouts.queries.ts'

type BatchLine = {
  id: string
  approvedBy: string
  approvedAt: Date
  payouts: number
  amountMinor: number
  open: number
  openMinor: number
  files: string[]
}

export const listBatches = (db: Queryable, before: string, limit: number) =>
  db.query(sql<BatchLine>`
    select b.id, b.approved_by as "approvedBy", b.approved_at as "approvedAt", b.payouts, b.amount_minor as "amountMinor",
      coalesce(o.open, 0)::int as open, coalesce(o.minor, 0)::bigint as "openMinor",
      array(select f.name from payout_files f where f.batch_id = b.id order by f.made_at, f.id) as files
    from payout_batches b left join lateral (
      select count(*) as open, sum(s.amount_minor) as minor from settlements s
      where s.batch_id = b.id and s.state = 'approved') o on true
    where (b.approved_at, b.id) < (
      coalesce((select x.approved_at from payout_batches x where x.id = ${before}::uuid), 'infinity'), ${before}::uuid)
    order by b.approved_at desc, b.id desc limit ${limit}`)

export type BatchPayout = { id: string; state: PayoutState; transactionHash: string | null }

/**
 * Payouts of a batch, smallest first, because each payout is matched with the smallest blockchain transfer that covers
 * it.
 */
export const listBatchPayouts = (db: Queryable, batchId: string) =>
  db.query(sql<BatchPayout>`
    select id, state, transaction_hash as "transactionHash" from settlements
    where batch_id = ${batchId} order by amount_minor, id`)
