import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts'
import { migrate } from '#server/db/migrate.ts'
import { seedDemo } from '#simulators/demo/seed-demo.ts'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import { demoPromoCode } from '#simulators/demo/demo-catalog.ts'
import { ensureDevKeys } from '#simulators/demo/dev-keys.ts'
import { buildSimulator, readKeys } from '#simulators/build-simulator.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { createUser } from '../../tests/support/factories.ts'
import { openCompany } from '../../tests/integration/affiliates/affiliates.setup.ts'
import { KillPoints, mortalClient, mortalDatabase, mortalPayments } from './kill-points.ts'
import {
  jobsOf,
  makeCode,
  place,
  promoCode,
  scenarios,
  shareMinor,
  type Deps,
  type ScenarioName,
  type Task,
} from './scenarios.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/**
 * `npm run lab -- faults`: kills a process (`kill -9`) at every await: before and after each statement, commit and
 * provider call. After a restart, and a repeated notification or a second attempt by the buyer, nothing may be lost or
 * doubled. `-- join complete` runs only those scenarios.
 */
type Order = {
  scenario: ScenarioName
  killAt: number
  task: Task
  connection: pg.ClientConfig
  env: Record<string, string>
}
const say = (line: string) => void process.stdout.write(`${line}\n`)
const silent = pino({ level: 'silent' })

function beMortal(): void {
  process.once('message', (message) => {
    const { scenario, killAt, task, connection, env } = message as Order
    const points = new KillPoints(killAt)
    const config = readConfig(env)
    const mortal = { ...connection, Client: mortalClient(points) }
    const database = mortalDatabase(openDatabase({ connection: mortal, maxConnections: 4, log: silent }), points)
    const payments = mortalPayments(createPayments(config), points)
    scenarios[scenario]({ database, payments, log: silent, secretKey: config.secretKey }, task)
      .then(() => process.send?.({ passed: points.passed }, () => process.exit(0)))
      .catch((error: unknown) => process.send?.({ failed: String(error) }, () => process.exit(1)))
  })
}

type End = { passed: number | null; killed: boolean; failed: string | null }
const runMortal = (order: Order): Promise<End> =>
  new Promise((resolve) => {
    const child = fork(import.meta.filename, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const end: End = { passed: null, killed: false, failed: null }
    child.on('message', (message) => Object.assign(end, message))
    child.once('exit', (_code, signal) => resolve({ ...end, killed: signal === 'SIGKILL' }))
    child.send(order)
  })

async function main(): Promise<void> {
  const startedAt = performance.now()
  const dataDir = await makeTemporaryFolder('faults')
  const [server] = await Promise.all([
    startEmbeddedPostgres({ folder: path.join(dataDir, 'postgres'), maxConnections: 60, settings: ['fsync=off'] }),
    ensureDevKeys(dataDir),
  ])
  const simulator = await buildSimulator({ keys: readKeys(path.join(dataDir, 'keys')), dataDir: null })
  const simulatorUrl = await simulator.app.listen({ port: 0, host: 'localhost' })
  const env = { APP_ENV: 'TEST', DATA_DIR: dataDir, SIMULATOR_PORT: new URL(simulatorUrl).port, LOG_LEVEL: 'silent' }
  const connection = { ...server.connection, database: 'postgres' } as pg.ClientConfig
  await migrate(connection)
  const config = readConfig(env)
  const database = openDatabase({ connection, maxConnections: 8, log: silent })
  const owner = new pg.Pool({ ...connection, max: 2 })
  // Without this handler a cut idle connection would end the run without a message; the next statement reports the
  // problem.
  owner.on('error', (error) => say(`  the database cut a connection: ${error.message}`))
  const deps: Deps = { database, payments: createPayments(config), log: silent, secretKey: config.secretKey }
  await seedDemo(database)
  await insertPromoCode(database, { ...demoPromoCode, code: promoCode, maxUsesPerUser: 1, note: 'faults' })
  const { fakeGateway } = simulator.counters.wechat
  fakeGateway.dropNotifications(true)
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await owner.query<Row>(text, values)).rows

  const company = openCompany({ database, asOwner: rows })

  async function prepare(scenario: ScenarioName, name: string): Promise<Task> {
    const { userId } = await createUser(database)
    const task: Task = {
      userId,
      key: crypto.randomUUID(),
      orderId: '',
      attemptId: '',
      code: '',
      hash: randomBytes(32).toString('hex'),
      groupId: '',
      notification: { headers: {}, body: '' },
    }
    if (scenario === 'payout') return { ...task, userId: await openAffiliate() }
    if (scenario === 'purchase') return task
    if (scenario === 'redeem') return { ...task, code: await makeCode(deps, name) }
    const isGroup = scenario === 'join' || scenario === 'complete'
    const known = isGroup ? { ...task, groupId: await openGroup() } : task
    if (scenario === 'join') return known
    const placed = await placeAnew(known)
    if (scenario === 'cancel') return placed
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    const notice = fakeGateway.notices.findLast(({ number }) => number === placed.attemptId)
    const notification = { headers: notice?.headers ?? {}, body: notice?.body ?? '' }
    if (scenario === 'refund') await scenarios.notification(deps, { ...placed, notification })
    return { ...placed, notification }
  }

  async function placeAnew(task: Task): Promise<Task> {
    const { orderId } = await place(deps, task)
    const [attempt] = await rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
    return { ...task, orderId, attemptId: attempt?.id ?? '' }
  }

  /** Creates an affiliate who earned 150 dollars last month, whose commission hold is over. */
  async function openAffiliate(): Promise<string> {
    const affiliate = await company.affiliate()
    await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 60_000, currency: 'USD' })
    await company.passMonth()
    await rows(`update affiliates set payout_chain = 'tron', payout_address = 'T' || user_id where user_id = $1`, [
      affiliate.userId,
    ])
    return affiliate.userId
  }

  async function openGroup(): Promise<string> {
    const { userId } = await createUser(database)
    const offer = { goodsId: 'plan-12', size: 2, paymentType: 'pay_self', currency: 'CNY', method: 'wechat' } as const
    const idempotencyKey = crypto.randomUUID()
    const { orderId } = await startGroup(deps, { ...offer, userId, expectedTotalMinor: shareMinor, idempotencyKey })
    const [order] = await rows<{ attemptId: string; groupId: string }>(
      `select a.id as "attemptId", o.group_id as "groupId" from orders o join payment_attempts a on a.order_id = o.id
       where o.id = $1`,
      [orderId],
    )
    if (!order) throw new Error('no group was started')
    fakeGateway.pay(fakeGateway.get(order.attemptId))
    const nobody = { userId, key: '', code: '', hash: '', notification: { headers: {}, body: '' } }
    await scenarios.poll(deps, { ...nobody, ...order, orderId })
    return order.groupId
  }

  /**
   * Lets time pass, so that leases end and postponed work is due; then finishes the killed process's work as other
   * processes would.
   */
  async function recover(scenario: ScenarioName, task: Task): Promise<Task> {
    await rows(
      `update pgboss.job set start_after = now(), state = case state when 'active' then 'retry' else state end where state <= 'active'`,
    )
    await rows(
      `update orders set created_at = created_at - interval '1 minute' where status = 'created' and user_id = $1`,
      [task.userId],
    )
    await jobsOf(deps).drain()
    if (scenario === 'redeem') {
      await scenarios.redeem(deps, task).catch((error: unknown) => {
        // The redeem code had been redeemed before the kill, so the refusal is correct.
        if (!String(error).includes('RedeemCodeInvalid')) throw error
      })
      return task
    }
    if (scenario !== 'purchase' && scenario !== 'join') {
      await scenarios[scenario](deps, task)
      return task
    }
    // The buyer submits again; the reconciler resumes a payment attempt that got no answer.
    const placed = await placeAnew(task)
    await scenarios.poll(deps, placed)
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    await scenarios.poll(deps, placed)
    return placed
  }

  async function checkPayout({ userId, hash }: Task): Promise<string[]> {
    const found = await rows(
      `select s.state, s.amount_minor::int as amount, s.transaction_hash = $2 as known,
         (select count(*)::int from commissions where settlement_id = s.id) as commissions,
         (select count(*)::int from ledger_postings where source_id = 'settlement:' || s.id) as postings,
         (select string_agg(action, ' ' order by action) from audit_log where subject = 'settlement ' || s.id) as audit
       from settlements s where s.affiliate_id = $1`,
      [userId, hash],
    )
    const audit = 'payouts.approve payouts.paid'
    const paid = { state: 'paid', amount: 15_000, known: true, commissions: 1, postings: 1, audit }
    return JSON.stringify(found) === JSON.stringify([paid]) ? [] : [JSON.stringify(found)]
  }

  async function check(scenario: ScenarioName, task: Task): Promise<string[]> {
    if (scenario === 'payout') return checkPayout(task)
    const { userId, orderId, attemptId, groupId } = task
    const [found] = await rows<{
      orders: number
      grants: number
      standing: number
      status: string
      uses: string
      refunds: number
    }>(
      `select (select count(*)::int from orders where user_id = $1) as orders,
         (select count(*)::int from membership_grants where user_id = $1 and seconds > 0) as grants,
         (select coalesce(sum(sign(seconds)), 0)::int from membership_grants where user_id = $1) as standing,
         coalesce((select status from orders where id = $2), '') as status,
         coalesce((select p.status || ' ' || u.uses from promo_uses p join promo_users u on u.code = p.code and u.user_id = p.user_id
           where p.order_id = $2), '') as uses,
         (select count(*)::int from refunds where order_id = $2) as refunds`,
      [userId, orderId === '' ? null : orderId],
    )
    const paid = { orders: 1, grants: 1, standing: 1, status: 'paid', uses: 'used 1', refunds: 0 }
    const expected = {
      purchase: paid,
      notification: paid,
      poll: paid,
      refund: { ...paid, standing: 0, status: 'refunded', refunds: 1 },
      cancel: { ...paid, grants: 0, standing: 0, status: 'cancelled', uses: 'released 0' },
      join: { ...paid, uses: '' },
      complete: { ...paid, uses: '' },
      redeem: { orders: 0, grants: 1, standing: 1, status: '', uses: '', refunds: 0 },
    }[scenario]
    const problems = JSON.stringify(found) === JSON.stringify(expected) ? [] : [JSON.stringify(found)]
    if (groupId !== '') {
      const [group] = await rows<{ status: string; seats: number; granted: number }>(
        `select status, (select count(*)::int from group_seats where group_id = g.id and state = 'paid') as seats,
           (select count(*)::int from membership_grants where source_id like g.id || ':%') as granted
         from groups g where id = $1`,
        [groupId],
      )
      const whole = { status: 'finished', seats: 2, granted: 2 }
      if (JSON.stringify(group) !== JSON.stringify(whole)) problems.push(JSON.stringify(group))
    }
    if (scenario === 'refund') {
      const made = fakeGateway.get(attemptId).refunds.length
      if (made !== 1) problems.push(`the provider refunded ${made} times`)
    }
    return problems
  }

  const failures: string[] = []
  let total = 0
  async function lane(scenario: ScenarioName): Promise<void> {
    const whole = await prepare(scenario, `${scenario} 0`)
    const first = await runMortal({ scenario, killAt: 0, task: whole, connection, env })
    const points = first.passed ?? 0
    if (points === 0) failures.push(`${scenario}: ${first.failed ?? 'did not run'}`)
    failures.push(
      ...(await check(scenario, await recover(scenario, whole))).map(
        (problem) => `${scenario} without a fault: ${problem}`,
      ),
    )
    let survived = 0
    for (let killAt = 1; killAt <= points; killAt++) {
      const task = await prepare(scenario, `${scenario} ${killAt}`)
      const { killed, failed } = await runMortal({ scenario, killAt, task, connection, env })
      if (!killed) failures.push(`${scenario} at ${killAt}: it was not killed (${failed ?? 'it ended'})`)
      const problems = await recover(scenario, task).then(
        (known) => check(scenario, known),
        (error: unknown) => [String(error)],
      )
      failures.push(...problems.map((problem) => `${scenario} at ${killAt}: ${problem}`))
      if (killed && problems.length === 0) survived++
    }
    total += survived
    say(`  ${scenario.padEnd(14)} killed at ${points} points, survived ${survived}`)
  }

  const asked = process.argv.slice(2)
  const lanes = (Object.keys(scenarios) as ScenarioName[]).filter((name) => asked.length === 0 || asked.includes(name))
  for (const scenario of lanes) await lane(scenario)
  failures.push(...(await verifyLedger(database)).problems)
  await owner.end()
  await database.close()
  await simulator.app.close()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
  for (const failure of failures) say(`  ✗ ${failure}`)
  say(`${total} points survived, ${failures.length} failures, ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  if (failures.length > 0 || total < (asked.length === 0 ? 200 : 1)) process.exitCode = 1
}

if (process.send) beMortal()
else await main()
