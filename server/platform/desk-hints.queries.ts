import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

export const deskChannel = 'desk_changed'
export const hereChannel = 'desk_here'

/**
 * Tells open consoles that waiting items may have changed, by a notification without data. Listeners also poll every
 * few seconds, so a lost notification does no harm.
 */
export const hintDesk = (db: Queryable) =>
  db.query(sql<{ sent: string }>`select pg_notify(${deskChannel}, '')::text as sent`)

export const tellHere = (db: Queryable, payload: string) =>
  db.query(sql<{ sent: string }>`select pg_notify(${hereChannel}, ${payload})::text as sent`)
