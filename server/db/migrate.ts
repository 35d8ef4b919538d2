import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { ConfigError } from '#server/platform/read-setting.ts'
import { expectRoleRights } from './grant-login.ts'
import { connect } from './connect.ts'

const viewFolder = path.join(import.meta.dirname, 'views')

/**
 * Scripts of all views. Views are dropped and recreated, so that their columns may change, and granted to the
 * application.
 */
export async function readViews(): Promise<string[]> {
  const files = (await readdir(viewFolder)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const name = path.basename(file, '.sql').replaceAll('-', '_')
      const definition = await readFile(path.join(viewFolder, file), 'utf8')
      return `drop view if exists ${name};\n${definition}\ngrant select on ${name} to wayfare_app;`
    }),
  )
}

const ownFolder = path.join(import.meta.dirname, 'migrations')
const schemaFolder = path.join(import.meta.dirname, 'schema')
/** Version of the schema in `schema/`. Migrations have higher numbers. */
const firstVersion = 210
const lockKey = 7_205_331
const lockTries = 60

export async function wantedVersion(folder = ownFolder): Promise<number> {
  const files = await readdir(folder)
  return Math.max(firstVersion, ...files.map((file) => Number.parseInt(file, 10)).filter(Number.isInteger))
}

async function currentVersion(client: pg.ClientBase): Promise<number> {
  const table = await client.query<{ name: string | null }>(`select to_regclass('public.schema_version')::text as name`)
  if (!table.rows[0]?.name) return 0
  const rows = await client.query<{ version: string }>(
    'select coalesce(max(version), 0) as version from schema_version',
  )
  return Number(rows.rows[0]?.version)
}

export async function compareSchema(connection: pg.ClientConfig): Promise<{ from: number; to: number }> {
  const client = await connect(connection)
  try {
    return { from: await currentVersion(client), to: await wantedVersion() }
  } finally {
    await client.end()
  }
}

/**
 * Creates or migrates the schema as the login that owns it, and recreates the views from their files. If several
 * processes start at once, one migrates and the others wait. The migration library is only loaded if needed. `folder`:
 * folder of the migrations.
 */
export async function migrate(connection: pg.ClientConfig, folder = ownFolder): Promise<{ from: number; to: number }> {
  const client = await connect(connection)
  try {
    const to = await wantedVersion(folder)
    if ((await currentVersion(client)) === to) return { from: to, to }
    await waitForTurn(client)
    const from = await currentVersion(client)
    if (from > to) throw new ConfigError(`The database is at schema ${from}, newer than this release knows (${to}).`)
    if (from > 0 && from < firstVersion)
      throw new ConfigError(
        `The database is at schema ${from}, from before the first release (${firstVersion}), and cannot be migrated: use an empty one.`,
      )
    if (from === 0) {
      await expectRoleRights(client)
      await runScript(client, await readSchema())
    }
    if (to > firstVersion) {
      const { default: Postgrator } = await import('postgrator')
      const postgrator = new Postgrator({
        driver: 'pg',
        migrationPattern: path.join(folder, '*.sql'),
        schemaTable: 'schema_version',
        execQuery: (query) => client.query(query),
        execSqlScript: (script) => runScript(client, script),
      })
      await postgrator.migrate()
    }
    for (const view of await readViews()) await runScript(client, view)
    await client.query('grant select on schema_version to wayfare_app')
    return { from, to }
  } finally {
    await client.end()
  }
}

async function readSchema(): Promise<string> {
  const files = (await readdir(schemaFolder)).filter((file) => file.endsWith('.sql')).toSorted()
  const scripts = await Promise.all(files.map((file) => readFile(path.join(schemaFolder, file), 'utf8')))
  return [
    ...scripts,
    `create table schema_version (version bigint primary key, name text, md5 text, run_at timestamptz);`,
    `insert into schema_version values (${firstVersion}, 'schema', null, now());`,
  ].join('\n')
}

/**
 * Polls for the lock instead of waiting in a statement, because CREATE INDEX CONCURRENTLY waits for all running
 * statements.
 */
async function waitForTurn(client: pg.Client): Promise<void> {
  const ask = () => client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [lockKey])
  while (!(await ask()).rows[0]?.is_mine) await sleep(200)
}

/** First line of a migration with CREATE INDEX CONCURRENTLY, which cannot run in a transaction. */
const outsideMark = '-- Outside a transaction, each statement by itself.\n'

const indexDropped = /^drop index concurrently if exists (\w+)$/
const indexBuilt = /^create (?:unique )?index concurrently (\w+) /

/**
 * Runs statements without a transaction. The migration must first drop an index that an aborted attempt left invalid. A
 * valid index built by the identical statement stays, because it may replace others that were already dropped.
 */
async function runOutside(client: pg.Client, script: string): Promise<void> {
  const bare = script.slice(outsideMark.length).replaceAll(/^--.*\n/gm, '')
  const statements = bare.split(/;\n/).flatMap((text) => text.trim() || [])
  const whole = new Set<string>()
  for (const statement of statements) {
    const name = indexBuilt.exec(statement)?.[1]
    if (name !== undefined && (await isBuilt(client, name, statement))) whole.add(name)
  }
  for (const statement of statements) {
    const name = (indexDropped.exec(statement) ?? indexBuilt.exec(statement))?.[1]
    if (name !== undefined && whole.has(name)) continue
    await client.query(statement)
    if (indexBuilt.test(statement)) await client.query(`comment on index ${name} is '${markOf(statement)}'`)
  }
}

const markOf = (statement: string) => `built by ${createHash('sha256').update(statement).digest('hex')}`
const isBuilt = async (client: pg.Client, name: string, statement: string): Promise<boolean> => {
  const found = await client.query(
    `select from pg_index where indexrelid = to_regclass($1) and indisvalid and obj_description(indexrelid, 'pg_class') = $2`,
    [name, markOf(statement)],
  )
  return found.rowCount === 1
}

/**
 * Runs a migration file in one transaction, so that a failed migration leaves nothing behind, except a file that begins
 * with `outsideMark`. While it waits for a table lock, all later statements on the table wait too, so it gives up after
 * two seconds and tries again, up to `lockTries` times.
 */
async function runScript(client: pg.Client, script: string): Promise<void> {
  if (script.startsWith(outsideMark)) return runOutside(client, script)
  for (let tries = 1; ; tries++) {
    await client.query(`begin; set local lock_timeout = '2s'`)
    try {
      await client.query(script)
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isTurnedAway(error) || tries === lockTries) throw error
    }
    await sleep(500)
  }
}

const isTurnedAway = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01')
