import type { SegmentFilter, MailingTexts } from '#shared/contract/operator/mailings.ts'
import type { Localized } from '#shared/language.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'

type MailingKind = 'news' | 'legal'
/**
 * Changed legal text of which customers are notified. `from`: ISO time of its start; null if it is already in force.
 */
export type LegalChange = { readonly slug: string; readonly titles: Localized; readonly from: string | null }
export type KeptTexts = { readonly news: MailingTexts } | { readonly legal: LegalChange }
export type MailingState = 'waiting' | 'sending' | 'paused' | 'stopped' | 'done'
/**
 * Outcome of a mailing for one recipient. `skipped`: the person unsubscribed, has no email address, or received news
 * this week already.
 */
type PersonOutcome = 'queued' | 'sent' | 'failed' | 'skipped'

type MailingRow = {
  id: string
  kind: MailingKind
  name: string
  filter: SegmentFilter
  texts: KeptTexts
  sendAt: Date
  perMinute: number
  state: MailingState
  reached: string | null
  nextAt: Date
}
type NewMailing = Omit<MailingRow, 'id' | 'state' | 'reached' | 'nextAt'> & {
  readonly operator: string
  readonly people: number
}

export const insertMailing = (tx: Transaction, m: NewMailing) =>
  tx.one(sql<{ id: string }>`
    insert into mailings (kind, name, filter, texts, send_at, next_at, per_minute, operator, people)
    values (${m.kind}, ${m.name}, ${JSON.stringify(m.filter)}, ${JSON.stringify(m.texts)}, ${m.sendAt}, ${m.sendAt}, ${m.perMinute},
      ${m.operator}, ${m.people}) returning id`)

const mailingColumns = columns`
  id, kind, name, filter, texts, send_at as "sendAt", per_minute as "perMinute", state, reached, next_at as "nextAt"`

export const findMailing = (db: Queryable, id: string) =>
  db.maybe(sql<MailingRow>`
    select ${mailingColumns} from mailings where id = ${id}`)

/**
 * Advisory lock: sending steps of all mailings run one after the other. Concurrent steps could not see each other's
 * recipients and would mail them twice.
 */
export const takeTurn = (tx: Transaction) =>
  tx.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('mailing steps', 0))::text as locked`)

export const lockMailing = (tx: Transaction, id: string) =>
  tx.maybe(sql<MailingRow>`
    select ${mailingColumns} from mailings where id = ${id} for update`)

export const listDue = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select id from mailings where state in ('waiting', 'sending') and next_at <= now() order by next_at limit 100`)

export const setMailingState = (tx: Transaction, id: string, state: MailingState) =>
  tx.run(sql`
    update mailings set state = ${state}, finished_at = case when ${state}::text in ('done', 'stopped') then now() end where id = ${id}`)

/** Stops the mailing about a legal text that was withdrawn, even if mails are still waiting in the outbox. */
export const stopNoticesOf = (tx: Transaction, slug: string) =>
  tx.run(sql`
    update mailings set state = 'stopped', finished_at = now()
    where kind = 'legal' and name = 'clause/' || ${slug}::text 
      and (state in ('waiting', 'sending', 'paused') or state = 'done' and exists (
        select from mailing_people p where p.mailing_id = mailings.id and p.outcome = 'queued'))`)

export const saveStep = (tx: Transaction, id: string, reached: string | null, seconds: number) =>
  tx.run(sql`
    update mailings set state = 'sending', reached = coalesce(${reached}::uuid, reached), next_at = now() + make_interval(secs => ${seconds})
    where id = ${id}`)

export const insertPeople = (
  tx: Transaction,
  id: string,
  people: readonly { userId: string; outcome: PersonOutcome }[],
) =>
  tx.query(sql<{ userId: string }>`
    insert into mailing_people (mailing_id, user_id, outcome)
    select ${id}, r."userId", r.outcome from jsonb_to_recordset(${JSON.stringify(people)}::jsonb) as r ("userId" uuid, outcome text)
    order by r."userId" on conflict do nothing returning user_id as "userId"`)

export const recordOutcome = (tx: Transaction, id: string, userId: string, outcome: PersonOutcome) =>
  tx.run(sql`
    update mailing_people set outcome = ${outcome} where mailing_id = ${id} and user_id = ${userId} and outcome = 'queued'`)

/**
 * Number of recent recipients whose mail waits for the mail server. Leaves out mails older than 15 minutes: their email
 * addresses fail, and they must not delay the others.
 */
export const countQueued = (tx: Transaction, id: string) =>
  tx.one(sql<{ count: number }>`
    select count(*)::integer as count from mailing_people
    where mailing_id = ${id} and outcome = 'queued' and at > now() - interval '15 minutes'`)

type Counts = { queued: number; sent: number; failed: number; skipped: number }
export const countOutcomes = (db: Queryable, id: string) =>
  db.one(sql<Counts>`
    select count(*) filter (where outcome = 'queued')::integer as queued, count(*) filter (where outcome = 'sent')::integer as sent,
      count(*) filter (where outcome = 'failed')::integer as failed, count(*) filter (where outcome = 'skipped')::integer as skipped
    from mailing_people where mailing_id = ${id}`)

type ListedMailing = Counts & {
  id: string
  kind: MailingKind
  name: string
  state: MailingState
  sendAt: Date
  perMinute: number
  operator: string
  finishedAt: Date | null
}
export const listMailings = (db: Queryable, limit: number, after: string | null) =>
  db.query(sql<ListedMailing>`
    select m.id, m.kind, m.name, m.state, m.send_at as "sendAt", m.per_minute as "perMinute", m.operator, m.finished_at as "finishedAt",
      coalesce(c.queued, 0)::integer as queued, coalesce(c.sent, 0)::integer as sent, coalesce(c.failed, 0)::integer as failed,
      coalesce(c.skipped, 0)::integer as skipped
    from (select * from mailings b
      where ${after}::uuid is null or (b.created_at, b.id) < (select a.created_at, a.id from mailings a where a.id = ${after}::uuid)
      order by b.created_at desc, b.id desc limit ${limit}) m
    left join lateral (
      select count(*) filter (where outcome = 'queued') as queued, count(*) filter (where outcome = 'sent') as sent,
        count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'skipped') as skipped
      from mailing_people p where p.mailing_id = m.id) c on true
    order by m.created_at desc, m.id desc`)

type ShownMailing = Omit<ListedMailing, keyof Counts> & {
  filter: SegmentFilter
  texts: KeptTexts
  people: number | null
}
export const findMailingToShow = (db: Queryable, id: string) =>
  db.maybe(sql<ShownMailing>`
    select id, kind, name, filter, texts, state, send_at as "sendAt", per_minute as "perMinute", operator, finished_at as "finishedAt", people
    from mailings where id = ${id}`)

/** Number of recipients who have unsubscribed since the mail, including those who subscribed again later. */
export const countUnsubscribed = (db: Queryable, id: string) =>
  db.one(sql<{ count: number }>`
    select count(*)::integer as count from mailing_people p join mail_people m on m.user_id = p.user_id
    where p.mailing_id = ${id} and p.outcome = 'sent' and (m.news_since is null or m.news_since > p.at)`)

/** Latest recipients whose mail the mail server never accepted. */
export const listRefused = (db: Queryable, id: string, limit: number) =>
  db.query(sql<{ uid: number; at: Date }>`
    select m.uid, p.at from mailing_people p join mail_people m on m.user_id = p.user_id
    where p.mailing_id = ${id} and p.outcome = 'failed' order by p.at desc, p.user_id limit ${limit}`)

export const forgetMailingsOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from mailing_people where user_id = ${userId}`)

export const forgetOldRecipients = (db: Queryable, days: number, limit: number) =>
  db.run(sql`
    delete from mailing_people where (mailing_id, user_id) in (
      select p.mailing_id, p.user_id from mailing_people p join mailings m on m.id = p.mailing_id
      where p.at < now() - make_interval(days => ${days}::integer) and m.state in ('done', 'stopped') limit ${limit})`)

/**
 * Stops mailings that were paused for longer than `days`. The list of people already mailed is deleted then, so a
 * mailing that resumed later could mail them twice.
 */
export const stopOldPauses = (db: Queryable, days: number) =>
  db.run(sql`
    update mailings set state = 'stopped', finished_at = now()
    where state = 'paused' and next_at < now() - make_interval(days => ${days}::integer)`)
