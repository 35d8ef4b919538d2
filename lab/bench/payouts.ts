import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { lockAffiliateShared } from '#server/modules/affiliates/affiliates.queries.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findOrMakeDemoOperator } from '#server/modules/operators/operators.service.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { plainPart } from '#server/platform/rehearse.ts'
import { lockPayoutWithAffiliate } from '#server/workflows/affiliates/payouts/lock-payout.ts'
import { preparePayouts } from '#server/workflows/affiliates/payouts/prepare-payouts.ts'
import { undoPayout } from '#server/workflows/affiliates/payouts/undo-payout.ts'
import { demoOperators } from '#simulators/demo/demo-operators.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * Closes a month of commissions for one affiliate with many and for many affiliates with three each, on a fresh
 * database. Measures how long each step holds locks and delays a concurrent sale. `--commissions 1000000 --affiliates
 * 10000` is the supported maximum.
 */
const { values } = parseArgs({
  options: {
    commissions: { type: 'string', default: '100000' },
    affiliates: { type: 'string', default: '2000' },
    step: { type: 'string', default: '1000' },
  },
})
const [commissions, affiliates, step] = [values.commissions, values.affiliates, values.step].map(Number) as [
  number,
  number,
  number,
]
const folder = await makeTemporaryFolder('payouts')
const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: ['fsync=off'] })
const connection = server.connection as pg.ClientConfig
await migrate(connection)
const owner = new pg.Client(connection)
await owner.connect()
const database = openDatabase({ connection, maxConnections: 6, log: pino({ level: 'silent' }) })
const run = (text: string, parameters: unknown[] = []) => owner.query(text, parameters)
const many = '00000000-0000-7000-8000-000000000001'
const few = '00000001-0000-7000-8000-000000000001'

async function seed(): Promise<void> {
  const id = (block: number, number: string) =>
    `('0000000${block}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
  await run(
    `insert into goods (id, position, months, max_devices, names) values ('plan', 1, 12, 5, '{"en": "a", "zh-CN": "a"}')`,
  )
  await run(
    `insert into users (id, uid, invite_code, password_hash, language) values ($1, 100000001, 'KKKKKKKK', 'x', 'en')`,
    [many],
  )
  await run(
    `insert into users (id, uid, invite_code, password_hash, language)
     select ${id(1, 'n')}, 200000000 + n, 'A' || n, 'x', 'en' from generate_series(1, $1::int) n`,
    [affiliates],
  )
  await run(`insert into affiliates (user_id, payout_chain, payout_address) select id, 'tron', 'T' || id from users`)
  const rows = async (block: number, affiliate: string, count: number) => {
    await run(
      `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
         price_minor, status, idempotency_key, request_hash, payable_until)
       select ${id(block, 'n')}, $1 || n, $2, 'plan', '{}', 12, 0, 5, 'alipay', 'USD', 14000, 14000, 'paid', $1 || n, '', now()
       from generate_series(1, $3::int) n`,
      [`B${block}`, few, count],
    )
    await run(
      `insert into commissions (id, affiliate_id, referred_id, order_id, type, terms_version, tier, rate_bps, paid_currency, paid_minor,
         usd_per_unit_micros, amount_minor, earned_at, held_until)
       select ${id(block, 'n')}, ${affiliate}, '${few}', ${id(block, 'n')}, 'renewal', 1, 'standard', 2500, 'USD', 14000, 1000000, 3500,
         date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '5 days', now() - interval '1 second'
       from generate_series(1, $1::int) n`,
      [count],
    )
  }
  await rows(2, `'${many}'::uuid`, commissions)
  await rows(3, id(1, `1 + n % ${affiliates}`), affiliates * 3)
  // Adds commissions of earlier months, so that the query planner sees a table of realistic size.
  await run(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, approved_by, chain, address,
       transaction_hash, on_chain, paid_at, paid_by)
     select gen_random_uuid(), user_id, '2020-01-01', 10500, 3, 'paid', 'a', 'b', 'tron', 'T' || user_id, md5(user_id::text), 'not_checked', now(), 'b'
     from affiliates`,
  )
  await run('vacuum analyze')
}

function print(name: string, times: number[]): void {
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1).padStart(8)
  console.log(
    `${name.padEnd(46)} ${String(times.length).padStart(6)} times   p50 ${at(0.5)} ms   p99 ${at(0.99)} ms   max ${at(1)} ms`,
  )
}

async function timed<T>(into: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const value = await work()
  into.push(performance.now() - startedAt)
  return value
}

/**
 * Simulates sales by an affiliate. Each takes the affiliate's shared lock to book its commission, and records how long
 * it waited.
 */
async function sell(affiliateId: string, waits: number[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await timed(waits, () => database.transaction((tx) => lockAffiliateShared(tx, affiliateId)))
    await sleep(5)
  }
}

try {
  await seed()
  console.log(`${commissions} commissions of one affiliate, ${affiliates} affiliates with three\n`)
  const [steps, ofMany, ofFew]: [number[], number[], number[]] = [[], [], []]
  const watched: Database = {
    ...database,
    transaction: (work, options) => timed(steps, () => database.transaction(work, options)),
  }
  const operator = demoOperators.ada
  await findOrMakeDemoOperator(database, operator.name, operator.id)
  const period = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 10)
  let isOver = false
  const selling = [sell(many, ofMany, () => isOver), sell(few, ofFew, () => isOver)]
  const begun = performance.now()
  const made = await preparePayouts(
    watched,
    { period, operator, pages: { affiliates: 200, few: 200, step } },
    {
      part: plainPart(watched),
      preview: false,
      emit: () => {},
      audit: (tx, subject, details) => recordAction(tx, { operator, action: 'payouts.prepare', subject, details }),
    },
  )
  isOver = true
  await Promise.all(selling)
  console.log(
    `${made.settlements} settlements in ${((performance.now() - begun) / 1000).toFixed(2)} s, ${made.failed.length} failed`,
  )
  print('a step of the run', steps)
  print('a sale of the one with very many', ofMany)
  print('a sale of another', ofFew)
  const { rows } = await owner.query<{ id: string }>(
    `select id from settlements where affiliate_id = $1 and state = 'prepared'`,
    [many],
  )
  const [{ id } = { id: '' }] = rows
  const looks: number[] = []
  for (let round = 0; round < 20; round++)
    await timed(looks, () => database.transaction((tx) => lockPayoutWithAffiliate(tx, id)))
  print('added up anew, as at approval and payout', looks)
  const freed: number[] = []
  const undone: Database = {
    ...database,
    transaction: (work, options) => timed(freed, () => database.transaction(work, options)),
  }
  await undoPayout(undone, id, { by: operator, reason: 'measured', step })
  print('a step of giving it up', freed)
} finally {
  await database.close()
  await owner.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
