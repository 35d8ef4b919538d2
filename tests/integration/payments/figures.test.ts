import { soundMachine } from '#tests/support/sound-machine.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Currency } from '#shared/money.ts'
import { listFolded } from '#server/modules/ledger/daily-revenue.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { readStates } from '#server/workflows/alerts/read-states.ts'
import { findFigureProblems, proveDays, proveLedger } from '#server/workflows/figures/prove-days.ts'
import { openCompany, type Bought, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { expectFoldsToBeTheBooks, foldAll, lastFolded, spreadBookings, tomorrow } from '#tests/support/figures.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())
beforeEach(async () => {
  for (const table of ['daily_revenue', 'daily_plan_revenue', 'daily_funnel', 'daily_folds', 'fold_watch'])
    await db.asOwner(`delete from ${table}`)
})
const night = () => proveDays(db.database, { payload: {}, signal: new AbortController().signal })
async function holdTransaction(work: (tx: Transaction) => Promise<unknown> = async () => {}) {
  const [began, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const running = db.database.transaction(async (tx) => {
    began.resolve()
    await goesOn.promise
    await work(tx)
  })
  onTestFinished(() => goesOn.resolve())
  await began.promise
  return {
    async end() {
      goesOn.resolve()
      await running
    },
  }
}
const today = () => new Date().toISOString().slice(0, 10)
const days = () => db.asOwner<{ day: string }>('select day::text from daily_folds order by 1')

describe('daily figures', () => {
  it('daily figures equal payments minus refunds in each currency after any sequence of bookings', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.record({ buy: fc.integer({ min: 1, max: 90_000 }), usd: fc.boolean() }) },
      { weight: 2, arbitrary: fc.record({ refund: fc.nat(99), share: fc.integer({ min: 1, max: 100 }) }) },
      { weight: 1, arbitrary: fc.record({ again: fc.nat(99) }) },
    )
    const kept = new Map<Bought, number>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (walk) => {
        const who = await company.person()
        const bought: Bought[] = []
        for (const each of walk) {
          if ('buy' in each) {
            const order = await company.buy(who, { totalMinor: each.buy, currency: each.usd ? 'USD' : 'CNY' })
            bought.push(order)
            kept.set(order, each.buy)
            continue
          }
          const order = bought[('refund' in each ? each.refund : each.again) % Math.max(1, bought.length)]
          if (!order) continue
          if ('again' in each) await company.pay(order)
          else {
            const back = Math.ceil((order.totalMinor * each.share) / 100)
            await company.refund(order, back)
            kept.set(order, Math.min(kept.get(order)!, order.totalMinor - back))
          }
        }
      }),
      { numRuns: countRounds(500, 12) },
    )
    await spreadBookings(db)
    await foldAll(db)
    await expectFoldsToBeTheBooks(db)
    expect((await verifyLedger(db.database)).problems).toEqual([])
    const folded = await listFolded(db.database, '2000-01-01', '2999-01-01')
    const sumOf = (currency: Currency) =>
      folded
        .filter((row) => row.currency === currency)
        .reduce(
          (sum, { debit, credit, sumMinor }) =>
            sum +
            (['revenue', 'refunds'].includes(credit) ? sumMinor : 0) -
            (['revenue', 'refunds'].includes(debit) ? sumMinor : 0),
          0,
        )
    for (const currency of ['CNY', 'USD'] as const)
      expect(sumOf(currency)).toBe(
        [...kept].reduce((sum, [order, minor]) => sum + (order.currency === currency ? minor : 0), 0),
      )
    expect(new Set(folded.map(({ day }) => day)).size).toBeGreaterThan(20)
    const counted = await db.asOwner<{ step: string; rows: number; folded: number }>(
      `select step, rows, coalesce((select sum(count)::int from daily_funnel f where f.step = counted.step), 0) as folded from (
         select 'order_paid' as step, count(*)::int as rows from orders where paid_at is not null
         union all select 'order_made', count(*)::int from orders
         union all select 'sign_up', count(*)::int from users) counted`,
    )
    expect(counted).toHaveLength(3)
    for (const { step: name, rows, folded: sum } of counted) expect(sum, name).toBe(rows)
  })

  it('summing up a day waits for a database transaction that was open during the day, and includes its late postings', async () => {
    const order = await company.order(await company.person())
    const late = await holdTransaction((tx) =>
      tx.run({
        name: 'late posting',
        text: `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
          values (gen_random_uuid(), 'adjustment', 'late', $1, 'adjustments', 'revenue', 'CNY', 777)`,
        values: [order.orderId],
      }),
    )
    await foldDays(db.database, { now: tomorrow() })
    await foldDays(db.database, { now: tomorrow() })
    expect(await lastFolded(db)).toBeNull()
    await late.end()
    await foldAll(db)
    expect(await listFolded(db.database, today(), today())).toContainEqual({
      day: today(),
      source: 'adjustment',
      debit: 'adjustments',
      credit: 'revenue',
      currency: 'CNY',
      sumMinor: 777,
      postings: 1,
    })
    expect(await findFigureProblems(db.database)).toEqual([])
  })

  it('summing up a day does not wait for database transactions that began after it started', async () => {
    const earlier = await holdTransaction()
    await foldDays(db.database, { now: tomorrow() })
    const later = await holdTransaction()
    await earlier.end()
    await foldDays(db.database, { now: tomorrow() })
    expect(await lastFolded(db)).toBe(today())
    await later.end()
  })

  it('each day is summed up once without gaps when four runs do it at the same time', async () => {
    await spreadBookings(db)
    await Promise.all(Array.from({ length: 4 }, () => foldDays(db.database, { now: tomorrow() })))
    await foldAll(db)
    const found = (await days()).map(({ day }) => day)
    const first = new Date(`${found[0]}T00:00:00Z`).getTime()
    expect(found).toEqual(found.map((_day, index) => new Date(first + index * 86_400_000).toISOString().slice(0, 10)))
    await expectFoldsToBeTheBooks(db)
  })

  it('each day whose figures differ from the ledger opens one review, and "ledger verify" names the differences', async () => {
    await spreadBookings(db)
    await foldAll(db)
    await night()
    const open = async () => (await listOpenReviews(db.database)).filter(({ reason }) => reason === 'figures_differ')
    expect(await open()).toEqual([])
    const [wrong] = await db.asOwner<{ day: string }>(
      `update daily_revenue set sum_minor = sum_minor + 1 where (day, source, debit, credit, currency) =
         (select day, source, debit, credit, currency from daily_revenue order by 1, 2, 3, 4, 5 limit 1) returning day::text`,
    )
    await db.asOwner(`insert into daily_revenue values ($1, 'payment', 'x', 'revenue', 'USD', 5, 1)`, [today()])
    await night()
    await night()
    const items = await open()
    expect(items.map(({ details }) => (details as { day: string }).day).toSorted()).toEqual(
      [wrong!.day, today()].toSorted(),
    )
    const { problems } = await perform(db.database, 'ledger.verify', {})
    expect(problems).toHaveLength(2)
    expect(problems).toContain(`figures of ${today()}: x → revenue (payment) is $0.05 as folded and $0.00 in the books`)
    await perform(db.database, 'reviews.decide', { id: items[0]!.id, decision: 'keep', reason: 'seen' })
    await night()
    expect(await open()).toHaveLength(1)
    const flagged = await db.asOwner('select from daily_folds where differs and proved_at is not null')
    expect(flagged).toHaveLength(2)
  })

  it('a problem found only by ledger verification opens one review and an alert until it is decided', async () => {
    const prove = () => proveLedger(db.database, { signal: new AbortController().signal })
    const open = async () =>
      (await listOpenReviews(db.database)).filter(({ details }) => 'found' in (details as Record<string, unknown>))
    const alerts = async () => {
      const { seen } = await readStates(db.database, {
        machine: soundMachine,
        config: { sms: null, smsBudget: { total: 1, perCountry: {} } } as never,
        now: new Date(),
        isOpen: () => false,
        onFailure: () => {},
      })
      return seen.filter(({ subject }) => subject === 'ledger')
    }
    await prove()
    expect(await open()).toEqual([])
    const order = await company.order(await company.person())
    await db.asOwner(
      `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
       values (gen_random_uuid(), 'payment', 'no such fact', $1, 'clearing:alipay', 'revenue', 'CNY', 7)`,
      [order.orderId],
    )
    await prove()
    await prove()
    const [item, ...others] = await open()
    expect(others).toEqual([])
    expect(item!.details).toEqual({ found: 1, differences: ['1 booked payments that no fact states'] })
    expect(await alerts()).toEqual([expect.objectContaining({ kind: 'figures-differ', detail: 'ledger' })])
    await perform(db.database, 'reviews.decide', { id: item!.id, decision: 'keep', reason: 'seen' })
    expect(await alerts()).toEqual([])
  })

  it('verification continues in a new job when its time is over, and no day is skipped', async () => {
    await spreadBookings(db)
    await foldAll(db)
    await proveDays(db.database, { payload: {}, signal: AbortSignal.abort() })
    const [rest] = await db.asOwner<{ data: { payload: { from: string } } }>(
      `select data from pgboss.job_common where data->>'kind' = 'prove-days' and state < 'active'`,
    )
    expect(rest).toBeDefined()
    await proveDays(db.database, { payload: rest!.data.payload, signal: new AbortController().signal })
    expect(await db.asOwner('select from daily_folds where proved_at is null')).toEqual([])
  })

  it('daily figures keep the visits of a day after their rows were deleted, and are empty for days before the first data', async () => {
    await db.asOwner(
      `insert into marketing_visits (visit, at) values ('a', now()), ('b', now()), ('c', now() - interval '3 days')`,
    )
    await db.asOwner(
      `insert into marketing_steps (visit, step) values ('a', 'checkout'), ('b', 'checkout'), ('b', 'download')`,
    )
    await db.asOwner(
      `update users set created_at = now() - interval '400 days' where uid = (select min(uid) from users)`,
    )
    await foldAll(db)
    await db.asOwner('delete from marketing_visits')
    const rows = await db.asOwner<{ step: string; count: number }>(
      `select step, count from daily_funnel where day = current_date and step in ('visit', 'checkout', 'download', 'sign_up_form') order by 1`,
    )
    expect(rows).toEqual([
      { step: 'checkout', count: 2 },
      { step: 'download', count: 1 },
      { step: 'sign_up_form', count: 0 },
      { step: 'visit', count: 2 },
    ])
    const bare = await db.asOwner<{ step: string; folded: number; signUps: number }>(
      `select step, count(*)::int as folded, sum(count)::int as "signUps" from daily_funnel f
       where not exists (select from daily_funnel v where v.day = f.day and v.step = 'visit') group by step order by step`,
    )
    // Unpaid orders are deleted after ninety days; days with visits are excluded here.
    const [made, ...lasting] = bare
    expect(made!.step).toBe('order_made')
    expect(made!.folded).toBeGreaterThan(70)
    expect(made!.folded).toBeLessThan(90)
    expect(lasting.map(({ step }) => step)).toEqual(['order_paid', 'sign_up', 'trial'])
    for (const { folded } of lasting) expect(folded).toBeGreaterThan(300)
    expect(lasting[1]!.signUps).toBe(1)
  })
})
