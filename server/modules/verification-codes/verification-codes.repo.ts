import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { lifeMinutes, maxTries } from './verification-codes.rules.ts'

type NewCode = { ticket: Buffer; target: Buffer; asker: Buffer; codeHash: Buffer }

export const insertCode = (db: Queryable, { ticket, target, asker, codeHash }: NewCode) =>
  db.one(sql<{ expiresAt: Date }>`
    insert into sent_codes (ticket, target, asker, code_hash, expires_at)
    values (${ticket}, ${target}, ${asker}, ${codeHash}, now() + make_interval(mins => ${lifeMinutes}::int))
    returning expires_at as "expiresAt"`)

type TriedCode = { ticket: Buffer; codeHash: Buffer; usedAt: Date | null; now: Date }

/**
 * Counts an attempt at a verification code and returns the stored digest. Undefined after too many attempts, after
 * expiry, or if the ticket does not belong to this email address or phone number.
 */
export const countTicketTry = (db: Queryable, ticket: Buffer, target: Buffer) =>
  db.maybe(sql<TriedCode>`
    update sent_codes set tries = tries + 1
    where ticket = ${ticket} and target = ${target} and expires_at > now() and tries < ${maxTries}::int
    returning ticket, code_hash as "codeHash", used_at as "usedAt", clock_timestamp() as now`)

/**
 * Counts an attempt at a verification code without a ticket, which concerns the newest code requested by the same
 * device and network.
 */
export const countBareTry = (db: Queryable, target: Buffer, asker: Buffer) =>
  db.maybe(sql<TriedCode>`
    update sent_codes set bare_tries = bare_tries + 1
    where ticket = (
        select ticket from sent_codes where target = ${target} and asker = ${asker}
        order by created_at desc, ticket limit 1)
      and expires_at > now() and bare_tries < ${maxTries}::int
    returning ticket, code_hash as "codeHash", used_at as "usedAt", clock_timestamp() as now`)

export const deleteUnusedCodes = (db: Queryable, targets: readonly Buffer[]) =>
  db.run(sql`delete from sent_codes where target = any(${targets}::bytea[]) and used_at is null`)

export const useCode = (db: Queryable, ticket: Buffer, codeHash: Buffer) =>
  db.run(sql`
    update sent_codes set used_at = now()
    where ticket = ${ticket} and code_hash = ${codeHash} and used_at is null and expires_at > now()`)

export const deleteExpired = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from sent_codes where ticket in (
      select ticket from sent_codes where expires_at < now() order by expires_at limit ${limit})`)
