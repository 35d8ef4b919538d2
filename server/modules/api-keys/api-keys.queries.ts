import type { ApiScope } from '#shared/contract/operator/api-keys.ts'
import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const maxApiKeys = 20
/** Days for which a revoked or expired API key stays in the list. */
export const endedKeyDays = 90

export type ApiKeyRow = {
  id: string
  name: string
  prefix: string
  scopes: ApiScope[]
  createdBy: string
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  uses: number
  usedAt: Date | null
}

export const listApiKeys = (db: Queryable) =>
  db.query(sql<ApiKeyRow>`
    select id, name, prefix, scopes, created_by as "createdBy", created_at as "createdAt", expires_at as "expiresAt",
      revoked_at as "revokedAt", uses, used_at as "usedAt"
    from api_keys order by revoked_at is not null, created_at desc, id`)

export const listValidKeysBy = (db: Queryable, createdBy: string) =>
  db.query(sql<{ name: string }>`
    select name from api_keys
    where created_by = ${createdBy} and revoked_at is null and (expires_at is null or expires_at > now()) order by name`)

/** Makes concurrent additions of API keys wait for each other, so that they cannot exceed the maximum number. */
export const lockApiKeys = (db: Queryable) =>
  db.one(sql<{ locked: string | null }>`select pg_advisory_xact_lock(hashtext('api_keys'))::text as locked`)

type NewKey = Pick<ApiKeyRow, 'id' | 'name' | 'prefix' | 'expiresAt' | 'createdBy'> & {
  readonly keyHash: Buffer
  readonly scopes: readonly ApiScope[]
}
export const insertApiKey = (db: Queryable, k: NewKey) =>
  db.run(sql`
    insert into api_keys (id, name, prefix, key_hash, scopes, created_by, expires_at)
    values (${k.id}, ${k.name}, ${k.prefix}, ${k.keyHash}, ${k.scopes}, ${k.createdBy}, ${k.expiresAt})`)

export const revokeApiKey = (db: Queryable, name: string) =>
  db.maybe(sql<{ id: string; prefix: string }>`
    update api_keys set revoked_at = now() where name = ${name} and revoked_at is null returning id, prefix`)

export type UsedKey = { id: string; name: string; scopes: ApiScope[] }

/**
 * Finds a valid API key by its digest and counts the call. Comparing digests instead of keys prevents timing attacks:
 * the time of the look-up does not reveal how much of a guessed key is right.
 */
export const spendCall = (db: Queryable, keyHash: Buffer) =>
  db.maybe(sql<UsedKey>`
    update api_keys set uses = uses + 1, used_at = date_trunc('hour', now())
    where key_hash = ${keyHash} and revoked_at is null and (expires_at is null or expires_at > now())
    returning id, name, scopes`)

export const forgetApiKeys = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from api_keys where id in (
      select id from api_keys where least(revoked_at, expires_at) < now() - make_interval(days => ${endedKeyDays}::integer) limit ${limit})`)
