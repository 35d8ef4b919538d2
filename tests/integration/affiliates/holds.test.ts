import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, endOf } from '#server/modules/figures/days.rules.ts'
import { compareHolds, readWaiting } from '#server/modules/payouts/commission-holds.service.ts'
import { foldCommissionHolds } from '#server/workflows/figures/fold-affiliate-days.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openCompany, type Company, type Person } from './affiliates.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const today = new Date().toISOString().slice(0, 10)
/** Marks all days up to this one as summed up, and sums up (folds) the holds. */
async function fold(last: string): Promise<void> {
  await db.asOwner(
    `insert into daily_folds (day) select d::date from generate_series($1::date, $2::date, interval '1 day') d
     on conflict do nothing`,
    [addDays(today, -60), last],
  )
  await foldCommissionHolds(db.database)
}
const forgetFolds = () => db.asOwner('truncate daily_folds, commission_holds, commission_hold_folds')

async function topAffiliate(): Promise<Person> {
  const affiliate = await company.affiliate()
  await db.asOwner(`update affiliates set tier = 'top' where user_id = $1`, [affiliate.userId])
  return affiliate
}

/** Dates of a row as days from today, and the moment of the day: its first or last microsecond, or between. */
type Moments = {
  booked: number
  held: number
  reserve: number
  on: number
  review: boolean
  settled: boolean
}
const moments = fc.record({
  booked: fc.integer({ min: -50, max: 0 }),
  held: fc.integer({ min: -3, max: 4 }),
  reserve: fc.constantFrom(0, 1, 40),
  on: fc.oneof(fc.constantFrom(0, 86_399_999_999), fc.integer({ min: 0, max: 86_399_999_999 })),
  review: fc.boolean(),
  settled: fc.boolean(),
})

async function place({ userId }: Person, rows: readonly Moments[]): Promise<void> {
  const columns = (['booked', 'held', 'reserve', 'on', 'review', 'settled'] as const).map((of) =>
    rows.map((row) => row[of]),
  )
  await db.asOwner(
    `with numbered as (select id, row_number() over (order by id) as n from commissions where affiliate_id = $1),
       moments as (
         select n, (date_trunc('day', now() at time zone 'UTC') + "on" * interval '1 microsecond') at time zone 'UTC' as base,
           booked, held, reserve, review, settled
         from unnest($3::int[], $4::int[], $5::int[], $6::bigint[], $7::boolean[], $8::boolean[]) with ordinality
           m (booked, held, reserve, "on", review, settled, n)),
       dated as (
         select n, base + make_interval(days => booked) as booked_at, base + make_interval(days => held) as held_until,
           base + make_interval(days => held + reserve) as reserve_until, review, settled from moments)
     update commissions c set booked_at = d.booked_at, held_until = d.held_until,
       reserve_until = case when c.reserve_minor <> 0 then d.reserve_until end, review_reason = case when d.review then 'odd' end,
       settlement_id = case when d.settled and d.held_until <= now() then $2::uuid end,
       reserve_settlement_id = case when d.settled and not d.review and c.reserve_minor <> 0 and d.reserve_until <= now() then $2::uuid end
     from numbered, dated d where numbered.id = c.id and d.n = numbered.n`,
    [userId, settlement, ...columns],
  )
}
const settlement = randomUUID()

async function countRows({ userId }: Person, now: Date) {
  const [held] = await db.asOwner<{ minor: number }>(
    `select coalesce(sum(case
         when settlement_id is null and (held_until > $2 or review_reason is not null) then amount_minor
         when settlement_id is not null and reserve_settlement_id is null and review_reason is not null then reserve_minor end), 0)::int as minor
     from commissions where affiliate_id = $1`,
    [userId, now],
  )
  const reserves = await db.asOwner<{ month: string; minor: number }>(
    `select to_char(reserve_until at time zone 'UTC', 'YYYY-MM') as month, sum(reserve_minor)::int as minor from commissions
     where affiliate_id = $1 and reserve_settlement_id is null and reserve_until > $2 and review_reason is null
       and (settlement_id is not null or held_until <= $2)
     group by 1 having sum(reserve_minor) <> 0 order by 1`,
    [userId, now],
  )
  const reservedMinor = reserves.reduce((sum, { minor }) => sum + minor, 0)
  return { heldMinor: held!.minor, reservedMinor, reserves }
}

describe('pending commissions', () => {
  it('the pending total equals the rows after any sequence of holds, releases and payouts', async () => {
    const affiliate = await topAffiliate()
    const rows = 14
    for (let made = 0; made < rows / 2; made++) {
      const order = await company.buy(await company.come(affiliate.inviteCode), {
        totalMinor: 10_000 + made * 137,
        currency: 'USD',
      })
      await company.refund(order, 500 + made * 250)
    }
    await db.asOwner(
      `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by) values ($1, $2, '2026-01-01', 1, 1, 'a')`,
      [settlement, affiliate.userId],
    )
    const compare = () =>
      db.database.transaction(async (tx) =>
        expect(await readWaiting(tx, affiliate.userId)).toEqual(await countRows(affiliate, tx.now)),
      )
    let seen = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(moments, { minLength: rows, maxLength: rows }),
        fc.integer({ min: 2, max: 40 }),
        async (all, back) => {
          await forgetFolds()
          await place(affiliate, all)
          await compare()
          for (const last of [addDays(today, -back), addDays(today, -back), addDays(today, -1)]) {
            await fold(last)
            await compare()
            expect(await compareHolds(db.database, [affiliate.userId], endOf)).toEqual([])
          }
          const [{ count } = { count: 0 }] = await db.asOwner<{ count: number }>(
            `select count(*)::int as count from commission_holds where held_on > $1::date and ends_on > held_on`,
            [today],
          )
          seen += count
        },
      ),
      { numRuns: countRounds(500, 25) },
    )
    expect(seen).toBeGreaterThan(10)
    await forgetFolds()
  })
})
