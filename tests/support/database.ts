import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { openDatabase, type Database } from '#server/platform/database.ts'

export type TestDatabase = {
  readonly database: Database
  readonly connection: pg.ClientConfig & { database: string }
  /**
   * Runs SQL as schema owner, for changes that the application's role may not make, such as moving rows into the
   * past. `prepared`: name under which a long statement that is repeated is prepared.
   */
  asOwner<Row extends pg.QueryResultRow>(text: string, values?: unknown[], prepared?: string): Promise<Row[]>
  drop(): Promise<void>
}

/**
 * Creates a database by cloning the migrated and seeded template in a few milliseconds. `connectWithinMs` is long, so
 * calls wait on a busy machine instead of failing. `Client`: alternative connection class (`count-trips`).
 * `keepsConnections`: idle connections stay open.
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
  // Copies files, because the default method also writes each page to the WAL and takes twice as long.
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
    asOwner: async (text, values = [], prepared) => (await owner.query({ text, values, name: prepared })).rows,
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
    // PostgreSQL rejects concurrent clones of a template, so a lock serialises them.
    await client.query('select pg_advisory_lock(1)')
    await work(client)
  } finally {
    await client.end()
  }
}
