import { createHash } from 'node:crypto'
import { PgBoss, type Db } from 'pg-boss'
import type { Database, Queryable } from './database.ts'
import type { Log } from './log.ts'

/** Interval of the search for jobs of dead workers. With the 20 s heartbeat, such jobs are retried within 45 s. */
const superviseSeconds = 10

const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** Lets pg-boss use our connections, so its statements join our transactions and run with the application's role. */
export const bossOn = (db: Queryable): Db => ({
  executeSql: async (text, values = []) => ({
    // Texts with several statements cannot be prepared, so they have no name.
    rows: await db.query({ text, values, name: values.length > 0 ? nameOf(text) : '' }),
  }),
})

/** Creates pg-boss on our pool. Migrations create its tables; its schedules and LISTEN are not used, see docs/decisions. */
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
    // Job dependencies are not used.
    flowIntervalSeconds: 86_400,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'looking after jobs failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs'))
  return boss
}
