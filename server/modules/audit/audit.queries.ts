import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type AuditRow = {
  id: string
  operator: string
  operatorId: string | null
  action: string
  subject: string
  details: unknown
}

export const findFirstOfDay = (db: Queryable, subject: string) =>
  db.maybe(sql<Pick<AuditRow, 'details'>>`
    select details from audit_log where subject = ${subject} and at > now() - interval '1 day' order by at, id limit 1`)

/**
 * Lists the newest audit rows of the last minute. A row becomes visible at its commit but carries the start time of its
 * transaction. A client that polls must therefore read the last minute again, which is longer than any transaction.
 */
export const listLatest = (db: Queryable, limit: number) =>
  db.query(sql<Pick<AuditRow, 'id' | 'action' | 'subject'>>`
    select id, action, subject from audit_log
    where at > now() - interval '1 minute' order by at desc, id desc limit ${limit}`)

export const listLastActs = (db: Queryable, names: readonly string[]) =>
  db.query(sql<{ operator: string; at: Date | null }>`
    select n.operator, (
        select a.at from audit_log a where lower(a.operator) = lower(n.operator) order by a.at desc, a.id desc limit 1
      ) as at
    from unnest(${names}::text[]) as n (operator)`)

export const listDoneSince = (db: Queryable, subject: string, since: Date, limit: number) =>
  db.query(sql<Pick<AuditEntryRow, 'at' | 'operator' | 'action'>>`
    select at, operator, action from audit_log
    where lower(subject) = lower(${subject}::text) and at >= ${since} order by at desc, id desc limit ${limit}`)

export type AuditFilter = {
  operator: string | null
  action: string | null
  subject: string | null
  from: Date | null
  until: Date | null
}
export type AuditEntryRow = {
  id: string
  at: Date
  operator: string
  action: string
  subject: string
}

export const listEntries = (db: Queryable, f: AuditFilter, after: string | null, limit: number) =>
  db.query(sql<AuditEntryRow>`
    select id, at, operator, action, subject from audit_log
    where (${f.operator}::text is null or lower(operator) = lower(${f.operator}::text))
      and (${f.action}::text is null or action = ${f.action}::text)
      and (${f.subject}::text is null
        or lower(subject) ~>=~ lower(${f.subject}::text) and lower(subject) ~<~ (lower(${f.subject}::text) || chr(1114111))
        or lower(substr(subject, strpos(subject, ' ') + 1)) ~>=~ lower(${f.subject}::text)
          and lower(substr(subject, strpos(subject, ' ') + 1)) ~<~ (lower(${f.subject}::text) || chr(1114111)))
      and (${f.from}::timestamptz is null or at >= ${f.from}::timestamptz)
      and (${f.until}::timestamptz is null or at < ${f.until}::timestamptz)
      and (${after}::uuid is null or (at, id) < (select a.at, a.id from audit_log a where a.id = ${after}::uuid))
    order by at desc, id desc limit ${limit}`)

export const findEntry = (db: Queryable, id: string) =>
  db.maybe(sql<AuditEntryRow & { details: unknown }>`
    select id, at, operator, action, subject, details from audit_log where id = ${id}`)

export const listEntriesAbout = (db: Queryable, subject: string, limit: number) =>
  db.query(sql<AuditEntryRow>`
    select id, at, operator, action, subject from audit_log
    where lower(subject) = lower(${subject}::text) order by at desc, id desc limit ${limit}`)

/**
 * Removes the names of an erased account from the audit log. Only this database function may change audit rows
 * (`server/db/schema/33-erasure.sql`). `about`: subjects of rows about the person, in lower case. `words`: fields whose
 * value is a single word, which may be a name.
 */
export const erasePersonFromAuditLog = (
  db: Queryable,
  p: { userId: string; about: readonly string[]; words: readonly string[] },
) =>
  db.one(sql<{ changed: number }>`
    select coalesce(erase_names_from_audit_log(${p.userId}::uuid, ${p.about}::text[], ${p.words}::text[]), 0) as changed`)

type Typed = { readonly [K in 'operator' | 'action' | 'subject' | 'from' | 'until']?: string | undefined }

export const auditFilter = ({ operator, action, subject, from, until }: Typed): AuditFilter => ({
  operator: operator ?? null,
  action: action ?? null,
  subject: subject ?? null,
  from: from === undefined ? null : new Date(from),
  until: until === undefined ? null : new Date(until),
})
