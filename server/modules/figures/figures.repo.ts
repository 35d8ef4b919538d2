import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { MemberCount } from './figures.queries.ts'

export const lockFolds = (db: Queryable) =>
  db.one(
    sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtextextended('daily folds', 0))::text as locked`,
  )

/**
 * Database transactions running now, except the current one. PostgreSQL holds a virtualxid lock for each, even if it
 * has not written. Background workers have no user and are left out.
 */
export const listRunning = (db: Queryable) =>
  db.query(sql<{ transaction: string }>`
    select l.virtualxid as "transaction" from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'virtualxid' and l.granted and a.datname = current_database() and a.usesysid is not null
      and l.pid <> pg_backend_pid() and l.virtualtransaction = l.virtualxid`)

export const findWatch = (db: Queryable) =>
  db.maybe(sql<{ lookedAt: Date; waitsFor: string[] }>`
    select looked_at as "lookedAt", waits_for as "waitsFor" from fold_watch`)

export const saveWatch = (db: Queryable, lookedAt: Date, waitsFor: readonly string[]) =>
  db.run(sql`
    insert into fold_watch (looked_at, waits_for) values (${lookedAt}, ${waitsFor})
    on conflict (one) do update set looked_at = excluded.looked_at, waits_for = excluded.waits_for`)

export const findLastFold = (db: Queryable) =>
  db.one(sql<{ day: string | null }>`select to_char(max(day), 'YYYY-MM-DD') as day from daily_folds`)

export const insertFold = (db: Queryable, day: string) =>
  db.run(sql`insert into daily_folds (day) values (${day}::date)`)

export const takeDayWithoutPlans = (db: Queryable, since: string) =>
  db.maybe(sql<{ day: string }>`
    update daily_folds set has_plans = true
    where day = (select max(day) from daily_folds where day >= ${since}::date and not has_plans)
    returning to_char(day, 'YYYY-MM-DD') as day`)

export const insertFunnel = (db: Queryable, day: string, step: string, count: number) =>
  db.run(sql`insert into daily_funnel (day, step, count) values (${day}::date, ${step}, ${count})`)

/**
 * Saves whether the stored sums of a day differ from the source rows. `isNew`: the day differs now and was correct or
 * unchecked before.
 */
export const setProof = (db: Queryable, day: string, differs: boolean) =>
  db.maybe(sql<{ isNew: boolean | null }>`
    update daily_folds f set proved_at = now(), differs = ${differs}
    from (select day, differs from daily_folds where day = ${day}::date for update) before
    where f.day = before.day returning ${differs}::boolean and not before.differs as "isNew"`)

export const saveMemberCount = (db: Queryable, day: string, count: MemberCount) =>
  db.run(sql`
    insert into daily_members (day, counted_at, active, end_in_day, end_in_week, ended_in_week)
    values (${day}::date, now(), ${count.active}, ${count.endInDay}, ${count.endInWeek}, ${count.endedInWeek})
    on conflict (day) do update set counted_at = excluded.counted_at, active = excluded.active, end_in_day = excluded.end_in_day,
      end_in_week = excluded.end_in_week, ended_in_week = excluded.ended_in_week`)
