import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { openStore } from '#server/db/open-store.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import { createTestDatabase } from '../../support/database.ts'

const log = pino({ level: 'silent' })
let folder: string
let server: EmbeddedPostgres
beforeAll(async () => {
  folder = await makeTemporaryFolder('logins')
  server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: ['fsync=off'] })
  for (const text of [
    'create role shop_owner login',
    'create role shop_app login',
    'create role shop_stranger login',
    'create database shop owner shop_owner',
  ])
    await as('wayfare', text, 'postgres')
})
afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

async function as(user: string, text: string, database = 'shop'): Promise<unknown[]> {
  const client = new pg.Client({ ...(server.connection as pg.ClientConfig), user, database })
  await client.connect()
  try {
    return (await client.query(text)).rows as unknown[]
  } finally {
    await client.end()
  }
}
const urlOf = (user: string) => `postgres://${user}@localhost/shop?host=${(server.connection as { host: string }).host}`
const config = (app: string, owner: string): Config => ({
  ...readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }),
  databaseUrl: urlOf(app),
  migrationUrl: urlOf(owner),
})
const prepare = (app: string) => openStore(config(app, 'shop_owner'), log, 'prepare')

describe('separate database logins for schema and application', () => {
  it('missing rights are reported with the statements to run, and the start works afterwards', async () => {
    await expect(prepare('shop_app')).rejects.toThrow(
      'The login "shop_owner" may not create roles; an administrator of the database runs once: ' +
        'CREATE ROLE wayfare_app NOLOGIN; GRANT wayfare_app TO "shop_owner" WITH ADMIN OPTION;',
    )
    await as('wayfare', 'create role wayfare_app nologin')
    await expect(prepare('shop_app')).rejects.toThrow(
      'The login "shop_owner" may not grant the role wayfare_app; an administrator of the database runs once: ' +
        'GRANT wayfare_app TO "shop_owner" WITH ADMIN OPTION;',
    )
    await as('wayfare', 'grant wayfare_app to shop_owner with admin option')
    const store = await prepare('shop_app')
    await store.database.transaction((tx) => enqueueJob(tx, 'nothing', {}))
    const done = await createJobRunner({
      database: store.database,
      log,
      handlers: { nothing: async () => {} },
      schedules: [],
    }).drain()
    await store.close()
    expect(done).toBe(1)
    // The owner granted the role; a worker process, which grants nothing, finds it.
    const looking = await openStore(config('shop_app', 'shop_owner'), log, 'expect')
    await looking.close()
  })

  it("the application login cannot gain the owner's rights", async () => {
    for (const text of [
      'set role shop_owner',
      'reset role; alter table users add column x int',
      'update membership_grants set seconds = 1',
      'create table pgboss.x (id int)',
      'drop schema pgboss cascade',
    ])
      await expect(as('shop_app', text)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('a start is refused when the owner may no longer grant the role', async () => {
    await as('wayfare', 'revoke admin option for wayfare_app from shop_owner cascade')
    await expect(prepare('shop_stranger')).rejects.toThrow(
      'The login "shop_stranger" of DATABASE_URL may not work as the role wayfare_app; an administrator of the database runs once: ' +
        'GRANT wayfare_app TO "shop_stranger";',
    )
    await as('wayfare', 'grant wayfare_app to shop_stranger')
    await (await prepare('shop_stranger')).close()
  })
})

describe('the embedded database', () => {
  it('the embedded database has its own application login, which cannot become the owner', async () => {
    const dataDir = path.join(folder, 'embedded')
    const embedded = { ...readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }), dataDir }
    const store = await openStore(embedded, log, 'prepare')
    const run = (text: string) => store.database.query<Record<string, unknown>>({ text, values: [], name: '' })
    expect(await run('select session_user, current_user')).toEqual([
      { session_user: 'wayfare_server', current_user: 'wayfare_app' },
    ])
    for (const text of ['set role wayfare', 'set session authorization wayfare', 'reset role; drop table users'])
      await expect(run(text)).rejects.toThrow(/permission denied|must be owner/)
    const second = await openStore(embedded, log, 'expect')
    await second.close()
    await store.close()
  })
})

describe('transaction pooling', () => {
  it('pooled connections set role and limits per transaction, leave nothing behind, and prepare no statement', async () => {
    const db = await createTestDatabase()
    const database = openDatabase({ connection: db.connection, maxConnections: 1, log, pooling: 'transaction' })
    const text = `select current_user as role, current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
      (select count(*)::int from pg_prepared_statements) as prepared, $1::int as given`
    const wanted = { role: 'wayfare_app', statement: '9s', idle: '15s', zone: 'UTC', prepared: 0, given: 7 }
    const statement = { text, values: [7], name: 'asked' }
    expect(await database.query(statement)).toEqual([wanted])
    expect(await database.transaction((tx) => tx.query(statement))).toEqual([wanted])
    await expect(database.run({ text: 'alter table users add column x int', values: [], name: '' })).rejects.toThrow(
      'must be owner',
    )
    expect(await database.query(statement)).toEqual([wanted])
    await enqueueJob(database, 'pooled', {})
    expect(await createJobRunner({ database, log, handlers: { pooled: async () => {} }, schedules: [] }).drain()).toBe(
      1,
    )
    await database.close()
    await db.drop()
  })
})
