import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type StatementRow = { date: string; text: string; signature: Buffer; operator: string; publishedAt: Date }

export const listStatements = (db: Queryable, most: number) =>
  db.query(sql<StatementRow>`
    select to_char(statement_on, 'YYYY-MM-DD') as date, text, signature, operator, published_at as "publishedAt"
    from canary_statements order by statement_on desc, published_at desc limit ${most}::int`)

/** Today in UTC by the database's clock, ISO. */
export const readToday = (db: Queryable) =>
  db.one(sql<{ today: string }>`select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as today`)

type NewStatement = { id: string; date: string; text: string; signature: Buffer; operator: string }
export const insertStatement = (db: Queryable, s: NewStatement) =>
  db.run(sql`
    insert into canary_statements (id, statement_on, text, signature, operator)
    values (${s.id}, ${s.date}, ${s.text}, ${s.signature}, ${s.operator})`)
