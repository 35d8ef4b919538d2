import { afterAll, beforeAll, expect, it } from 'vitest'
import { exportColumns, exportLists } from '#shared/contract/operator/exports.ts'
import { forgetExports } from '#server/modules/exports/exports.service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/operator.ts'
import { exportSources } from '#server/workflows/exports/export-rows.ts'
import { startExport } from '#server/workflows/exports/start-export.ts'
import { writeExport } from '#server/workflows/exports/write-export.ts'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'

let db: TestDatabase
let company: Company
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

it('every list is written with all of its columns, each row once, in parts of a step', async () => {
  const tables = {
    orders: 'orders',
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
    await writeExport(db.database, jobOf(id), 7)
    const { lines, parts } = await readFile(id)
    // The audit row of the asking itself is there by then.
    expect(lines).toHaveLength(1 + before + (list === 'audit' ? 1 : 0))
    expect(parts).toBe(Math.max(1, Math.ceil((lines.length - 1) / 7)))
    expect(lines[0]).toBe([...exportColumns[list].plain, ...exportColumns[list].personal].join(','))
  }
})

it('what the ledger’s file adds up to is what stands in the books of that currency', async () => {
  const id = await start({ list: 'ledger', currency: 'USD', columns: ['amount', 'currency'] })
  await writeExport(db.database, jobOf(id), 6)
  const { lines } = await readFile(id)
  const [booked] = await db.asOwner<{ minor: number }>(
    `select sum(amount_minor)::int as minor from ledger_postings where currency = 'USD'`,
  )
  expect(lines.slice(1).every((line) => line.endsWith(',USD'))).toBe(true)
  expect(Math.round(lines.slice(1).reduce((sum, line) => sum + Number(line.split(',')[0]) * 100, 0))).toBe(
    booked!.minor,
  )
})

/** Whatever a statement by itself writes is followed by this, once. */
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

it('a file is of one moment: what is made and changed while it is written is not in it', async () => {
  const orders = await count('orders')
  const id = await start({ list: 'orders', columns: ['number', 'status'] })
  const changing = interrupted(1, async () => {
    await company.buy(await company.person())
    await db.asOwner(`update orders set status = 'expired'`)
  })
  await writeExport(changing, jobOf(id), 5)
  const { lines } = await readFile(id)
  expect(lines).toHaveLength(1 + orders)
  expect(lines.some((line) => line.endsWith(',expired'))).toBe(false)
})

it('a file that was broken off is begun anew, and holds each row once; a second run of its job changes nothing', async () => {
  const id = await start({ list: 'orders', columns: ['number'] })
  const broken = interrupted(2, async () => {
    throw new Error('killed')
  })
  await expect(writeExport(broken, jobOf(id), 5)).rejects.toThrow('killed')
  await expect(readFile(id)).rejects.toThrow('no finished file')
  const [listed] = (await perform(db.database, 'exports.list', {})).items
  expect(listed).toMatchObject({ id, state: 'running', rows: 5 })
  await writeExport(db.database, jobOf(id), 5)
  await writeExport(db.database, jobOf(id), 5)
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

it('a file is its maker’s alone, and is gone after 24 hours', async () => {
  const id = await start({ list: 'audit' })
  await writeExport(db.database, jobOf(id))
  await expect(readFile(id, ben)).rejects.toThrow('no finished file')
  expect((await perform(db.database, 'exports.list', {}, { operator: ben })).items).toEqual([])
  await db.asOwner(`update exports set expires_at = expires_at - interval '24 hours'`)
  await expect(readFile(id)).rejects.toThrow('no finished file')
  expect((await perform(db.database, 'exports.list', {})).items).toEqual([])
  await forgetExports(db.database, 100)
  expect([await count('exports'), await count('export_parts')]).toEqual([0, 0])
})

it('columns that reach a person are stated and take a code; what is no column or filter of the list is refused', async () => {
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
    value: { needs: { role: 'finance', stepUp: 'money' }, output: { personal: true } },
  })
  expect(await begin({ list: 'people', columns: ['uid'] })).toMatchObject({ ok: true, value: { needs: null } })
  for (const wrong of [
    { list: 'orders', columns: ['email'] },
    { list: 'orders', columns: ['number', 'number'] },
    { list: 'people', currency: 'USD' },
    { list: 'orders', operator: 'ada' },
    { list: 'orders', from: '2026-01-02', until: '2026-01-01' },
  ])
    expect(await begin(wrong), JSON.stringify(wrong)).toMatchObject({ ok: false, refusal: { status: 'InvalidInput' } })
})

it('an operator has three files written at the same time at most', async () => {
  await db.asOwner('delete from exports')
  for (let asked = 0; asked < 3; asked++) await start({ list: 'audit' })
  await expect(start({ list: 'audit' })).rejects.toThrow('wait for one of them')
  await start({ list: 'audit' }, ben)
})
