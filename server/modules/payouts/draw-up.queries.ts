import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { sql } from '#server/platform/sql.ts'

export type Run = { period: string; until: Date; minPayoutMinor: number; preparedBy: Operator }

/**
 * Number of commissions and released reserves of each affiliate that are in no payout yet. Both are counted up to
 * `max`.
 */
export const countWaiting = (db: Queryable, ids: readonly string[], max: number) =>
  db.query(sql<{ id: string; count: number }>`
    select a.id, ((select count(*) from (
        select from commissions c where c.affiliate_id = a.id and c.settlement_id is null limit ${max}) counted)
      + (select count(*) from (
        select from commissions c where c.affiliate_id = a.id and c.reserve_minor <> 0 and c.reserve_settlement_id is null
          and c.review_reason is null and c.reserve_until <= now() and c.settlement_id is not null limit ${max}) kept))::int as count
    from unnest(${ids}::uuid[]) a(id) order by a.id`)

type Page = { last: string | null; rows: number; amountMinor: number; lines: number }

export const sumPage = (db: Queryable, affiliateId: string, until: Date, after: string, limit: number) =>
  db.one(sql<Page>`
    with page as (
      select id, amount_minor - case when reserve_until > now() then reserve_minor else 0 end as amount_minor,
        (review_reason is null and held_until <= now() and earned_at < ${until}::timestamptz) as due
      from commissions where affiliate_id = ${affiliateId} and settlement_id is null and id > ${after}::uuid
      order by id limit ${limit}
    )
    select max(id::text) as last, count(*)::int as rows, coalesce(sum(amount_minor) filter (where due), 0)::bigint as "amountMinor",
      (count(*) filter (where due))::int as lines from page`)

export const sumFreed = (db: Queryable, affiliateId: string) =>
  db.one(sql<{ minor: number }>`
    select coalesce(sum(reserve_minor), 0)::bigint as minor from commissions
    where affiliate_id = ${affiliateId} and reserve_minor <> 0 and reserve_settlement_id is null and review_reason is null
      and reserve_until <= now() and settlement_id is not null`)

/**
 * Creates an empty payout, to which commissions are then added. Returns 0 if the affiliate already has an open payout
 * or a payout for that month.
 */
export const openDrawing = (db: Queryable, id: string, affiliateId: string, r: Run) =>
  db.run(sql`
    insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, prepared_by_id)
    values (${id}, ${affiliateId}, ${r.period}::date, 0, 0, 'drawing', ${r.preparedBy.name}, ${r.preparedBy.id}) on conflict do nothing`)

/** Payouts whose creation or cancellation was interrupted. */
export const listUnfinished = (db: Queryable, limit: number) =>
  db.query(sql<{ id: string }>`
    select id from settlements where state in ('drawing', 'undoing') order by prepared_at, id limit ${limit}`)

type Drawn = { last: string | null; rows: number }

/**
 * Adds the due commissions of a page to the payout, without their reserve while it is withheld. The caller must hold
 * the locks of affiliate and payout.
 */
export const drawPage = (db: Queryable, d: Drawing, after: string, limit: number) =>
  db.one(sql<Drawn>`
    with page as (
      select id from commissions where affiliate_id = ${d.affiliateId} and settlement_id is null and id > ${after}::uuid
      order by id limit ${limit}
    ), marked as (
      update commissions c set settlement_id = ${d.id},
        reserve_settlement_id = case when c.reserve_minor <> 0 and c.reserve_until <= now() then ${d.id}::uuid end from page
      where c.id = page.id and c.settlement_id is null and c.review_reason is null and c.held_until <= now()
        and c.earned_at < ${d.until}::timestamptz
      returning c.amount_minor, case when c.reserve_settlement_id is null then c.reserve_minor else 0 end as kept
    ), summed as (
      select coalesce(sum(amount_minor), 0) as amount, coalesce(sum(kept), 0) as kept, count(*) as lines from marked
    ), added as (
      update settlements s set amount_minor = s.amount_minor + m.amount - m.kept, commissions = s.commissions + m.lines,
        reserve_kept_minor = s.reserve_kept_minor + m.kept
      from summed m where s.id = ${d.id} returning s.id
    )
    select (select max(id::text) from page) as last, (select count(*) from page)::int as rows from added`)

/**
 * Adds released reserves of earlier commissions to the payout, and returns its new sums. Fewer than `limit` rows means
 * that there are no more. The caller must hold the locks of affiliate and payout.
 */
export const drawReserves = (db: Queryable, { id, affiliateId }: Pick<Drawing, 'id' | 'affiliateId'>, limit: number) =>
  db.one(sql<{ rows: number; amountMinor: number; commissions: number }>`
    with page as (
      select id from commissions
      where affiliate_id = ${affiliateId} and reserve_minor <> 0 and reserve_settlement_id is null and review_reason is null
        and reserve_until <= now() and settlement_id is not null
      order by reserve_until limit ${limit}
    ), marked as (
      update commissions c set reserve_settlement_id = ${id} from page
      where c.id = page.id and c.settlement_id is not null and c.reserve_settlement_id is null and c.review_reason is null
      returning c.reserve_minor
    ), summed as (select coalesce(sum(reserve_minor), 0) as freed, count(*) as lines from marked), added as (
      update settlements s set amount_minor = s.amount_minor + m.freed, commissions = s.commissions + m.lines,
        reserve_paid_minor = s.reserve_paid_minor + m.freed
      from summed m where s.id = ${id} returning s.amount_minor, s.commissions
    )
    select (select count(*) from page)::int as rows, added.amount_minor as "amountMinor", added.commissions from added`)

type Drawing = { id: string; affiliateId: string; until: Date }

export const endDrawing = (db: Queryable, id: string) =>
  db.run(sql`
    update settlements set state = 'prepared', prepared_at = now()
    where id = ${id} and state = 'drawing'`)

/**
 * Starts the cancellation of a payout, which releases its commissions. Returns 0 if the payout is paid or already
 * cancelled.
 */
export const beginUndoing = (db: Queryable, id: string, c: { by: Operator; reason: string }) =>
  db.run(sql`
    update settlements set state = 'undoing', cancelled_by = ${c.by.name}, cancel_reason = ${c.reason}
    where id = ${id} and state in ('drawing', 'prepared', 'approved')`)

export const freePage = (db: Queryable, id: string, limit: number) =>
  db.run(sql`
    update commissions set settlement_id = nullif(settlement_id, ${id}::uuid), reserve_settlement_id = nullif(reserve_settlement_id, ${id}::uuid)
    where id in (
      (select id from commissions where settlement_id = ${id} limit ${limit})
      union all
      (select id from commissions where reserve_settlement_id = ${id} and settlement_id <> ${id}::uuid limit ${limit})
      limit ${limit})`)

export const endUndoing = (db: Queryable, id: string) =>
  db.run(sql`update settlements set state = 'cancelled' where id = ${id} and state = 'undoing'`)

type Prepared = {
  id: string
  affiliateId: string
  period: string
  amountMinor: number
  /** End of the waiting period of the affiliate's current wallet address. Null if it is over or there is no address. */
  restsUntil: Date | null
  reserveKeptMinor: number
  reservePaidMinor: number
}

export const listPreparedNow = (db: Queryable, affiliateIds: readonly string[], period: string) =>
  db.query(sql<Prepared>`
    select s.id, s.affiliate_id as "affiliateId", s.period::text as period, s.amount_minor as "amountMinor",
      case when a.payout_rests_until > now() then a.payout_rests_until end as "restsUntil",
      s.reserve_kept_minor as "reserveKeptMinor", s.reserve_paid_minor as "reservePaidMinor"
    from settlements s join affiliate_payouts a on a.user_id = s.affiliate_id
    where s.affiliate_id = any(${affiliateIds}::uuid[]) and s.period = ${period}::date and s.state = 'prepared' and s.prepared_at = now()
    order by s.id`)
