import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const funnelSteps = [
  'visit',
  'download',
  'sign_up_form',
  'checkout',
  'sign_up',
  'trial',
  'order_made',
  'order_paid',
] as const
export type FunnelStep = (typeof funnelSteps)[number]
/** Steps of the funnel from visit to purchase whose rows are deleted together with their visit. */
export const visitSteps: readonly FunnelStep[] = ['visit', 'download', 'sign_up_form', 'checkout']

type Fold = { day: string; provedAt: Date | null; differs: boolean }

export const listFolds = (db: Queryable, first: string, last: string) =>
  db.query(sql<Fold>`
    select to_char(day, 'YYYY-MM-DD') as day, proved_at as "provedAt", differs from daily_folds
    where day >= ${first}::date and day <= ${last}::date order by 1`)

export const listFunnel = (db: Queryable, first: string, last: string) =>
  db.query(sql<{ day: string; step: FunnelStep; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, step, count from daily_funnel
    where day >= ${first}::date and day <= ${last}::date order by 1`)

export const listDaysWithPlans = (db: Queryable, first: string, last: string) =>
  db.query(sql<{ day: string }>`
    select to_char(day, 'YYYY-MM-DD') as day from daily_folds
    where day >= ${first}::date and day <= ${last}::date and has_plans order by day`)

export const findFirstWithoutPlans = (db: Queryable, first: string, last: string) =>
  db.maybe(sql<{ day: string }>`
    select to_char(d.day, 'YYYY-MM-DD') as day
    from generate_series(${first}::date::timestamp, ${last}::date::timestamp, interval '1 day') as d (day)
    where not exists (select from daily_folds f where f.day = d.day::date and f.has_plans) order by d.day limit 1`)

/** First and last day for which sums are stored. There are sums for all days in between. */
export const findFoldedDays = (db: Queryable) =>
  db.one(sql<{ first: string | null; last: string | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last from daily_folds`)

export type MemberCount = { active: number; endInDay: number; endInWeek: number; endedInWeek: number }

export const findMemberCount = (db: Queryable, now: Date) =>
  db.maybe(sql<MemberCount & { countedAt: Date }>`
    select counted_at as "countedAt", active, end_in_day as "endInDay", end_in_week as "endInWeek", ended_in_week as "endedInWeek"
    from daily_members where counted_at > ${now}::timestamptz - interval '15 minutes' order by day desc limit 1`)
export const findActiveOn = (db: Queryable, day: string) =>
  db.maybe(sql<{ active: number }>`select active from daily_members where day = ${day}::date`)

/** Last day with stored sums, time of the last comparison with the source rows, and number of days that differ. */
export const readProof = (db: Queryable) =>
  db.one(sql<{ lastDay: string | null; provedAt: Date | null; differing: number }>`
    select to_char(max(day), 'YYYY-MM-DD') as "lastDay", max(proved_at) as "provedAt",
      (count(*) filter (where differs))::int as differing
    from daily_folds`)

export const readNow = (db: Queryable) => db.one(sql<{ now: Date }>`select now() as now`)
