import { sql } from './sql.ts'

/** Position in the write-ahead log up to which the primary database has written. */
export const primaryPosition = () => sql<{ position: string }>`select pg_current_wal_lsn()::text as position`

/** Tells whether this database is a replica that has applied the write-ahead log of its primary up to `position`. */
export const hasApplied = (position: string) => sql<{ hasApplied: boolean }>`
  select pg_is_in_recovery() and coalesce(pg_last_wal_replay_lsn() >= ${position}::text::pg_lsn, false) as "hasApplied"`
