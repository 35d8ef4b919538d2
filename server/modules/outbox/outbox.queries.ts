import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { noticeDays, toldDays } from './outbox.rules.ts'

/** `notice`: the account area shows it, because no mail can. `stopped`: a reminder to someone who wants none. */
export type Outcome = 'sent' | 'expired' | 'refused' | 'nothing' | 'notice' | 'stopped'

/** What was in it goes with its sending; what the account area shows, once it is put away there. */
export const finishMessage = (db: Queryable, id: string, outcome: Outcome) =>
  db.run(sql`
    update outbox_messages set status = ${outcome}, sealed = null, finished_at = now(),
      facts = case when ${outcome}::text = 'notice' then facts end
    where id = ${id} and status = 'waiting'`)

export const forgetFinishedMessages = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from outbox_messages where id in (
      select id from outbox_messages
      where status <> 'waiting' and event is null and finished_at < now() - interval '7 days'
      order by finished_at limit ${limit})`)

/** What no one put away is put away. */
export const forgetOldNotices = (db: Queryable, limit: number) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null where id in (
      select id from outbox_messages
      where status = 'notice' and created_at < now() - make_interval(days => ${noticeDays}::int) limit ${limit})`)

/** That someone was told something. */
export const forgetOldEvents = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from outbox_messages where id in (
      select id from outbox_messages
      where status <> 'waiting' and event is not null and finished_at < now() - make_interval(days => ${toldDays}::int)
      order by finished_at limit ${limit})`)

/** All that was told to a person, or is about to be. */
export const forgetMessagesOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from outbox_messages where user_id = ${userId}`)

export type NoticeRow = { id: string; template: string; facts: unknown; at: Date }

/** What the account area has to show, newest first. */
export const listNotices = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<NoticeRow>`
    select id, template, facts, created_at as at from outbox_messages
    where user_id = ${userId} and status = 'notice' order by created_at desc, id desc limit ${limit}`)

/** Puts a notice away, with what it said; 0 for one that this person never had. */
export const putNoticeAway = (db: Queryable, userId: string, id: string) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null
    where id = ${id} and user_id = ${userId} and status in ('notice', 'seen')`)

/** Puts every notice of a kind away: the person has seen elsewhere what it told. */
export const forgetNoticesOf = (db: Queryable, userId: string, template: string) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null
    where user_id = ${userId} and template = ${template} and status = 'notice'`)

export type ToldRow = { template: string; at: Date; state: string }

/** What a person was told and when; the words are gone. */
export const listTold = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<ToldRow>`
    select template, created_at as at, status as state from outbox_messages
    where user_id = ${userId} order by created_at desc, id desc limit ${limit}`)

/** Messages that are still to go out, and since when the oldest is; null: none waits. */
export const countWaiting = (db: Queryable) =>
  db.one(sql<{ count: number; oldestSeconds: number | null }>`
    select count(*)::int as count, extract(epoch from now() - min(created_at))::int as "oldestSeconds"
    from outbox_messages where status = 'waiting'`)
