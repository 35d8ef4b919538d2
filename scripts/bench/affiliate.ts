import { rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/platform/database.ts'
import { describeAffiliate } from '#server/workflows/affiliates/describe-affiliate.ts'
import { listCommissions, listReferred } from '#server/workflows/affiliates/list-commissions.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import { findOrMakeDemoOperator } from '#server/modules/operators/operators.service.ts'
import { plainPart } from '#server/platform/rehearse.ts'
import type { PartsDeps } from '#server/platform/act.ts'
import { preparePayouts } from '#server/workflows/affiliates/payouts/prepare-payouts.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { demoOperators } from '#simulators/demo/demo-operators.ts'

/**
 * The pages of one affiliate with many referrals and commissions, and the monthly run over many affiliates, on a database
 * of its own. `--referrals 100000 --commissions 1000000 --affiliates 100000` is the size that is promised.
 */
const { values } = parseArgs({
  options: {
    referrals: { type: 'string', default: '2000' },
    commissions: { type: 'string', default: '20000' },
    affiliates: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '200' },
  },
})
const [referrals, commissions, affiliates, rounds] = [
  values.referrals,
  values.commissions,
  values.affiliates,
  values.rounds,
].map(Number) as [number, number, number, number]

const folder = await makeTemporaryFolder('affiliate')
const server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), settings: ['fsync=off'] })
const connection = server.connection as pg.ClientConfig
await migrate(connection)
const owner = new pg.Client(connection)
await owner.connect()
const database = openDatabase({ connection, maxConnections: 4, log: pino({ level: 'silent' }) })
const run = (text: string, parameters: unknown[] = []) => owner.query(text, parameters)

const affiliate = '00000000-0000-7000-8000-000000000001'
const month = `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`

/** People, orders and commissions over two years. Ids count upwards in time, as those of the product do. */
async function seed(): Promise<void> {
  const id = (block: number, number: string) =>
    `('0000000${block}-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`
  await run(
    `insert into goods (id, position, months, max_devices, names) values ('plan', 1, 12, 5, '{"en": "12 months", "zh-CN": "12 个月"}')`,
  )
  await run(
    `insert into users (id, uid, invite_code, password_hash, language) values ($1, 100000001, 'KKKKKKKK', 'x', 'en')`,
    [affiliate],
  )
  await run(`insert into affiliates (user_id, payout_chain, payout_address) values ($1, 'tron', 'T')`, [affiliate])
  await run(`insert into affiliate_campaigns (id, user_id, slug, name) values ($1, $1, '', '')`, [affiliate])
  await run(
    `insert into users (id, uid, invite_code, password_hash, language)
     select ${id(1, 'n')}, 200000000 + n, 'F' || n, 'x', 'en' from generate_series(1, $1::int) n`,
    [referrals],
  )
  await run(
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
       price_minor, status, idempotency_key, request_hash, payable_until, paid_at)
     select ${id(2, 'n')}, 'N' || n, ${id(1, '1 + n % $2::int')}, 'plan', '{"en": "12 months", "zh-CN": "12 个月"}', 12, 0, 5, 'alipay', 'USD',
       4490, 4490, 'paid', 'key' || n, '', now(), now() - interval '2 years' * (1 - n::float / $1::int)
     from generate_series(1, $1::int) n`,
    [commissions, referrals],
  )
  await run(
    `insert into referrals (user_id, inviter_id, via, campaign_id, verdict, first_order_id)
     select u.id, $1, 'link', $1, 'counted', case when u.uid % 2 = 0 then ${id(2, '1')} end from users u where u.uid > 200000000`,
    [affiliate],
  )
  await run(`insert into inviter_totals (user_id, invited, paid) values ($1, $2, $2 / 2)`, [affiliate, referrals])
  await run(
    `insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, type, terms_version, tier, rate_bps, paid_currency,
       paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until, booked_at, reserve_minor, reserve_until)
     select o.id, $1, o.user_id, o.id, $1, 'first', 1, 'standard', 2500, 'USD', 4490, 1000000, 1122, o.paid_at, o.paid_at + interval '14 days',
       o.paid_at, 112, o.paid_at + interval '104 days' from orders o`,
    [affiliate],
  )
  await run(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, approved_by, address, transaction_hash, paid_at)
     select gen_random_uuid(), $1, date_trunc('month', earned_at)::date, sum(amount_minor), count(*), 'paid', 'a', 'b', 'T', md5(min(id::text)), now()
     from commissions where earned_at < now() - interval '2 months' group by 3`,
    [affiliate],
  )
  await run(
    `update commissions c set settlement_id = s.id, reserve_settlement_id = case when c.reserve_until <= now() then s.id end from settlements s
     where s.affiliate_id = c.affiliate_id and s.period = date_trunc('month', c.earned_at)::date and c.earned_at < now() - interval '2 months'`,
  )
  await run(
    `insert into affiliate_months (affiliate_id, month, first_minor)
     select affiliate_id, date_trunc('month', booked_at)::date, sum(amount_minor) from commissions group by 1, 2`,
  )
  // The run: each affiliate has three commissions of last month that come to the minimum.
  await run(
    `insert into users (id, uid, invite_code, password_hash, language)
     select ${id(3, 'n')}, 500000000 + n, 'A' || n, 'x', 'en' from generate_series(1, $1::int) n`,
    [affiliates],
  )
  await run(`insert into affiliates (user_id) select id from users where uid > 500000000`)
  await run(
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
       price_minor, status, idempotency_key, request_hash, payable_until)
     select ${id(4, 'n')}, 'R' || n, ${id(3, '1 + n % $1::int')}, 'plan', '{}', 12, 0, 5, 'alipay', 'USD', 14000, 14000, 'paid', 'run' || n, '', now()
     from generate_series(1, $1::int * 3) n`,
    [affiliates],
  )
  await run(
    `insert into commissions (id, affiliate_id, referred_id, order_id, type, terms_version, tier, rate_bps, paid_currency, paid_minor,
       usd_per_unit_micros, amount_minor, earned_at, held_until)
     select id, user_id, $1, id, 'renewal', 1, 'standard', 2500, 'USD', 14000, 1000000, 3500, ${month} - interval '5 days', now() - interval '1 second'
     from orders where number like 'R%'`,
    [affiliate],
  )
  await run('vacuum analyze')
}

async function measure(name: string, work: () => Promise<unknown>): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(1)
  console.log(`${name.padEnd(34)} p50 ${at(0.5).padStart(7)} ms   p99 ${at(0.99).padStart(7)} ms`)
}

async function plan(name: string, text: string): Promise<void> {
  const { rows } = await owner.query<{ 'QUERY PLAN': string }>(`explain (analyze, buffers) ${text}`)
  console.log(`\n${name}\n${rows.map((row) => `  ${row['QUERY PLAN']}`).join('\n')}`)
}

try {
  const startedAt = performance.now()
  await seed()
  console.log(
    `seeded in ${((performance.now() - startedAt) / 1000).toFixed(1)} s: ${referrals} referrals and ${commissions} commissions of one affiliate, ${affiliates} affiliates to settle\n`,
  )
  const reader = { userId: affiliate, language: 'en', publicOrigin: 'https://example.com' } as const
  await measure('system_affiliate', () => describeAffiliate(database, reader))
  await measure('system_affiliate_commissions', () => listCommissions(database, affiliate, {}, 'en'))
  for (const state of ['held', 'review', 'payable', 'settling', 'paid'] as const)
    await measure(`… ${state} alone`, () => listCommissions(database, affiliate, { state }, 'en'))
  await measure('system_affiliate_referrals', () => listReferred(database, affiliate, {}))
  await measure('… paid alone', () => listReferred(database, affiliate, { status: 1 }))
  await plan(
    'What is held, of the dashboard',
    `select sum(amount_minor) from commissions where affiliate_id = '${affiliate}' and settlement_id is null and held_until > now()`,
  )
  await plan(
    'A page of commissions',
    `select c.id, o.number, u.uid from commissions c join orders o on o.id = c.order_id join users u on u.id = c.referred_id
     where c.affiliate_id = '${affiliate}' and (c.booked_at, c.id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
     order by c.booked_at desc, c.id desc limit 51`,
  )
  await plan(
    'A page of what is payable: no commission of a settlement is looked at',
    `select c.id from commissions c where c.affiliate_id = '${affiliate}' and c.settlement_id is null
       and (c.booked_at, c.id) < ('infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff')
       and (c.review_reason is not null) = ('payable' = 'review') and ('payable' = 'review' or (c.held_until > now()) = ('payable' = 'held'))
     order by c.booked_at desc, c.id desc limit 51`,
  )
  const period = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1, 1))
    .toISOString()
    .slice(0, 10)
  const begun = performance.now()
  const operator = demoOperators.ada
  await findOrMakeDemoOperator(database, operator.name, operator.id)
  const audit: PartsDeps['audit'] = (tx, subject, details) =>
    recordAction(tx, { operator, action: 'payouts.prepare', subject, details })
  const { settlements, failed } = await preparePayouts(
    database,
    { period, operator },
    { part: plainPart(database), preview: false, audit },
  )
  console.log(`\nsettlement run: ${settlements} settlements in ${((performance.now() - begun) / 1000).toFixed(2)} s`)
  if (failed.length > 0) throw new Error(`${failed.length} failed: ${failed[0]?.reason}`)
} finally {
  await database.close()
  await owner.end()
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}
