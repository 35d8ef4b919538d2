import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Acts of one operator on persons are counted one after another: of two at once, the second sees the audit row of the first. */
export const lockPersonActsOf = (db: Queryable, operatorId: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('acts on persons ' || ${operatorId}::text, 0))::text as locked`)

/**
 * Counts the subjects, without this one, on which an operator acted within the last 24 hours by these actions. What two operators
 * decided names who prepared it, and counts for neither.
 */
export const countOthersOfDay = (
  db: Queryable,
  { operatorId, actions, subject }: { operatorId: string; actions: readonly string[]; subject: string },
) =>
  db.one(sql<{ count: number }>`
    select count(distinct subject)::int as count from audit_log
    where operator_id = ${operatorId}::uuid and action = any(${actions}::text[]) and at > now() - interval '1 day'
      and subject <> ${subject}::text and not coalesce(details ? 'preparedBy', false)`)
