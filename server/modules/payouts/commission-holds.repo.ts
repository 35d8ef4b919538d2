import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const insertFold = (db: Queryable, day: string) =>
  db.run(sql`insert into commission_hold_folds (day) values (${day}::date)`)

/**
 * Adds what was booked from one moment to another, of that what does not end before `until`. The months, which are kept with each
 * commission, say whose rows to look at.
 */
export const addBooked = (db: Queryable, from: Date | null, until: Date) =>
  db.run(sql`
    insert into commission_holds as h (affiliate_id, ends_on, held_on, amount_minor, reserve_minor)
    select c.affiliate_id, (greatest(c.held_until, c.reserve_until) at time zone 'UTC')::date, (c.held_until at time zone 'UTC')::date,
      sum(c.amount_minor), sum(c.reserve_minor)
    from (
      select distinct affiliate_id from affiliate_months
      where month >= coalesce(date_trunc('month', ${from}::timestamptz at time zone 'UTC')::date, '-infinity')
    ) m join commissions c on c.affiliate_id = m.affiliate_id
    where c.booked_at >= coalesce(${from}::timestamptz, '-infinity') and c.booked_at < ${until}::timestamptz
      and greatest(c.held_until, c.reserve_until) >= ${until}::timestamptz
    group by 1, 2, 3
    on conflict (affiliate_id, ends_on, held_on) do update set amount_minor = h.amount_minor + excluded.amount_minor,
      reserve_minor = h.reserve_minor + excluded.reserve_minor`)

/** What has ended with this day is asked for no more. */
export const deleteEnded = (db: Queryable, day: string) =>
  db.run(sql`delete from commission_holds where ends_on <= ${day}::date`)

export type Hold = { affiliateId: string; endsOn: string; heldOn: string; amountMinor: number; reserveMinor: number }

/** What is added up of these affiliates. */
export const listHolds = (db: Queryable, affiliateIds: readonly string[], last: string) =>
  db.query(sql<Hold>`
    select affiliate_id as "affiliateId", ends_on::text as "endsOn", held_on::text as "heldOn", amount_minor as "amountMinor",
      reserve_minor as "reserveMinor"
    from commission_holds where affiliate_id = any(${affiliateIds}::uuid[]) and ends_on > ${last}::date`)

/** The same, out of the commissions that were booked before `until`, the end of that day. */
export const countHolds = (db: Queryable, affiliateIds: readonly string[], until: Date) =>
  db.query(sql<Hold>`
    select affiliate_id as "affiliateId", ((greatest(held_until, reserve_until) at time zone 'UTC')::date)::text as "endsOn",
      ((held_until at time zone 'UTC')::date)::text as "heldOn", sum(amount_minor)::bigint as "amountMinor",
      sum(reserve_minor)::bigint as "reserveMinor"
    from commissions
    where affiliate_id = any(${affiliateIds}::uuid[]) and booked_at < ${until}::timestamptz
      and greatest(held_until, reserve_until) >= ${until}::timestamptz
    group by 1, 2, 3`)
