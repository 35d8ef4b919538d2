import type { Queryable } from '#server/platform/database.ts'
import type { NewPasskey, StoredCredential } from '#server/platform/passkeys.ts'
import { sql } from '#server/platform/sql.ts'

export const deleteOldChallenges = (db: Queryable) =>
  db.run(sql`delete from operator_challenges where expires_at <= now()`)
export const insertChallenge = (db: Queryable, hash: Buffer, operatorId: string | null, lifeSeconds: number) =>
  db.run(sql`
    insert into operator_challenges (challenge_hash, operator_id, expires_at)
    values (${hash}, ${operatorId}, now() + make_interval(secs => ${lifeSeconds}::int))`)

/**
 * Uses up a passkey challenge. Returns 1 for the first use. A challenge works only for its operator, or for anyone if
 * it was made without an operator.
 */
export const consumeChallenge = (db: Queryable, hash: Buffer, operatorId: string | null) =>
  db.run(sql`
    delete from operator_challenges
    where challenge_hash = ${hash} and operator_id is not distinct from ${operatorId}::uuid and expires_at > now()`)

export const insertPasskey = (db: Queryable, p: NewPasskey) =>
  db.run(sql`
    insert into operator_passkeys (id, operator_id, credential_id, public_key, sign_count, transports, name)
    values (${p.id}, ${p.accountId}, ${p.credentialId}, ${p.publicKey}, ${p.signCount}::bigint, ${p.transports}, ${p.name})
    on conflict (credential_id) do nothing`)

export const lockCredential = (db: Queryable, credentialId: string) =>
  db.maybe(sql<StoredCredential & { name: string }>`
    select p.id, p.operator_id as "accountId", o.name, p.public_key as "publicKey", p.sign_count as "signCount", p.transports
    from operator_passkeys p join operators o on o.id = p.operator_id
    where p.credential_id = ${credentialId} and o.disabled_at is null and o.invited_until is null for update of p`)

export const useCredential = (db: Queryable, id: string, signCount: number) =>
  db.run(sql`update operator_passkeys set sign_count = ${signCount}::bigint, used_at = now() where id = ${id}`)

export type OperatorPasskey = { id: string; name: string; createdAt: Date; usedAt: Date | null }
export const listPasskeys = (db: Queryable, operatorId: string) =>
  db.query(sql<OperatorPasskey & { credentialId: string; transports: string[] }>`
    select id, name, created_at as "createdAt", used_at as "usedAt", credential_id as "credentialId", transports
    from operator_passkeys where operator_id = ${operatorId} order by created_at, id`)

export const deletePasskey = (db: Queryable, operatorId: string, id: string) =>
  db.maybe(sql<{ name: string }>`
    delete from operator_passkeys where operator_id = ${operatorId} and id = ${id} returning name`)
export const deletePasskeysOf = (db: Queryable, operatorId: string) =>
  db.run(sql`delete from operator_passkeys where operator_id = ${operatorId}`)
