import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

/** Something that operators look at changed. */
export const deskChannel = 'desk_changed'
/** An operator came to a page, is still there, or left it. */
export const hereChannel = 'desk_here'

/** A hint alone: who hears it looks, and who does not looks within seconds all the same. */
export const hintDesk = (db: Queryable) =>
  db.query(sql<{ sent: string }>`select pg_notify(${deskChannel}, '')::text as sent`)

export const tellHere = (db: Queryable, payload: string) =>
  db.query(sql<{ sent: string }>`select pg_notify(${hereChannel}, ${payload})::text as sent`)
