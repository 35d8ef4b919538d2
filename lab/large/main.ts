import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { seedDemo } from '#simulators/demo/seed-demo.ts'
import { openDatabase } from '#server/platform/database.ts'
import { fill, NotForFilling } from './fill.ts'
import { sizesOf, usualOrders } from './row-numbers.ts'

const help = `Fills a database of its own with a shop of three years, to see how commands and pages do on it.

  npm run lab -- large [--orders ${usualOrders}] [--users N] [--folder ./data-large | --database-url URL] [--fast] [--minutes N]

What was stopped goes on where it was, with the same --orders and --users.

--folder        an embedded PostgreSQL in this folder; start the server on it with DATA_DIR=FOLDER
--database-url  an empty database of your own, reached as the owner of its tables
--minutes       stops at the next range of rows after so long: call it again for the next piece
--fast          what is made is not checked against foreign keys; needs a superuser, as the embedded one is

The accounts are large.1, large.2 …, with the password of the demo accounts: APP_ENV=PROD refuses such a database.`

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: String(usualOrders) },
    users: { type: 'string' },
    folder: { type: 'string', default: './data-large' },
    'database-url': { type: 'string' },
    fast: { type: 'boolean', default: false },
    minutes: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
})

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const readCount = (name: string, text: string): number => {
  const count = Number(text)
  return Number.isSafeInteger(count) && count >= 100 && count <= 40_000_000
    ? count
    : fail(`--${name} is a number from 100 to 40000000.`)
}

const readMinutes = (text: string): number => {
  const minutes = Number(text)
  return minutes > 0 ? minutes : fail('--minutes is a number above 0.')
}

async function main(): Promise<void> {
  if (values.help) return console.log(help)
  if (process.env.APP_ENV === 'PROD') fail('APP_ENV is PROD: a shop that sells is never filled with samples.')
  const url = values['database-url']
  const minutes = values.minutes === undefined ? Infinity : readMinutes(values.minutes)
  const sizes = sizesOf(
    readCount('orders', values.orders),
    values.users === undefined ? undefined : readCount('users', values.users),
  )
  // Settings that turn durability off, because data lost in a crash can be generated again.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'shared_buffers=1GB',
    'max_wal_size=8GB',
  ]
  const server = url ? null : await startEmbeddedPostgres({ folder: path.resolve(values.folder, 'postgres'), settings })
  const connection: pg.ClientConfig = server ? server.connection : { connectionString: url ?? '' }
  const client = new pg.Client(connection)
  try {
    if (server) await ensureDevKeys(path.resolve(values.folder))
    await migrate(connection)
    const database = openDatabase({ connection, maxConnections: 2, log: pino({ level: 'silent' }) })
    try {
      await seedDemo(database)
    } finally {
      await database.close()
    }
    await client.connect()
    await client.query(`set timezone to 'UTC'`)
    await client.query(`set work_mem to '256MB'`)
    if (values.fast) await client.query('set session_replication_role to replica')
    const startedAt = performance.now()
    const isOver = () => performance.now() - startedAt > minutes * 60_000
    if (!(await fill(client, sizes, (line) => console.log(line), isOver)))
      return console.log('Stopped here; the same command goes on.')
    console.log('vacuum analyze')
    await client.query('vacuum analyze')
    console.log(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
  } catch (error) {
    if (error instanceof NotForFilling) return fail(error.message)
    throw error
  } finally {
    await client.end()
    await server?.stop()
  }
}

await main()
