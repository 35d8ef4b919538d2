import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/platform/database.ts'

export type TestDatabase = {
  readonly database: Database
  readonly connection: pg.ClientConfig & { database: string }
  /** Runs SQL as the owner of the schema, for what the application's role may not do: moving rows into the past. */
  asOwner<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  drop(): Promise<void>
}

/**
 * A database of its own, cloned from the migrated and seeded template in a few milliseconds. `connectWithinMs` is long: on
 * a busy machine many calls at once wait for each other, and are not refused in place of what a test asks. `Client`:
 * connections of another kind (`count-trips`). `keepsConnections`: none is closed for being idle, however slow the test.
 */
export async function createTestDatabase({
  maxConnections = 12,
  connectWithinMs = 120_000,
  keepsConnections = false,
  Client,
}: {
  maxConnections?: number | undefined
  connectWithinMs?: number
  keepsConnections?: boolean
  Client?: pg.PoolConfig['Client']
} = {}): Promise<TestDatabase> {
  const server = inject('postgres')
  const name = `t_${randomBytes(6).toString('hex')}`
  // Files are copied: the default way writes each page to the log as well, which takes twice as long.
  await onServer((client) => client.query(`create database ${name} template ${server.template} strategy file_copy`))
  const connection = { host: server.host, port: server.port, user: server.user, database: name }
  const database = openDatabase({
    connection: { ...connection, Client, min: keepsConnections ? maxConnections : 0 },
    maxConnections,
    connectWithinMs,
    log: pino({ level: 'silent' }),
  })
  const owner = new pg.Pool({ ...connection, max: 2 })
  owner.on('error', () => {})
  return {
    database,
    connection,
    asOwner: async (text, values = []) => (await owner.query(text, values)).rows,
    async drop() {
      await database.close()
      await owner.end()
      await onServer((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

async function onServer(work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const { host, port, user } = inject('postgres')
  const client = new pg.Client({ host, port, user, database: 'postgres' })
  await client.connect()
  try {
    // Two clones of one template at the same moment refuse each other; they take turns.
    await client.query('select pg_advisory_lock(1)')
    await work(client)
  } finally {
    await client.end()
  }
}
