import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const findPasswordSet = (db: Queryable, userId: string) =>
  db.maybe(sql<{ passwordSet: boolean }>`select password_set as "passwordSet" from users where id = ${userId}`)

/** Sets the first password. Returns 0 if the account already has one, which decides between concurrent requests. */
export const saveFirstPassword = (db: Queryable, userId: string, passwordHash: string) =>
  db.run(sql`
    update users set password_hash = ${passwordHash}, password_set = true where id = ${userId} and not password_set`)

export const markWithoutPassword = (db: Queryable, userId: string) =>
  db.run(sql`update users set password_set = false where id = ${userId}`)

/**
 * Erases an account but keeps its row as a pseudonym for the ledger. 'erased' is not a valid hash, and nobody can type
 * the new invite code.
 */
export const eraseAccount = (db: Queryable, userId: string) =>
  db.run(sql`
    with identifiers as (delete from account_identifiers where user_id = ${userId}),
      former as (delete from former_identifiers where user_id = ${userId}),
      registrations as (delete from recent_registrations where user_id = ${userId})
    update users set password_hash = 'erased', password_set = false, invite_code = 'erased ' || id::text
    where id = ${userId}`)
