import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const findPasswordSet = (db: Queryable, userId: string) =>
  db.maybe(sql<{ passwordSet: boolean }>`select password_set as "passwordSet" from users where id = ${userId}`)

/** 0 if it had one already: of two namings at once, one. */
export const saveFirstPassword = (db: Queryable, userId: string, passwordHash: string) =>
  db.run(sql`
    update users set password_hash = ${passwordHash}, password_set = true where id = ${userId} and not password_set`)

export const markWithoutPassword = (db: Queryable, userId: string) =>
  db.run(sql`update users set password_set = false where id = ${userId}`)

/**
 * What is left is a pseudonym that the ledger's rows point at. 'erased' is no hash of anything, and no one can type
 * that invite code.
 */
export const eraseAccount = (db: Queryable, userId: string) =>
  db.run(sql`
    with identifiers as (delete from account_identifiers where user_id = ${userId}),
      registrations as (delete from recent_registrations where user_id = ${userId})
    update users set password_hash = 'erased', password_set = false, invite_code = 'erased ' || id::text
    where id = ${userId}`)
