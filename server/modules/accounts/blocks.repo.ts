import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/**
 * Block of an account. `told`: reason that the owner sees. `stopsTime`: the owner gets back the membership time that
 * passes during the block.
 */
export type Block = { blockedAt: Date; told: string | null; stopsTime: boolean }

export const findBlock = (db: Queryable, userId: string) =>
  db.maybe(
    sql<Block>`select blocked_at as "blockedAt", told, stops_time as "stopsTime" from account_blocks where user_id = ${userId}`,
  )

export const insertBlock = (db: Queryable, userId: string, { told, stopsTime }: Omit<Block, 'blockedAt'>) =>
  db.run(sql`
    insert into account_blocks (user_id, told, stops_time) values (${userId}, ${told}, ${stopsTime})
    on conflict (user_id) do nothing`)

export const deleteBlock = (db: Queryable, userId: string) =>
  db.maybe(sql<Block>`
    delete from account_blocks where user_id = ${userId}
    returning blocked_at as "blockedAt", told, stops_time as "stopsTime"`)
