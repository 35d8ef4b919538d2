import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { formerPayerDays } from './referrals.rules.ts'

/**
 * Keeps keyed digests of an account's payers (such as cards, but not wallets) when the account is erased, without a
 * link to the account. A fraudster could otherwise erase an account and start again. Keeps them only if a recent
 * purchase was not refunded.
 */
export const keepFormerPayers = (db: Queryable, userId: string) =>
  db.run(sql`
    insert into former_payers (payer, first_paid_on, last_paid_on)
    select p.payer, min(o.paid_at)::date, max(o.paid_at)::date
    from payment_payers p join order_labels o on o.user_id = p.user_id
    where p.user_id = ${userId} and not p.is_wallet and o.paid_at is not null and o.status <> 'refunded'
    group by p.payer having max(o.paid_at)::date > current_date - ${formerPayerDays}::int
    on conflict (payer) do update set first_paid_on = least(former_payers.first_paid_on, excluded.first_paid_on),
      last_paid_on = greatest(former_payers.last_paid_on, excluded.last_paid_on)`)

export const forgetFormerPayers = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from former_payers where payer in (
      select payer from former_payers where last_paid_on <= current_date - ${formerPayerDays}::int
      order by last_paid_on limit ${limit})`)
