import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** When an app last fetched the link of each device that has one, within a minute; null: none did yet. */
export const listFetches = (db: Queryable, userId: string) =>
  db.query(sql<{ deviceId: string; fetchedAt: Date | null }>`
    select device_id as "deviceId", seen_at as "fetchedAt" from tunnel_links where user_id = ${userId}`)
