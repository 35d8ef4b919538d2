import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { payoutColumns, waitingColumns, type WaitingPayout } from './payouts.queries.ts'

export const listOpenPayouts = (db: Queryable, state: 'prepared' | 'approved', after: string, limit: number) =>
  db.query(sql<WaitingPayout>`
    select ${payoutColumns}, ${waitingColumns}, coalesce(back.minor, 0)::bigint as "takenBackMinor"
    from settlements s join account_labels u on u.user_id = s.affiliate_id join affiliate_payouts a on a.user_id = s.affiliate_id
    left join payout_files f on f.id = s.file_id left join lateral (
      select greatest(0, -sum(r.amount_minor - case when c.reserve_settlement_id is null then r.reserve_minor else 0 end)) as minor
      from commissions r join commissions c on c.id = r.reverses
      where r.affiliate_id = s.affiliate_id and r.reverses is not null
        and r.settlement_id is null and c.settlement_id is not null) back on true
    where s.state in ('prepared', 'approved') and s.state = ${state} and (s.prepared_at, s.id) > (
      coalesce((select b.prepared_at from settlements b where b.id = ${after}::uuid), '-infinity'), ${after}::uuid)
    order by s.prepared_at, s.id limit ${limit}`)

/**
 * Page of paid payouts, newest first. `isProven`: confirmed on the blockchain. `before`: last id of the previous page.
 */
export const listSentPayouts = (db: Queryable, isProven: boolean, before: string, limit: number) =>
  db.query(sql<WaitingPayout>`
    select ${payoutColumns}, ${waitingColumns}, 0::bigint as "takenBackMinor"
    from settlements s join account_labels u on u.user_id = s.affiliate_id join affiliate_payouts a on a.user_id = s.affiliate_id
    left join payout_files f on f.id = s.file_id
    where s.state = 'paid' and (s.on_chain is not distinct from 'confirmed') = ${isProven}::boolean and (s.prepared_at, s.id) < (
      coalesce((select b.prepared_at from settlements b where b.id = ${before}::uuid), 'infinity'), ${before}::uuid)
    order by s.prepared_at desc, s.id desc limit ${limit}`)

export const listPastAmounts = (db: Queryable, limit: number) =>
  db.query(sql<{ stage: 'approved' | 'paid' | 'proven'; amountMinor: number }>`
    (select 'approved' as stage, amount_minor as "amountMinor" from settlements
      where state in ('prepared', 'approved') and state = 'approved' order by prepared_at, id limit ${limit})
    union all (select 'paid', amount_minor from settlements
      where state = 'paid' and (on_chain is not distinct from 'confirmed') = false order by prepared_at desc, id desc limit ${limit})
    union all (select 'proven', amount_minor from settlements
      where state = 'paid' and (on_chain is not distinct from 'confirmed') = true order by prepared_at desc, id desc limit ${limit})`)
