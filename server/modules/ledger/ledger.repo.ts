import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Posting } from './ledger.rules.ts'

/** Returns 0 if it is already booked. */
export const insertPosting = (db: Queryable, orderId: string | null, p: Posting) =>
  db.run(sql`
    insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
    values (${randomUUIDv7()}, ${p.source}, ${p.sourceId}, ${orderId}, ${p.debit}, ${p.credit}, ${p.currency}, ${p.amountMinor})
    on conflict (source, source_id) do nothing`)

/**
 * Booked amounts of a payment: refunds less failed ones, dispute losses, and whether it was released with other parts.
 */
export const findBooked = (db: Queryable, id: string) =>
  db.one(sql<{
    refundsMinor: number
    refundSteps: number
    lostMinor: number
    lossSteps: number
    isReleased: boolean
  }>`
    select
      backs."refundsMinor", backs."refundSteps", losses."lostMinor", losses."lossSteps",
      exists (select from ledger_postings where source = 'adjustment' and source_id = ${id} || ':parts') as "isReleased"
    from (
      select coalesce(sum(case when source = 'dispute' then amount_minor else -amount_minor end), 0)::bigint as "lostMinor",
        count(*)::int as "lossSteps"
      from ledger_postings
      where source = 'dispute' and starts_with(source_id, ${id} || ':')
        or source = 'adjustment' and starts_with(source_id, ${id} || ':lost:')) losses, (
      select coalesce(sum(case when source = 'refund' then amount_minor else -amount_minor end), 0)::bigint as "refundsMinor",
        (count(*) filter (where source = 'adjustment'))::int as "refundSteps"
      from ledger_postings
      where source = 'refund' and starts_with(source_id, ${id} || ':')
        or source = 'adjustment' and starts_with(source_id, ${id} || ':refund:')) backs`)
