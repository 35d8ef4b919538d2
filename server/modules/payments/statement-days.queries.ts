import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ProviderId } from './providers/port.ts'

export type NotCompared = 'not_ready' | 'silent' | 'unreadable' | 'failed'

/** Number of past days whose missing reports are retried. Providers keep reports for three months at most. */
const mostDays = 60

/**
 * Adds all days up to `yesterday` since the first known one, at most `mostDays` back, so that days missed in an outage
 * are caught up even if an operator compared a later day. Returns up to `limit` days not yet compared, least recently
 * tried first.
 */
export async function listOpenDays(db: Queryable, provider: ProviderId, yesterday: string, limit: number) {
  await db.run(sql`
    insert into statement_days (provider, day, state, reason)
    select ${provider}::text, d::date, 'missing', 'not_ready'
    from generate_series(
      greatest(${yesterday}::date - ${mostDays}::int,
        (select coalesce(min(day), ${yesterday}::date) from statement_days where provider = ${provider})),
      ${yesterday}::date, interval '1 day') d
    on conflict do nothing`)
  return db.query(sql<{ day: string }>`
    select day::text as "day" from statement_days
    where provider = ${provider} and state <> 'compared' and day > ${yesterday}::date - ${mostDays}::int
    order by tried_at nulls first, day desc limit ${limit}`)
}

type TriedDay = {
  readonly provider: ProviderId
  readonly day: string
  readonly reason: NotCompared | null
  readonly expected: number
  readonly lines: number
  readonly unread: number
  readonly differences: number
}

/**
 * Saves the result of trying to compare a day's report. A day that was compared before never becomes missing or
 * unreadable again.
 */
export const saveDay = (db: Queryable, d: TriedDay) =>
  db.run(sql`
    insert into statement_days as s (provider, day, state, reason, expected, lines, unread, differences, tries, tried_at)
    values (${d.provider}, ${d.day}::date,
      case when ${d.reason}::text is null then 'compared' when ${d.reason} = 'unreadable' then 'unreadable' else 'missing' end,
      ${d.reason}, ${d.expected}, ${d.lines}, ${d.unread}, ${d.differences}, 1, now())
    on conflict (provider, day) do update set state = excluded.state, reason = excluded.reason, expected = excluded.expected,
      lines = excluded.lines, unread = excluded.unread, differences = excluded.differences, tries = s.tries + 1, tried_at = now()
    where s.state <> 'compared' or excluded.state = 'compared'`)

/**
 * Providers with reports of the last `mostDays` days that are still not compared a day after the first try. Leaves out
 * days whose report is not ready if we expected nothing in it, because there may be none.
 */
export const listOverdueDays = (db: Queryable) =>
  db.query(sql<{ provider: string; days: number; since: Date }>`
    select provider as "provider", count(*)::int as "days", min(day)::timestamptz as "since" from statement_days
    where state <> 'compared' and first_tried_at < now() - interval '24 hours' and day > current_date - ${mostDays}::int
      and (reason <> 'not_ready' or expected > 0)
    group by provider order by provider`)

type DayRow = {
  provider: string
  day: string
  state: 'compared' | 'unreadable' | 'missing'
  reason: NotCompared | null
  expected: number
  lines: number
  unread: number
  differences: number
  tries: number
  triedAt: Date | null
}

export const listDays = (db: Queryable, limit: number) =>
  db.query(sql<DayRow>`
    select provider as "provider", day::text as "day", state as "state", reason as "reason", expected as "expected", lines as "lines",
      unread as "unread", differences as "differences", tries as "tries", tried_at as "triedAt"
    from statement_days order by state = 'compared', day desc, provider limit ${limit}`)
