import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { ensureBuilt, ensureServerBuilt } from '../../scripts/build.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { arrivals, drawFrom, follow, saleDay, usualPerSecond, type Kind } from './arrivals.ts'
import { findLosses } from './find-losses.ts'
import { openSaleDay, type Part } from './sale-day.ts'
import { startShop } from './start-shop.ts'
import { Tally } from './tally.ts'
import { watchProcesses } from './watch-processes.ts'

const help = `The day of a sale on the built product: server and worker as processes of their own, PostgreSQL, simulated gateways in another process.
People come whether or not those before them were answered, and each is counted from when they came. In the middle third Alipay says nothing.

  npm run lab -- load [-- --minutes 3 --per-second ${usualPerSecond} --seed 1]

It fails where money that a gateway took is not in the books exactly once, where the ledger does not prove right, or where a call failed that
should not have: while Alipay is silent its buyers may be told that it cannot be reached (503 ProviderUnavailable), and nothing else. Linux; everything stays on this machine.`

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    'per-second': { type: 'string', default: String(usualPerSecond) },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
})
if (values.help) {
  console.log(help)
  process.exit(0)
}
const [minutes, perSecond, seed] = [Number(values.minutes), Number(values['per-second']), Number(values.seed)]
if (!(minutes > 0 && minutes <= 240 && perSecond > 0 && perSecond <= 2_000 && Number.isSafeInteger(seed))) {
  console.error('--minutes is above 0 and at most 240, --per-second above 0 and at most 2000, --seed a whole number.')
  process.exit(1)
}

const folder = await makeTemporaryFolder('load')
await Promise.all([ensureDevKeys(folder), ensureBuilt()])
await ensureServerBuilt()
const postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), maxConnections: 100 })
const owner = new pg.Client(postgres.connection)
await owner.connect()
const draw = drawFrom(seed)
const buyers = Math.min(2_000, Math.ceil((minutes * 60 * perSecond * saleDay.purchase) / 95 / 2) + 50)
const shop = await startShop(folder, postgres, buyers)
const { gateway, server, worker, database, accounts, visitors } = shop
const groups = await Promise.all(
  accounts.tokens.slice(0, 8).map(async (token) => {
    const { body } = await visitors.call(
      'payment/payment_joint_purchase',
      {
        goodsId: 'plan-12',
        size: 2,
        paymentType: 1,
        currency: 'CNY',
        method: 'wechat',
        expectedTotalMinor: 21_800,
        idempotencyKey: randomUUID(),
      },
      token,
    )
    return (JSON.parse(body) as { data: { group: { groupId: string } } }).data.group.groupId
  }),
)

const tally = new Tally<Kind, Part>('before')
const day = openSaleDay({ visitors, gateway, accounts, groups, draw }, tally)
const watch = watchProcesses([
  { name: 'server', pid: server.pid, metricsPort: server.metricsPort },
  { name: 'worker', pid: worker.pid, metricsPort: worker.metricsPort },
  { name: 'gateways', pid: gateway.pid },
  { name: 'visitors (this process)', pid: process.pid },
])
console.log(`${minutes} minutes, ${perSecond} arrivals a second, seed ${seed}; the load of the machine is ${loadOf()}`)
const ms = minutes * 60_000
const turns = (async () => {
  await sleep(ms / 3)
  tally.enter('silent')
  await day.silence()
  await sleep(ms / 3)
  await day.speak()
  tally.enter('after')
})()
const startedAt = performance.now()
await follow(arrivals(perSecond, draw), ms, (dueAt) => day.come(dueAt))
const lasted = (performance.now() - startedAt) / 1000
await turns
const machine = loadOf()
await day.end()
const { paid, lost, doubled, withoutPage, refused, most } = day.counts

// Waits for payments without a notification, which the shop finds by asking the gateway after at most five minutes.
const settledFrom = performance.now()
let losses = ['nothing was compared']
for (let tries = 0; tries < 330; tries++, await sleep(1_000)) {
  losses = await findLosses(owner, await gateway.ask({ ask: 'list' }))
  if (losses.length === 0) break
}
const settledAfter = (performance.now() - settledFrom) / 1000
const { problems } = await verifyLedger(database)
const { rows: dead } = await owner.query(`select from pgboss.job where name = 'dead'`)
const memory = watch.report()

const kinds: readonly Kind[] = [
  'home',
  'shop',
  'sign-in',
  'purchase by Alipay',
  'purchase by WeChat',
  'notification',
  'group watcher',
]
console.table(
  Object.fromEntries(
    kinds.map((kind) => {
      const { count, errors, p50, p99, max } = tally.figures(kind)
      const [before, silent, after] = (['before', 'silent', 'after'] as const).map(
        (part) => tally.figures(kind, part).p99,
      )
      const round = (number = NaN) => (Number.isNaN(number) ? '' : Math.round(number * 10) / 10)
      return [
        kind,
        {
          answered: count,
          'a second': round(count / lasted),
          errors,
          'p50, ms': round(p50),
          'p99, ms': round(p99),
          'most, ms': round(max),
          'p99 before': round(before),
          'while silent': round(silent),
          after: round(after),
        },
      ]
    }),
  ),
)
console.table(memory)
console.log(
  `${paid} payments at the gateways; of their notifications ${lost} never came, ${doubled} came twice. While Alipay was silent, ${withoutPage} of its buyers were told to wait and ${refused} that it cannot be reached.`,
)
console.log(
  `Everything was in the books ${settledAfter.toFixed(1)} s after the last visitor. At most ${most} visitors were there at once. Load of the machine at the end: ${machine}.`,
)
for (const line of tally.errors()) console.log(`  ${line}`)
const unexpected = kinds.reduce((sum, kind) => sum + tally.figures(kind).errors, 0)
const failures = [
  ...losses,
  ...problems,
  ...(dead.length > 0 ? [`${dead.length} jobs were given up`] : []),
  ...(unexpected > 0 ? [`${unexpected} calls failed that had nothing to do with Alipay's silence`] : []),
  ...(paid === 0 ? ['nothing was bought'] : []),
]
for (const failure of failures) console.log(`  ✗ ${failure}`)
console.log(
  failures.length === 0
    ? 'nothing lost, nothing doubled, the ledger is right'
    : `${failures.length} failures; logs are in ${folder}`,
)

await shop.stop()
await owner.end()
await postgres.stop()
if (failures.length === 0) await rm(folder, { recursive: true, force: true })
process.exitCode = failures.length > 0 ? 1 : 0

function loadOf(): string {
  return `${os.loadavg()[0]?.toFixed(1)} on ${os.availableParallelism()} cores`
}
