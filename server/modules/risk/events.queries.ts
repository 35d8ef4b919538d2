import { moneySignalDays } from './signals.rules.ts'
import type { RiskAct, RiskRule } from '#shared/risk-rules.ts'
import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { Named, RiskDetails } from './events.rules.ts'

/**
 * Page of users whose risk must be checked, oldest request first. Several requests for a user lead to one check.
 * Database triggers insert a request together with the fact that calls for it.
 */
export const listDues = (db: Queryable, last: number, limit: number) =>
  db.query(sql<{ id: number; userId: string }>`
    select id, user_id as "userId" from risk_dues where id <= ${last} order by id limit ${limit}`)

export const findLastDue = (db: Queryable) =>
  db.one(sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from risk_dues`)

/** Moves a failed risk check of a user to the end of the queue, merged into one request. */
export const putOff = (db: Queryable, ids: readonly number[], userId: string) =>
  db.run(sql`
    with gone as (delete from risk_dues where id = any(${ids}::bigint[]))
    insert into risk_dues (user_id) values (${userId})`)

export const forgetDues = (db: Queryable, ids: readonly number[]) =>
  db.run(sql`delete from risk_dues where id = any(${ids}::bigint[])`)

type EventRow = {
  readonly id: string
  readonly caseId: string
  readonly rule: RiskRule
  readonly act: RiskAct
  readonly userId: string
  readonly inviterId: string | null
  readonly otherIds: string[]
  readonly details: RiskDetails
  readonly at: Date
}

/** Oldest events of a risk case. Limited, so use them only for display and never for a decision. */
export const listEventsOf = (db: Queryable, caseId: string) =>
  db.query(sql<EventRow>`
    select id, case_id as "caseId", rule, act, user_id as "userId", inviter_id as "inviterId", other_ids::text[] as "otherIds", details, at
    from risk_events where case_id = ${caseId} order by at, id limit 500`)

export const listPeopleOf = (db: Queryable, caseId: string) =>
  db.query(sql<{ userId: string }>`
    select distinct named.user_id as "userId" from risk_events e
    cross join lateral unnest(array[e.user_id, e.inviter_id] || e.other_ids) as named (user_id)
    where e.case_id = ${caseId} and named.user_id is not null`)

/**
 * True if an open risk case concerns this friend of this inviter. Closing another case must then not release the
 * earnings.
 */
export const isInOpenCase = async (db: Queryable, userId: string, inviterId: string): Promise<boolean> =>
  (
    await db.one(sql<{ is: boolean }>`
      select exists (
        select from risk_events e join risk_cases c on c.id = e.case_id
        where e.user_id = ${userId} and e.inviter_id = ${inviterId} and c.state = 'open')::boolean as is`)
  ).is

export const listFindingsOf = (db: Queryable, userId: string, limit: number) =>
  db.query(sql<Pick<EventRow, 'rule' | 'at'> & Pick<CaseRow, 'state' | 'decidedAt'>>`
    select e.rule, e.at, c.state, c.decided_at as "decidedAt" from risk_events e join risk_cases c on c.id = e.case_id
    where e.user_id = ${userId} order by e.at desc, e.id limit ${limit}`)

export const listFriendsOf = (db: Queryable, caseId: string) =>
  db.query(sql<Named>`
    select user_id as "userId", array_agg(distinct inviter_id)::text[] as "inviterIds" from risk_events
    where case_id = ${caseId} and inviter_id <> user_id group by user_id order by user_id`)

type CaseRow = {
  readonly id: string
  readonly state: 'open' | 'released' | 'voided'
  readonly openedAt: Date
  readonly decidedAt: Date | null
  readonly decidedBy: string | null
  readonly reason: string | null
  readonly people: number
  readonly events: number
  readonly rules: RiskRule[]
}

const caseColumns = columns`
  c.id, c.state, c.opened_at as "openedAt", c.decided_at as "decidedAt", c.decided_by as "decidedBy", c.reason,
  e.people, e.events, e.rules`

export const listOpenCases = (db: Queryable, after: string | null, limit: number) =>
  db.query(sql<CaseRow>`
    select ${caseColumns} from risk_cases c cross join lateral (
      select count(*)::int as events, count(distinct user_id)::int as people, coalesce(array_agg(distinct rule), '{}') as rules
      from risk_events where case_id = c.id) e
    where c.state = 'open' and (${after}::uuid is null or c.id > ${after}::uuid)
    order by c.id limit ${limit}`)

export const findCase = (db: Queryable, id: string) =>
  db.maybe(sql<CaseRow>`
    select ${caseColumns} from risk_cases c cross join lateral (
      select count(*)::int as events, count(distinct user_id)::int as people, coalesce(array_agg(distinct rule), '{}') as rules
      from risk_events where case_id = c.id) e
    where c.id = ${id}`)

export const forgetOldCases = (db: Queryable, limit: number) =>
  db.run(sql`
    with due as (
      select id from risk_cases where state <> 'open' and decided_at <= now() - make_interval(days => ${moneySignalDays}::int)
      order by decided_at limit ${limit} for update skip locked
    ), seen as (
      delete from risk_events where case_id in (select id from due)
    )
    delete from risk_cases where id in (select id from due)`)

/**
 * Advisory lock until the end of the transaction: additions to risk cases and decisions about them run one after the
 * other. Two parts of a ring found at the same time therefore join one case, and no case grows while it is being
 * closed. Take this lock before all others.
 */
export const takeTurn = (db: Queryable) => db.run(sql`select pg_advisory_xact_lock(7205340)`)

export const lockCase = (db: Queryable, id: string) =>
  db.maybe(sql<{ state: 'open' | 'released' | 'voided' }>`select state from risk_cases where id = ${id} for update`)

export const decideCase = (
  db: Queryable,
  id: string,
  d: { state: 'released' | 'voided'; decidedBy: string; reason: string },
) =>
  db.run(sql`
    update risk_cases set state = ${d.state}, decided_at = now(), decided_by = ${d.decidedBy}, reason = ${d.reason}
    where id = ${id} and state = 'open'`)
