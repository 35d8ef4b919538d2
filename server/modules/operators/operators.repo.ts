import type { Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { sql } from '#server/platform/sql.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'

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
  invitationHash: Buffer
  invitedUntil: Date
  createdBy: string
}
export const insertOperator = (db: Queryable, o: NewOperator) =>
  db.run(sql`
    insert into operators (id, name, name_key, role, invitation_hash, invited_until, created_by)
    values (${o.id}, ${o.name}, ${o.nameKey}, ${o.role}, ${o.invitationHash}, ${o.invitedUntil}, ${o.createdBy})
    on conflict do nothing`)

type FirstOwner = { id: string; name: string; nameKey: string; secretHash: string; sealedTotp: Buffer; step: number }
/** Inserts an owner who is active without an invitation. Returns 0 if the name is taken. */
export const insertFirstOwner = (db: Queryable, o: FirstOwner) =>
  db.run(sql`
    insert into operators (id, name, name_key, role, secret_hash, sealed_totp, last_totp_step, accepted_at)
    values (${o.id}, ${o.name}, ${o.nameKey}, 'owner', ${o.secretHash}, ${o.sealedTotp}, ${o.step}::bigint, now())
    on conflict do nothing`)

/** Removes an operator's secret and second factor. The operator sets new ones through the invitation link. */
export const setInvitation = (db: Queryable, id: string, i: { hash: Buffer; until: Date }) =>
  db.run(sql`
    update operators set secret_hash = null, sealed_totp = null, last_totp_step = 0, invitation_hash = ${i.hash},
      invited_until = ${i.until}
    where id = ${id} and not demo`)

type Invited = { id: string; name: string; role: OperatorRole }
export const findInvited = (db: Queryable, hash: Buffer) =>
  db.maybe(sql<Invited>`
    select id, name, role from operators
    where invitation_hash = ${hash} and invited_until > now() and disabled_at is null`)

type Accepted = { hash: Buffer; secretHash: string; sealedTotp: Buffer; step: number }
/**
 * Consumes an invitation. Returns 0 if it was used, replaced, disabled or has expired in the meantime, so only one of
 * two concurrent calls succeeds.
 */
export const acceptInvitation = (db: Queryable, a: Accepted) =>
  db.run(sql`
    update operators set secret_hash = ${a.secretHash}, sealed_totp = ${a.sealedTotp}, last_totp_step = ${a.step}::bigint,
      invitation_hash = null, invited_until = null, accepted_at = coalesce(accepted_at, now())
    where invitation_hash = ${a.hash} and invited_until > now() and disabled_at is null`)

export const setSecret = (db: Queryable, id: string, secretHash: string) =>
  db.run(sql`update operators set secret_hash = ${secretHash} where id = ${id} and not demo and invited_until is null`)

export type Credentials = { id: string; name: string; secretHash: string | null; sealedTotp: Buffer | null }

export const findCredentials = (db: Queryable, nameKey: string) =>
  db.maybe(sql<Credentials>`
    select id, name, secret_hash as "secretHash", sealed_totp as "sealedTotp" from operators
    where name_key = ${nameKey} and disabled_at is null and not demo and invited_until is null`)

export const findCredentialsById = (db: Queryable, id: string) =>
  db.maybe(sql<Credentials>`
    select id, name, secret_hash as "secretHash", sealed_totp as "sealedTotp" from operators
    where id = ${id} and disabled_at is null and not demo`)

/**
 * Marks a time step of the authenticator app as used, because each code is valid once. Returns 0 if this or a later
 * step was already used, or the secret has been replaced.
 */
export const spendStep = (db: Queryable, c: { id: string; secretHash: string; step: number }) =>
  db.run(sql`
    update operators set last_totp_step = ${c.step}::bigint
    where id = ${c.id} and secret_hash = ${c.secretHash} and disabled_at is null and last_totp_step < ${c.step}::bigint`)

/**
 * Marks a form submission as executed. Returns 0 if it already was. If the same submission is still being executed,
 * waits for its end.
 */
export const insertSubmission = (db: Queryable, key: string, operatorId: string) =>
  db.run(sql`
    insert into operator_submissions (key, operator_id) values (${key}::uuid, ${operatorId}) on conflict do nothing`)

export const deleteOldSubmissions = (db: Queryable) =>
  db.run(sql`delete from operator_submissions where submitted_at < now() - interval '1 day'`)
