import { readsFrom } from '#server/platform/replica.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { exportColumns, exportLists } from '#shared/contract/operator/export-columns.ts'
import { forgetExports, forgetExportsWith, writeExportJob } from '#server/modules/exports/exports.service.ts'
import { runAction } from '#server/operator/run-action.ts'
import { refuse, type Operator } from '#server/platform/act.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { exportSources } from '#server/workflows/exports/export-rows.ts'
import { startExport } from '#server/workflows/exports/start-export.ts'
import { writeExport } from '#server/workflows/exports/write-export.ts'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { makeJobsDue } from '#tests/support/jobs.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'

let db: TestDatabase
let company: Company
const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  company = openCompany(db)
  const inviter = await company.affiliate()
  for (let made = 0; made < 23; made++) {
    const friend = made % 4 === 0 ? await company.come(inviter.inviteCode) : await company.person()
    const order = await company.buy(friend, { totalMinor: 1_000 + made, currency: made % 2 === 0 ? 'USD' : 'CNY' })
    if (made % 5 === 0) await company.refund(order, 100)
  }
})
afterAll(() => db.drop())

const jobOf = (exportId: string, operator = 'ada') => ({
  payload: { exportId, operator },
  signal: new AbortController().signal,
  completeIn: async () => {},
})
const start = async (input: Parameters<typeof perform<'exports.start'>>[2], operator: Operator = ada) =>
  (await perform(db.database, 'exports.start', input, { operator })).id
async function readFile(id: string, operator: Operator = ada): Promise<{ lines: string[]; parts: number }> {
  let text = ''
  for (let part = 1; ; part++) {
    const { csv, next } = await perform(db.database, 'exports.read', { id, part }, { operator })
    text += csv
    if (next === null) return { lines: text.replace('\uFEFF', '').trimEnd().split('\r\n'), parts: part }
  }
}
const count = async (table: string) =>
  (await db.asOwner<{ count: number }>(`select count(*)::int as count from ${table}`))[0]!.count

it('every export list is written with all columns and each row once, in parts', async () => {
  const tables = {
    orders: 'orders',
    accounting: `ledger_postings where array[debit, credit] && '{revenue,refunds,chargebacks}'`,
    ledger: 'ledger_postings',
    people: 'users',
    commissions: 'commissions',
    audit: 'audit_log',
  }
  for (const list of exportLists) {
    expect(Object.keys(exportSources[list].cells)).toEqual([
      ...exportColumns[list].plain,
      ...exportColumns[list].personal,
    ])
    const before = await count(tables[list])
    const id = await start({ list, personal: true })
    await writeExport(db.database, readsFrom(db.database), jobOf(id), 7)
    const { lines, parts } = await readFile(id)
    // The audit log also has the row of this export request.
    expect(lines).toHaveLength(1 + before + (list === 'audit' ? 1 : 0))
    expect(parts).toBe(Math.max(1, Math.ceil((lines.length - 1) / 7)))
    expect(lines[0]).toBe([...exportColumns[list].plain, ...exportColumns[list].personal].join(','))
  }
})

it('the accountant gets the month whose figures the console shows: each currency adds up to the same net sum', async () => {
  const zones = [{ from: '2020-01', zone: 'America/New_York' }]
  await db.asOwner(`insert into settings (key, value) values ('monthZones', $1)`, [JSON.stringify(zones)])
  await db.asOwner(
    `alter table ledger_postings disable trigger user;
     with n as (select id, row_number() over (order by id) as n from ledger_postings)
     update ledger_postings p set booked_at = now() - make_interval(hours => (n.n * 61 % 2000)::int) from n where n.id = p.id;
     alter table ledger_postings enable trigger user`,
  )
  const { months } = await perform(db.database, 'figures.months', { months: 6 })
  expect(months.length).toBeGreaterThan(2)
  for (const { month, revenue } of months) {
    const id = await start({
      list: 'accounting',
      month,
      columns: ['date', 'currency', 'amount', 'event', 'transaction'],
    })
    await writeExport(db.database, readsFrom(db.database), jobOf(id), 5)
    const rows = (await readFile(id)).lines.slice(1).map((line) => line.split(','))
    expect(rows.every(([day]) => day!.startsWith(month))).toBe(true)
    for (const currency of ['CNY', 'USD']) {
      const shown = revenue
        .filter((row) => row.currency === currency)
        .reduce((sum, { net }) => sum + net.amountMinor, 0)
      const written = rows
        .filter((row) => row[1] === currency)
        .reduce((sum, row) => sum + Math.round(Number(row[2]) * 100), 0)
      expect([month, currency, written]).toEqual([month, currency, shown])
    }
    for (const [, , amount] of rows.filter((row) => row[3] === 'refund')) expect(Number(amount)).toBeLessThan(0)
    for (const row of rows.filter(([, , , event]) => event === 'payment')) expect(row[4]).not.toBe('')
  }
  await db.asOwner(`delete from settings where key = 'monthZones'`)
  await expect(start({ list: 'accounting', month: '2026-01', from: '2026-01-01' })).rejects.toThrow('either')
})

it('the amounts of a ledger export add up to the balances of that currency', async () => {
  const id = await start({ list: 'ledger', currency: 'USD', columns: ['amount', 'currency'] })
  await writeExport(db.database, readsFrom(db.database), jobOf(id), 6)
  const { lines } = await readFile(id)
  const [booked] = await db.asOwner<{ minor: number }>(
    `select sum(amount_minor)::int as minor from ledger_postings where currency = 'USD'`,
  )
  expect(lines.slice(1).every((line) => line.endsWith(',USD'))).toBe(true)
  expect(Math.round(lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[0]) * 100, 0))).toBe(
    booked!.minor,
  )
})

function interrupted(after: number, work: () => Promise<unknown>): Database {
  let written = 0
  return {
    ...db.database,
    run: async (statement) => {
      const result = await db.database.run(statement)
      if (statement.text.includes('insert into export_parts') && ++written === after) await work()
      return result
    },
  }
}

it('an export is a snapshot: changes made while it is written are not in it', async () => {
  const orders = await count('orders')
  const id = await start({ list: 'orders', columns: ['number', 'status'] })
  const changing = interrupted(1, async () => {
    await company.buy(await company.person())
    await db.asOwner(`update orders set status = 'expired'`)
  })
  await writeExport(changing, readsFrom(changing), jobOf(id), 5)
  const { lines } = await readFile(id)
  expect(lines).toHaveLength(1 + orders)
  expect(lines.some((line) => line.endsWith(',expired'))).toBe(false)
})

it('an interrupted export restarts and holds each row once, and a second run of its job changes nothing', async () => {
  const id = await start({ list: 'orders', columns: ['number'] })
  const broken = interrupted(2, async () => {
    throw new Error('killed')
  })
  await expect(writeExport(broken, readsFrom(broken), jobOf(id), 5)).rejects.toThrow('killed')
  await expect(readFile(id)).rejects.toThrow('no finished file')
  const [listed] = (await perform(db.database, 'exports.list', {})).items
  expect(listed).toMatchObject({ id, state: 'running', rows: 5 })
  await writeExport(db.database, readsFrom(db.database), jobOf(id), 5)
  await writeExport(db.database, readsFrom(db.database), jobOf(id), 5)
  const { lines } = await readFile(id)
  expect(lines).toHaveLength(1 + (await count('orders')))
  expect(new Set(lines).size).toBe(lines.length)
  const written = await db.asOwner<{ operator: string; details: { rows: number; columns: string[] } }>(
    `select operator, details from audit_log where action = 'exports.written' and details->>'id' = $1`,
    [id],
  )
  expect(written).toHaveLength(1)
  expect(written[0]).toMatchObject({ operator: 'ada', details: { rows: lines.length - 1, columns: ['number'] } })
})

it('an export can be read only by its creator and is deleted after 24 hours', async () => {
  const id = await start({ list: 'audit' })
  await writeExport(db.database, readsFrom(db.database), jobOf(id))
  await expect(readFile(id, ben)).rejects.toThrow('no finished file')
  expect((await perform(db.database, 'exports.list', {}, { operator: ben })).items).toEqual([])
  await db.asOwner(`update exports set expires_at = expires_at - interval '24 hours'`)
  await expect(readFile(id)).rejects.toThrow('no finished file')
  expect((await perform(db.database, 'exports.list', {})).items).toEqual([])
  await forgetExports(db.database, 100)
  expect([await count('exports'), await count('export_parts')]).toEqual([0, 0])
})

it('an erasure deletes finished and running exports with personal columns, and later ones lack the person', async () => {
  const { userId } = await company.person()
  await db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
     values ($1, 'email', 'leaves@mail.example', 'leaves@mail.example', now())`,
    [userId],
  )
  await db.asOwner(`insert into account_deletions (user_id, erase_at) values ($1, now())`, [userId])
  const named: Parameters<typeof start>[0] = { list: 'people', columns: ['uid', 'email'], personal: true }
  const finished = await start(named)
  const plain = await start({ list: 'people' })
  for (const id of [finished, plain]) await writeExport(db.database, readsFrom(db.database), jobOf(id))
  expect((await readFile(finished)).lines.join()).toContain('leaves@mail.example')
  const running = await start(named)
  const erasing = interrupted(1, () => eraseDueAccounts(db.database))
  await expect(writeExport(erasing, readsFrom(erasing), jobOf(running), 5)).rejects.toThrow('export_parts')
  await writeExport(db.database, readsFrom(db.database), jobOf(running))
  for (const id of [finished, running]) await expect(readFile(id)).rejects.toThrow('no finished file')
  const later = await start(named)
  await writeExport(db.database, readsFrom(db.database), jobOf(later))
  expect((await readFile(later)).lines.join()).not.toContain('leaves@mail.example')
  expect((await readFile(plain)).lines.length).toBeGreaterThan(20)
})

it('an export that is requested during an erasure starts after it', async () => {
  let asked: Promise<string> | undefined
  await db.database.transaction(async (tx) => {
    await forgetExportsWith(tx, ['email'])
    asked = start({ list: 'people', columns: ['email'], personal: true })
    await waitForWaiters({ db }, 1)
  })
  expect(await asked).toBeDefined()
})

async function runJobs(failures: number): Promise<void> {
  let failed = 0
  const broken: Database = {
    ...db.database,
    run: (statement) =>
      statement.text.includes('insert into export_parts') && ++failed <= failures
        ? Promise.reject(new Error('the disk is full'))
        : db.database.run(statement),
  }
  const runner = createJobRunner({
    database: db.database,
    log: pino({ level: 'silent' }),
    handlers: { [writeExportJob]: (job) => writeExport(broken, readsFrom(broken), job) },
    schedules: [],
  })
  for (let round = 0; round < 8; round++) {
    await makeJobsDue(db.asOwner, { kind: writeExportJob })
    await runner.drain()
  }
  await runner.stop()
}

it('a failed export shows the reason, does not block its creator, and is written when its job is retried', async () => {
  await db.asOwner(`delete from exports; delete from pgboss.job_common where data->>'kind' = 'write-export'`)
  for (let asked = 0; asked < 3; asked++) await start({ list: 'orders' })
  await runJobs(1_000)
  const { items } = await perform(db.database, 'exports.list', {})
  expect(items.map(({ state, failure }) => [state, failure])).toEqual(
    Array.from({ length: 3 }, () => ['failed', expect.stringContaining('the disk is full') as string]),
  )
  const id = await start({ list: 'audit' })
  expect((await perform(db.database, 'exports.list', {})).items[0]).toMatchObject({
    id,
    state: 'waiting',
    failure: null,
  })
  await perform(db.database, 'jobs.run', { dead: writeExportJob })
  await runJobs(0)
  const states = (await perform(db.database, 'exports.list', {})).items.map(({ state, failure }) => [state, failure])
  expect(states).toEqual(Array.from({ length: 4 }, () => ['done', null]))
  await db.asOwner('delete from exports')
})

it('an export whose job is gone is shown as failed', async () => {
  const id = await start({ list: 'audit' })
  await db.asOwner(`delete from pgboss.job_common where data->>'kind' = 'write-export'`)
  expect((await perform(db.database, 'exports.list', {})).items[0]).toMatchObject({ id, state: 'failed' })
  await db.asOwner('delete from exports')
})

it('exports require a fresh code to start and read, and reading personal data is audited', async () => {
  const named = await start({ list: 'people', columns: ['uid', 'email'], personal: true })
  const plain = await start({ list: 'ledger' })
  for (const id of [named, plain]) await writeExport(db.database, readsFrom(db.database), jobOf(id))
  const run = (name: 'exports.start' | 'exports.read', input: object, isFresh: boolean) =>
    runAction(name, async () => ({ ...input }), {
      database: db.database,
      config,
      operator: { ...ada, role: 'finance' },
      confirm: async () => (isFresh ? { ok: true, value: null } : refuse('WrongFactorCode', 'operator.wrongCode')),
    })
  await db.asOwner(`delete from audit_log where action = 'exports.read'`)
  for (const id of [named, plain]) {
    expect(await run('exports.read', { id }, false)).toMatchObject({
      ok: false,
      refusal: { sentence: { code: 'operator.wrongCode' } },
    })
    expect(await run('exports.read', { id }, true)).toMatchObject({ ok: true })
  }
  expect(await run('exports.start', { list: 'ledger' }, false)).toMatchObject({ ok: false })
  const audited = await db.asOwner<{ subject: string; details: unknown }>(
    `select subject, details from audit_log where action = 'exports.read'`,
  )
  expect(audited).toEqual([{ subject: 'export people', details: { id: named, part: 1 } }])
})

it('the preview of an export states its contents and filters', async () => {
  const filters = { from: '2026-11-01T00:00:00+08:00', until: '2026-12-01', currency: 'USD' } as const
  const would = await perform(db.database, 'exports.start', { list: 'orders', ...filters }, { preview: true })
  expect(would).toMatchObject({
    list: 'orders',
    from: new Date('2026-10-31T16:00:00Z'),
    until: new Date('2026-12-01T00:00:00Z'),
    currency: 'USD',
  })
  expect(would).not.toHaveProperty('status')
})

it('personal columns must be requested explicitly, and unknown columns or filters are refused', async () => {
  const begin = (input: object) =>
    db.database.transaction((tx) =>
      startExport(
        tx,
        input as never,
        { ...ada, role: 'finance' },
        { config: undefined as never, emit: () => {} },
        undefined,
      ),
    )
  expect(await begin({ list: 'people', columns: ['uid', 'email'] })).toMatchObject({ ok: false })
  expect(await begin({ list: 'people', columns: ['uid', 'email'], personal: true })).toMatchObject({
    ok: true,
    value: { output: { personal: true } },
  })
  expect(await begin({ list: 'people', columns: ['uid'] })).toMatchObject({ ok: true })
  for (const wrong of [
    { list: 'orders', columns: ['email'] },
    { list: 'orders', columns: ['number', 'number'] },
    { list: 'people', currency: 'USD' },
    { list: 'orders', operator: 'ada' },
    { list: 'orders', from: '2026-01-02', until: '2026-01-01' },
  ])
    expect(await begin(wrong), JSON.stringify(wrong)).toMatchObject({ ok: false, refusal: { status: 'InvalidInput' } })
})

it('an operator can have at most three exports in progress', async () => {
  await db.asOwner('delete from exports')
  for (let asked = 0; asked < 3; asked++) await start({ list: 'audit' })
  await expect(start({ list: 'audit' })).rejects.toThrow('Wait for one of them')
  await start({ list: 'audit' }, ben)
})
