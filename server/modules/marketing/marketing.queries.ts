import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type ClickIds = { gclid: string | null; wbraid: string | null; gbraid: string | null; vid: string | null }
type NewVisit = ClickIds & { visit: string; campaignId: string | null; referral: string | null }

export const recordVisit = (db: Queryable, v: NewVisit) =>
  db.run(sql`
    insert into marketing_visits (visit, campaign_id, referral, gclid, wbraid, gbraid, vid)
    values (${v.visit}, ${v.campaignId}, ${v.referral}, ${v.gclid}, ${v.wbraid}, ${v.gbraid}, ${v.vid})
    on conflict do nothing`)

export const findVisit = (db: Queryable, visit: string) =>
  db.maybe(sql<{ referral: string | null; at: Date }>`
    select referral, at from marketing_visits where visit = ${visit}`)

export const recordStep = (db: Queryable, visit: string, step: string) =>
  db.run(sql`
    insert into marketing_steps (visit, step) select visit, ${step} from marketing_visits where visit = ${visit}
    on conflict do nothing`)

export const recordOrigin = (db: Queryable, userId: string, c: ClickIds) =>
  db.run(sql`
    insert into marketing_origins (user_id, gclid, wbraid, gbraid, vid)
    values (${userId}, ${c.gclid}, ${c.wbraid}, ${c.gbraid}, ${c.vid}) on conflict do nothing`)

export const findOrigin = (db: Queryable, userId: string) =>
  db.maybe(sql<ClickIds & { at: Date }>`
    select gclid, wbraid, gbraid, vid, at from marketing_origins where user_id = ${userId}`)

/** Deletes an account's advertising click ids, also those stored with visits. The visits and their links stay. */
export const forgetOrigin = (db: Queryable, userId: string) =>
  db.run(sql`
    with origin as (delete from marketing_origins where user_id = ${userId} returning gclid, wbraid, gbraid, vid)
    update marketing_visits v set gclid = null, wbraid = null, gbraid = null, vid = null from origin o
    where v.gclid = o.gclid or v.wbraid = o.wbraid or v.gbraid = o.gbraid or v.vid = o.vid`)

/** Day (UTC) of the earliest stored visit. Visits of all later days are complete. Null if there are no visits. */
export const findFirstVisitDay = (db: Queryable) =>
  db.one(
    sql<{ day: string | null }>`select to_char(min(at) at time zone 'UTC', 'YYYY-MM-DD') as day from marketing_visits`,
  )

export const forgetOldVisits = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from marketing_visits where visit in (
      select visit from marketing_visits where at < now() - make_interval(days => ${days}::int) order by at limit ${limit})`)

export const forgetOldOrigins = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from marketing_origins where user_id in (
      select user_id from marketing_origins where at < now() - make_interval(days => ${days}::int) order by at limit ${limit})`)

type Conversion = ClickIds & {
  name: 'sign_up' | 'purchase'
  at: Date
  amountMinor: number | null
  currency: string | null
}

/**
 * Sign-ups and purchases after a click on an ad, earliest first. Leaves out purchases that were refunded in full or are
 * under review.
 */
export const listConversions = (db: Queryable, from: Date, until: Date) =>
  db.query(sql<Conversion>`
    select 'sign_up' as name, m.gclid, m.wbraid, m.gbraid, m.vid, m.at, null::bigint as "amountMinor", null::text as currency
    from marketing_origins m where m.at >= ${from}::timestamptz and m.at < ${until}::timestamptz
    union all
    select 'purchase', m.gclid, m.wbraid, m.gbraid, m.vid, coalesce(o.paid_at, o.created_at), o.total_minor, o.currency
    from marketing_origins m join order_labels o on o.user_id = m.user_id
    where o.paid_at >= ${from}::timestamptz and o.paid_at < ${until}::timestamptz
      and o.status in ('paid', 'partially_refunded', 'refunding')
    order by 6`)

export const countVisits = (db: Queryable, from: Date, until: Date) =>
  db.one(sql<{ visit: number; download: number; sign_up_form: number; checkout: number }>`
    select (select count(*)::int from marketing_visits where at >= ${from} and at < ${until}) as visit,
      (count(*) filter (where step = 'download'))::int as download,
      (count(*) filter (where step = 'sign_up_form'))::int as sign_up_form,
      (count(*) filter (where step = 'checkout'))::int as checkout
    from marketing_steps where at >= ${from} and at < ${until}`)
