import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { RiskEvent } from './events.rules.ts'

export const findEvent = (db: Queryable, e: Pick<RiskEvent, 'rule' | 'userId' | 'period'>) =>
  db.maybe(sql<{ id: string }>`
    select id from risk_events where rule = ${e.rule} and user_id = ${e.userId} and period = ${e.period}`)

/**
 * Locks open risk cases that name any of these users, oldest first. Checks after waiting for the lock that they are
 * still open.
 */
export const lockCasesOf = (db: Queryable, userIds: readonly string[]) =>
  db.query(sql<{ id: string }>`
    select c.id from risk_cases c
    where c.state = 'open' and exists (
      select from risk_events e
      where e.case_id = c.id and (e.user_id = any(${userIds}::uuid[]) or e.inviter_id = any(${userIds}::uuid[])))
    order by c.id for update of c`)

export const insertCase = (db: Queryable, id: string) => db.run(sql`insert into risk_cases (id) values (${id})`)

export const moveEvents = (db: Queryable, from: readonly string[], to: string) =>
  db.run(sql`update risk_events set case_id = ${to} where case_id = any(${from}::uuid[])`)

export const deleteCases = (db: Queryable, ids: readonly string[]) =>
  db.run(sql`delete from risk_cases where id = any(${ids}::uuid[]) and state = 'open'`)

export const insertEvent = (db: Queryable, id: string, caseId: string, termsVersion: number, e: RiskEvent) =>
  db.run(sql`
    insert into risk_events (id, case_id, rule, act, terms_version, user_id, inviter_id, other_ids, period, details)
    values (${id}, ${caseId}, ${e.rule}, ${e.act}, ${termsVersion}, ${e.userId}, ${e.inviterId}, ${e.otherIds}::uuid[], ${e.period},
      ${JSON.stringify(e.details)}::jsonb)
    on conflict (rule, user_id, period) do nothing`)
