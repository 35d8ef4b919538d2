import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import type { ActionInput, ActionName, ActionOutput } from '#shared/contract/operator.ts'
import { normalizeEmail } from '#shared/account-rules.ts'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { importSources, type ImportSource } from '#server/modules/imports/readers/records.rules.ts'
import { carryOut } from '#server/operator/carry-out.ts'
import type { PlainHandler } from '#server/operator/handler.ts'
import { handlers } from '#server/operator/handlers.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { demoOperators } from '#simulators/demo/demo-operators.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { startServerProcess, startWorkerProcess, type Server, type Worker } from '../faults/product.ts'
import { drawFrom } from '../load/arrivals.ts'
import { deletedPlan, makeShop, type OldPerson, type OldShop } from './old-shop.ts'
import { addOptionsOf, writeShop } from './write-shop.ts'

/** `npm run lab -- imports`: moves generated shops of each panel in, and out again. */
const help = `Generates a shop of each panel and imports its file: preview, start, the worker killed (-9) twice, the same file again, a changed file,
undo, another import, sign-ins with old passwords, old subscription addresses, undo.

  npm run lab -- imports [--source xboard --people 10000 --seed 1]

Fails if a person is lost, doubled or half imported, if an undo leaves a row behind, or if an import takes more than 10 minutes.`
const { values } = parseArgs({
  options: {
    source: { type: 'string' },
    people: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [count, seed] = [Number(values.people), Number(values.seed)]
const sources = importSources.filter((source) => values.source === undefined || values.source === source)
if (!(count >= 200 && count <= 200_000) || sources.length === 0) {
  console.error(`--people is from 200 to 200000, --source one of ${importSources.join(', ')}.`)
  process.exit(1)
}
const mostMs = 600_000
const samples = 200
/** Tables that keep what an operator did, and the work and daily figures of jobs. They grow although an import is undone. */
const growing =
  /^(?:pgboss\.|audit|imports$|import_rows$|operator|approvals|proposals|job_schedules$|limit|tries|\w+_health$|daily_members$|service_days$|statement_days$)/
const failures: string[] = []
const must = (holds: boolean, sentence: string) => {
  if (!holds) failures.push(sentence)
}
const same = (what: string, found: unknown, expected: unknown) =>
  must(
    JSON.stringify(found) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
  )

type Stage = {
  readonly database: Database
  readonly config: ReturnType<typeof readConfig>
  readonly owner: pg.Client
  readonly server: Server
  startWorker(): Worker
}

async function perform<N extends ActionName>(
  { database, config }: Stage,
  name: N,
  input: ActionInput<N>,
  preview = false,
): Promise<ActionOutput<N>> {
  const run = (as: ActionName, given: object, by: (typeof demoOperators)['ada' | 'ben']) =>
    carryOut(as, handlers[as] as unknown as PlainHandler, given as Readonly<Record<string, unknown>>, {
      database,
      config,
      preview,
      operator: { ...by, role: 'owner' },
      confirm: async () => ({ ok: true, value: null }),
    })
  const ran = await run(name, input, demoOperators.ada)
  if (!ran.ok) throw new Error(`${name}: ${JSON.stringify(ran.refusal)}`)
  const { output, proposal } = ran.value
  if (proposal === null || preview) return output as ActionOutput<N>
  const granted = await run('approvals.grant', { id: proposal.id }, demoOperators.ben)
  if (!granted.ok) throw new Error(`${name}: ${JSON.stringify(granted.refusal)}`)
  return (granted.value.output as { output: ActionOutput<N> }).output
}

async function countTables(owner: pg.Client): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ name: string }>(
    `select case when schemaname = 'public' then tablename else schemaname || '.' || tablename end as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const table = name
      .split('.')
      .map((part) => `"${part}"`)
      .join('.')
    counts[name] = Number((await owner.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n)
  }
  return counts
}
function compareTables(what: string, before: Record<string, number>, after: Record<string, number>): void {
  for (const [table, rows] of Object.entries(after))
    if (!growing.test(table)) same(`${what}: rows of ${table}`, rows, before[table])
}

const residentMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))?.[1] ?? 0) / 1024
/** Greatest resident memory of this process beyond its present one, in MB, while `run` runs. Linux keeps the peak. */
async function peakOf<T>(run: () => Promise<T>): Promise<{ result: T; mb: number }> {
  await writeFile('/proc/self/clear_refs', '5')
  const before = await residentMb(process.pid)
  const result = await run()
  const peak = Number(/VmHWM:\s+(\d+)/.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
  return { result, mb: Math.round(peak - before) }
}

/** Runs workers until the import has reached `state`, and kills them at these shares of its rows. */
async function runWorkers(
  stage: Stage,
  id: string,
  state: string,
  kills: readonly number[] = [],
): Promise<{ ms: number; mb: number }> {
  const startedAt = performance.now()
  const waiting = [...kills]
  let worker = stage.startWorker()
  let most = 0
  for (;;) {
    await sleep(100)
    most = Math.max(most, await residentMb(worker.pid))
    const { rows } = await stage.owner.query<{ state: string; share: number }>(
      'select state, done_to::float8 / greatest(rows, 1) as share from imports where id = $1',
      [id],
    )
    const found = rows[0]
    const next = waiting[0]
    if (found?.state === state) break
    if (next !== undefined && found !== undefined && found.share >= next) {
      waiting.shift()
      worker.signal('SIGKILL')
      await worker.ended
      worker = stage.startWorker()
    }
    if (performance.now() - startedAt > 3 * mostMs) throw new Error(`the import is still ${found?.state}`)
  }
  must(waiting.length === 0, `the worker was not killed at ${waiting.join(', ')}`)
  const ms = performance.now() - startedAt
  worker.signal('SIGTERM')
  await worker.ended
  return { ms, mb: Math.round(most) }
}

const add = (stage: Stage, shop: OldShop, file: Buffer) =>
  perform(stage, 'imports.add', { source: shop.source, file: file.toString('base64'), ...addOptionsOf(shop.source) })
const reasonsOf = (shown: { reasons: readonly { reason: unknown; rows: number }[] }) =>
  Object.fromEntries(
    shown.reasons
      .map(({ reason, rows }) => [(reason as { code: string }).code.replace('importReason.', ''), rows] as const)
      .toSorted(),
  )

/** People whose line of inviters comes back to themselves. */
function circlingIn(people: readonly OldPerson[]): Set<number> {
  const byId = new Map(people.map((person) => [person.id, person]))
  return new Set(
    people.flatMap(({ id, inviter }) => {
      const passed = new Set<number>()
      for (let at = inviter; at !== null && !passed.has(at); at = byId.get(at)?.inviter ?? null) {
        if (at === id) return [id]
        passed.add(at)
      }
      return []
    }),
  )
}

type Stored = {
  id: number
  email: string
  hash: string
  devices: number | null
  ends: number | null
  blocked: boolean
  inviter: number | null
  links: number
  orders: number
  grants: number
}
const readStored = async (owner: pg.Client): Promise<Map<number, Stored>> =>
  new Map(
    (
      await owner.query<Stored>(
        `select p.old_id::int as id, i.value as email, u.password_hash as hash, m.max_devices as devices,
           extract(epoch from m.expires_at)::float8 as ends, b.user_id is not null as blocked,
           (select v.old_id::int from imported_people v where v.user_id = u.invited_by) as inviter,
           (select count(*)::int from tunnel_old_links l where l.user_id = u.id) as links,
           (select count(*)::int from imported_orders o where o.user_id = u.id) as orders,
           (select count(*)::int from membership_grants g where g.user_id = u.id) as grants
         from imported_people p join users u on u.id = p.user_id join account_identifiers i on i.user_id = u.id
           left join memberships m on m.user_id = u.id left join account_blocks b on b.user_id = u.id`,
      )
    ).rows.map((row) => [row.id, row]),
  )

const neverMonths = 12
const farSeconds = 3_660 * 86_400

/** Compares every person of the shop with what the import stored. */
async function comparePeople(
  { owner }: Stage,
  shop: OldShop,
  now: number,
  mapped: ReadonlyMap<number, number>,
): Promise<void> {
  const stored = await readStored(owner)
  const fates = new Map(shop.people.map(({ id, fate }) => [id, fate]))
  const circling = circlingIn(shop.people)
  const ordersOf = new Map<number, number>()
  for (const { person } of shop.orders) ordersOf.set(person, (ordersOf.get(person) ?? 0) + 1)
  for (const person of shop.people) {
    const row = stored.get(person.id)
    if (person.fate !== 'added') {
      must(row === undefined, `${person.id} was imported although it is refused as ${person.fate}`)
      continue
    }
    if (row === undefined) {
      failures.push(`${person.id} was lost`)
      continue
    }
    const { expires, plan } = person
    const isLong = expires === 'never' || (typeof expires === 'number' && expires > now + farSeconds)
    const end =
      plan === null || expires === 'none'
        ? null
        : isLong
          ? 'long'
          : typeof expires === 'number' && expires > now
            ? expires
            : null
    const isRight =
      end === null
        ? row.ends === null
        : end === 'long'
          ? Math.abs((row.ends ?? 0) - (now + 365.5 * 86_400)) < 2 * 86_400
          : Math.abs((row.ends ?? 0) - end) <= 1
    must(isRight, `${person.id} ends at ${row.ends}, not ${String(end)}`)
    const own = shop.source === 'v2board' ? null : person.devices || null
    if (end !== null) same(`devices of ${person.id}`, row.devices, own ?? mapped.get(plan ?? 0))
    same(`grants of ${person.id}`, row.grants, end === null ? 0 : 1)
    same(`address of ${person.id}`, row.email, normalizeEmail(person.email))
    same(`block of ${person.id}`, row.blocked, person.isBanned)
    same(`links of ${person.id}`, row.links, 1)
    same(`orders of ${person.id}`, row.orders, shop.source === 'csv' ? 0 : (ordersOf.get(person.id) ?? 0))
    const isInvited = person.inviter !== null && fates.get(person.inviter) === 'added' && !circling.has(person.id)
    same(`inviter of ${person.id}`, row.inviter, isInvited ? person.inviter : null)
  }
  must(stored.size === shop.people.filter(({ fate }) => fate === 'added').length, `${stored.size} people are imported`)
}

async function inLanes<T>(items: readonly T[], each: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) await each(item)
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

/** Signs people in with their old password, and checks that the old hash is gone. */
async function signIn({ server, owner }: Stage, people: readonly OldPerson[]): Promise<void> {
  await inLanes(people, async ({ id, email, password, hash }) => {
    const input = { kind: 'email', identifier: email.trim(), password, agreed: true, signature: server.sign() }
    const answer = await server.call('user/user_login', input)
    must(
      answer.pragma !== undefined,
      `${id} (${hash.algorithm ?? hash.hash.slice(0, 7)}) cannot sign in: ${answer.body}`,
    )
  })
  const stored = await readStored(owner)
  for (const { id } of people) {
    const row = stored.get(id)
    must(row?.hash.startsWith('$argon2id$') === true, `the hash of ${id} is still ${row?.hash.slice(0, 16)}`)
  }
}

const addressesOf = { xboard: '/s/', v2board: '/api/v1/client/subscribe?token=', sspanel: '/sub/', csv: '/s/' } as const
/** Follows old subscription addresses to the documents of their owners. */
async function followLinks({ server }: Stage, source: ImportSource, people: readonly OldPerson[]): Promise<void> {
  const links = new Set<string>()
  await inLanes(people, async ({ id, token }) => {
    const headers = {
      'user-agent': 'v2rayN/7.12',
      'x-forwarded-for': `${30 + (id % 150)}.${(id >> 8) & 255}.${id & 255}.7`,
    }
    const place = `http://127.0.0.1:${server.port}${addressesOf[source]}${token}${source === 'sspanel' ? '/v2ray' : ''}`
    const led = await fetch(place, { headers, redirect: 'manual' })
    const location = led.headers.get('location') ?? ''
    if (led.status !== 302) return void failures.push(`the address of ${id} answers ${led.status}`)
    links.add(location)
    const answer = await fetch(`http://127.0.0.1:${server.port}${new URL(location, place).pathname}`, { headers })
    const text = Buffer.from(await answer.text(), 'base64').toString()
    must(answer.status === 200 && text.includes('node.example.org'), `the document of ${id} is ${answer.status}`)
  })
  must(links.size === people.length, `${people.length} addresses lead to ${links.size} links`)
}

async function openStage(folder: string): Promise<Stage & { close(): Promise<void> }> {
  const [postgres] = await Promise.all([
    startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), maxConnections: 60 }),
    ensureDevKeys(folder),
    ensureBuilt(),
  ])
  const { host } = postgres.connection as { host: string }
  const databaseUrl = `postgres://wayfare@localhost/postgres?host=${encodeURIComponent(host)}`
  const server = await startServerProcess(folder, databaseUrl, { JOBS: 'off' })
  const database = openDatabase({ connection: postgres.connection, maxConnections: 6, log: pino({ level: 'silent' }) })
  const owner = new pg.Client(postgres.connection)
  await owner.connect()
  return {
    database,
    config: readConfig({ APP_ENV: 'TEST', DATA_DIR: folder }),
    owner,
    server,
    startWorker: () => startWorkerProcess({ DATA_DIR: folder, DATABASE_URL: databaseUrl }),
    async close() {
      server.signal('SIGTERM')
      await server.ended
      await owner.end()
      await database.close()
      await postgres.stop()
    },
  }
}

const minutes = (ms: number) => (ms / 60_000).toFixed(1)

async function tryIn(stage: Stage, source: ImportSource): Promise<Record<string, string | number>> {
  const node = {
    name: `Node ${source}`,
    group: 'eu',
    protocol: 'shadowsocks',
    host: 'node.example.org',
    port: 443,
    serves: 'both',
    file: JSON.stringify({ serverKey: 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=' }),
  } as const
  await perform(stage, 'nodes.add', node)
  const { rows: goods } = await stage.owner.query<{ id: string; devices: number }>(
    'select id, max_devices as devices from goods order by id',
  )
  const shop = await makeShop(source, count, seed)
  const plans = shop.plans.map(({ id }, index) => `${id}=${goods[index % goods.length]?.id}`)
  const mapped = new Map(shop.plans.map(({ id }, index) => [id, goods[index % goods.length]?.devices ?? 0]))
  const file = writeShop(shop)
  const before = await countTables(stage.owner)

  // The first import, with a preview and two kills.
  const addingFrom = performance.now()
  const added = await peakOf(() => add(stage, shop, file))
  const addMs = performance.now() - addingFrom
  const { id } = added.result
  const choice = { plans, neverMonths }
  const previewFrom = performance.now()
  const preview = await perform(stage, 'imports.start', { id, ...choice }, true)
  const previewMs = performance.now() - previewFrom
  const now = Math.floor(Date.now() / 1000)
  same('the start and its preview', await perform(stage, 'imports.start', { id, ...choice }), preview)
  const first = await runWorkers(stage, id, 'done', [0.2, 0.55])
  const shown = await perform(stage, 'imports.show', { id })
  const fates = Object.groupBy(shop.people, ({ fate }) => fate)
  same('people added', shown.added, fates.added?.length)
  for (const code of ['emailInvalid', 'emailDoubled', 'planUnmapped'] as const)
    same(`people refused as ${code}`, reasonsOf(shown)[code], fates[code]?.length)
  same('people in the preview', [preview.added, preview.refused], [shown.added, shown.refused])
  must(
    shop.people.every(({ plan }) => plan !== deletedPlan || mapped.get(deletedPlan) === undefined),
    'a deleted plan was chosen',
  )
  same(
    'unused cards',
    shown.unusedCards,
    ['xboard', 'sspanel'].includes(source) ? shop.cards.filter(({ isUsed }) => !isUsed).length : 0,
  )
  await comparePeople(stage, shop, now, mapped)
  const { rows: rights } = await stage.owner.query(`select 1 from operators where name not in ('ada', 'ben')`)
  same('operators made by an import', rights.length, before.operators === undefined ? 0 : before.operators - 2)

  // The same file again, and a changed one.
  const imported = await countTables(stage.owner)
  const again = await add(stage, shop, file)
  const repeated = await perform(stage, 'imports.start', { id: again.id, ...choice })
  same('the same file again', [repeated.added, repeated.changed, repeated.same], [0, 0, shown.added])
  await runWorkers(stage, again.id, 'done')
  compareTables('the same file again', imported, await countTables(stage.owner))
  const isFar = ({ expires }: OldPerson) => typeof expires === 'number' && expires > now + farSeconds
  // A day after the end of the year 9999 has a year of five digits, which no panel writes.
  const isLater = (person: OldPerson) =>
    person.id % 40 === 0 &&
    person.fate === 'added' &&
    person.plan !== null &&
    typeof person.expires === 'number' &&
    person.expires > now &&
    !isFar(person)
  const newer = {
    ...shop,
    people: shop.people.map((person) =>
      isLater(person) ? { ...person, expires: (person.expires as number) + 86_400 } : person,
    ),
  }
  const changedFile = await add(stage, newer, writeShop(newer))
  const changed = await perform(stage, 'imports.start', { id: changedFile.id, ...choice })
  const later = shop.people.filter(isLater).length
  same('a changed file', [changed.added, changed.changed], [0, later])
  await runWorkers(stage, changedFile.id, 'done')
  const stored = await readStored(stage.owner)
  for (const person of newer.people)
    if (isLater(person))
      must(
        Math.abs((stored.get(person.id)?.ends ?? 0) - (person.expires as number)) <= 1,
        `${person.id} has no later end`,
      )

  // Everything undone.
  let undoMs = 0
  for (const each of [changedFile.id, again.id, id]) {
    await perform(stage, 'imports.undo', { id: each })
    undoMs += (await runWorkers(stage, each, 'undone')).ms
  }
  compareTables('after the undo', before, await countTables(stage.owner))

  // Once more, without kills. Then people arrive.
  const once = await add(stage, shop, file)
  await perform(stage, 'imports.start', { id: once.id, ...choice })
  const second = await runWorkers(stage, once.id, 'done')
  const draw = drawFrom(seed + 1)
  const drawn = shop.people
    .filter(({ fate, isBanned }) => fate === 'added' && !isBanned)
    .map((person) => ({ person, at: draw() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ person }) => person)
  const arriving = drawn.slice(0, samples)
  const members = drawn
    .slice(samples)
    .filter(({ expires, plan }) => plan !== null && typeof expires === 'number' && expires > now + 3_600)
  const linked = members.slice(0, Math.min(samples, Math.floor(members.length / 2)))
  await signIn(stage, arriving)
  await followLinks(stage, source, linked)
  await perform(stage, 'imports.undo', { id: once.id })
  await runWorkers(stage, once.id, 'undone')
  const left = await readStored(stage.owner)
  same(
    'people who stay',
    [...left.keys()].toSorted((a, b) => a - b),
    [...arriving, ...linked].map((person) => person.id).toSorted((a, b) => a - b),
  )
  return {
    'file, MB': (file.length / 1e6).toFixed(1),
    rows: shop.people.length + shop.orders.length,
    'read, s': (addMs / 1000).toFixed(1),
    'read, MB of memory': added.mb,
    'preview, s': (previewMs / 1000).toFixed(1),
    'import with two kills, min': minutes(first.ms),
    'import, min': minutes(second.ms),
    'worker, MB': Math.max(first.mb, second.mb),
    'three undos, min': minutes(undoMs),
    slow: second.ms > mostMs ? 'yes' : '',
  }
}

const report: Record<string, Record<string, string | number>> = {}
for (const source of sources) {
  const folder = await makeTemporaryFolder(`imports-${source}`)
  const stage = await openStage(folder)
  try {
    report[source] = await tryIn(stage, source)
    if (report[source].slow === 'yes') failures.push(`the import of ${source} took more than ten minutes`)
  } finally {
    await stage.close()
    await rm(folder, { recursive: true, force: true })
  }
  console.table(report)
}
if (failures.length > 0) {
  console.error(`\n${failures.length} failures:\n${failures.slice(0, 60).join('\n')}`)
  process.exit(1)
}
