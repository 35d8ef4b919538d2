import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { networkHours, signInDays } from './sessions.rules.ts'

export const forgetOldSignIns = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sign_in_events where id in (
      select id from sign_in_events where at < now() - make_interval(days => ${signInDays}::int) order by at limit ${limit})`)

/**
 * Deletes the network ranges of old sign-ins. Does so slightly before the promised time, because the next cleanup is
 * minutes later.
 */
export const forgetNetworks = (db: Queryable, limit: number) =>
  db.run(sql`
    update sign_in_events set network = 'forgotten' where id in (
      select id from sign_in_events
      where network <> 'forgotten' and at < now() - make_interval(hours => ${networkHours}::int) + interval '30 minutes'
      order by at limit ${limit})`)

export const forgetOldStrangers = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sign_in_events where id in (
      select id from sign_in_events where user_id is null and at < now() - interval '1 day' order by at limit ${limit})`)

export const forgetSignInsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from sign_in_events where user_id = ${userId}`)
