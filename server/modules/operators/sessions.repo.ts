import type { Queryable } from '#server/platform/database.ts'
import { columns, sql } from '#server/platform/sql.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'

export const insertSession = (db: Queryable, tokenHash: Buffer, operatorId: string) =>
  db.run(sql`insert into operator_sessions (token_hash, operator_id) values (${tokenHash}, ${operatorId})`)

export type OperatorSession = {
  operatorId: string
  name: string
  role: OperatorRole
  hasAddress: boolean
  startedAt: Date
  factorAt: Date
  now: Date
}
type Life = { hours: number; idleMinutes: number }

const sessionColumns = columns`
  o.id as "operatorId", o.name, o.role, o.sealed_email is not null as "hasAddress", s.started_at as "startedAt",
  s.factor_at as "factorAt", now() as now`

export const touchSession = (db: Queryable, tokenHash: Buffer, life: Life) =>
  db.maybe(sql<OperatorSession>`
    update operator_sessions s set seen_at = now() from operators o
    where s.token_hash = ${tokenHash} and o.id = s.operator_id and o.disabled_at is null
      and s.started_at > now() - make_interval(hours => ${life.hours}::int)
      and s.seen_at > now() - make_interval(mins => ${life.idleMinutes}::int)
    returning ${sessionColumns}`)

export const findSession = (db: Queryable, tokenHash: Buffer, life: Life) =>
  db.maybe(sql<OperatorSession>`
    select ${sessionColumns} from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = ${tokenHash} and o.disabled_at is null
      and s.started_at > now() - make_interval(hours => ${life.hours}::int)
      and s.seen_at > now() - make_interval(mins => ${life.idleMinutes}::int)`)

export const listOpenSessions = (db: Queryable, tokenHashes: readonly Buffer[], life: Life) =>
  db.query(sql<{ tokenHash: Buffer; role: OperatorRole }>`
    select s.token_hash as "tokenHash", o.role
    from operator_sessions s join operators o on o.id = s.operator_id
    where s.token_hash = any(${tokenHashes}::bytea[]) and o.disabled_at is null
      and s.started_at > now() - make_interval(hours => ${life.hours}::int)
      and s.seen_at > now() - make_interval(mins => ${life.idleMinutes}::int)`)

export const setFactorAt = (db: Queryable, tokenHash: Buffer) =>
  db.run(sql`update operator_sessions set factor_at = now() where token_hash = ${tokenHash}`)

export const deleteSession = (db: Queryable, tokenHash: Buffer) =>
  db.run(sql`delete from operator_sessions where token_hash = ${tokenHash}`)

export const deleteSessionsOf = (db: Queryable, operatorId: string, but: Buffer | null) =>
  db.run(sql`
    delete from operator_sessions where operator_id = ${operatorId} and (${but}::bytea is null or token_hash <> ${but})`)

export const deleteOldSessions = (db: Queryable, life: Life) =>
  db.run(sql`
    delete from operator_sessions where started_at <= now() - make_interval(hours => ${life.hours}::int)
      or seen_at <= now() - make_interval(mins => ${life.idleMinutes}::int)`)
