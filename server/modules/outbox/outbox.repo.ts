import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Channel = 'mail' | 'sms'
type OutboxRow = {
  id: string
  channel: Channel
  template: string
  sealed: Buffer | null
  userId: string | null
  facts: unknown
  tooLate: boolean
}
type NewMessage = { id: string; channel: Channel; template: string; sealed: Buffer | null; usefulUntil: Date | null }

export const insertMessage = (db: Queryable, m: NewMessage) =>
  db.run(sql`
    insert into outbox_messages (id, channel, template, sealed, useful_until)
    values (${m.id}, ${m.channel}, ${m.template}, ${m.sealed}, ${m.usefulUntil})`)

type NewPersonRow = {
  id: string
  userId: string
  event: string
  template: string
  facts: unknown
  usefulUntil: Date | null
}

/** Inserts messages to users. Skips a message if the user already has one about the same event. */
export const insertForPeople = (db: Queryable, rows: readonly NewPersonRow[]) =>
  db.run(sql`
    insert into outbox_messages (id, channel, template, user_id, event, facts, useful_until)
    select r.id, 'mail', r.template, r."userId", r.event, r.facts, r."usefulUntil"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, "userId" uuid, event text, template text, facts jsonb,
      "usefulUntil" timestamptz)
    order by r."userId", r.event
    on conflict (user_id, event) do nothing`)

/**
 * Inserts a message. If an earlier message about the same event still waits or is shown in the account area, replaces
 * its content and marks it as unread. A mail that was already sent is not sent again.
 */
export const insertOrRenew = (db: Queryable, { id, userId, event, template, facts, usefulUntil }: NewPersonRow) =>
  db.run(sql`
    insert into outbox_messages as m (id, channel, template, user_id, event, facts, useful_until)
    values (${id}, 'mail', ${template}, ${userId}, ${event}, ${JSON.stringify(facts)}::jsonb, ${usefulUntil})
    on conflict (user_id, event) do update set facts = excluded.facts, created_at = now(),
      status = case m.status when 'seen' then 'notice' else m.status end
    where m.status in ('waiting', 'notice', 'seen') and m.facts is not null`)

/**
 * Reads a waiting message. `tooLate`: true if it must not be sent any more, because its deadline has passed or it is
 * older than two weeks (messages to users) or three days (all others).
 */
export const findWaiting = (db: Queryable, id: string) =>
  db.maybe(sql<OutboxRow>`
    select id, channel, template, sealed, user_id as "userId", facts,
      coalesce(useful_until < now(), false)
        or created_at < now() - case when user_id is null then interval '3 days' else interval '14 days' end as "tooLate"
    from outbox_messages where id = ${id} and status = 'waiting'`)

/**
 * Waiting messages that are older than any background job takes, so their job was lost or has failed for good. Mass
 * mails come last.
 */
export const listForgotten = (db: Queryable) =>
  db.query(sql<{ id: string; template: string }>`
    select id, template from outbox_messages where status = 'waiting' and created_at < now() - interval '2 minutes'
    order by template in ('mailing', 'legal-changed'), created_at limit 500`)
