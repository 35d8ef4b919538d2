import type { IdentifierKind } from '#shared/account-rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type NamedBy = { userId: string; kind: IdentifierKind; value: string }

export const listNames = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<NamedBy>`
    select user_id as "userId", kind, value from account_identifiers where user_id = any(${userIds}::uuid[])`)
