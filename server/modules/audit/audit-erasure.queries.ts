import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Removes the names of an account due for erasure from a page of audit rows, through the only database function allowed
 * to change them. `about`: subjects of rows about the person, in lower case. `next`: null after the last page.
 */
export const erasePersonFromAuditLog = (
  db: Queryable,
  p: { userId: string; about: readonly string[]; after: string; limit: number },
) =>
  db.one(sql<{ next: string | null }>`
    select erase_person_from_audit_log(${p.userId}::uuid, ${p.about}::text[], ${p.after}::uuid, ${p.limit}::int) as next`)
