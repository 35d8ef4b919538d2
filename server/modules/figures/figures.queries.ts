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

export type Fold = { day: string; hasFunnel: boolean; provedAt: Date | null; differs: boolean }

/** The folded days of these, the earliest first. */
export const listFolds = (db: Queryable, first: string, last: string) =>
  db.query(sql<Fold>`
    select to_char(day, 'YYYY-MM-DD') as day, has_funnel as "hasFunnel", proved_at as "provedAt", differs from daily_folds
    where day >= ${first}::date and day <= ${last}::date order by 1`)

export const listFunnel = (db: Queryable, first: string, last: string) =>
  db.query(sql<{ day: string; step: FunnelStep; count: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, step, count from daily_funnel
    where day >= ${first}::date and day <= ${last}::date order by 1`)

/** From when to when days are folded, without gaps. */
export const findFoldedDays = (db: Queryable) =>
  db.one(sql<{ first: string | null; last: string | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last from daily_folds`)

/** When the figures were held against the books last, and how many days differ. */
export const readProof = (db: Queryable) =>
  db.one(sql<{ lastDay: string | null; provedAt: Date | null; differing: number }>`
    select to_char(max(day), 'YYYY-MM-DD') as "lastDay", max(proved_at) as "provedAt",
      (count(*) filter (where differs))::int as differing
    from daily_folds`)

/** By the database's clock, as everything is booked. */
export const readNow = (db: Queryable) => db.one(sql<{ now: Date }>`select now() as now`)
