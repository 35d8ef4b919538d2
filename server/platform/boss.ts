import { createHash } from 'node:crypto'
import { PgBoss, type Db } from 'pg-boss'
import type { Database, Queryable } from './database.ts'
import type { Log } from './log.ts'

/** How often jobs are looked for whose worker has gone silent. With the 20 s of a heartbeat they are taken up within 45. */
const superviseSeconds = 10

const nameOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 20)

/** Our connections for pg-boss: its statements are part of our transactions, and run as the application's role. */
export const bossOn = (db: Queryable): Db => ({
  executeSql: async (text, values = []) => ({
    // Several statements in one text are sent without a name.
    rows: await db.query({ text, values, name: values.length > 0 ? nameOf(text) : '' }),
  }),
})

/** pg-boss on our pool. Its tables are the migrations' to make, its schedules and LISTEN are not used: see docs/decisions. */
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
    // No job of ours waits for another.
    flowIntervalSeconds: 86_400,
    reindex: false,
    monitorVacuum: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'looking after jobs failed'))
  boss.on('warning', (warning) => log.warn({ warning }, 'jobs'))
  return boss
}
