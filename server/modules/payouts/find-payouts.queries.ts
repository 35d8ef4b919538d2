import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { PayoutState } from './payouts.queries.ts'

export type FoundPayout = { id: string; uid: number; amountMinor: number; state: PayoutState; preparedAt: Date }

/** Finds payouts by id or transaction hash; chains write hashes with or without 0x. */
export const findPayouts = (db: Queryable, q: { id: string | null; hash: string | null }) =>
  db.query(sql<FoundPayout>`
    select s.id, a.uid, s.amount_minor as "amountMinor", s.state, s.prepared_at as "preparedAt"
    from settlements s join account_labels a on a.user_id = s.affiliate_id
    where s.id in (
      select id from settlements where id = ${q.id}::uuid
      union all select id from settlements
      where transaction_hash is not null and lower(transaction_hash) in (${q.hash}::text, substr(${q.hash}::text, 3)))`)
