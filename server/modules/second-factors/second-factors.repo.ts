import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Starts or restarts the setup of an authenticator app. Returns 0 if a confirmed one exists. */
export const insertTotp = (db: Queryable, userId: string, sealedSecret: Buffer) =>
  db.run(sql`
    insert into totp_factors (user_id, sealed_secret) values (${userId}, ${sealedSecret})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now(), last_step = 0
    where totp_factors.confirmed_at is null`)

type TotpRow = { sealedSecret: Buffer; confirmedAt: Date | null }
export const findTotp = (db: Queryable, userId: string) =>
  db.maybe(sql<TotpRow>`
    select sealed_secret as "sealedSecret", confirmed_at as "confirmedAt" from totp_factors where user_id = ${userId}`)

/**
 * Marks a time step of the authenticator app as used. Returns 0 if this or a later step was used, so that each code
 * works once, even in concurrent requests.
 */
export const spendStep = (db: Queryable, userId: string, step: number) =>
  db.run(sql`
    update totp_factors set last_step = ${step}::bigint
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}::bigint`)

/**
 * Confirms the authenticator app after its first code. Returns 0 if its secret was replaced, removed or confirmed in
 * the meantime, because the code proves nothing about another secret.
 */
export const confirmTotp = (db: Queryable, userId: string, sealedSecret: Buffer, step: number) =>
  db.run(sql`
    update totp_factors set confirmed_at = now(), last_step = ${step}::bigint
    where user_id = ${userId} and confirmed_at is null and sealed_secret = ${sealedSecret}`)

export const deleteBegunTotp = (db: Queryable, userId: string) =>
  db.run(sql`delete from totp_factors where user_id = ${userId} and confirmed_at is null`)

export const deleteTotp = (db: Queryable, userId: string) =>
  db.run(sql`delete from totp_factors where user_id = ${userId}`)

/**
 * Advisory lock until the end of the transaction: new recovery codes of a user are made one set after the other.
 * Otherwise two sets would be valid.
 */
export const queueForCodes = (db: Queryable, userId: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('recovery codes ' || ${userId}::text, 0))`)

export const deleteRecoveryCodes = (db: Queryable, userId: string) =>
  db.run(sql`delete from recovery_codes where user_id = ${userId}`)

export const insertRecoveryCodes = (db: Queryable, userId: string, hashes: readonly Buffer[]) =>
  db.run(sql`
    insert into recovery_codes (user_id, code_hash) select ${userId}::uuid, hash from unnest(${hashes}::bytea[]) as hash`)

/** Uses up a recovery code. Returns 1 for the first use, and 0 for a used or unknown code. */
export const spendRecoveryCode = (db: Queryable, userId: string, hash: Buffer) =>
  db.run(sql`
    update recovery_codes set used_at = now() where user_id = ${userId} and code_hash = ${hash} and used_at is null`)

export const findPasswordCode = (db: Queryable, userId: string, hash: Buffer) =>
  db.maybe(sql<{ id: string }>`
    select user_id as id from recovery_codes
    where user_id = ${userId} and code_hash = ${hash} and used_at is null and opens_password`)

export const spendPasswordCode = (db: Queryable, userId: string, hash: Buffer) =>
  db.run(sql`
    update recovery_codes set used_at = now()
    where user_id = ${userId} and code_hash = ${hash} and used_at is null and opens_password`)

export const closePasswordCodes = (db: Queryable, userId: string) =>
  db.run(sql`update recovery_codes set opens_password = false where user_id = ${userId}`)

/**
 * Deletes recovery codes that can no longer reset the password. They were only a second factor, which is being removed.
 */
export const deleteClosedCodes = (db: Queryable, userId: string) =>
  db.run(sql`delete from recovery_codes where user_id = ${userId} and not opens_password`)
