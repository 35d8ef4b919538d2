import type { Queryable } from '#server/platform/database.ts'
import { sql } from '#server/platform/sql.ts'

export const insertKeys = (db: Queryable, k: { id: string; connection: string; by: string; sealed: Buffer }) =>
  db.run(sql`
    insert into connection_keys (id, connection, sealed, set_by) values (${k.id}, ${k.connection}, ${k.sealed}, ${k.by})`)

/**
 * Ends the current keys of a connection, but keeps them for `days` days. With 0 days, also destroys all former keys.
 * Returns the number of current keys.
 */
export const endKeys = async (db: Queryable, connection: string, days: number): Promise<number> => {
  if (days === 0)
    await db.run(sql`delete from connection_keys where connection = ${connection} and ended_at is not null`)
  return days === 0
    ? db.run(sql`delete from connection_keys where connection = ${connection} and ended_at is null`)
    : db.run(sql`
        update connection_keys set ended_at = now(), kept_until = now() + make_interval(days => ${days}::int)
        where connection = ${connection} and ended_at is null`)
}
