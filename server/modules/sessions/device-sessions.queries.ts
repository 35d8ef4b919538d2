import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export type SessionDevice = { platform: string; deviceId: string }
export const findSessionDevice = (db: Queryable, sessionId: string) =>
  db.one(sql<SessionDevice>`select platform, device_id as "deviceId" from sessions where id = ${sessionId}`)
