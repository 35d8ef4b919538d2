import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type TermsVersion = { version: number; since: string; publishedBy: string; publishedAt: Date; terms: unknown }

export const listTerms = (db: Queryable) =>
  db.query(sql<TermsVersion>`
    select version, since::text as since, published_by as "publishedBy", published_at as "publishedAt", terms
    from affiliate_terms order by version desc`)
