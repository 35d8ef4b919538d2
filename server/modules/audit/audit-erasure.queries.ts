import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Takes the names of an account that is due for erasure out of one page of audit rows, by the one function of the database
 * that may. `about`: subjects of rows about the person, in small letters. `next` is null behind the last page.
 */
export const erasePersonFromAuditLog = (
  db: Queryable,
  p: { userId: string; about: readonly string[]; after: string; limit: number },
) =>
  db.one(sql<{ next: string | null }>`
    select erase_person_from_audit_log(${p.userId}::uuid, ${p.about}::text[], ${p.after}::uuid, ${p.limit}::int) as next`)
