import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Counts an SMS and returns 1 if the number of today is below `max`, else returns 0. Days are in UTC by the database
 * clock.
 */
export const consumeMessage = (db: Queryable, country: string, max: number) =>
  db.run(sql`
    insert into sms_spent as s (day, country, messages)
    select (now() at time zone 'utc')::date, ${country}, 1 where ${max}::int > 0
    on conflict (day, country) do update set messages = s.messages + 1 where s.messages < ${max}::int`)

export const countRefusal = (db: Queryable, country: string) =>
  db.one(sql<{ refused: number }>`
    insert into sms_spent as s (day, country, refused) values ((now() at time zone 'utc')::date, ${country}, 1)
    on conflict (day, country) do update set refused = s.refused + 1
    returning refused`)

type SpentRow = { day: string; today: boolean; country: string; messages: number; refused: number }
export const listSpent = (db: Queryable, days: number) =>
  db.query(sql<SpentRow>`
    select to_char(day, 'YYYY-MM-DD') as day, day = (now() at time zone 'utc')::date as today, country, messages, refused from sms_spent
    where day > (now() at time zone 'utc')::date - ${days}::int
    order by sms_spent.day desc, messages desc, country`)

export const deleteOldSpent = (db: Queryable, days: number) =>
  db.run(sql`delete from sms_spent where day < (now() at time zone 'utc')::date - ${days}::int`)
