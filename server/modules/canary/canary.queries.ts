import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type StatementRow = { date: string; text: string; signature: Buffer; operator: string; publishedAt: Date }

export const listStatements = (db: Queryable, most: number) =>
  db.query(sql<StatementRow>`
    select to_char(statement_on, 'YYYY-MM-DD') as date, text, signature, operator, published_at as "publishedAt"
    from canary_statements order by statement_on desc, published_at desc limit ${most}::int`)
