import type { Service, ServiceState } from '#shared/service-history.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { StoredDay } from './service-days.rules.ts'

type Measured = { readonly service: Service; readonly state: ServiceState }

/** Adds a measured minute to the day of each service. A minute counts once, even if the job runs twice in it. */
export const addMinute = (db: Queryable, measured: readonly Measured[]) =>
  db.run(sql`
    insert into service_days as d (service, day, minutes, partly, down, measured_at)
    select m.service, (now() at time zone 'utc')::date, 1, (m.state = 'partly')::int, (m.state = 'down')::int, date_trunc('minute', now())
    from jsonb_to_recordset(${JSON.stringify(measured)}::jsonb) as m (service text, state text)
    on conflict (service, day) do update set minutes = d.minutes + 1, partly = d.partly + excluded.partly,
      down = d.down + excluded.down, measured_at = excluded.measured_at
    where d.measured_at < excluded.measured_at`)

export const deleteDaysBefore = (db: Queryable, day: string) =>
  db.run(sql`delete from service_days where day < ${day}::date`)

export const listDays = (db: Queryable, since: string) =>
  db.query(sql<StoredDay>`
    select service, to_char(day, 'YYYY-MM-DD') as day, minutes, partly, down from service_days
    where day >= ${since}::date order by day, service`)
