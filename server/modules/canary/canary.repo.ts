import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const readToday = (db: Queryable) =>
  db.one(sql<{ today: string }>`select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`)

type NewStatement = { id: string; date: string; text: string; signature: Buffer; operator: string }
export const insertStatement = (db: Queryable, s: NewStatement) =>
  db.run(sql`
    insert into canary_statements (id, statement_on, text, signature, operator)
    values (${s.id}, ${s.date}, ${s.text}, ${s.signature}, ${s.operator})`)
