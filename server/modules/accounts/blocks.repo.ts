import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** `told`: what its owner reads of why. `stopsTime`: what runs of their time meanwhile is given back. */
export type Block = { blockedAt: Date; told: string | null; stopsTime: boolean }

export const findBlock = (db: Queryable, userId: string) =>
  db.maybe(
    sql<Block>`select blocked_at as "blockedAt", told, stops_time as "stopsTime" from account_blocks where user_id = ${userId}`,
  )

/** 0 if it is blocked already. */
export const insertBlock = (db: Queryable, userId: string, { told, stopsTime }: Omit<Block, 'blockedAt'>) =>
  db.run(sql`
    insert into account_blocks (user_id, told, stops_time) values (${userId}, ${told}, ${stopsTime})
    on conflict (user_id) do nothing`)

/** The block that was; undefined if there was none. */
export const deleteBlock = (db: Queryable, userId: string) =>
  db.maybe(sql<Block>`
    delete from account_blocks where user_id = ${userId}
    returning blocked_at as "blockedAt", told, stops_time as "stopsTime"`)
