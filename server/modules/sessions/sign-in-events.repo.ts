import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { networkHours } from './sessions.rules.ts'

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
