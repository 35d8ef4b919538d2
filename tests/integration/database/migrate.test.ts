import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createTestApp } from '../../support/app.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'

let db: TestDatabase
/** Current migrations and one of a future release. */
let folder: string
beforeAll(async () => {
  db = await createTestDatabase()
  folder = await makeTemporaryFolder('migrations')
  await cp(path.join(import.meta.dirname, '../../../server/db/migrations'), folder, { recursive: true })
  await writeFile(path.join(folder, '9000.do.to-come.sql'), 'alter table users add column to_come text;')
})
afterAll(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

describe('database of another version', () => {
  it('a database from before the first release is refused and left unchanged', async () => {
    const old = await createTestDatabase()
    await old.asOwner('update schema_version set version = 205')
    await expect(migrate(old.connection)).rejects.toThrow(
      'The database is at schema 205, from before the first release (210), and cannot be migrated: use an empty one.',
    )
    expect(await old.asOwner('select version::int from schema_version')).toEqual([{ version: 205 }])
    await old.drop()
  })

  it('a database newer than this release is refused', async () => {
    const newer = await createTestDatabase()
    await newer.asOwner('update schema_version set version = 100000')
    await expect(migrate(newer.connection)).rejects.toThrow('newer than this release knows')
    await newer.drop()
  })
})

describe('migration under load', () => {
  it('a migration waiting for a table lock lets other queries pass, and the running release keeps serving', async () => {
    const app = await createTestApp({ db })
    const report = new pg.Client(db.connection)
    await report.connect()
    await report.query('begin')
    await report.query('select count(*) from users')
    const migrated = migrate(db.connection, folder)
    const waiting = `select 1 from pg_locks where relation = 'users'::regclass and mode = 'AccessExclusiveLock' and not granted`
    while ((await report.query(waiting)).rowCount === 0);
    // New readers would queue behind the migration; the report ends only after this query succeeded.
    await db.asOwner('select count(*) from users')
    await report.query('commit')
    await report.end()
    expect(await migrated).toMatchObject({ to: 9000 })
    expect((await app.app.inject('/readyz')).statusCode).toBe(200)
    await app.close()
  })

  it('no migration adds a column with both a default and a foreign key', async () => {
    const later = await readdir(folder)
    const found = await Promise.all(
      later.map(async (name) => {
        const statements = (await readFile(path.join(folder, name), 'utf8')).replaceAll(/--.*/g, '').split(';')
        const isSlow = (statement: string) =>
          /^\s*alter table\b/.test(statement) &&
          /\badd column\b[^,]*\breferences\b/.test(statement) &&
          /\bdefault\b/.test(statement)
        return statements.some(isSlow) ? [name] : []
      }),
    )
    expect(found.flat()).toEqual([])
  })

  it('a migration ended by a deadlock is retried', async () => {
    await db.asOwner('create sequence tries')
    // A sequence keeps its value after a rollback, so only the first attempt fails with a deadlock.
    const once = `do $$ begin if nextval('tries') = 1 then raise exception using errcode = '40P01'; end if; end $$;`
    await writeFile(path.join(folder, '9001.do.across.sql'), once)
    expect(await migrate(db.connection, folder)).toMatchObject({ to: 9001 })
    expect(await db.asOwner('select last_value::int as n from tries')).toEqual([{ n: 2 }])
  })

  it('a migration that fails for another reason is not retried and leaves nothing behind', async () => {
    await writeFile(
      path.join(folder, '9002.do.broken.sql'),
      'alter table users add column half text; alter table nowhere add column half text;',
    )
    await expect(migrate(db.connection, folder)).rejects.toThrow('relation "nowhere" does not exist')
    const half = await db.asOwner(`select 1 from information_schema.columns where column_name = 'half'`)
    expect(half).toEqual([])
  })

  it('an index is built while rows are inserted, also after an interrupted attempt and concurrent start', async () => {
    const script = (columns: string) =>
      `-- Outside a transaction, each statement by itself.\ndrop index concurrently if exists users_late;\ncreate index concurrently users_late on users (${columns});\n`
    await rm(path.join(folder, '9002.do.broken.sql'))
    await writeFile(path.join(folder, '9002.do.beside.sql'), script('nowhere'))
    await expect(migrate(db.connection, folder)).rejects.toThrow('column "nowhere" does not exist')
    await writeFile(path.join(folder, '9002.do.beside.sql'), script('created_at'))
    const report = new pg.Client(db.connection)
    await report.connect()
    await report.query('begin')
    await report.query(`update users set language = language where false; select pg_current_xact_id()`)
    const starts = [migrate(db.connection, folder), migrate(db.connection, folder)]
    const building = `select 1 from pg_locks where locktype = 'virtualxid' and not granted`
    while ((await report.query(building)).rowCount === 0);
    await db.asOwner(`select 1 from users for share`)
    await report.query('commit')
    await report.end()
    expect((await Promise.all(starts)).map(({ to }) => to)).toEqual([9002, 9002])
    const built = `select indisvalid as valid from pg_index where indexrelid = 'users_late'::regclass`
    expect(await db.asOwner(built)).toEqual([{ valid: true }])
  })

  it('a complete index is kept after an interrupted attempt that replaced another', async () => {
    await db.asOwner('create index users_before on users (created_at)')
    const script = (last: string) =>
      `-- Outside a transaction, each statement by itself.\n-- In place of another.\ndrop index concurrently if exists users_after;\n` +
      `create index concurrently users_after on users (created_at, id);\ndrop index concurrently if exists users_before;\n${last}`
    const indexes = () =>
      db.asOwner<{ name: string; id: number }>(
        `select relname as name, oid::int as id from pg_class where relname in ('users_before', 'users_after')`,
      )
    const file = path.join(folder, '9003.do.instead.sql')
    await writeFile(file, script('select 1 from nowhere;\n'))
    await expect(migrate(db.connection, folder)).rejects.toThrow('relation "nowhere" does not exist')
    const built = await indexes()
    expect(built.map(({ name }) => name)).toEqual(['users_after'])
    await writeFile(file, script(''))
    await migrate(db.connection, folder)
    expect(await indexes()).toEqual(built)
    await writeFile(path.join(folder, '9004.do.instead.sql'), script('').replace(', id)', ')'))
    await migrate(db.connection, folder)
    expect((await indexes()).map(({ name, id }) => [name, id === built[0]!.id])).toEqual([['users_after', false]])
  })
})
