import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Sentence } from '#shared/sentence.ts'

export type Proposal = {
  id: string
  action: string
  /** Part of a proposal's input that stays readable after the decision. It contains ids instead of names. */
  kept: Record<string, unknown>
  /** Encrypted input and preview, only while the proposal is open; see `openProposed`. */
  sealed: Buffer | null
  why: Sentence
  preparedById: string
  preparedBy: string
  preparedAt: Date
  /** Owner whom the proposal would remove. `stoppedAt`: time at which that owner stopped the proposal. */
  againstId: string | null
  stoppedAt: Date | null
}
export type NewProposal = Omit<Proposal, 'preparedBy' | 'preparedAt' | 'stoppedAt'>

export const insertProposal = (db: Queryable, p: NewProposal) =>
  db.run(sql`
    insert into operator_proposals (id, action, options, sealed, why, prepared_by, against)
    values (${p.id}, ${p.action}, ${JSON.stringify(p.kept)}, ${p.sealed}, ${JSON.stringify(p.why)}, ${p.preparedById},
      ${p.againstId})`)

export const findOpenProposal = (db: Queryable, id: string) =>
  db.maybe(sql<Proposal>`
    select p.id, p.action, p.options as kept, p.sealed, p.why, p.prepared_by as "preparedById", o.name as "preparedBy",
      p.prepared_at as "preparedAt", p.against as "againstId", p.stopped_at as "stoppedAt"
    from operator_proposals p join operators o on o.id = p.prepared_by where p.id = ${id} and p.state = 'open'`)

export const countOpenProposals = (db: Queryable, preparedById: string, days: number) =>
  db.one(sql<{ count: number }>`
    select count(*)::int as count from operator_proposals
    where state = 'open' and prepared_by = ${preparedById} and prepared_at > now() - make_interval(days => ${days}::int)`)

export const listOpenProposals = (db: Queryable, after: string, limit: number) =>
  db.query(sql<Pick<Proposal, 'id' | 'action' | 'why' | 'preparedBy' | 'preparedAt'>>`
    select p.id, p.action, p.why, o.name as "preparedBy", p.prepared_at as "preparedAt"
    from operator_proposals p join operators o on o.id = p.prepared_by
    where p.state = 'open' and p.id > ${after}::uuid order by p.id limit ${limit}`)

/**
 * Ends a proposal. Returns 0 if it was already decided. `failed`: the proposal was approved, but its execution failed.
 */
export const decideProposal = (
  db: Queryable,
  id: string,
  d: { state: 'done' | 'refused' | 'failed'; by: string; note: string | null },
) =>
  db.run(sql`
    update operator_proposals set state = ${d.state}, decided_by = ${d.by}, decided_at = now(), note = ${d.note}, sealed = null
    where id = ${id} and state = 'open'`)

export const lockOpenProposal = (db: Queryable, id: string) =>
  db.maybe(sql<{ stoppedAt: Date | null }>`
    select stopped_at as "stoppedAt" from operator_proposals where id = ${id} and state = 'open' for update`)

export const stopProposal = (db: Queryable, id: string) =>
  db.run(sql`
    update operator_proposals set stopped_at = now()
    where id = ${id} and state = 'open' and against is not null and stopped_at is null`)

export type Contest = {
  id: string
  action: string
  preparedById: string
  preparedBy: string
  preparedAt: Date
  againstId: string
  against: string
  now: Date
}
export const listContests = (db: Queryable) =>
  db.query(sql<Contest>`
    select p.id, p.action, p.prepared_by as "preparedById", a.name as "preparedBy", p.prepared_at as "preparedAt",
      p.against as "againstId", b.name as against, now() as now
    from operator_proposals p join operators a on a.id = p.prepared_by join operators b on b.id = p.against
    where p.state = 'open' and p.against is not null and a.disabled_at is null and a.role = 'owner'
    order by p.id`)

export const refuseProposalsOf = (db: Queryable, preparedById: string, d: { by: string; note: string }) =>
  db.run(sql`
    update operator_proposals set state = 'refused', decided_by = ${d.by}, decided_at = now(), note = ${d.note}, sealed = null
    where prepared_by = ${preparedById} and state = 'open'`)

type Ended = Pick<Proposal, 'id' | 'action'>

export const refuseExpired = (db: Queryable, days: number, note: string) =>
  db.query(sql<Ended>`
    update operator_proposals set state = 'refused', decided_at = now(), note = ${note}, sealed = null
    where state = 'open' and prepared_at <= now() - make_interval(days => ${days}::int) returning id, action`)

export const refuseOpen = (db: Queryable, ids: readonly string[], note: string) =>
  db.query(sql<Ended>`
    update operator_proposals set state = 'refused', decided_at = now(), note = ${note}, sealed = null
    where state = 'open' and id = any(${ids}::uuid[]) returning id, action`)

export const listSealedProposals = (db: Queryable) =>
  db.query(sql<Pick<Proposal, 'id' | 'sealed'>>`select id, sealed from operator_proposals where state = 'open'`)

export const hasNameOf = (db: Queryable, userId: string, texts: readonly string[]) =>
  db.one(sql<{ found: boolean }>`
    select coalesce(stands_name_of_person(${userId}::uuid, ${texts}::text[]), false) as found`)

/** Removes an erased person's names from all proposals, and the `personal` fields from the proposals in `about`. */
export const erasePersonFromProposals = (
  db: Queryable,
  p: { userId: string; about: readonly string[]; personal: readonly string[]; words: readonly string[] },
) =>
  db.one(sql<{ changed: number }>`
    select coalesce(erase_names_from_proposals(
      ${p.userId}::uuid, ${p.about}::uuid[], ${p.personal}::text[], ${p.words}::text[]), 0) as changed`)

export const listProposalsAbout = (db: Queryable, p: { uid: string; orders: readonly string[] }) =>
  db.query(sql<{ id: string }>`
    select id from operator_proposals
    where options ->> 'user' = ${p.uid} or options ->> 'inviter' = ${p.uid}
      or options ->> 'order' = any(${p.orders}::text[]) or options -> 'orders' ?| ${p.orders}::text[]`)
