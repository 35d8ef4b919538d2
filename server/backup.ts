import path from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { restoreBase } from './db/backup/restore-base.ts'
import { forgetOld, listBases, takeBase } from './db/backup/take-base.ts'
import { verifyLedger } from './modules/ledger/verify-ledger.ts'
import { openDatabase } from './platform/database.ts'
import { failStart } from './platform/process.ts'
import { ConfigError } from './platform/read-setting.ts'

const usage = `npm run backup -- take --database URL --to FOLDER --archive FOLDER [--keep 7]
  Copies the database of a PostgreSQL on this machine while it serves, and removes older copies with the log that only they needed.
  URL is of a superuser; FOLDER of the archive is where the server puts its log (docs/operate.md).
npm run backup -- list --to FOLDER
  Lists the copies.
npm run backup -- restore --from COPY --archive FOLDER --to FOLDER [--until 2026-11-23T10:00:00Z]
  Brings a copy forward to a moment, or to all that was archived, in an empty folder; proves the books and ends. The folder is then
  the postgres folder of a DATA_DIR, or the data of a PostgreSQL 18.`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    database: { type: 'string' },
    to: { type: 'string' },
    from: { type: 'string' },
    archive: { type: 'string' },
    until: { type: 'string' },
    keep: { type: 'string', default: '7' },
    help: { type: 'boolean', default: false },
  },
})
const say = (line: string): void => void process.stdout.write(`${line}\n`)

function need(name: 'database' | 'to' | 'from' | 'archive'): string {
  const value = values[name]
  if (value === undefined) throw new ConfigError(`--${name} is missing.\n${usage}`)
  return name === 'database' ? value : path.resolve(value)
}

async function take(): Promise<void> {
  const [into, archive, keep] = [need('to'), need('archive'), Number(values.keep)]
  if (!Number.isInteger(keep) || keep < 1) throw new ConfigError('--keep is a whole number from 1 on.')
  const { folder, bytes } = await takeBase({ connectionString: need('database') }, into)
  say(`${folder}: ${(bytes / 1e6).toFixed(0)} MB`)
  const { bases, logs } = await forgetOld(into, archive, keep)
  if (bases + logs > 0) say(`Removed ${bases} older copies and ${logs} pieces of log.`)
}

async function list(): Promise<void> {
  for (const { folder, takenAt, bytes } of await listBases(need('to')))
    say(`${takenAt.toISOString()}  ${(bytes / 1e6).toFixed(0).padStart(8)} MB  ${folder}`)
}

async function restore(): Promise<void> {
  const until = values.until === undefined ? null : new Date(values.until)
  if (until && Number.isNaN(until.getTime())) throw new ConfigError('--until is a moment such as 2026-11-23T10:00:00Z.')
  const folder = need('to')
  const { server, lastAt } = await restoreBase({ base: need('from'), archive: need('archive'), folder, until })
  const database = openDatabase({
    connection: server.connection,
    maxConnections: 4,
    log: pino({ level: 'silent' }),
  })
  try {
    const { problems } = await verifyLedger(database)
    say(`${folder}: up to ${lastAt?.toISOString() ?? 'the copy itself'}`)
    say(problems.length === 0 ? 'The books are right.' : problems.join('\n'))
    if (problems.length > 0) process.exitCode = 1
  } finally {
    await database.close()
    await server.stop()
  }
}

const commands = new Map([
  ['take', take],
  ['list', list],
  ['restore', restore],
])
try {
  const command = commands.get(positionals[0] ?? '')
  if (values.help || !command) {
    say(usage)
    if (!values.help) process.exitCode = 2
  } else await command()
} catch (error) {
  failStart(error)
}
