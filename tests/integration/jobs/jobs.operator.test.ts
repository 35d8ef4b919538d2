import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { undo } from '#text/en/undo.ts'
import { readConfig } from '#server/platform/config.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { waitingJobs } from '#tests/support/jobs.ts'
import { runAction } from '#tests/support/run-action.ts'
import { createGate } from '../payments/payments.setup.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
})
afterAll(() => db.drop())
beforeEach(() => db.asOwner('delete from pgboss.job'))

const run = (action: ActionName, values: Record<string, string> = {}, dryRun = false) => {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  return runAction({ database: db.database, config }, action, values, dryRun)
}
const audit = () =>
  db.asOwner<{ subject: string; details: unknown }>(
    `select subject, details from audit_log where action = 'jobs.run' order by at desc, id desc limit 1`,
  )

async function giveUp(kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) await enqueueJob(db.database, kind, {})
  await db.asOwner(`update pgboss.job set retry_count = 19 where data->>'kind' = any($1)`, [kinds])
  const fails = async () => {
    throw new Error('not today')
  }
  const handlers = Object.fromEntries(kinds.map((kind) => [kind, fails]))
  const log = pino({ level: 'silent' })
  await createJobRunner({ database: db.database, log, handlers, schedules: [] }).drain()
}

it('the list of job queues shows waiting jobs and their age, dead jobs, and silent providers', async () => {
  await giveUp(['lost'])
  await enqueueJob(db.database, 'late', {}, { lane: 'messages' })
  await enqueueJob(db.database, 'asks', {}, { lane: 'stripe' })
  await db.asOwner(`update pgboss.job set start_after = now() - interval '90 seconds' where data->>'kind' = 'late'`)
  await db.asOwner(
    `insert into provider_health (provider, silent_since) values ('stripe', '2026-11-20T10:00Z')
     on conflict (provider) do update set silent_since = excluded.silent_since`,
  )
  const lanes = JSON.parse(await run('jobs.lanes')) as Record<string, unknown>[]
  const lane = (name: string) => lanes.find((each) => each.lane === name)
  expect(lane('housekeeping')).toMatchObject({ dead: 1, waiting: 0, running: 0, oldest: '', provider: '' })
  expect(lane('messages')).toMatchObject({ dead: 0, waiting: 1, provider: '' })
  expect(lane('messages')?.oldest).toMatch(/^(9\d|1\d\d) s$/)
  expect(lane('stripe')).toMatchObject({ waiting: 1, provider: 'silent since 2026-11-20 10:00 UTC' })
})

it('dead jobs of one kind or all are made due again with one audit entry, and a preview changes nothing', async () => {
  await giveUp(['lost', 'gone'])
  expect(await run('jobs.run', { dead: 'all' }, true)).toBe(`Would make 2 dead jobs due now.\n${undo.none.job}`)
  expect(await run('jobs.run', { dead: 'lost' }, true)).toBe(
    `Would make 1 dead jobs of the kind lost due now.\n${undo.none.job}`,
  )
  expect(await waitingJobs(db.asOwner, 'lost')).toEqual([])
  expect(await audit()).toEqual([])
  expect(await run('jobs.run', { dead: 'lost' })).toBe('1 dead jobs of the kind lost are due now.')
  expect(await waitingJobs(db.asOwner, 'lost')).toHaveLength(1)
  expect(await waitingJobs(db.asOwner, 'gone')).toEqual([])
  expect(await audit()).toEqual([{ subject: 'dead jobs: lost', details: { revived: 1 } }])
  await expect(run('jobs.run', { dead: 'lost' })).rejects.toThrow('There are no dead jobs of the kind lost.')
  expect(await run('jobs.run', { dead: 'all' })).toBe('1 dead jobs are due now.')
  expect(await waitingJobs(db.asOwner, 'gone')).toHaveLength(1)
  await expect(run('jobs.run', { dead: ' ' })).rejects.toThrow('--dead is missing.')
  await expect(run('jobs.run', { job: 'x' })).rejects.toThrow('--job must be')
})

it('running a job that a worker is executing is refused with the reason', async () => {
  const started = createGate()
  await enqueueJob(db.database, 'long', {})
  const handlers = { long: () => started.pass() }
  const working = createJobRunner({
    database: db.database,
    log: pino({ level: 'silent' }),
    handlers,
    schedules: [],
  }).drain()
  await started.arrived
  const [job] = await db.asOwner<{ id: string }>(`select id from pgboss.job where data->>'kind' = 'long'`)
  try {
    await expect(run('jobs.run', { job: job!.id })).rejects.toThrow('is running now')
  } finally {
    started.open()
    await working
  }
})
