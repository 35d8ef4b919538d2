import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** Channel: data that operators look at has changed. */
export const deskChannel = 'desk_changed'
/** Channel: an operator opened a page, is still on it, or left it. */
export const hereChannel = 'desk_here'

/** Sends a hint without data; listeners also poll every few seconds, so a lost hint does no harm. */
export const hintDesk = (db: Queryable) =>
  db.query(sql<{ sent: string }>`select pg_notify(${deskChannel}, '')::text as sent`)

export const tellHere = (db: Queryable, payload: string) =>
  db.query(sql<{ sent: string }>`select pg_notify(${hereChannel}, ${payload})::text as sent`)
