import type { ReplySituation } from '#shared/support-limits.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type ReplyRow = {
  name: string
  textEn: string
  textZh: string
  usedFor: ReplySituation | null
  operator: string
  savedAt: Date
}

export const listReplies = (db: Queryable) =>
  db.query(sql<ReplyRow>`
    select name, text_en as "textEn", text_zh as "textZh", used_for as "usedFor", operator, saved_at as "savedAt"
    from support_replies order by name limit 200`)

export const findReply = (db: Queryable, name: string) =>
  db.maybe(sql<ReplyRow>`
    select name, text_en as "textEn", text_zh as "textZh", used_for as "usedFor", operator, saved_at as "savedAt"
    from support_replies where name = ${name}`)

/** Advisory lock on a reply's name, so that concurrent saves run one after the other, even for a new name. */
export const lockReply = (tx: Transaction, name: string) =>
  tx.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('support reply ' || ${name}::text, 0))::text as locked`)

export const countReplies = (db: Queryable) =>
  db.one(sql<{ count: number }>`select count(*)::integer as count from support_replies`)

export const saveReply = (tx: Transaction, reply: Omit<ReplyRow, 'savedAt'>) =>
  tx.run(sql`
    insert into support_replies (name, text_en, text_zh, used_for, operator)
    values (${reply.name}, ${reply.textEn}, ${reply.textZh}, ${reply.usedFor}, ${reply.operator})
    on conflict (name) do update set text_en = excluded.text_en, text_zh = excluded.text_zh,
      used_for = excluded.used_for, operator = excluded.operator, saved_at = now()`)

export const removeReply = (tx: Transaction, name: string) =>
  tx.run(sql`delete from support_replies where name = ${name}`)
