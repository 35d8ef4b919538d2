import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openStore } from '#server/db/open-store.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createTestApp, registerThroughApi } from '../../support/app.ts'

let db: TestDatabase
let config: Config
beforeAll(async () => {
  db = await createTestDatabase()
  const { host, user, database } = db.connection
  const databaseUrl = `postgres://${user}@localhost/${database}?host=${host}`
  config = { ...readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }), databaseUrl, migrationUrl: databaseUrl }
})
afterAll(() => db.drop())

const silent = pino({ level: 'silent' })
const production = () => openStore({ ...config, environment: 'PROD' }, silent, 'prepare')

describe('database store', () => {
  it('PROD refuses a database with demo accounts, but not a user who took a demo name', async () => {
    await expect(production()).rejects.toThrow('it holds demo accounts')
    await db.asOwner(
      "delete from account_identifiers where user_id::text in (select jsonb_array_elements_text(value) from settings where key = 'demoAccounts')",
    )
    await db.asOwner(
      "delete from users where id::text in (select jsonb_array_elements_text(value) from settings where key = 'demoAccounts')",
    )
    const app = await createTestApp({ db })
    await registerThroughApi(app, 'demo.lin', 'clear-road-2026')
    await app.close()
    const opened = await production()
    await opened.close()
  })

  it('PROD starts without demo data', async () => {
    for (const table of ['goods_prices', 'group_prices', 'goods', 'content_texts'])
      await db.asOwner(`alter table ${table} disable trigger user; delete from ${table}`)
    const sold = await production()
    await sold.close()
    const found = await db.asOwner(
      'select count(*)::int as goods, (select count(*)::int from content_texts) as texts from goods',
    )
    expect(found).toEqual([{ goods: 0, texts: 0 }])
  })

  it('a command that only connects does not migrate the database', async () => {
    await db.asOwner('update schema_version set version = version + 1000')
    await expect(openStore(config, silent, 'expect')).rejects.toThrow('start the server once first')
    await db.asOwner('update schema_version set version = version - 1000')
    const opened = await openStore(config, silent, 'expect')
    await opened.close()
  })
})
