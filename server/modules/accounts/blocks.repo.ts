import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** `told`: what its owner reads of why. */
export type Block = { blockedAt: Date; told: string | null }

export const findBlock = (db: Queryable, userId: string) =>
  db.maybe(sql<Block>`select blocked_at as "blockedAt", told from account_blocks where user_id = ${userId}`)

/** 0 if it is blocked already. */
export const insertBlock = (db: Queryable, userId: string, told: string | null) =>
  db.run(sql`insert into account_blocks (user_id, told) values (${userId}, ${told}) on conflict (user_id) do nothing`)

/** 0 if it is not blocked. */
export const deleteBlock = (db: Queryable, userId: string) =>
  db.run(sql`delete from account_blocks where user_id = ${userId}`)
