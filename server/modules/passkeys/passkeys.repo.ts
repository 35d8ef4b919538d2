import type { Queryable } from '#server/platform/database.ts'
import type { NewPasskey, StoredCredential } from '#server/platform/passkeys.ts'
import { sql } from '#server/platform/sql.ts'

export const insertChallenge = (db: Queryable, hash: Buffer, userId: string | null, lifeSeconds: number) =>
  db.run(sql`
    insert into passkey_challenges (challenge_hash, user_id, expires_at)
    values (${hash}, ${userId}, now() + make_interval(secs => ${lifeSeconds}::int))`)

export const insertNewcomer = (db: Queryable, hash: Buffer, newUserId: string, lifeSeconds: number) =>
  db.run(sql`
    insert into passkey_challenges (challenge_hash, new_user_id, expires_at)
    values (${hash}, ${newUserId}, now() + make_interval(secs => ${lifeSeconds}::int))`)

export const consumeNewcomer = (db: Queryable, hash: Buffer) =>
  db.maybe(sql<{ userId: string }>`
    delete from passkey_challenges
    where challenge_hash = ${hash} and new_user_id is not null and expires_at > now()
    returning new_user_id as "userId"`)

/**
 * Uses up a passkey challenge. Returns 1 for the first use. A challenge works only for its user, or for anybody if it
 * was made without a user.
 */
export const consumeChallenge = (db: Queryable, hash: Buffer, userId: string | null) =>
  db.run(sql`
    delete from passkey_challenges
    where challenge_hash = ${hash} and user_id is not distinct from ${userId}::uuid and new_user_id is null
      and expires_at > now()`)

export const insertPasskey = (db: Queryable, p: NewPasskey) =>
  db.run(sql`
    insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name)
    values (${p.id}, ${p.accountId}, ${p.credentialId}, ${p.publicKey}, ${p.signCount}::bigint, ${p.transports}, ${p.name})
    on conflict (credential_id) do nothing`)

export const lockCredential = (db: Queryable, credentialId: string) =>
  db.maybe(sql<StoredCredential>`
    select id, user_id as "accountId", public_key as "publicKey", sign_count as "signCount", transports
    from passkeys where credential_id = ${credentialId} for update`)

export const useCredential = (db: Queryable, id: string, signCount: number) =>
  db.run(sql`update passkeys set sign_count = ${signCount}::bigint, last_used_at = now() where id = ${id}`)

export const listCredentialIds = (db: Queryable, userId: string) =>
  db.query(sql<{ credentialId: string; transports: string[] }>`
    select credential_id as "credentialId", transports from passkeys where user_id = ${userId}`)

export const deletePasskey = (db: Queryable, userId: string, id: string) =>
  db.run(sql`delete from passkeys where user_id = ${userId} and id = ${id}`)
