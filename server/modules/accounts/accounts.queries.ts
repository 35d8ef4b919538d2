import type { Language } from '#shared/language.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Identifier } from './identifiers.rules.ts'

export type User = { id: string; uid: number; inviteCode: string; language: Language; createdAt: Date }

export const listIdentifiers = (db: Queryable, userId: string) =>
  db.query(sql<Identifier>`
    select kind, value, lookup_key as "lookupKey" from account_identifiers where user_id = ${userId} order by kind`)

/** Email addresses among `emails` that belong to an account, with the id of that account. */
export const listTakenEmails = (db: Queryable, emails: readonly string[]) =>
  db.query(sql<{ email: string; userId: string }>`
    select lookup_key as email, user_id as "userId" from account_identifiers
    where kind = 'email' and lookup_key = any(${emails}::text[])`)

export type Credentials = { userId: string; uid: number; passwordHash: string }

export const findCredentialsOf = (db: Queryable, userId: string) =>
  db.maybe(
    sql<Credentials>`select id as "userId", uid, password_hash as "passwordHash" from users where id = ${userId}`,
  )

/**
 * Finds an account that was registered with the same identifier and from the same origin within the last minute, which
 * means that the form was submitted twice.
 */
export const findRecentRegistration = (db: Queryable, { kind, value, lookupKey }: Identifier, origin: Buffer) =>
  db.maybe(sql<Credentials>`
    select u.id as "userId", u.uid, u.password_hash as "passwordHash"
    from account_identifiers i join users u on u.id = i.user_id join recent_registrations r on r.user_id = u.id
    where i.kind = ${kind} and i.lookup_key = ${lookupKey} and i.value = ${value}
      and r.origin = ${origin} and r.created_at > now() - interval '1 minute'`)

export const forgetOldRegistrations = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from recent_registrations where user_id in (
      select user_id from recent_registrations where created_at < now() - interval '10 minutes'
      order by created_at limit ${limit})`)

type Profile = User & { accountName: string | null; email: string | null; phone: string | null }

export const findProfile = (db: Queryable, userId: string) =>
  db.maybe(sql<Profile>`
    select u.id, u.uid, u.invite_code as "inviteCode", u.language, u.created_at as "createdAt",
      (select value from account_identifiers where user_id = u.id and kind = 'account_name') as "accountName",
      (select value from account_identifiers where user_id = u.id and kind = 'email') as email,
      (select value from account_identifiers where user_id = u.id and kind = 'phone') as phone
    from users u where u.id = ${userId}`)

type MemberProfile = Omit<Profile, 'id'> & {
  now: Date
  expiresAt: Date | null
  membershipSeconds: number
  maxDevices: number
  yearlyUntil: Date | null
}

/** Profile with the state of the membership, which clients ask for more often than for anything else. */
export const findMemberProfile = (db: Queryable, userId: string) =>
  db.maybe(sql<MemberProfile>`
    select u.uid, u.invite_code as "inviteCode", u.language, u.created_at as "createdAt",
      (select value from account_identifiers where user_id = u.id and kind = 'account_name') as "accountName",
      (select value from account_identifiers where user_id = u.id and kind = 'email') as email,
      (select value from account_identifiers where user_id = u.id and kind = 'phone') as phone,
      now() as now, m.expires_at as "expiresAt", coalesce(m.total_seconds, 0) as "membershipSeconds",
      coalesce(m.max_devices, 0) as "maxDevices", m.yearly_until as "yearlyUntil"
    from users u left join membership_ends m on m.user_id = u.id where u.id = ${userId}`)

export const existsAny = async (db: Queryable, ids: readonly string[]): Promise<boolean> =>
  (
    await db.one(
      sql<{ exist: boolean }>`select exists (select from users where id = any(${ids}::uuid[]))::boolean as exist`,
    )
  ).exist

export type Addressee = {
  uid: number
  inviteCode: string
  language: Language
  accountName: string | null
  email: string | null
  wantsReminders: boolean
  wantsNews: boolean
  isErased: boolean
}

export const findAddressee = (db: Queryable, userId: string) =>
  db.maybe(sql<Addressee>`
    select u.uid, u.invite_code as "inviteCode", u.language,
      (select value from account_identifiers where user_id = u.id and kind = 'account_name') as "accountName",
      (select value from account_identifiers where user_id = u.id and kind = 'email') as email,
      (u.reminders_stopped_at is null)::boolean as "wantsReminders", (u.news_since is not null)::boolean as "wantsNews",
      exists (select from account_deletions d where d.user_id = u.id and d.erased_at is not null)::boolean as "isErased"
    from users u where u.id = ${userId}`)

export const listFormerIdentifiers = (db: Queryable, userId: string) =>
  db.query(sql<{ value: string; replacedAt: Date }>`
    select value, replaced_at as "replacedAt" from former_identifiers where user_id = ${userId} order by replaced_at, value`)

export const findLanguage = async (db: Queryable, userId: string): Promise<Language> =>
  (await db.one(sql<{ language: Language }>`select language from users where id = ${userId}`)).language

export const followLanguage = (db: Queryable, userId: string, language: Language) =>
  db.run(sql`update users set language = ${language} where id = ${userId} and language <> ${language}`)

/** Turns reminder emails on or off. Turning them off twice keeps the date of the first time. */
export const setReminders = (db: Queryable, userId: string, wanted: boolean) =>
  db.run(sql`
    update users set reminders_stopped_at = case when ${wanted}::boolean then null else coalesce(reminders_stopped_at, now()) end
    where id = ${userId}`)

export const wantsReminders = async (db: Queryable, userId: string): Promise<boolean> =>
  (
    await db.maybe(sql<{ wanted: boolean }>`
    select (reminders_stopped_at is null)::boolean as wanted from users where id = ${userId}`)
  )?.wanted ?? true

/** Saves whether the customer wants news by email. Keeps the date of the consent, because news requires consent. */
export const setNews = (db: Queryable, userId: string, wanted: boolean) =>
  db.run(sql`
    update users set news_since = case when ${wanted}::boolean then coalesce(news_since, now()) end where id = ${userId}`)

export const findNewsSince = async (db: Queryable, userId: string): Promise<Date | null> =>
  (await db.maybe(sql<{ since: Date | null }>`select news_since as since from users where id = ${userId}`))?.since ??
  null

export const listUids = (db: Queryable, ids: readonly string[]) =>
  db.query(sql<{ id: string; uid: number }>`select id, uid from users where id = any(${ids}::uuid[])`)

export const listIdsOf = (db: Queryable, uids: readonly number[]) =>
  db.query(sql<{ id: string; uid: number }>`select id, uid from users where uid = any(${uids}::int[])`)

export const countSignUps = (db: Queryable, from: Date, until: Date) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from users
    where created_at >= ${from} and created_at < ${until} and test_by is null`)

export const findFirstSignUp = (db: Queryable) =>
  db.one(sql<{ at: Date | null }>`select min(created_at) as at from users where test_by is null`)

export const countNewAccounts = (db: Queryable) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from users where created_at > now() - interval '1 hour' and test_by is null`)

/**
 * Finds a word of an operator's text that is an existing account name or invite code, because such a text must not name
 * a person. `words` are normalised names, `codes` are possible invite codes.
 */
export const findNamedWord = (db: Queryable, words: readonly string[], codes: readonly string[]) =>
  db.maybe(sql<{ word: string }>`
    select lookup_key as word from account_identifiers where lookup_key = any(${words}::text[])
    union all select invite_code from users where invite_code = any(${codes}::text[])
    limit 1`)
