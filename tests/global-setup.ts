import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#simulators/demo/seed-demo.ts'
import { openDatabase } from '#server/platform/database.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { makeFolderInMemory } from '../scripts/temporary-folder.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: { host: string; port: number; user: string; template: string }
    /** A data folder with demo keys, shared by all test files. */
    dataDir: string
  }
}

/**
 * Settings of a server whose data nobody needs after the run: no waiting for the disk, and a write-ahead log only for
 * transactions. Each clone of the template makes a checkpoint, after which every changed page would be logged whole.
 * Tests of durability and replicas start servers of their own. No parallel workers: PostgreSQL starts them because it
 * does not know how small the tables are, and each costs more than the statement. Statements are planned once for each
 * connection, because hardly one runs more than the five times that PostgreSQL plans for their values; journeys run with
 * the product's own plans.
 */
const settings = [
  'fsync=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_parallel_workers_per_gather=0',
  'plan_cache_mode=force_generic_plan',
]

/** One PostgreSQL for the whole run, and in it a migrated and seeded template that every test file clones. */
export default async function setup(project: TestProject) {
  const dataDir = await makeFolderInMemory('test')
  const [server] = await Promise.all([
    startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 200, settings }),
    ensureDevKeys(dataDir),
  ])
  const { host, port, user } = server.connection as { host: string; port: number; user: string }
  const template = 'wayfare_template'
  const admin = new pg.Client({ host, port, user, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${template}`)
  await admin.end()
  const connection = { host, port, user, database: template }
  await migrate(connection)
  const database = openDatabase({ connection, maxConnections: 2, log: pino({ level: 'silent' }) })
  await seedDemo(database)
  await database.close()
  project.provide('postgres', { host, port, user, template })
  project.provide('dataDir', dataDir)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
