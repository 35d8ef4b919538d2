import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { ChangeKind, ChangeState } from './account-changes.rules.ts'

type NewChange = {
  id: string
  userId: string
  kind: ChangeKind
  before: string | null
  after: string | null
  codeHash: Buffer | null
  dueAt: Date
  lapsesAt: Date
}

/** Saves a requested account change. Returns 0 if another change is pending. */
export const insertChange = (db: Queryable, c: NewChange) =>
  db.run(sql`
    insert into account_changes (id, user_id, kind, before, after, code_hash, due_at, lapses_at)
    values (${c.id}, ${c.userId}, ${c.kind}, ${c.before}, ${c.after}, ${c.codeHash}, ${c.dueAt}, ${c.lapsesAt})
    on conflict (user_id) where state = 'waiting' do nothing`)

/**
 * Counts one entry of a confirmation code. Returns undefined after too many entries, or if the change no longer waits
 * for a confirmation.
 */
export const countTry = (db: Queryable, id: string, maxTries: number) =>
  db.maybe(sql<{ codeHash: Buffer | null }>`
    update account_changes set tries = tries + 1
    where id = ${id} and state = 'waiting' and confirmed_at is null and lapses_at > now() and tries < ${maxTries}
    returning code_hash as "codeHash"`)

export const setConfirmed = (db: Queryable, id: string) =>
  db.run(sql`
    update account_changes set confirmed_at = now() where id = ${id} and state = 'waiting' and confirmed_at is null`)

export const setEnded = (db: Queryable, id: string, state: ChangeState) =>
  db.run(sql`update account_changes set state = ${state}, ended_at = now() where id = ${id} and state = 'waiting'`)
