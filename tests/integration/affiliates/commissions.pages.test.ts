import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { listLines } from '#server/modules/payouts/commissions.service.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
import { listCommissions } from '#server/workflows/affiliates/list-commissions.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company, type Person } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
let affiliate: Person
const states = ['held', 'review', 'payable', 'settling', 'paid'] as const

beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
  affiliate = await company.affiliate()
  const buy = async () => {
    const friend = await company.come(affiliate.inviteCode)
    return company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
  }
  for (let count = 0; count < 15; count++) await buy()
  const rows = await db.asOwner<{ id: string }>('select id from commissions order by booked_at, id')
  const ids = (from: number) => rows.slice(from, from + 3).map(({ id }) => id)
  const settle = (state: string, month: string, which: string[]) =>
    db.asOwner(
      `with made as (
         insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, approved_by, address, transaction_hash, paid_at)
         values (gen_random_uuid(), $1, $2::date, 3366, 3, $3, 'a', case when $3 = 'paid' then 'b' end, case when $3 = 'paid' then 'T' end,
           case when $3 = 'paid' then 'hash' end, case when $3 = 'paid' then now() end) returning id
       ) update commissions set settlement_id = made.id from made where commissions.id = any($4)`,
      [affiliate.userId, month, state, which],
    )
  await settle('paid', '2026-08-01', ids(0))
  await settle('prepared', '2026-09-01', ids(3))
  const hold = (which: string[], over: boolean, review: string | null) =>
    db.asOwner(
      `update commissions set held_until = now() + make_interval(days => $2), review_reason = $3 where id = any($1)`,
      [which, over ? -1 : 1, review],
    )
  await hold(ids(6), true, null)
  await hold(ids(9), false, 'odd payer')
  await hold(ids(12), false, null)
})
afterAll(() => db.drop())

type Filter = Parameters<typeof listCommissions>[2]

async function all(filter: Filter) {
  const seen: Awaited<ReturnType<typeof listCommissions>>['list'] = []
  for (let before: string | undefined; ;) {
    const page = await listCommissions(
      db.database,
      affiliate.userId,
      { ...filter, limit: 2, ...(before && { before }) },
      'en',
    )
    seen.push(...page.list)
    if (page.next === null) return seen
    before = page.next
  }
}

it.each(states)('commissions filtered by state %s are complete and keep their order across pages', async (state) => {
  const whole = await all({})
  expect(whole).toHaveLength(15)
  const wanted = whole.filter((line) => line.state === state)
  expect(wanted).toHaveLength(3)
  expect(await all({ state })).toEqual(wanted)
})

it('a state filter combines with type, link and period', async () => {
  const [first, second, third] = await all({ state: 'payable' })
  expect(await all({ state: 'payable', type: 1 })).toEqual([])
  expect(await all({ state: 'payable', type: 0, from: second!.date, to: first!.date + 1 })).toEqual([first, second])
  expect(await all({ state: 'paid', to: third!.date })).toHaveLength(3)
  expect(await all({ state: 'settling', from: third!.date })).toEqual([])
  const nobodys = '00000000-0000-7000-8000-000000000000'
  for (const state of states) expect(await all({ state, campaign: nobodys })).toEqual([])
})

it('filtered commissions never include those of another affiliate', async () => {
  const other = await company.affiliate()
  for (const state of states)
    expect(await listCommissions(db.database, other.userId, { state }, 'en')).toEqual({ list: [], next: null })
})

it('payable commissions are sorted by the end of their hold, latest first', async () => {
  const booked = await all({ state: 'payable' })
  const oldest = booked.at(-1)!
  await db.asOwner(`update commissions set held_until = now() - interval '1 second' where id = $1`, [oldest.id])
  expect((await all({ state: 'payable' })).map(({ id }) => id)).toEqual([
    oldest.id,
    ...booked.slice(0, -1).map(({ id }) => id),
  ])
})

it('held commissions are found without scanning the pending ones, whichever query plan PostgreSQL has cached', async () => {
  await db.asOwner(
    `insert into commissions (id, affiliate_id, referred_id, order_id, campaign_id, reverses, type, terms_version, tier, rate_bps, paid_currency,
       paid_minor, usd_per_unit_micros, amount_minor, earned_at, held_until)
     select gen_random_uuid(), affiliate_id, referred_id, order_id, campaign_id, id, type, terms_version, tier, rate_bps, paid_currency,
       0, usd_per_unit_micros, -1, earned_at, now() + interval '9 days'
     from (select * from commissions where settlement_id is null limit 1) c cross join generate_series(1, 3000)`,
  )
  await db.asOwner('analyze commissions')
  const client = new pg.Client(db.connection)
  await client.connect()
  await client.query('set plan_cache_mode = force_generic_plan')
  let read = 0
  const explained = {
    query: async ({ text, values }: Statement<unknown>) => {
      await client.query(`prepare page as ${text}`)
      const given = values
        .map((value) => (typeof value === 'string' ? pg.escapeLiteral(value) : JSON.stringify(value)))
        .join(', ')
      const { rows } = await client.query(`explain (analyze, format json) execute page (${given})`)
      const figures = [...JSON.stringify(rows).matchAll(/"(?:Rows Removed by Filter|Actual Rows)":([\d.]+)/g)]
      read = Math.max(...figures.map(([, count]) => Number(count)))
      return []
    },
  } as unknown as Queryable
  const filter = { state: 'review', type: null, campaignId: null, from: null, to: null } as const
  await listLines(explained, affiliate.userId, filter, 'ffffffff-ffff-ffff-ffff-ffffffffffff', 51)
  await client.end()
  expect(read).toBe(3)
})
