import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStatement } from '#server/workflows/affiliates/read-statement.ts'
import { traceCommission } from '#server/workflows/affiliates/trace-commission.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { preparePayouts } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { openCompany, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

it('a payout statement lists each commission and reversal of its payout page by page, and adds up to its amount', async () => {
  const [affiliate, other] = [await company.affiliate(), await company.affiliate()]
  for (const totalMinor of [40_000, 20_000, 30_000, 10_001]) {
    const order = await company.buy(await company.come(affiliate.inviteCode), { totalMinor, currency: 'USD' })
    if (totalMinor === 20_000) await company.refund(order, 5_000)
    await company.buy(await company.come(other.inviteCode), { totalMinor, currency: 'USD' })
  }
  await company.passMonth()
  // This commission is earned in the current month, so it is in no payout yet.
  await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 7_000, currency: 'USD' })
  const now = new Date()
  const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7)
  await preparePayouts(db.database, { period: `${month}-01`, operator: ada })
  const [settlement] = await db.asOwner<{ id: string; minor: number }>(
    'select id, amount_minor::int as minor from settlements where affiliate_id = $1',
    [affiliate.userId],
  )
  const { id, minor } = settlement!
  const read = (before?: string, who = affiliate.userId, asked = id) =>
    readStatement(db.database, who, { id: asked, limit: 2, ...(before && { before }) }, 'en')
  const rows: Awaited<ReturnType<typeof read>>['list'][number][] = []
  for (let page = await read(); ; page = await read(page.next)) {
    rows.push(...page.list)
    expect(page.settlement).toMatchObject({ id, period: month, amountMinor: minor, state: 'prepared', commissions: 5 })
    if (page.next === null) break
  }
  expect(new Set(rows.map((row) => row.id)).size).toBe(5)
  expect(rows.reduce((sum, { referAmount }) => sum + referAmount, 0)).toBe(minor)
  expect(rows.filter(({ reverses }) => reverses !== null).map(({ referAmount }) => referAmount)).toEqual([-1_250])
  await expect(read(undefined, other.userId)).rejects.toMatchObject({ status: 'NotFound' })
  await expect(read(undefined, affiliate.userId, crypto.randomUUID())).rejects.toMatchObject({ status: 'NotFound' })
  for (const asked of ['-'.repeat(36), `${id.slice(0, 35)}-`, '']) {
    await expect(read(undefined, affiliate.userId, asked)).rejects.toMatchObject({ status: 'NotFound' })
    const traced = traceCommission(db.database, affiliate.userId, asked, 'en')
    await expect(traced).rejects.toMatchObject({ status: 'NotFound' })
  }
  await expect(read(undefined, (await company.person()).userId)).rejects.toMatchObject({ status: 'NotAnAffiliate' })
})
