import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type SignInResult = 'signed_in' | 'refused'
export type SignInEvent = { at: Date; platform: string; method: string; result: SignInResult; network: string }
type NewEvent = Omit<SignInEvent, 'at'> & { id: string; userId: string | null }

export const insertSignIn = (db: Queryable, e: NewEvent) =>
  db.run(sql`
    insert into sign_in_events (id, user_id, platform, method, result, network)
    values (${e.id}, ${e.userId}, ${e.platform}, ${e.method}, ${e.result}, ${e.network})`)

export const listSignIns = (db: Queryable, userId: string, result: SignInResult, limit: number) =>
  db.query(sql<SignInEvent>`
    select at, platform, method, result, network from sign_in_events
    where user_id = ${userId} and result = ${result} order by at desc limit ${limit}`)

export const deleteOldSignIns = (db: Queryable) =>
  db.run(sql`
    delete from sign_in_events
    where at < now() - interval '90 days' or (user_id is null and at < now() - interval '1 day')`)

export const deleteSignInsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from sign_in_events where user_id = ${userId}`)
