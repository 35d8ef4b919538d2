import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

type PasskeyRow = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }

export const forgetOldChallenges = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from passkey_challenges where challenge_hash in (
      select challenge_hash from passkey_challenges where expires_at < now() order by expires_at limit ${limit})`)

export const listPasskeys = (db: Queryable, userId: string) =>
  db.query(sql<PasskeyRow>`
    select id, name, created_at as "createdAt", last_used_at as "lastUsedAt"
    from passkeys where user_id = ${userId} order by created_at, id`)

export const findPasskeyOwner = (db: Queryable, credentialId: string) =>
  db.maybe(sql<{ userId: string }>`select user_id as "userId" from passkeys where credential_id = ${credentialId}`)

export const forgetPasskeys = (db: Queryable, userId: string) =>
  db.run(sql`
    with challenges as (delete from passkey_challenges where user_id = ${userId})
    delete from passkeys where user_id = ${userId}`)

export const findPasskeyUse = (db: Queryable, userId: string) =>
  db.maybe(sql<{ at: Date | null }>`select max(last_used_at) as at from passkeys where user_id = ${userId}`)
