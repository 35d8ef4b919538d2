import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import { changeDays, type ChangeKind, type ChangeState } from './account-changes.rules.ts'

export type AccountChange = {
  id: string
  userId: string
  kind: ChangeKind
  before: string | null
  after: string | null
  askedAt: Date
  dueAt: Date
  lapsesAt: Date
  confirmedAt: Date | null
  tries: number
  state: ChangeState
  endedAt: Date | null
}

const changeColumns = columns`
  id, user_id as "userId", kind, before, after, asked_at as "askedAt", due_at as "dueAt", lapses_at as "lapsesAt",
  confirmed_at as "confirmedAt", tries, state, ended_at as "endedAt"`

export const findChange = (db: Queryable, id: string) =>
  db.maybe(sql<AccountChange>`
    select ${changeColumns} from account_changes where id = ${id}`)

export const listChangesOf = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<AccountChange>`
    select ${changeColumns} from account_changes where user_id = ${userId} order by asked_at desc, id desc limit ${limit}`)

export const findLastDone = (db: Queryable, userId: string) =>
  db.maybe(sql<{ at: Date | null }>`
    select max(ended_at) as at from account_changes where user_id = ${userId} and state = 'done'`)

/**
 * Lists pending account changes that must take effect now or were not confirmed in time. Leaves out the ids in `seen`.
 */
export const listOverdue = (db: Queryable, seen: readonly string[], limit: number) =>
  db.query(sql<{ id: string }>`
    select id from account_changes
    where state = 'waiting' and due_at <= now()
      and (kind = 'factor' or confirmed_at is not null or lapses_at <= now()) and id <> all(${seen})
    order by due_at limit ${limit}`)

export const forgetOldChanges = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from account_changes where id in (
      select id from account_changes
      where state <> 'waiting' and ended_at < now() - make_interval(days => ${changeDays}::int)
      order by ended_at limit ${limit})`)

export const forgetChangesOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from account_changes where user_id = ${userId}`)
