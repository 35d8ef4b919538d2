import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Last fetch of each device's link, accurate to a minute; null if no app has fetched it yet. */
export const listFetches = (db: Queryable, userId: string) =>
  db.query(sql<{ deviceId: string; fetchedAt: Date | null }>`
    select device_id as "deviceId", seen_at as "fetchedAt" from tunnel_links where user_id = ${userId}`)
