import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { sql } from '#server/platform/sql.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'

/** Adds one that only stands for a name, unless that name is taken. */
export const insertDemoOperator = (db: Queryable, o: Operator & { nameKey: string }) =>
  db.run(sql`
    insert into operators (id, name, name_key, role, demo) values (${o.id}, ${o.name}, ${o.nameKey}, 'owner', true)
    on conflict do nothing`)

export const findDemoOperator = (db: Queryable, nameKey: string) =>
  db.maybe(sql<Operator>`select id, name from operators where name_key = ${nameKey} and demo`)

type NewOperator = {
  id: string
  name: string
  nameKey: string
  role: OperatorRole
  secretHash: string
  sealedTotp: Buffer
  invitedMinutes: number
  createdBy: string | null
}
/** 0 if the name is taken. */
export const insertOperator = (db: Queryable, o: NewOperator) =>
  db.run(sql`
    insert into operators (id, name, name_key, role, secret_hash, sealed_totp, invited_until, created_by)
    values (${o.id}, ${o.name}, ${o.nameKey}, ${o.role}, ${o.secretHash}, ${o.sealedTotp},
      now() + make_interval(mins => ${o.invitedMinutes}::int), ${o.createdBy})
    on conflict do nothing`)

type NewSecrets = { secretHash: string; sealedTotp: Buffer; invitedMinutes: number }
export const replaceSecrets = (db: Queryable, id: string, s: NewSecrets) =>
  db.run(sql`
    update operators set secret_hash = ${s.secretHash}, sealed_totp = ${s.sealedTotp}, last_totp_step = 0,
      invited_until = now() + make_interval(mins => ${s.invitedMinutes}::int)
    where id = ${id} and not demo`)

export const setSecret = (db: Queryable, id: string, secretHash: string) =>
  db.run(sql`update operators set secret_hash = ${secretHash}, invited_until = null where id = ${id} and not demo`)

export type Credentials = { id: string; name: string; secretHash: string | null; sealedTotp: Buffer | null }

/** Of one who may sign in now: enabled, and not invited too long ago. */
export const findCredentials = (db: Queryable, nameKey: string) =>
  db.maybe(sql<Credentials>`
    select id, name, secret_hash as "secretHash", sealed_totp as "sealedTotp" from operators
    where name_key = ${nameKey} and disabled_at is null and not demo and (invited_until is null or invited_until > now())`)

export const findCredentialsById = (db: Queryable, id: string) =>
  db.maybe(sql<Credentials>`
    select id, name, secret_hash as "secretHash", sealed_totp as "sealedTotp" from operators
    where id = ${id} and disabled_at is null and not demo`)

/** 0 if this step, or a later one, was used before, or the secret was replaced meanwhile. */
export const spendStep = (db: Queryable, c: { id: string; secretHash: string; step: number }) =>
  db.run(sql`
    update operators set last_totp_step = ${c.step}::bigint
    where id = ${c.id} and secret_hash = ${c.secretHash} and disabled_at is null and last_totp_step < ${c.step}::bigint`)
