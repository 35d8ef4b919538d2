import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { Language } from '#shared/language.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'

export type OperatorRow = {
  id: string
  name: string
  role: OperatorRole
  demo: boolean
  invitedUntil: Date | null
  acceptedAt: Date | null
  createdAt: Date
  disabledAt: Date | null
  /**
   * Time at which an active owner was last disabled, demoted or reset. If a single owner remains, that owner must then
   * wait before deciding proposals alone.
   */
  notOwnerSince: Date | null
}

/** Locks all operator accounts, including disabled ones, so that concurrent changes see each other. */
export const lockOperators = (db: Queryable) =>
  db.query(sql<OperatorRow & { createdBy: string | null }>`
    select id, name, role, demo, created_by as "createdBy", invited_until as "invitedUntil", accepted_at as "acceptedAt", created_at as "createdAt", disabled_at as "disabledAt",
      not_owner_since as "notOwnerSince"
    from operators order by created_at, id for no key update`)

/**
 * Records that an owner can no longer decide about proposals. If only one owner remains, that owner must wait from now
 * on before deciding alone.
 */
export const setNotOwner = (db: Queryable, id: string) =>
  db.run(sql`update operators set not_owner_since = now() where id = ${id}`)

/**
 * Ends unused invitations that this operator made. Other owners can make new invitation links for the invited
 * operators.
 */
export const endInvitationsBy = (db: Queryable, id: string) =>
  db.run(sql`
    update operators set invited_until = now()
    where created_by = ${id} and accepted_at is null and invited_until > now() and disabled_at is null`)

/** Advisory lock, so that concurrent requests cannot create two first owners. */
export const lockFirstOwner = (db: Queryable) =>
  db.one(
    sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtextextended('first owner', 0))::text as locked`,
  )

export const listOperators = (db: Queryable) =>
  db.query(sql<OperatorRow & { sealedEmail: Buffer | null; seenAt: Date | null; passkeys: number }>`
    select o.id, o.name, o.role, o.demo, o.sealed_email as "sealedEmail", o.invited_until as "invitedUntil", o.accepted_at as "acceptedAt", o.created_at as "createdAt",
      o.disabled_at as "disabledAt", o.not_owner_since as "notOwnerSince",
      (select max(s.seen_at) from operator_sessions s where s.operator_id = o.id) as "seenAt",
      coalesce((select count(*)::int from operator_passkeys k where k.operator_id = o.id), 0) as passkeys
    from operators o order by o.created_at, o.id`)

export const setRole = (db: Queryable, id: string, role: OperatorRole) =>
  db.run(sql`update operators set role = ${role} where id = ${id}`)

export const setDisabled = (db: Queryable, id: string) =>
  db.run(sql`update operators set disabled_at = now(), sealed_email = null where id = ${id} and disabled_at is null`)

type Addressee = { id: string; role: OperatorRole; sealedEmail: Buffer; language: Language }
export const listAddressees = (db: Queryable) =>
  db.query(sql<Addressee>`
    select id, role, sealed_email as "sealedEmail", language from operators
    where sealed_email is not null and disabled_at is null order by created_at, id`)

export const findAddressee = (db: Queryable, id: string) =>
  db.maybe(sql<{ sealedEmail: Buffer | null; language: Language }>`
    select sealed_email as "sealedEmail", language from operators where id = ${id} for no key update`)

export const setAddress = (db: Queryable, id: string, a: { sealedEmail: Buffer | null; language: Language }) =>
  db.run(sql`
    update operators set sealed_email = ${a.sealedEmail}, language = ${a.language}
    where id = ${id} and disabled_at is null`)

export type Notified = { id: string; role: OperatorRole; sealedEmail: Buffer | null; language: Language }
export const listNotified = (db: Queryable) =>
  db.query(sql<Notified>`
    select id, role, sealed_email as "sealedEmail", language from operators
    where disabled_at is null and not demo order by created_at, id`)
