import { pino } from 'pino'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { bossOn, createBoss } from '#server/platform/boss.ts'
import { createJobRunner, type JobRunnerOptions } from '#server/platform/job-runner.ts'
import { laneLimits, lanes } from '#server/platform/job-lanes.ts'
import { enqueueJob, rescheduleJob, type Job, type JobHandlers } from '#server/platform/jobs.ts'
import { listJobs, readLanes } from '#server/platform/jobs.queries.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { makeJobsDue, waitingJobs } from '../../support/jobs.ts'
import { createGate, eventually } from '../payments/payments.setup.ts'

let db: TestDatabase
const log = pino({ level: 'silent' })
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 40 })
  await db.asOwner('create table effects (job text, n int)')
  await db.asOwner('grant all on effects to wayfare_app')
})
afterAll(() => db.drop())

const runner = (handlers: JobHandlers, options: Partial<JobRunnerOptions> = {}) =>
  createJobRunner({ database: db.database, log, handlers, schedules: [], ...options })
const effect = (text: string) => ({
  text: `insert into effects values ('${text}', 1)`,
  name: `effect_${text}`,
  values: [],
})
const leaveEffect = (name: string) => (job: Job) =>
  db.database.transaction(async (tx) => {
    await tx.run(effect(name))
    await job.completeIn(tx)
  })
const countEffects = async (job: string) =>
  (await db.asOwner<{ count: number }>('select count(*)::int as count from effects where job = $1', [job]))[0]!.count
/** Ages the heartbeat of a job's worker, then runs the check for lost workers. */
async function loseWorker(kind: string): Promise<void> {
  await db.asOwner(
    `update pgboss.job set heartbeat_on = now() - interval '21 seconds' where data->>'kind' = $1 and state = 'active'`,
    [kind],
  )
  await db.asOwner('update pgboss.queue set monitor_claim_on = null')
  await createBoss(db.database, log).supervise()
  await makeJobsDue(db.asOwner, { kind })
}

describe('jobs', () => {
  it('each of 200 jobs runs once while three job runners work at the same time', async () => {
    for (let n = 0; n < 200; n++) await enqueueJob(db.database, 'many', { n })
    const handlers = { many: leaveEffect('many') }
    const counts = await Promise.all([runner(handlers), runner(handlers), runner(handlers)].map((r) => r.drain()))
    expect(counts.reduce((a, b) => a + b)).toBe(200)
    expect(await countEffects('many')).toBe(200)
  })

  it('a job is not enqueued when the transaction is rolled back', async () => {
    await db.database
      .transaction(async (tx) => {
        await enqueueJob(tx, 'ghost', {})
        throw new Error('no')
      })
      .catch(() => {})
    expect(await runner({ ghost: async () => {} }).drain()).toBe(0)
  })

  it("a job of a dead worker is taken over, and the dead worker's effect is discarded", async () => {
    await enqueueJob(db.database, 'stalls', {})
    const gate = createGate()
    const slow = runner({
      stalls: async (job) => {
        await gate.pass()
        await leaveEffect('stalls')(job)
      },
    }).drain()
    await gate.arrived
    expect(await runner({ stalls: leaveEffect('stalls') }).drain()).toBe(0)
    await loseWorker('stalls')
    expect(await runner({ stalls: leaveEffect('stalls') }).drain()).toBe(1)
    gate.open()
    await slow
    expect(await countEffects('stalls')).toBe(1)
  })

  it('a worker that lost its job can neither fail nor complete it', async () => {
    await enqueueJob(db.database, 'passed-on', {})
    const first = createGate()
    const second = createGate()
    const stale = runner({
      'passed-on': async () => {
        await first.pass()
        throw new Error('too late')
      },
    }).drain()
    await first.arrived
    await loseWorker('passed-on')
    const fresh = runner({
      'passed-on': async (job) => {
        await second.pass()
        await leaveEffect('passed-on')(job)
      },
    }).drain()
    await second.arrived
    first.open()
    await stale
    second.open()
    await fresh
    expect(await countEffects('passed-on')).toBe(1)
    expect(await waitingJobs(db.asOwner, 'passed-on')).toEqual([])
  })

  it('a running job survives a database outage and is completed once', async () => {
    await enqueueJob(db.database, 'kept', {})
    const gate = createGate()
    let begun = 0
    const jobs = runner({
      kept: async (job) => {
        begun++
        await gate.pass()
        await leaveEffect('kept')(job)
      },
    })
    await jobs.start()
    await gate.arrived
    await loseWorker('kept')
    await expect
      .poll(
        async () =>
          (await db.asOwner(`select 1 from pgboss.job where data->>'kind' = 'kept' and state = 'active'`)).length,
      )
      .toBe(1)
    gate.open()
    await expect.poll(() => countEffects('kept')).toBe(1)
    await jobs.stop()
    expect(begun).toBe(1)
  })

  it('a failing job backs off, is dead after twenty attempts, and can be revived by hand', async () => {
    await enqueueJob(db.database, 'fails', {})
    const failing = runner({
      fails: async () => {
        throw new Error('not today')
      },
    })
    await failing.drain()
    const [first] = await db.asOwner<{ due: boolean; error: string }>(
      `select start_after > now() as due, output->>'message' as error from pgboss.job where data->>'kind' = 'fails'`,
    )
    expect(first).toEqual({ due: true, error: 'Error: not today' })
    await db.asOwner(`update pgboss.job set retry_count = 17 where data->>'kind' = 'fails'`)
    await makeJobsDue(db.asOwner, { kind: 'fails' })
    await failing.drain()
    expect(await waitingJobs(db.asOwner, 'fails')).toHaveLength(1)
    await makeJobsDue(db.asOwner, { kind: 'fails' })
    await failing.drain()
    expect(await waitingJobs(db.asOwner, 'fails')).toEqual([])
    const [dead] = await listJobs(db.database, 'dead', 10)
    expect(dead).toMatchObject({ kind: 'fails', lane: 'housekeeping', attempts: 20, lastError: 'Error: not today' })
    expect((await readLanes(db.database)).find(({ lane }) => lane === 'housekeeping')).toMatchObject({ dead: 1 })
    expect(await rescheduleJob(db.database, dead!.id)).toBe(true)
    expect(await listJobs(db.database, 'dead', 10)).toEqual([])
    expect(await runner({ fails: leaveEffect('revived') }).drain()).toBe(1)
    expect(await countEffects('revived')).toBe(1)
  })

  it('a job that fails while its provider is away is retried soon without counting attempts', async () => {
    await enqueueJob(db.database, 'away', {}, { lane: 'stripe' })
    let isAway = true
    const handlers: JobHandlers = {
      away: async () => {
        throw new Error('nothing')
      },
    }
    const jobs = runner(handlers, { isHalted: (lane) => isAway && lane === 'stripe' })
    for (let n = 0; n < 30; n++) {
      await jobs.drain()
      await makeJobsDue(db.asOwner, { kind: 'away' })
    }
    expect(await waitingJobs(db.asOwner, 'away')).toMatchObject([{ attempts: 0, error: 'Error: nothing' }])
    await jobs.drain()
    const [due] = await db.asOwner<{ seconds: number }>(
      `select extract(epoch from start_after - now())::int as seconds from pgboss.job where data->>'kind' = 'away'`,
    )
    expect(due!.seconds).toBeLessThanOrEqual(5)
    isAway = false
    await makeJobsDue(db.asOwner, { kind: 'away' })
    await jobs.drain()
    await makeJobsDue(db.asOwner, { kind: 'away' })
    await jobs.drain()
    expect(await waitingJobs(db.asOwner, 'away')).toMatchObject([{ attempts: 2 }])
    await makeJobsDue(db.asOwner, { kind: 'away' })
    await runner({ away: async () => {} }).drain()
  })

  it('several jobs with one key wait as one job, and one created during a run starts after that run', async () => {
    for (let n = 0; n < 5; n++) await enqueueJob(db.database, 'keyed', { n }, { uniqueKey: 'same' })
    const gate = createGate()
    const seen: unknown[] = []
    let running = 0
    const handlers: JobHandlers = {
      keyed: async ({ payload }) => {
        expect(++running).toBe(1)
        seen.push(payload.n)
        if (seen.length === 1) await gate.pass()
        running--
      },
    }
    const first = runner(handlers).drain()
    await gate.arrived
    for (let n = 5; n < 10; n++) await enqueueJob(db.database, 'keyed', { n }, { uniqueKey: 'same' })
    expect(await runner(handlers).drain()).toBe(0)
    gate.open()
    await first
    await runner(handlers).drain()
    expect(seen).toEqual([0, 5])
  })

  it('failing jobs with one key wait as one job and do not block their queue', async () => {
    const gate = createGate()
    const fails = runner({
      again: async () => {
        await gate.pass()
        throw new Error('no')
      },
    })
    await enqueueJob(db.database, 'again', {}, { uniqueKey: 'x' })
    const failing = fails.drain()
    await gate.arrived
    await enqueueJob(db.database, 'again', {}, { uniqueKey: 'x' })
    await enqueueJob(db.database, 'other', {})
    expect(await runner({ other: leaveEffect('other') }).drain()).toBe(1)
    gate.open()
    await failing
    await enqueueJob(db.database, 'again', {}, { uniqueKey: 'x' })
    expect(await waitingJobs(db.asOwner, 'again')).toMatchObject([{ error: 'Error: no' }])
    await makeJobsDue(db.asOwner, { kind: 'again' })
    expect(await runner({ again: async () => {} }).drain()).toBe(1)
  })

  it('a job of an unknown kind waits for a process that knows it, without counting attempts', async () => {
    await enqueueJob(db.database, 'of-tomorrow', {})
    for (let n = 0; n < 3; n++) {
      await runner({}).drain()
      await makeJobsDue(db.asOwner, { kind: 'of-tomorrow' })
    }
    expect(await waitingJobs(db.asOwner, 'of-tomorrow')).toMatchObject([{ attempts: 0 }])
    expect(await runner({ 'of-tomorrow': async () => {} }).drain()).toBe(1)
  })

  it('a scheduled job runs once per period with two job runners', async () => {
    let runs = 0
    const schedules = [{ name: 'tick/messages', kind: 'tick', lane: 'messages', everySeconds: 3_600 }] as const
    const both = [1, 2].map(() => runner({ tick: async () => void runs++ }, { schedules }))
    for (const one of both) await one.start()
    await Promise.all(both.map((one) => one.drain()))
    await Promise.all(both.map((one) => one.stop()))
    expect(runs).toBe(1)
  })

  it('a full or blocked queue does not delay other queues', async () => {
    const gate = createGate()
    const busy = laneLimits.alipay.slots
    for (let n = 0; n < busy + 3; n++) await enqueueJob(db.database, 'hangs', { n }, { lane: 'alipay' })
    let inside = 0
    const handlers: JobHandlers = {
      hangs: async () => {
        inside++
        await gate.pass()
      },
      quick: leaveEffect('quick'),
    }
    const jobs = runner(handlers, { admit: (lane, free) => (lane === 'wechat' ? 0 : free) })
    await jobs.start()
    await expect.poll(() => inside).toBe(busy)
    await enqueueJob(db.database, 'quick', {}, { lane: 'wechat' })
    for (const lane of ['messages', 'settlement', 'unionpay', 'housekeeping'] as const)
      await enqueueJob(db.database, 'quick', {}, { lane })
    jobs.nudge()
    await expect.poll(() => countEffects('quick')).toBe(4)
    expect(inside).toBe(busy)
    gate.open()
    await expect.poll(() => inside).toBe(busy + 3)
    await jobs.stop()
    expect(await waitingJobs(db.asOwner, 'quick')).toHaveLength(1)
    await runner({ quick: async () => {} }).drain()
  })

  it('polling runs in one loop with a bounded number of jobs at once, however often it is nudged', async () => {
    let polls = 0
    const counting = {
      ...db.database,
      query: (statement: Parameters<typeof db.database.query>[0]) => {
        if (statement.text.includes('start_after <= now()')) polls++
        return db.database.query(statement)
      },
    } as typeof db.database
    let active = 0
    let most = 0
    const handlers: JobHandlers = {
      busy: async () => {
        most = Math.max(most, ++active)
        await new Promise((resolve) => setImmediate(resolve))
        active--
      },
    }
    const nudgedOften = runner(handlers, { database: counting, pollMs: 60_000 })
    await nudgedOften.start()
    for (let n = 0; n < 40; n++) await enqueueJob(db.database, 'busy', { n })
    for (let n = 0; n < 300; n++) {
      nudgedOften.nudge()
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(async () => (await waitingJobs(db.asOwner, 'busy')).length).toBe(0)
    expect(most).toBeLessThanOrEqual(laneLimits.housekeeping.slots)
    // Separate loops would continue polling; the single loop sleeps for a minute once it has followed the last nudge.
    const pollsMeanwhile = async () => {
      const before = polls
      await new Promise((resolve) => setTimeout(resolve, 300))
      return polls - before
    }
    await expect.poll(pollsMeanwhile).toBe(0)
    await nudgedOften.stop()
  })

  it('jobs of a busy queue are fetched as slots become free, without scanning all queues', async () => {
    let looks = 0
    const counting = {
      ...db.database,
      query: (statement: Parameters<typeof db.database.query>[0]) => {
        if (statement.text.includes('select q.name from pgboss.queue q')) looks++
        return db.database.query(statement)
      },
    } as typeof db.database
    let done = 0
    const crowd = runner({ crowd: async () => void done++ }, { database: counting, pollMs: 60_000 })
    for (let n = 0; n < 30; n++) await enqueueJob(db.database, 'crowd', { n })
    await crowd.start()
    await expect.poll(() => done).toBe(30)
    // At most three scans of all queues: the first one, and one at each of two fetches. A scan for each free slot would
    // make at least 14 more.
    expect(looks).toBeLessThanOrEqual(3)
    await crowd.stop()
  })

  it('jobs that end together in a full queue are replaced with one query', async () => {
    let questions = 0
    const counting = {
      ...db.database,
      query: (statement: Parameters<typeof db.database.query>[0]) => {
        if (/with\s+next\s+as/i.test(statement.text)) questions++
        return db.database.query(statement)
      },
    } as typeof db.database
    const { slots } = laneLimits.settlement
    for (let n = 0; n < 2 * slots; n++) await enqueueJob(db.database, 'together', { n }, { lane: 'settlement' })
    const gate = createGate()
    const takenBy: number[] = []
    const together = async () => {
      takenBy.push(questions)
      await gate.pass()
    }
    const jobs = runner({ together }, { database: counting, pollMs: 60_000, refillMs: 2_000 })
    await jobs.start()
    await expect.poll(() => takenBy.length).toBe(slots)
    gate.open()
    await expect.poll(() => takenBy.length).toBe(2 * slots)
    await jobs.stop()
    expect(takenBy).toEqual([...Array.from({ length: slots }, () => 1), ...Array.from({ length: slots }, () => 2)])
  })

  it('no job is taken after stopping', async () => {
    const stopping = runner({ late: async () => {} })
    await stopping.start()
    await stopping.stop()
    await enqueueJob(db.database, 'late', {})
    stopping.nudge()
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await db.asOwner(`select state from pgboss.job where data->>'kind' = 'late'`)).toEqual([
      { state: 'created' },
    ])
  })
})

describe('job tables', () => {
  it('the job tables match pg-boss, and the application has the rights that it needs', async () => {
    const owner = bossOn({
      query: async ({ text, values }: { text: string; values: unknown[] }) => db.asOwner(text, values),
    } as never)
    const drift = await new PgBoss({ db: owner, schema: 'pgboss', migrate: false }).detectSchemaDrift()
    expect(drift.ok, JSON.stringify(drift)).toBe(true)
    const refused: unknown[] = []
    const boss = createBoss(db.database, { ...log, warn: (...what: unknown[]) => void refused.push(what) } as never)
    await boss.start()
    await db.asOwner('update pgboss.queue set monitor_claim_on = null, maintain_on = null')
    await boss.supervise()
    await boss.resolveFlow()
    await boss.stop({ graceful: false })
    expect(refused).toEqual([])
  })

  it('the application may not create, change or fill job queues directly', async () => {
    for (const text of [
      `select pgboss.create_queue('mine', '{"policy": "standard"}')`,
      `insert into pgboss.queue (name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds, retention_seconds,
         deletion_seconds, partition, table_name) values ('mine', 'standard', 1, 1, false, 1, 1, 1, false, 'job_common')`,
      `update pgboss.queue set retry_limit = 0`,
      `update pgboss.version set version = 1`,
      `create table pgboss.mine (id int)`,
      `truncate pgboss.job_common`,
    ])
      await expect(db.database.run({ text, values: [], name: '' })).rejects.toThrow(/permission denied|must be owner/)
  })
})

describe('stuck queues', () => {
  const minutes = (count: number) => vi.spyOn(performance, 'now').mockReturnValue(performance.now() + count * 60_000)
  afterEach(() => vi.restoreAllMocks())

  it("a queue is stuck when nothing was fetched or finished for five minutes beyond a job's time limit", async () => {
    const jobs = runner({})
    minutes(4)
    expect(jobs.stuckLanes()).toEqual([])
    minutes(32)
    expect(jobs.stuckLanes()).toEqual([...lanes])
    await jobs.drain()
    expect(jobs.stuckLanes()).toEqual([])
  })

  it('a queue full of unfinished jobs is stuck, and the other queues are not', async () => {
    const gate = createGate()
    const { slots } = laneLimits.messages
    for (let n = 0; n <= slots; n++) await enqueueJob(db.database, 'hangs', {}, { lane: 'messages' })
    const jobs = runner({ hangs: () => gate.pass() }, { pollMs: 5 })
    await jobs.start()
    await gate.arrived
    minutes(6)
    await eventually(() => jobs.stuckLanes().length === 1)
    expect(jobs.stuckLanes()).toEqual(['messages'])
    gate.open()
    await eventually(() => jobs.stuckLanes().length === 0)
    await jobs.stop()
  })

  it('a queue whose provider is away is not stuck', async () => {
    await enqueueJob(db.database, 'waits', {}, { lane: 'alipay' })
    const jobs = runner({ waits: async () => {} }, { admit: (lane, free) => (lane === 'alipay' ? 0 : free) })
    minutes(10)
    await jobs.drain()
    expect(jobs.stuckLanes()).toEqual([])
    await runner({ waits: async () => {} }).drain()
  })
})
