import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'
import type { TrialClaim } from './trial.rules.ts'

export const insertClaim = (db: Queryable, c: { userId: string; minutes: number; days: number; isCrowded: boolean }) =>
  db.run(sql`
    insert into trial_claims (user_id, minutes, lapses_at, is_crowded)
    values (${c.userId}, ${c.minutes}::int, now() + make_interval(days => ${c.days}::int), ${c.isCrowded})
    on conflict do nothing`)

/** Locks the trial of an account, so that concurrent sign-ins start it only once. */
export const lockClaim = (db: Queryable, userId: string) =>
  db.maybe(sql<TrialClaim>`
    select claimed_at as "claimedAt", minutes, lapses_at as "lapsesAt", ends_at as "endsAt", started_at as "startedAt",
      is_crowded as "isCrowded"
    from trial_claims where user_id = ${userId} for update`)

export const startClaim = (db: Queryable, userId: string, minutes: number, endsAt: Date) =>
  db.run(sql`
    update trial_claims set minutes = ${minutes}::int, started_at = now(), ends_at = ${endsAt}
    where user_id = ${userId} and ends_at is null`)

export const endClaim = (db: Queryable, userId: string) =>
  db.run(sql`update trial_claims set ends_at = now() where user_id = ${userId} and ends_at > now()`)

/**
 * Marks devices as used for a trial. Returns the number of devices that were not used before. The rows are inserted in
 * a fixed order, which prevents deadlocks.
 */
export const insertDevices = (db: Queryable, userId: string, hashes: readonly Buffer[]) =>
  db.run(sql`
    insert into trial_devices (device_hash, user_id)
    select hash, ${userId}::uuid from unnest(${hashes}::bytea[]) as hash order by hash
    on conflict do nothing`)

export const findRunningClaim = (db: Queryable, userId: string) =>
  db.maybe(sql<{ userId: string }>`
    select user_id as "userId" from trial_claims where user_id = ${userId} and ends_at > now()`)

/** Account whose trial used the device. Null once that account is erased. */
export const findDeviceOwner = (db: Queryable, hash: Buffer) =>
  db.maybe(sql<{ userId: string | null }>`
    select user_id as "userId" from trial_devices where device_hash = ${hash}`)

export const forgetDeviceOwner = (db: Queryable, userId: string) =>
  db.run(sql`update trial_devices set user_id = null where user_id = ${userId}`)

export const releaseDevices = (db: Queryable, userId: string) =>
  db.run(sql`delete from trial_devices where user_id = ${userId}`)

export const countUsedDevices = (db: Queryable, hashes: readonly Buffer[]) =>
  db.one(sql<{ used: number }>`
    select count(*)::int as used from trial_devices where device_hash = any(${hashes}::bytea[])`)
