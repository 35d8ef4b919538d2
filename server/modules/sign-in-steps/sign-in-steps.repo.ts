import type { Platform } from '#shared/api-values.ts'
import type { Queryable } from '#server/platform/database.ts'
import { originColumns, type SessionOrigin } from '#server/platform/session-origin.ts'
import { sql } from '#server/platform/sql.ts'

export type Wants = 'second_factor' | 'device_place'
type NewStep = {
  tokenHash: Buffer
  userId: string
  wants: Wants
  platform: Platform
  deviceId: string
  osVersion: string | null
  deviceName: string | null
  lifeSeconds: number
  origin: SessionOrigin
}

export function insertStep(db: Queryable, s: NewStep) {
  const { isNow, provedAt, openedFrom } = originColumns(s.origin)
  return db.one(sql<{ expiresAt: Date }>`
    insert into sign_in_steps
      (token_hash, user_id, wants, platform, device_id, os_version, device_name, expires_at, proved_at, opened_from)
    values (${s.tokenHash}, ${s.userId}, ${s.wants}, ${s.platform}, ${s.deviceId}, ${s.osVersion}, ${s.deviceName},
      now() + make_interval(secs => ${s.lifeSeconds}::int),
      case when ${isNow}::bool then now() else ${provedAt}::timestamptz end, ${openedFrom})
    returning expires_at as "expiresAt"`)
}

type StepRow = {
  userId: string
  platform: string
  deviceId: string
  osVersion: string | null
  deviceName: string | null
  provedAt: Date | null
  openedFrom: string | null
}

/**
 * Counts an attempt at a sign-in step and returns the step in a single SQL statement, so that concurrent guesses are
 * all counted.
 */
export const countTry = (db: Queryable, tokenHash: Buffer, wants: Wants, maxTries: number) =>
  db.maybe(sql<StepRow>`
    update sign_in_steps set tries = tries + 1
    where token_hash = ${tokenHash} and wants = ${wants} and tries < ${maxTries} and expires_at > now()
    returning user_id as "userId", platform, device_id as "deviceId", os_version as "osVersion", device_name as "deviceName",
      proved_at as "provedAt", opened_from as "openedFrom"`)

/** Returns the time step that the row had before. */
export const replaceAppStep = (db: Queryable, tokenHash: Buffer, step: number | null) =>
  db.maybe(sql<{ before: number | null }>`
    update sign_in_steps set app_step = ${step}
    from (select app_step from sign_in_steps where token_hash = ${tokenHash} for update) as old
    where token_hash = ${tokenHash}
    returning old.app_step as "before"`)

export const deleteStep = (db: Queryable, tokenHash: Buffer) =>
  db.run(sql`delete from sign_in_steps where token_hash = ${tokenHash}`)
