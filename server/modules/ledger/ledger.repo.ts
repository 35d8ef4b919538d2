import { randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Posting } from './ledger.rules.ts'

export const insertPosting = (db: Queryable, orderId: string | null, p: Posting) =>
  db.run(sql`
    insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
    values (${randomUUIDv7()}, ${p.source}, ${p.sourceId}, ${orderId}, ${p.debit}, ${p.credit}, ${p.currency}, ${p.amountMinor})
    on conflict (source, source_id) do nothing`)

export const listBooked = (db: Queryable, orderId: string) =>
  db.query(sql<Posting>`
    select source, source_id as "sourceId", debit, credit, currency, amount_minor as "amountMinor"
    from ledger_postings where order_id = ${orderId} and source <> 'commission'`)
