import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Advisory lock: an operator's actions on customers run one after the other, so that the second sees the audit row of
 * the first.
 */
export const lockPersonActsOf = (db: Queryable, operatorId: string) =>
  db.one(sql<{ locked: string | null }>`
    select pg_advisory_xact_lock(hashtextextended('acts on persons ' || ${operatorId}::text, 0))::text as locked`)

/**
 * Number of other customers on whom the operator used these actions in the last 24 hours. Actions in `varying` count
 * only if their audit row says that they concerned many. Actions approved by a second operator do not count.
 */
export const countOthersOfDay = (
  db: Queryable,
  {
    operatorId,
    actions,
    varying,
    subject,
  }: { operatorId: string; actions: readonly string[]; varying: readonly string[]; subject: string },
) =>
  db.one(sql<{ count: number }>`
    select count(distinct subject)::int as count from audit_log
    where operator_id = ${operatorId}::uuid and action = any(${actions}::text[]) and at > now() - interval '1 day'
      and (action <> all(${varying}::text[]) or details @> '{"reaches": true}')
      and subject <> ${subject}::text and not coalesce(details ? 'preparedBy', false)`)

/**
 * Counts this operator's connection tests in the audit log: all of the last hour, and those of this subject in the last
 * 24 hours.
 */
export const countTestsOf = (db: Queryable, operatorId: string, subject: string) =>
  db.one(sql<{ lately: number; today: number }>`
    select (count(*) filter (where at > now() - interval '1 hour'))::int as lately,
      (count(*) filter (where subject = ${subject}))::int as today
    from audit_log
    where operator_id = ${operatorId}::uuid and action in ('connections.test', 'tunnels.test-settings') and at > now() - interval '1 day'`)
