import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listMovedOf } from '#server/modules/ledger/ledger.queries.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { readPage } from './pages.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
})
afterAll(() => db.drop())

type Known = { order: Bought; back: number; stated: number }
const index = fc.nat(100)
const share = fc.integer({ min: 1, max: 100 })
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      currency: fc.constantFrom('CNY' as const, 'USD' as const),
      totalMinor: fc.integer({ min: 100, max: 90_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('refund' as const), of: index, share }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('dispute' as const), of: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), of: index, share }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(person: Person, known: Known[], each: Step): Promise<void> {
  if (each.do === 'buy') {
    known.push({ order: await company.buy(person, { ...each, months: 1 }), back: 0, stated: 0 })
    return
  }
  if (each.do === 'wait') {
    await company.order(person)
    return
  }
  const one = known[each.of % Math.max(1, known.length)]
  if (!one) return
  const { order } = one
  if (each.do === 'dispute') {
    await company.settle(order.orderId, [
      { ...company.fact(order, 'disputed', order.totalMinor), disputeId: `open ${order.orderId}` },
    ])
    return
  }
  const part = Math.ceil((order.totalMinor * each.share) / 100)
  if (each.do === 'refund') {
    one.back = Math.max(one.back, part)
    await company.refund(order, part)
  } else if (one.stated === 0) {
    one.stated = part
    await company.settle(order.orderId, [
      { ...company.fact(order, 'disputed', part), disputeId: `lost ${order.orderId}`, isLost: true },
    ])
  }
}

const sumOf = (known: readonly Known[], currency: string) => {
  const own = known.filter(({ order }) => order.currency === currency)
  const sum = (of: (one: Known) => number) => own.reduce((total, one) => total + of(one), 0)
  return {
    paid: { amountMinor: sum(({ order }) => order.totalMinor), currency },
    back: { amountMinor: sum(({ back }) => back), currency },
    lost: { amountMinor: sum(({ stated }) => stated), currency },
  }
}

it('the amounts a user paid, got refunded and lost to disputes match the ledger per currency', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const person = await company.person()
      const known: Known[] = []
      for (const each of steps) await take(person, known, each)
      await company.buy(await company.person(), { totalMinor: 777 })
      const { lifetime } = await readPage(db.database, 'people.show', { user: String(person.uid) })
      const currencies = [...new Set(known.map(({ order }) => order.currency))].toSorted()
      expect(lifetime.toSorted((a, b) => a.paid.currency.localeCompare(b.paid.currency))).toEqual(
        currencies.map((currency) => sumOf(known, currency)),
      )
      const cleared = await db.asOwner<{ currency: string; net: number }>(
        `select p.currency, sum(case when p.debit like 'clearing:%' then p.amount_minor else -p.amount_minor end)::int as net
         from ledger_postings p join orders o on o.id = p.order_id
         where o.user_id = $1 and p.source <> 'commission' group by p.currency order by p.currency`,
        [person.userId],
      )
      expect(cleared).toEqual(
        currencies.map((currency) => {
          const { paid, back, lost } = sumOf(known, currency)
          return { currency, net: paid.amountMinor - back.amountMinor - lost.amountMinor }
        }),
      )
    }),
    { numRuns: countRounds(500, 20) },
  )
})

it('totals cover the requested number of newest orders and state how many', async () => {
  const person = await company.person()
  for (const totalMinor of [100, 200, 400]) await company.buy(person, { totalMinor })
  const moved = await db.database.transaction((tx) => listMovedOf(tx, person.userId, 2))
  expect(moved.map(({ orders, sumMinor }) => [orders, sumMinor])).toEqual([[2, 600]])
})

it('the membership bar ends at the expiry date and marks disputed segments', async () => {
  const person = await company.person()
  await company.buy(person, { totalMinor: 3_500, months: 1 })
  const gone = await company.buy(person, { totalMinor: 26_800 })
  const disputed = await company.buy(person, { totalMinor: 26_800 })
  await company.refund(gone)
  await db.asOwner(
    `insert into review_items (id, order_id, reason, details) values (gen_random_uuid(), $1, 'disputed', '{}')`,
    [disputed.orderId],
  )
  const page = await readPage(db.database, 'people.show', { user: String(person.uid) })
  expect(page.segments.map((each) => [each.source, each.disputed])).toEqual([
    ['order', false],
    ['order', true],
  ])
  expect(page.segments[0]?.to).toEqual(page.segments[1]?.from)
  expect(page.segments.at(-1)?.to).toEqual(page.memberUntil)
})
