import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#server/modules/figures/days.rules.ts'
import { countTakenBack } from '#server/modules/payouts/commissions.queries.ts'
import { countBought } from '#server/workflows/affiliates/count-bought.ts'
import { foldAffiliateDays } from '#server/workflows/figures/fold-affiliate-days.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
beforeAll(async () => void (db = await createTestDatabase({ maxConnections: 8 })))
afterAll(() => db.drop())

const today = new Date().toISOString().slice(0, 10)
const longest = 95
const settlement = randomUUID()
const perAffiliate = 6

const moments = fc.record({
  booked: fc.oneof(fc.integer({ min: -3, max: 0 }), fc.integer({ min: -longest, max: 0 })),
  later: fc.integer({ min: 0, max: 40 }),
  on: fc.oneof(fc.constantFrom(0, 86_399_999_999), fc.integer({ min: 0, max: 86_399_999_999 })),
  settled: fc.boolean(),
  void: fc.boolean(),
})
type Moments = typeof moments extends fc.Arbitrary<infer T> ? T : never

/** Gives each order these times; commissions were paid out ten days after booking. */
async function place(all: readonly Moments[]): Promise<void> {
  const columns = (['booked', 'later', 'on', 'settled', 'void'] as const).map((of) => all.map((row) => row[of]))
  await db.asOwner(
    `with firsts as (select order_id, row_number() over (order by id) as n from commissions where reverses is null),
       moments as (
         select n, (date_trunc('day', now() at time zone 'UTC') + "on" * interval '1 microsecond') at time zone 'UTC'
           + make_interval(days => booked) as booked_at, later, settled, void
         from unnest($2::int[], $3::int[], $4::bigint[], $5::boolean[], $6::boolean[]) with ordinality m (booked, later, "on", settled, void, n))
     update commissions c set
       booked_at = case when c.reverses is null then m.booked_at else least(m.booked_at + make_interval(days => m.later), now()) end,
       void_reason = case when m.void then 'a test' end, held_until = m.booked_at,
       settlement_id = case when m.settled and c.reverses is null then $1::uuid end
     from firsts f join moments m on m.n = f.n where f.order_id = c.order_id`,
    [settlement, ...columns],
  )
}

const count = async ({ userId }: Person, now: Date) =>
  (
    await db.asOwner(
      `with late as (select * from commissions where affiliate_id = $1 and booked_at > $2::timestamptz - interval '90 days')
       select (select count(*) from late where reverses is null)::int as "paidOrders",
         (select count(*) from late where reverses is null and type = 'first' and booked_at > $2::timestamptz - interval '1 day')::int
           as "newPayersOfDay",
         (select count(*) from late where reverses is null and type = 'first' and booked_at > $2::timestamptz - interval '30 days')::int
           as "newPayersOfMonth",
         (select count(distinct l.order_id) from late l join commissions f on f.id = l.reverses join settlements s on s.id = f.settlement_id
           where s.state = 'paid' and s.paid_at < l.booked_at and f.void_reason is null)::int as "refundedAfterPayout",
         (select count(distinct l.order_id) from late l join payment_attempts a on a.order_id = l.order_id
           join payment_facts f on f.attempt_id = a.id where l.reverses is null and f.kind = 'disputed')::int as "disputedOrders"`,
      [userId, now],
    )
  )[0]

/**
 * Applies one event to an order: nothing, a refund, a dispute, a duplicate payment, or a dispute first reported when it
 * is won.
 */
async function happen(company: Company, order: Bought, which: number): Promise<void> {
  const disputed = company.fact(order, 'disputed', order.totalMinor)
  if (which === 1) await company.refund(order, 4_000)
  if (which === 2) await company.dispute(order)
  if (which === 3) {
    const again = { providerTxnId: `again ${order.attemptId}` }
    await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), ...again }])
    await company.settle(order.orderId, [{ ...disputed, ...again }])
  }
  if (which === 4) await company.settle(order.orderId, [disputed, company.fact(order, 'dispute_won', order.totalMinor)])
}

it('the conduct figures of affiliates equal the sums of the rows, whichever days are summed up', async () => {
  const company = openCompany(db)
  const affiliates: Person[] = []
  for (let made = 0; made < 6; made++) {
    const affiliate = await company.affiliate()
    affiliates.push(affiliate)
    for (let bought = 0; bought < perAffiliate; bought++) {
      const friend = await company.come(affiliate.inviteCode)
      const order = await company.buy(friend, { totalMinor: 10_000, currency: 'USD' })
      await happen(company, order, bought)
    }
  }
  await db.asOwner(
    `update commissions set type = 'renewal' where id in (select id from commissions order by id limit 12)`,
  )
  await db.asOwner(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, approved_by, address, transaction_hash, paid_at)
     values ($1, $2, '2026-01-01', 1, 1, 'paid', 'a', 'b', 'T', 'hash', now() - interval '30 days')`,
    [settlement, affiliates[0]!.userId],
  )
  const seen = new Map<string, number>()
  const compare = async () => {
    for (const affiliate of affiliates) {
      const [found, wanted] = await db.database.transaction(async (tx) => {
        const { now, ...takenBack } = await countTakenBack(tx, affiliate.userId)
        return [{ ...(await countBought(tx, affiliate.userId, now)), ...takenBack }, await count(affiliate, now)]
      })
      expect(found).toEqual(wanted)
      for (const [name, value] of Object.entries(found)) seen.set(name, (seen.get(name) ?? 0) + value)
    }
  }
  const rows = affiliates.length * perAffiliate
  await fc.assert(
    fc.asyncProperty(
      fc.array(moments, { minLength: rows, maxLength: rows }),
      fc.integer({ min: 2, max: 35 }),
      async (all, back) => {
        await db.asOwner(
          'truncate daily_folds, affiliate_days, affiliate_folds, affiliate_open_days, affiliate_open_folds',
        )
        await place(all)
        await compare()
        for (const last of [addDays(today, -back), addDays(today, -1)]) {
          await db.asOwner(
            `insert into daily_folds (day) select d::date from generate_series($1::date, $2::date, interval '1 day') d
             on conflict do nothing`,
            [addDays(today, -longest), last],
          )
          await foldAffiliateDays(db.database)
          await compare()
        }
      },
    ),
    { numRuns: countRounds(200, 4) },
  )
  for (const name of ['paidOrders', 'newPayersOfDay', 'newPayersOfMonth', 'refundedAfterPayout', 'disputedOrders'])
    expect(seen.get(name), name).toBeGreaterThan(0)
})

it('a dispute of any payment marks its affiliate for review', async () => {
  const company = openCompany(db)
  for (const which of [2, 3, 4]) {
    const affiliate = await company.affiliate()
    const order = await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 10_000, currency: 'USD' })
    await db.asOwner('delete from risk_dues')
    await happen(company, order, which)
    const due = await db.asOwner('select from risk_dues where user_id = $1', [affiliate.userId])
    expect(due.length, `dispute ${which}`).toBeGreaterThan(0)
  }
})
