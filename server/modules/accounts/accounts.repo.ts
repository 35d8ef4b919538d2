import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Language } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Identifier } from './identifiers.rules.ts'
import type { Credentials, User } from './accounts.queries.ts'

type NewUser = {
  id: string
  uid: number
  inviteCode: string
  passwordHash: string
  language: Language
  invitedBy: string | null
}

export const insertUser = (db: Queryable, u: NewUser) =>
  db.run(sql`
    insert into users (id, uid, invite_code, password_hash, language, invited_by)
    values (${u.id}, ${u.uid}, ${u.inviteCode}, ${u.passwordHash}, ${u.language}, ${u.invitedBy})
    on conflict do nothing`)

export const setTest = (db: Queryable, userId: string, operatorId: string) =>
  db.run(sql`update users set test_by = ${operatorId} where id = ${userId}`)

export const insertIdentifier = (db: Queryable, userId: string, { kind, value, lookupKey }: Identifier) =>
  db.run(sql`
    insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
    values (${userId}, ${kind}, ${value}, ${lookupKey}, now())
    on conflict (kind, lookup_key) do nothing`)

export const deleteIdentifier = (db: Queryable, userId: string, kind: IdentifierKind) =>
  db.maybe(sql<{ value: string }>`
    delete from account_identifiers where user_id = ${userId} and kind = ${kind} returning value`)

/**
 * Keeps a replaced name, email address or phone number, so that the erasure of the account can also remove its traces.
 */
export const insertFormerIdentifier = (db: Queryable, userId: string, value: string) =>
  db.run(sql`
    insert into former_identifiers (user_id, value) values (${userId}, ${value}) on conflict do nothing`)

export const findCredentials = (db: Queryable, kind: IdentifierKind, lookupKey: string) =>
  db.maybe(sql<Credentials>`
    select u.id as "userId", u.uid, u.password_hash as "passwordHash"
    from account_identifiers i join users u on u.id = i.user_id
    where i.kind = ${kind} and i.lookup_key = ${lookupKey}`)

/** Locks the password against changes until the end of the transaction. Undefined if it has already changed. */
export const lockPasswordShared = (db: Queryable, userId: string, passwordHash: string) =>
  db.maybe(sql<{ id: string }>`
    select id from users where id = ${userId} and password_hash = ${passwordHash} for share`)

export const lockUserShared = (db: Queryable, userId: string) =>
  db.maybe(sql<{ id: string }>`select id from users where id = ${userId} for share`)

export const lockUser = (db: Queryable, userId: string) =>
  db.maybe(sql<{ passwordHash: string }>`
    select password_hash as "passwordHash" from users where id = ${userId} for no key update`)

export const updatePassword = (db: Queryable, userId: string, passwordHash: string) =>
  db.run(sql`update users set password_hash = ${passwordHash}, password_set = true where id = ${userId}`)

export const findByInviteCode = (db: Queryable, inviteCode: string) =>
  db.maybe(sql<{ id: string }>`select id from users where invite_code = ${inviteCode}`)

export const insertRecentRegistration = (db: Queryable, userId: string, origin: Buffer) =>
  db.run(sql`insert into recent_registrations (user_id, origin) values (${userId}, ${origin})`)

/**
 * Search text of an operator in every form that it may have: uid, UUID, invite code and lookup key. Null if the text
 * cannot have that form.
 */
type UserQuery = { uid: number | null; uuid: string | null; inviteCode: string; key: string }

export const findUsers = (db: Queryable, q: UserQuery) =>
  db.query(sql<User>`
    select u.id, u.uid, u.invite_code as "inviteCode", u.language, u.created_at as "createdAt" from users u
    where u.id in (
      select id from users where uid = ${q.uid}::int
      union all select id from users where id = ${q.uuid}::uuid
      union all select id from users where invite_code = ${q.inviteCode}
      union all select user_id from account_identifiers where lookup_key = ${q.key})
    order by u.uid`)

export const listUsersByPrefix = (db: Queryable, prefix: string, byAddress: boolean, limit: number) =>
  db.query(sql<User>`
    select u.id, u.uid, u.invite_code as "inviteCode", u.language, u.created_at as "createdAt" from users u
    where u.id in (
      select user_id from account_identifiers
      where lookup_key ~>=~ ${prefix}::text and lookup_key ~<~ (${prefix}::text || chr(1114111))
        and (${byAddress}::boolean or kind = 'account_name')
      order by lookup_key using ~<~ limit ${limit}::int)
    order by u.uid`)

type NamedBy = { userId: string; kind: IdentifierKind; value: string }

export const listNames = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<NamedBy>`
    select user_id as "userId", kind, value from account_identifiers where user_id = any(${userIds}::uuid[])`)
