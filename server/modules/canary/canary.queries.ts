import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type StatementRow = {
  id: string
  date: string
  text: string
  signature: Buffer
  operator: string
  publishedAt: Date
}

export const listStatements = (db: Queryable, max: number, after: string | null) =>
  db.query(sql<StatementRow>`
    select id, to_char(statement_on, 'YYYY-MM-DD') as date, text, signature, operator, published_at as "publishedAt"
    from canary_statements
    where ${after}::uuid is null or (statement_on, published_at, id) < (
      select x.statement_on, x.published_at, x.id from canary_statements x where x.id = ${after}::uuid)
    order by statement_on desc, published_at desc, id desc limit ${max}::int`)
