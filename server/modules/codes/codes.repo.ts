import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import { lifeMinutes, maxTries } from './codes.rules.ts'

/** Replaces an earlier code for the same target, which is worth nothing from then on. */
export const upsertCode = (db: Queryable, target: Buffer, codeHash: Buffer) =>
  db.one(sql<{ expiresAt: Date }>`
    insert into verification_codes (target, code_hash, expires_at)
    values (${target}, ${codeHash}, now() + make_interval(mins => ${lifeMinutes}::int))
    on conflict (target) do update set code_hash = excluded.code_hash, tries = 0, created_at = now(),
      expires_at = excluded.expires_at, used_at = null
    returning expires_at as "expiresAt"`)

export type TriedCode = { codeHash: Buffer; usedAt: Date | null; now: Date }

/** Counts one try and answers what to compare with; nothing once the tries or the time are used up. */
export const countCodeTry = (db: Queryable, target: Buffer) =>
  db.maybe(sql<TriedCode>`
    update verification_codes set tries = tries + 1
    where target = ${target} and expires_at > now() and tries < ${maxTries}::int
    returning code_hash as "codeHash", used_at as "usedAt", clock_timestamp() as now`)

/** 1 for whoever uses the code first, 0 for everybody else. */
export const useCode = (db: Queryable, target: Buffer, codeHash: Buffer) =>
  db.run(sql`
    update verification_codes set used_at = now()
    where target = ${target} and code_hash = ${codeHash} and used_at is null and expires_at > now()`)

/** One that was sent anew in the same moment stays. */
export const deleteExpiredCodes = (db: Queryable, limit: number) =>
  db.run(sql`
    delete from verification_codes where expires_at < now() and target in (
      select target from verification_codes where expires_at < now() order by expires_at limit ${limit})`)
