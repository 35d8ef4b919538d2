import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

/** Returns 0 if the submission was already executed. Waits for one in progress. */
export const insertSubmission = (db: Queryable, key: string, operatorId: string) =>
  db.run(sql`
    insert into operator_presses (key, operator_id) values (${key}::uuid, ${operatorId}) on conflict do nothing`)

export const deleteOldSubmissions = (db: Queryable) =>
  db.run(sql`delete from operator_presses where pressed_at < now() - interval '1 day'`)
