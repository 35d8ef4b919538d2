import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Removes the names of an account due for erasure, through the only database function allowed to change audit rows
 * (`server/db/schema/33-erasure.sql`).
 * `about`: subjects of rows about the person, in lower case. `words`: fields in which a name of one word can stand.
 * Returns the number of changed rows.
 */
export const erasePersonFromAuditLog = (
  db: Queryable,
  p: { userId: string; about: readonly string[]; words: readonly string[] },
) =>
  db.one(sql<{ changed: number }>`
    select coalesce(erase_names_from_audit_log(${p.userId}::uuid, ${p.about}::text[], ${p.words}::text[]), 0) as changed`)
