import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type Channel = 'mail' | 'sms'
export type OutboxRow = { id: string; channel: Channel; template: string; sealed: Buffer | null; tooLate: boolean }
type NewMessage = { id: string; channel: Channel; template: string; sealed: Buffer | null; usefulUntil: Date | null }

export const insertMessage = (db: Queryable, m: NewMessage) =>
  db.run(sql`
    insert into outbox_messages (id, channel, template, sealed, useful_until)
    values (${m.id}, ${m.channel}, ${m.template}, ${m.sealed}, ${m.usefulUntil})`)

export const findWaiting = (db: Queryable, id: string) =>
  db.maybe(sql<OutboxRow>`
    select id, channel, template, sealed,
      coalesce(useful_until < now(), false) or created_at < now() - interval '3 days' as "tooLate"
    from outbox_messages where id = ${id} and status = 'waiting'`)

/** Messages that wait longer than any job should take: their job was given up, or lost. */
export const listForgotten = (db: Queryable) =>
  db.query(sql<{ id: string }>`
    select id from outbox_messages where status = 'waiting' and created_at < now() - interval '2 minutes'
    order by created_at limit 500`)
