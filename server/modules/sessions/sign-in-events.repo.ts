import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { networkHours, signInDays } from './sessions.rules.ts'

export type SignInResult = 'signed_in' | 'refused'
export type SignInEvent = { at: Date; platform: string; method: string; result: SignInResult; network: string }
type NewEvent = Omit<SignInEvent, 'at'> & { id: string; userId: string | null }

export const insertSignIn = (db: Queryable, e: NewEvent) =>
  db.run(sql`
    insert into sign_in_events (id, user_id, platform, method, result, network)
    values (${e.id}, ${e.userId}, ${e.platform}, ${e.method}, ${e.result}, ${e.network})`)

export const listSignIns = (db: Queryable, userId: string, result: SignInResult, limit: number) =>
  db.query(sql<SignInEvent>`
    select at, platform, method, result,
      case when at > now() - make_interval(hours => ${networkHours}::int) then network else 'forgotten' end as network
    from sign_in_events
    where user_id = ${userId} and result = ${result} order by at desc limit ${limit}`)

export const deleteOldSignIns = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sign_in_events where id in (
      select id from sign_in_events where at < now() - make_interval(days => ${signInDays}::int) order by at limit ${limit})`)

/** A little before its time, because the next sweep comes minutes later. */
export const forgetNetworks = (db: Queryable, limit: number) =>
  db.run(sql`
    update sign_in_events set network = 'forgotten' where id in (
      select id from sign_in_events
      where network <> 'forgotten' and at < now() - make_interval(hours => ${networkHours}::int) + interval '30 minutes'
      order by at limit ${limit})`)

/** Tries at accounts that do not exist concern nobody for longer than a day. */
export const deleteOldStrangers = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sign_in_events where id in (
      select id from sign_in_events where user_id is null and at < now() - interval '1 day' order by at limit ${limit})`)

export const deleteSignInsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from sign_in_events where user_id = ${userId}`)
