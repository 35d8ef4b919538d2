import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { listPayouts } from '#server/workflows/affiliates/list-commissions.ts'
import { type Pages } from '#server/workflows/affiliates/payouts/prepare-payouts.ts'
import type { Database, Queryable } from '#server/platform/database.ts'
import type { Operator } from '#server/platform/act.ts'
import { cancelOpenPayout, preparePayouts, previewPayouts } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company, type Person } from './affiliates.setup.ts'
import { lastMonth } from './payouts.setup.ts'

/** Small pages, so that few rows fill many pages. */
const pages: Pages = { affiliates: 2, few: 10, step: 25 }
let db: TestDatabase
let company: Company
const period = lastMonth()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.asOwner(`update affiliates set state = 'suspended', reason = 'of another test'`)
})

async function earner(count: number): Promise<Person> {
  const affiliate = await company.affiliate()
  await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 400, currency: 'USD' })
  await company.passMonth()
  await db.asOwner(
    `insert into commissions (id, affiliate_id, referred_id, order_id, reverses, type, terms_version, tier, rate_bps, paid_currency,
       paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until)
     select gen_random_uuid(), affiliate_id, referred_id, order_id, id, type, terms_version, tier, rate_bps, paid_currency, paid_minor,
       usd_per_unit_micros, 100, earned_at, held_until from commissions, generate_series(2, $2) where affiliate_id = $1 and reverses is null`,
    [affiliate.userId, count],
  )
  return affiliate
}
const payoutsOf = ({ userId }: Person) =>
  db.asOwner<{ id: string; state: string; amount: number; lines: number; marked: number }>(
    `select s.id, s.state, s.amount_minor::int as amount, s.commissions as lines,
       (select count(*)::int from commissions c where c.settlement_id = s.id) as marked
     from settlements s where s.affiliate_id = $1 order by s.prepared_at, s.id`,
    [userId],
  )
const run = (database: Database = db.database, operator: Operator = ada) =>
  preparePayouts(database, { period, operator, pages })
const whole = (state: string, count: number) => [{ state, amount: count * 100, lines: count, marked: count }]

const breaking = (fails: (text: string, values: readonly unknown[]) => boolean): Database => {
  const over = (queryable: Queryable): Queryable => {
    const guarded =
      <A extends { text: string; values: readonly unknown[] }, R>(send: (statement: A) => Promise<R>) =>
      (statement: A) =>
        fails(statement.text, statement.values)
          ? Promise.reject(new Error('canceling statement due to statement timeout'))
          : send(statement)
    return {
      query: guarded(queryable.query),
      one: guarded(queryable.one),
      maybe: guarded(queryable.maybe),
      run: guarded(queryable.run),
    }
  }
  return {
    ...db.database,
    ...over(db.database),
    transaction: (work) => db.database.transaction((tx) => work({ ...tx, ...over(tx) })),
  }
}

describe('month with many commissions', () => {
  it('a month is closed in bounded steps, complete for each affiliate and equal to the preview', async () => {
    const [large, small, least, poor] = [await earner(260), await earner(105), await earner(100), await earner(99)]
    const shown = await previewPayouts(db.database, period, pages)
    expect(shown).toEqual({ settlements: 3, amountMinor: 46_500, failed: [] })
    const seen: number[] = []
    const marked = async () =>
      (
        await db.asOwner<{ n: number }>('select count(*)::int as n from commissions where settlement_id is not null')
      )[0]!.n
    const counting: Database = {
      ...db.database,
      async transaction(work) {
        const before = await marked()
        const done = await db.database.transaction(work)
        seen.push((await marked()) - before)
        return done
      },
    }
    expect(await run(counting)).toEqual(shown)
    expect(Math.max(...seen)).toBe(pages.step)
    expect(await payoutsOf(large)).toMatchObject(whole('prepared', 260))
    expect(await payoutsOf(small)).toMatchObject(whole('prepared', 105))
    expect(await payoutsOf(least)).toMatchObject(whole('prepared', 100))
    expect(await payoutsOf(poor)).toEqual([])
    expect(await run()).toEqual({ settlements: 0, amountMinor: 0, failed: [] })
  })

  it('closing a month reports progress, also within one large affiliate', async () => {
    for (const count of [110, 9, 1]) await earner(count)
    const told: unknown[] = []
    await preparePayouts(db.database, { period, operator: ada, pages }, (step) => told.push(step))
    const done = told.map((step) => (step as { done: number }).done)
    // Progress: two pages of affiliates with up to ten commissions, then steps of 25 for the one with 110.
    expect(done.slice(-6)).toEqual([10, 35, 60, 85, 110, 120])
    expect(told.at(-1)).toEqual({ done: 120, what: 'commissions looked at' })
  })

  it('an affiliate with very many commissions is closed after all others', async () => {
    const large = await earner(120)
    const others = [await earner(1), await earner(1), await earner(1)]
    await db.asOwner('update commissions set amount_minor = 10000 where affiliate_id = any($1)', [
      others.map(({ userId }) => userId),
    ])
    await run()
    const drawn = await db.asOwner<{ id: string }>(
      `select affiliate_id as id from settlements where affiliate_id = any($1) order by prepared_at`,
      [[large, ...others].map(({ userId }) => userId)],
    )
    expect(drawn).toHaveLength(4)
    expect(drawn.at(-1)).toEqual({ id: large.userId })
  })

  it('one failing affiliate does not stop the others, and a second run completes it', async () => {
    const [first, broken, last] = [await earner(120), await earner(130), await earner(110)]
    const fails = (text: string, values: readonly unknown[]) =>
      /update commissions c set settlement_id/.test(text) && values.includes(broken.userId)
    const { settlements, failed } = await run(breaking(fails))
    expect(settlements).toBe(2)
    expect(failed).toEqual([{ affiliateId: broken.userId, reason: expect.stringMatching(/timeout/) }])
    expect(await payoutsOf(first)).toMatchObject(whole('prepared', 120))
    expect(await payoutsOf(last)).toMatchObject(whole('prepared', 110))
    expect(await run()).toMatchObject({ settlements: 1, failed: [] })
    expect((await payoutsOf(broken)).at(-1)).toMatchObject(whole('prepared', 130)[0]!)
  })

  it('an interrupted payout is hidden and prepared again', async () => {
    const affiliate = await earner(130)
    let steps = 0
    const fails = (text: string) => /update commissions c set settlement_id/.test(text) && ++steps === 3
    await run(breaking(fails))
    expect(await payoutsOf(affiliate)).toMatchObject([{ state: 'drawing', marked: 50 }])
    expect((await listPayouts(db.database, affiliate.userId, {})).list).toEqual([])
    await run(db.database, ben)
    expect(await payoutsOf(affiliate)).toMatchObject([
      { state: 'cancelled', marked: 0 },
      { state: 'prepared', amount: 13_000, marked: 130 },
    ])
  })

  it('concurrent runs close a month once', async () => {
    const affiliates = [await earner(130), await earner(105), await earner(140)]
    await Promise.all(Array.from({ length: 6 }, (_, index) => run(db.database, index % 2 === 0 ? ada : ben)))
    await run()
    for (const [index, count] of [130, 105, 140].entries()) {
      const made = await payoutsOf(affiliates[index]!)
      expect(made.filter(({ state }) => state !== 'cancelled')).toMatchObject(whole('prepared', count))
    }
  })

  it('a cancelled payout frees all its commissions, also after an interruption', async () => {
    const affiliate = await earner(130)
    await run()
    const [{ id } = { id: '' }] = await payoutsOf(affiliate)
    const wish = { id, operator: ada, reason: 'wrong' }
    const fails = (text: string) => /update commissions set settlement_id = null/.test(text)
    await expect(cancelOpenPayout(breaking(fails), createPayoutSearch(null), wish)).rejects.toThrow(/timeout/)
    expect(await payoutsOf(affiliate)).toMatchObject([{ state: 'undoing', marked: 130 }])
    await cancelOpenPayout(db.database, createPayoutSearch(null), wish)
    expect(await payoutsOf(affiliate)).toMatchObject([{ state: 'cancelled', marked: 0 }])
  })
})

it('an affiliate can read all payouts page by page, newest first', async () => {
  const affiliate = await earner(1)
  await db.asOwner(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, prepared_at, cancel_reason)
     select gen_random_uuid(), $1, ('2010-01-01'::date + make_interval(months => n))::date, n + 1, 1, 'cancelled', 'a',
       '2010-02-01'::timestamptz + make_interval(months => n / 2), 'r' from generate_series(0, 56) n`,
    [affiliate.userId],
  )
  const seen: number[] = []
  for (let before: string | undefined; ;) {
    const page = await listPayouts(db.database, affiliate.userId, { limit: 10, ...(before && { before }) })
    seen.push(...page.list.map(({ amountMinor }) => amountMinor))
    if (page.next === null) break
    before = page.next
  }
  expect(seen).toHaveLength(57)
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 57 }, (_, index) => index + 1))
  const unlimited = await listPayouts(db.database, affiliate.userId, {})
  expect(unlimited.list).toHaveLength(50)
  expect(unlimited.next).not.toBeNull()
})
