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

/** From when to when days are folded, without gaps. */
export const findFoldedDays = (db: Queryable) =>
  db.one(sql<{ first: string | null; last: string | null }>`
    select to_char(min(day), 'YYYY-MM-DD') as first, to_char(max(day), 'YYYY-MM-DD') as last from daily_folds`)
