import { createHash } from 'node:crypto'
import { PgBoss, type Db } from 'pg-boss'
import type { Database, Queryable } from './database.ts'
import type { Log } from './log.ts'

/**
 * Interval in which pg-boss looks for jobs of dead workers. With the heartbeat of 20 s, such jobs are retried within 45
 * s.
 */
const superviseSeconds = 10

const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/**
 * Lets pg-boss use our database connections, so that its statements join our transactions and run with the
 * application's role.
 */
export const bossOn = (db: Queryable): Db => ({
  executeSql: async (text, values = []) => ({
    // A query text with several statements cannot be prepared, so it gets no statement name.
    rows: await db.query({ text, values, name: values.length > 0 ? nameOf(text) : '' }),
  }),
})

/**
 * Runs pg-boss on our connection pool. Migrations create its tables; its schedules and LISTEN are not used, see
 * docs/decisions.
 */
export function createBoss(database: Database, log: Log): PgBoss {
  const boss = new PgBoss({
    db: bossOn(database),
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    maintenanceIntervalSeconds: 300,
    flowIntervalSeconds: 86_400,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'looking after jobs failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs'))
  return boss
}
