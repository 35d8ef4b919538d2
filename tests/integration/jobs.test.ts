import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createJobRunner, enqueueJob, type JobHandlers } from '#server/platform/jobs.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 20 })
  await db.asOwner('create table effects (job text, n int)')
  await db.asOwner('grant all on effects to wayfare_app')
})
afterAll(() => db.drop())

const runner = (handlers: JobHandlers, schedules: Record<string, number> = {}) =>
  createJobRunner({ database: db.database, log: pino({ level: 'silent' }), handlers, schedules, concurrency: 8 })
const effect = (text: string) => ({
  text: `insert into effects values ('${text}', 1)`,
  name: `effect_${text}`,
  values: [],
})
const countEffects = async (job: string) =>
  (await db.asOwner<{ count: number }>('select count(*)::int as count from effects where job = $1', [job]))[0]!.count

describe('jobs', () => {
  it('run once each, whoever looks for them', async () => {
    for (let n = 0; n < 200; n++) await enqueueJob(db.database, 'many', { n })
    const handlers: JobHandlers = {
      many: (job) =>
        db.database.transaction(async (tx) => {
          await tx.run(effect('many'))
          await job.completeIn(tx)
        }),
    }
    const counts = await Promise.all([runner(handlers), runner(handlers), runner(handlers)].map((r) => r.drain()))
    expect(counts.reduce((a, b) => a + b)).toBe(200)
    expect(await countEffects('many')).toBe(200)
  })

  it('are not enqueued when the transaction is rolled back', async () => {
    await db.database
      .transaction(async (tx) => {
        await enqueueJob(tx, 'ghost', {})
        throw new Error('no')
      })
      .catch(() => {})
    expect(await runner({ ghost: async () => {} }).drain()).toBe(0)
  })

  it('wait no longer than their lease when a worker dies, and the dead worker’s effect does not count', async () => {
    await enqueueJob(db.database, 'stalls', {})
    let release = () => {}
    const stalled = new Promise<void>((resolve) => (release = resolve))
    let entered = () => {}
    const isInside = new Promise<void>((resolve) => (entered = resolve))
    const slow = runner({
      stalls: async (job) => {
        entered()
        await stalled
        await db.database.transaction(async (tx) => {
          await tx.run(effect('stalls'))
          await job.completeIn(tx)
        })
      },
    }).drain()
    await isInside
    const [lease] = await db.asOwner<{ seconds: number }>(
      "select extract(epoch from leased_until - now())::int as seconds from jobs where kind = 'stalls'",
    )
    expect(lease!.seconds).toBeLessThanOrEqual(60)
    expect(await runner({ stalls: async () => {} }).drain()).toBe(0)
    await db.asOwner("update jobs set leased_until = now() - interval '1 second' where kind = 'stalls'")
    const second = runner({
      stalls: (job) =>
        db.database.transaction(async (tx) => {
          await tx.run(effect('stalls'))
          await job.completeIn(tx)
        }),
    })
    expect(await second.drain()).toBe(1)
    release()
    await slow
    expect(await countEffects('stalls')).toBe(1)
  })

  it('back off when they fail, and are put aside after twenty attempts', async () => {
    await enqueueJob(db.database, 'fails', {})
    const failing = runner({
      fails: async () => {
        throw new Error('not today')
      },
    })
    await failing.drain()
    const [first] = await db.asOwner<{ due: boolean; error: string }>(
      "select run_at > now() as due, last_error as error from jobs where kind = 'fails'",
    )
    expect(first).toEqual({ due: true, error: 'Error: not today' })
    await db.asOwner("update jobs set attempts = 19, run_at = now() where kind = 'fails'")
    await failing.drain()
    const [last] = await db.asOwner<{ status: string }>("select status from jobs where kind = 'fails'")
    expect(last!.status).toBe('dead')
  })

  it('of one key wait once, and recurring ones run once in their period for all processes together', async () => {
    for (let n = 0; n < 5; n++) await enqueueJob(db.database, 'keyed', {}, { uniqueKey: 'same' })
    expect(await runner({ keyed: async () => {} }).drain()).toBe(1)
    let runs = 0
    const recurring = () => runner({ tick: async () => void runs++ }, { tick: 3600 })
    const both = [recurring(), recurring()]
    for (const one of both) await one.start()
    await Promise.all(both.map((one) => one.drain()))
    await Promise.all(both.map((one) => one.stop()))
    expect(runs).toBe(1)
  })

  it('are looked for by one loop, however often it is nudged, and never more at once than agreed', async () => {
    let polls = 0
    const counting = {
      ...db.database,
      query: (statement: Parameters<typeof db.database.query>[0]) => {
        if (statement.text.includes('skip locked')) polls++
        return db.database.query(statement)
      },
    } as typeof db.database
    let active = 0
    let most = 0
    const handlers: JobHandlers = {
      busy: async () => {
        most = Math.max(most, ++active)
        await new Promise((resolve) => setTimeout(resolve, 5))
        active--
      },
    }
    const nudgedOften = createJobRunner({
      database: counting,
      log: pino({ level: 'silent' }),
      handlers,
      schedules: {},
      concurrency: 4,
      pollMs: 60_000,
    })
    await nudgedOften.start()
    for (let n = 0; n < 40; n++) await enqueueJob(db.database, 'busy', { n })
    for (let n = 0; n < 300; n++) {
      nudgedOften.nudge()
      if (n % 10 === 0) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect
      .poll(async () => (await db.asOwner("select 1 from jobs where kind = 'busy' and status = 'pending'")).length)
      .toBe(0)
    expect(most).toBeLessThanOrEqual(4)
    // All chains would go on polling; the one loop sleeps for a minute now.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const settled = polls
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(polls).toBe(settled)
    await nudgedOften.stop()
  })

  it('are not taken any more once stopping has ended', async () => {
    const stopping = runner({ late: async () => {} })
    await stopping.start()
    await stopping.stop()
    await enqueueJob(db.database, 'late', {})
    stopping.nudge()
    await new Promise((resolve) => setTimeout(resolve, 50))
    const [job] = await db.asOwner<{ leased: boolean }>(
      "select leased_until is not null as leased from jobs where kind = 'late'",
    )
    expect(job!.leased).toBe(false)
  })
})
