import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { handlers } from '#server/operator/handlers.ts'
import type { PlainRead } from '#server/operator/handler.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { noteMembers } from '#server/workflows/figures/count-members.ts'
import type { ActionName } from '#shared/contract/operator.ts'

/**
 * `npm run bench:console -- --folder ./data-large [--times 300]`: measures the console's Today page and search, in this
 * process, in a shop created by `npm run lab -- large`.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string', default: './data-large' }, times: { type: 'string', default: '300' } },
})
const times = Number(values.times)
const folder = path.resolve(values.folder)
const server = await startEmbeddedPostgres({
  folder: path.join(folder, 'postgres'),
  settings: ['shared_buffers=1GB', 'effective_cache_size=4GB'],
})
await migrate(server.connection)
const database = openDatabase({ connection: server.connection, maxConnections: 12, log: pino({ level: 'silent' }) })
const config = readConfig({ APP_ENV: 'DEV', DATA_DIR: folder })
const client = new pg.Client(server.connection)
await client.connect()

async function ask(name: ActionName, input: object): Promise<Record<string, unknown>> {
  const read = handlers[name] as unknown as PlainRead
  const result = await read(
    database,
    input,
    { id: '00000000-0000-0000-0000-000000000000', name: 'bench', role: 'owner' },
    { config, emit: () => {}, confirm: async () => ({ ok: true, value: null }) },
  )
  if (!result.ok) throw new Error(`${name}: ${result.refusal.sentence.code}`)
  return result.value as Record<string, unknown>
}

async function measure(label: string, rounds: number, next: (round: number) => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let round = 0; round < rounds + 5; round++) {
    const before = performance.now()
    await next(round)
    if (round >= 5) took.push(performance.now() - before)
  }
  const sorted = took.toSorted((a, b) => a - b)
  const at = (part: number) => (sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0).toFixed(1)
  console.log(`${label.padEnd(44)} p50 ${at(0.5).padStart(7)} ms  p99 ${at(0.99).padStart(7)} ms`)
}

async function sample(query: string): Promise<string[]> {
  const { rows } = await client.query<{ value: string }>(query)
  if (rows.length === 0) throw new Error(`nothing to look for: ${query}`)
  return rows.map(({ value }) => value)
}
const some = (column: string, table: string, where = 'true') =>
  sample(
    `select ${column}::text as value from ${table} where ${where} and ${column} is not null order by random() limit ${times + 5}`,
  )

try {
  const folding = performance.now()
  await foldDays(database)
  console.log(`days folded in ${((performance.now() - folding) / 1_000).toFixed(0)} s`)
  await noteMembers(database)
  await client.query('vacuum analyze daily_revenue')
  await client.query('vacuum payment_attempts')
  const { rows } = await client.query<{ orders: string; people: string }>(
    'select (select count(*) from orders)::text as orders, (select count(*) from users)::text as people',
  )
  console.log(`${rows[0]?.orders} orders of ${rows[0]?.people} people; ${times} calls each, one at a time`)
  for (const days of [1, 7, 30]) await measure(`today.show, ${days} days`, times, () => ask('today.show', { days }))
  await measure('figures.days, 30', times, () => ask('figures.days', { days: 30 }))
  await measure('both at once, as the page asks them', times, () =>
    Promise.all([ask('today.show', {}), ask('figures.days', { days: 30 })]),
  )
  const phones = await some('value', 'account_identifiers', `kind = 'phone'`).catch(() => [] as string[])
  const subjects: Record<string, string[]> = {
    'order number': await some('number', 'orders'),
    'order id': await some('id', 'orders'),
    'user id': await some('uid', 'users'),
    'invite code': await some('invite_code', 'users'),
    'name or address, whole': await some('value', 'account_identifiers'),
    'name or address, its beginning': (await some('value', 'account_identifiers')).map((value) => value.slice(0, -2)),
    'name or address, its first three signs': (await some('value', 'account_identifiers')).map((value) =>
      value.slice(0, 3),
    ),
    'payment attempt': await some('id', 'payment_attempts'),
    'provider transaction': await some('provider_txn_id', 'payment_facts'),
    ...(phones.length > 0 && {
      'phone, its last four digits': phones.map((value) => value.slice(-4)),
      'phone, its last eight digits': phones.map((value) => value.slice(-8)),
    }),
    'nothing that there is': Array.from({ length: times + 5 }, (_, index) => `nothing-${index}-here`),
  }
  for (const [what, typed] of Object.entries(subjects))
    await measure(`search.find, ${what}`, times, (round) =>
      ask('search.find', { query: typed[round % typed.length] ?? '' }),
    )
  for (const [kind, from] of [
    ['order', 'order number'],
    ['person', 'user id'],
  ] as const)
    await measure(`search.preview, ${kind}`, times, (round) =>
      ask('search.preview', { kind, id: subjects[from]?.[round % subjects[from].length] ?? '' }),
    )
} finally {
  await client.end()
  await database.close()
  await server.stop()
}
