import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** 0 where this press did something already. One that is under way is waited for. */
export const insertPress = (db: Queryable, key: string, operatorId: string) =>
  db.run(sql`
    insert into operator_presses (key, operator_id) values (${key}::uuid, ${operatorId}) on conflict do nothing`)

export const deleteOldPresses = (db: Queryable) =>
  db.run(sql`delete from operator_presses where pressed_at < now() - interval '1 day'`)
