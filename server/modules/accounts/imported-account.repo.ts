import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Language } from '#shared/language.ts'

/**
 * Saves the email address of an imported account as unverified, because the old system may not have verified it.
 * Returns 0 if another account has it.
 */
export const insertUnverifiedEmail = (db: Queryable, userId: string, email: string) =>
  db.run(sql`
    insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
    values (${userId}, 'email', ${email}, ${email}, null)
    on conflict (kind, lookup_key) do nothing`)

export const deleteEmail = (db: Queryable, userId: string) =>
  db.run(sql`delete from account_identifiers where user_id = ${userId} and kind = 'email'`)

export const setPassword = (db: Queryable, userId: string, passwordHash: string, isSet: boolean) =>
  db.run(sql`
    update users set password_hash = ${passwordHash}, password_set = ${isSet}::boolean where id = ${userId}`)

/**
 * Sets the inviter of an imported person. Returns 0 if the person has an inviter, or if the inviter is the person or
 * was invited by the person, also through others. Looks at up to 64 inviters, so that a chain of thousands of people
 * takes no longer.
 */
export const setInviter = (db: Queryable, userId: string, inviterId: string) =>
  db.run(sql`
    with recursive line as (
      select id, invited_by, 1 as step from users where id = ${inviterId}::uuid
      union select u.id, u.invited_by, l.step + 1 from line l join users u on u.id = l.invited_by where l.step < 64)
    update users set invited_by = ${inviterId}
    where id = ${userId} and invited_by is null and not exists (select from line where line.id = ${userId}::uuid)`)

type New = { id: string; uid: number; inviteCode: string; passwordHash: string; isSet: boolean; language: Language }
/** Inserts an account. Returns 0 if the uid or the invite code is taken; the caller then draws another. */
export const insertImported = (db: Queryable, u: New) =>
  db.run(sql`
    insert into users (id, uid, invite_code, password_hash, password_set, language)
    values (${u.id}, ${u.uid}, ${u.inviteCode}, ${u.passwordHash}, ${u.isSet}::boolean, ${u.language})
    on conflict do nothing`)
