import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Days for which the account page shows messages that could not be delivered. */
export const noticeDays = 90
/** Days for which sent events are remembered, so that a late repeat is not sent again. */
export const toldDays = 400

/**
 * Result of a message. `notice`: shown in the account, because no mail can be sent. `stopped`: a reminder that the user
 * has turned off.
 */
export type Outcome = 'sent' | 'expired' | 'refused' | 'nothing' | 'notice' | 'stopped'

/** Ends a message and deletes its content. A notice keeps its content until it is dismissed. */
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

export const forgetOldNotices = (db: Queryable, limit: number) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null where id in (
      select id from outbox_messages
      where status = 'notice' and created_at < now() - make_interval(days => ${noticeDays}::int) limit ${limit})`)

export const forgetOldEvents = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from outbox_messages where id in (
      select id from outbox_messages
      where status <> 'waiting' and event is not null and finished_at < now() - make_interval(days => ${toldDays}::int)
      order by finished_at limit ${limit})`)

export const forgetMessagesOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from outbox_messages where user_id = ${userId}`)

export type NoticeRow = { id: string; template: string; facts: unknown; at: Date }

export const listNotices = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<NoticeRow>`
    select id, template, facts, created_at as at from outbox_messages
    where user_id = ${userId} and status = 'notice' order by created_at desc, id desc limit ${limit}`)

export const putNoticeAway = (db: Queryable, userId: string, id: string) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null
    where id = ${id} and user_id = ${userId} and status in ('notice', 'seen')`)

/** Dismisses all notices of one kind, after the user has seen the matter on another page. */
export const forgetNoticesOf = (db: Queryable, userId: string, template: string) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null
    where user_id = ${userId} and template = ${template} and status = 'notice'`)

export type ToldRow = { template: string; at: Date; state: string }

export const listTold = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<ToldRow>`
    select template, created_at as at, status as state from outbox_messages
    where user_id = ${userId} order by created_at desc, id desc limit ${limit}`)

export const countWaiting = (db: Queryable) =>
  db.one(sql<{ count: number; oldestSeconds: number | null }>`
    select count(*)::int as count, extract(epoch from now() - min(created_at))::int as "oldestSeconds"
    from outbox_messages where status = 'waiting'`)
