import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
import { readDays } from '#server/workflows/figures/read-days.ts'
import { readToday } from '#server/workflows/figures/read-today.ts'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { foldAll, spreadBookings } from '#tests/support/figures.ts'
import { perform } from '#tests/support/operator-acts.ts'

let db: TestDatabase
let company: Company
let config: Config
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
  config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
})
afterAll(() => db.drop())

function counting(): { database: Database; sent: () => number } {
  let count = 0
  const counted =
    <A extends Statement, R>(send: (statement: A) => Promise<R>) =>
    (statement: A) => (count++, send(statement))
  const { query, one, maybe, run } = db.database
  const database = {
    ...db.database,
    query: counted(query as never),
    one: counted(one as never),
    maybe: counted(maybe as never),
    run: counted(run as never),
  }
  return { database: database as unknown as Database, sent: () => count }
}
async function statementsOfToday(): Promise<number> {
  const { database, sent } = counting()
  await perform(database, 'today.show', {}, { config })
  return sent()
}

it('today takes as many statements in a full shop as in an empty one, and each count is that of the list it opens', async () => {
  const empty = await statementsOfToday()
  for (let made = 0; made < 3; made++) {
    const order = await company.order(await company.person(), { totalMinor: 1_000 })
    await company.settle(order.orderId, [company.fact(order, 'paid', 1_000 + made)])
    await db.asOwner(
      `insert into review_items (id, order_id, reason, details) values (gen_random_uuid(), $1, 'odd', '{}')`,
      [order.orderId],
    )
    const person = await company.person()
    await db.asOwner(
      `insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version) values (gen_random_uuid(), $1, 'x', 'x', 'x', 'x', 1)`,
      [person.userId],
    )
    await db.asOwner(
      `insert into referrals (user_id, inviter_id, via, verdict, reason) values ($1, $2, 'typed', 'held', 'velocity')`,
      [person.userId, order.userId],
    )
  }
  expect(await statementsOfToday()).toBe(empty)
  const { waits } = await perform(db.database, 'today.show', {}, { config })
  const counts: Record<string, number> = {}
  for (const { what, list, count, isMore, oldest } of waits) {
    const input = (what === 'deadJobs' ? { status: 'dead' } : {}) as ActionInput<'jobs.list'>
    const shown = await perform(db.database, list as ActionName, input as never, { config })
    const { items } = shown as unknown as { items: object[] }
    expect([what, count, isMore]).toEqual([what, items.length, false])
    expect(oldest === null).toBe(count === 0)
    counts[what] = count
  }
  expect(counts).toMatchObject({ heldReferrals: 3, applications: 3 })
  expect(counts.reviews).toBeGreaterThanOrEqual(3)
})

it('today is compared with the same hours of the same weekday a week before, not with the whole of that day', async () => {
  const now = new Date('2026-11-20T14:32:00Z')
  const book = (at: string, minor: number, currency = 'CNY') =>
    db.asOwner(
      `insert into ledger_postings (id, source, source_id, debit, credit, currency, amount_minor, booked_at)
       values (gen_random_uuid(), 'payment', $1::text, 'clearing:alipay', 'revenue', $3, $2, $1::text::timestamptz)`,
      [at, minor, currency],
    )
  await book('2026-11-20T00:00:00Z', 1)
  await book('2026-11-20T14:31:59Z', 20)
  await book('2026-11-20T14:32:00Z', 300)
  await book('2026-11-19T23:59:59Z', 4_000)
  await book('2026-11-13T00:00:01Z', 50_000)
  await book('2026-11-13T14:31:58Z', 600_000)
  await book('2026-11-13T14:32:01Z', 7_000_000)
  await book('2026-11-20T03:00:00Z', 9, 'USD')
  const { today, lastWeek } = await readToday(db.database, now)
  expect(today.revenue.map(({ currency, netMinor, payments }) => [currency, netMinor, payments])).toEqual([
    ['CNY', 21, 2],
    ['USD', 9, 1],
  ])
  expect(lastWeek.revenue.map(({ currency, netMinor }) => [currency, netMinor])).toEqual([['CNY', 650_000]])
})

it('figures of days are the same before a day is folded and after it', async () => {
  for (let made = 0; made < 6; made++) {
    const order = await company.buy(await company.person(), {
      totalMinor: 10_000 + made,
      currency: made % 2 ? 'USD' : 'CNY',
    })
    if (made % 3 === 0) await company.refund(order, 300)
  }
  await spreadBookings(db)
  const today = new Date().toISOString().slice(0, 10)
  const first = new Date(Date.now() - 45 * 86_400_000).toISOString().slice(0, 10)
  const live = await readDays(db.database, first, today)
  expect(live.every(({ isFolded }) => !isFolded)).toBe(true)
  expect(live.filter(({ funnel }) => funnel !== null).map(({ day }) => day)).toHaveLength(3)
  await foldAll(db)
  const folded = await readDays(db.database, first, today)
  expect(folded.map(({ day, revenue }) => ({ day, revenue }))).toEqual(
    live.map(({ day, revenue }) => ({ day, revenue })),
  )
  expect(folded.at(-1)).toMatchObject({ isFolded: true, differs: false, funnel: live.at(-1)!.funnel })
  expect(live.at(-1)!.funnel!.order_paid).toBeGreaterThanOrEqual(6)
  const shown = await perform(db.database, 'figures.days', { days: 7 }, { config })
  expect(shown.days).toHaveLength(7)
  expect(shown.days.at(-1)!.day).toBe(today)
})
