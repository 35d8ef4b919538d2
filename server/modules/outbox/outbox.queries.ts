import { noticeDays } from '#shared/notice-days.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Days for which events of sent messages are remembered, so that a late repeat of an event is not sent again. */
export const toldDays = 400

/**
 * Result of a message. `notice`: shown in the account area, because no mail can be sent or the message is only for that
 * area. `stopped`: a reminder or news that the user has turned off.
 */
export type Outcome = 'sent' | 'expired' | 'refused' | 'nothing' | 'notice' | 'stopped'

/** Ends a message and deletes its content. A notice that the account shows keeps its content for `noticeDays` days. */
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

/** Deletes the contents of old notices, read or not. */
export const forgetOldNotices = (db: Queryable, limit: number) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null where id in (
      select id from outbox_messages
      where status in ('notice', 'seen') and facts is not null
        and created_at < now() - make_interval(days => ${noticeDays}::int) limit ${limit})`)

export const forgetOldEvents = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from outbox_messages where id in (
      select id from outbox_messages
      where status <> 'waiting' and event is not null and finished_at < now() - make_interval(days => ${toldDays}::int)
      order by finished_at limit ${limit})`)

export const forgetMessagesOf = (db: Queryable, userId: string) =>
  db.run(sql`delete from outbox_messages where user_id = ${userId}`)

export type NoticeRow = { id: string; template: string; facts: unknown; at: Date; isRead: boolean }
type NoticeList = {
  readonly userId: string
  /**
   * Session of the reader. The list leaves out the notice about the sign-in that opened this session, because its owner
   * knows.
   */
  readonly sessionId: string
  readonly limit: number
}

/** Unread notices that the account area shows, newest first. */
export const listUnreadNotices = (db: Queryable, { userId, sessionId, limit }: NoticeList) =>
  db.query(sql<NoticeRow>`
    select id, template, facts, created_at as at, false as "isRead" from outbox_messages
    where user_id = ${userId} and status = 'notice' and facts is not null
      and facts ->> 'sessionId' is distinct from ${sessionId}::text
    order by created_at desc, id desc limit ${limit}`)

type NoticePage = NoticeList & {
  /** Cursor: lists notices older than this one; null starts at the newest. */
  readonly before: string | null
  /** Message templates that are left out of the list. */
  readonly without: readonly string[]
}

/** Notices that the account area shows, read or not, newest first. */
export const listNotices = (db: Queryable, { userId, sessionId, without, before, limit }: NoticePage) =>
  db.query(sql<NoticeRow>`
    select id, template, facts, created_at as at, status = 'seen' as "isRead" from outbox_messages
    where user_id = ${userId} and status in ('notice', 'seen') and facts is not null
      and template <> all(${without}::text[]) and facts ->> 'sessionId' is distinct from ${sessionId}::text
      and (${before}::uuid is null or (created_at, id) < (
        select b.created_at, b.id from outbox_messages b where b.id = ${before}::uuid and b.user_id = ${userId}))
    order by created_at desc, id desc limit ${limit}`)

/** Marks notices of the user as read; returns how many of the ids are the user's notices. */
export const markNoticesRead = (db: Queryable, userId: string, ids: readonly string[]) =>
  db.run(sql`
    update outbox_messages set status = 'seen'
    where id = any(${ids}::uuid[]) and user_id = ${userId} and status in ('notice', 'seen')`)

/** Marks all notices of a kind as read, because the user has seen what they are about elsewhere. */
export const markKindRead = (db: Queryable, userId: string, template: string) =>
  db.run(sql`
    update outbox_messages set status = 'seen'
    where user_id = ${userId} and template = ${template} and status = 'notice'`)

/** Removes all notices of a kind from the account area, read or not, because what they are about is over. */
export const forgetNoticesOf = (db: Queryable, userId: string, template: string) =>
  db.run(sql`
    update outbox_messages set status = 'seen', facts = null
    where user_id = ${userId} and template = ${template} and status in ('notice', 'seen')`)

type ToldRow = { template: string; at: Date; state: string }

export const listTold = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<ToldRow>`
    select template, created_at as at, status as state from outbox_messages
    where user_id = ${userId} order by created_at desc, id desc limit ${limit}`)

export const countWaiting = (db: Queryable) =>
  db.one(sql<{ count: number; oldestSeconds: number | null }>`
    select count(*)::int as count, extract(epoch from now() - min(created_at))::int as "oldestSeconds"
    from outbox_messages where status = 'waiting'`)

/** Messages of a channel that were written after `sentAt` and wait for five minutes or more. */
export const countUnsent = (db: Queryable, channel: 'mail' | 'sms', sentAt: Date | null) =>
  db.one(sql<{ waiting: number; since: Date | null }>`
    select count(*)::int as waiting, min(created_at) as since from outbox_messages
    where status = 'waiting' and channel = ${channel} and created_at < now() - interval '5 minutes'
      and created_at > coalesce(${sentAt}::timestamptz, '-infinity')`)
