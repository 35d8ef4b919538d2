import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { monthAt, monthStart, type MonthZones } from '#shared/month-zones.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { findFigureProblems } from '#server/workflows/figures/prove-days.ts'
import { readMonthPlans, readMonths } from '#server/workflows/figures/read-months.ts'
import { countMonthMembers } from '#server/modules/membership/month-members.queries.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ben } from '#tests/support/operators.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

let booked = 0
const book = (at: string, minor: number, { currency = 'CNY', source = 'payment', credit = 'revenue' } = {}) =>
  db.asOwner(
    `insert into ledger_postings (id, source, source_id, debit, credit, currency, amount_minor, booked_at)
     values (gen_random_uuid(), $4, $5, $6, $7, $3, $2, $1::text::timestamptz)`,
    [
      at,
      minor,
      currency,
      source,
      `made ${++booked}`,
      ...(source === 'payment' ? ['clearing:alipay', credit] : ['refunds', 'clearing:alipay']),
    ],
  )
const setZones = (zones: MonthZones) =>
  db.asOwner(
    `insert into settings (key, value) values ('monthZones', $1) on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(zones)],
  )
beforeEach(async () => {
  await db.asOwner(
    `truncate daily_revenue, daily_plan_revenue, daily_funnel, daily_folds, fold_watch; delete from settings where key = 'monthZones';
     alter table ledger_postings disable trigger user; delete from ledger_postings; alter table ledger_postings enable trigger user`,
  )
})

const foldUntil = async (now: Date) => {
  for (let turn = 0; turn < 2; turn++) await foldDays(db.database, { now: new Date(now.getTime() + turn * 120_000) })
}

it('months and days of the shop change at its own midnight, also where clocks change', async () => {
  const zones = [{ from: '2020-01', zone: 'America/New_York' }]
  await setZones(zones)
  // Clocks go back on 1 November 2026 at 06:00 UTC; the month begins at 04:00 UTC and ends at 05:00 UTC.
  await book('2026-11-01T03:59:59Z', 1)
  await book('2026-11-01T04:00:00Z', 20)
  await book('2026-12-01T04:59:59Z', 300)
  await book('2026-12-01T05:00:00Z', 4_000)
  await book('2026-11-15T12:00:00Z', 7, { source: 'refund' })
  await book('2026-11-15T12:00:00Z', 50_000, { currency: 'USD' })
  const now = new Date('2026-12-02T12:00:00Z')
  const read = async () =>
    (await readMonths(db.database, zones, now, 13)).map(({ month, revenue }) => [
      month,
      ...revenue.map((row) => [row.currency, row.paidMinor, row.refundedMinor, row.netMinor, row.payments]),
    ])
  const live = await read()
  expect(live).toEqual([
    ['2026-10', ['CNY', 1, 0, 1, 1]],
    ['2026-11', ['CNY', 320, 7, 313, 2], ['USD', 50_000, 0, 50_000, 1]],
    ['2026-12', ['CNY', 4_000, 0, 4_000, 1]],
  ])
  await foldUntil(now)
  const [{ folded } = { folded: 0 }] = await db.asOwner<{ folded: number }>(
    'select count(*)::int as folded from daily_folds',
  )
  expect(folded).toBe(32)
  expect(await read()).toEqual(live)
  expect(await findFigureProblems(db.database)).toEqual([])
  await book('2026-11-01T04:00:01Z', 9)
  expect((await findFigureProblems(db.database)).join()).toContain('figures of 2026-11-01')
})

it('the sums of each month equal those of the ledger for its days, in several zones one after another', async () => {
  const zones = [
    { from: '2020-01', zone: 'Pacific/Kiritimati' },
    { from: '2026-09', zone: 'America/Havana' },
    { from: '2026-10', zone: 'Asia/Shanghai' },
  ]
  await setZones(zones)
  for (let hour = 0; hour < 24 * 100; hour += 5)
    await book(new Date(Date.parse('2026-08-20T00:30:00Z') + hour * 3_600_000).toISOString(), 1 + hour)
  const now = new Date('2026-11-27T00:00:00Z')
  await foldUntil(new Date('2026-11-10T12:00:00Z'))
  const figures = await readMonths(db.database, zones, now, 25)
  expect(figures.map(({ month }) => month)).toEqual(['2026-08', '2026-09', '2026-10', '2026-11'])
  const rows = await db.asOwner<{ at: Date; minor: string }>(
    'select booked_at as at, amount_minor as minor from ledger_postings',
  )
  const byMonth = Map.groupBy(
    rows.filter(({ at }) => at < now),
    ({ at }) => monthAt(zones, at),
  )
  for (const { month, revenue } of figures)
    expect([month, revenue[0]?.netMinor]).toEqual([
      month,
      byMonth.get(month)!.reduce((sum, { minor }) => sum + Number(minor), 0),
    ])
})

it('members of a month are those whom its grants, looked at one by one, make members at its bounds', async () => {
  const dayMs = 86_400_000
  const bounds = Array.from({ length: 7 }, (_, n) => new Date(Date.UTC(2025, n, 1)))
  const [begin, end] = [bounds[0]!.getTime() - 60 * dayMs, bounds.at(-1)!.getTime()]
  type Span = { from: number; until: number; source: string }
  let seed = 20_251
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const people: Span[][] = []
  for (let person = 0; person < 60; person++) {
    const { userId } = await createUser(db.database)
    const times = Array.from({ length: 1 + draw(6) }, () => begin + draw((end - begin) / dayMs) * dayMs).toSorted(
      (a, b) => a - b,
    )
    // Two transactions that wait for each other write their times in the other order.
    if (draw(3) === 0) times.push(...times.splice(-2, 1))
    const rows = times.map((from) => ({
      from,
      until: draw(9) === 0 ? from : from + (1 + draw(80)) * dayMs,
      source: ['order', 'group', 'redeem', 'trial'][draw(4)] as string,
    }))
    for (const [n, { from, until, source }] of rows.entries())
      await db.asOwner(
        `insert into membership_grants (id, user_id, source, source_id, seconds, granted_at, expires_at)
         values (gen_random_uuid(), $1, $2, $3, 86400, $4, $5)`,
        [userId, source, `drawn ${person} ${n}`, new Date(from), new Date(until)],
      )
    people.push(rows)
  }
  const firstOf = (rows: readonly Span[]) =>
    Math.min(...rows.filter(({ source }) => source !== 'trial').map(({ from }) => from))
  const isMember = (rows: readonly Span[], at: Date) => {
    const last = rows.findLast(({ from }) => from <= at.getTime())
    return last !== undefined && last.until > at.getTime() && firstOf(rows) <= at.getTime()
  }
  const expected = bounds.slice(0, -1).map((from, n) => {
    const until = bounds[n + 1]!
    const inMonth = ({ from: at }: Span) => at >= from.getTime() && at < until.getTime()
    const many = (is: (rows: Span[]) => boolean) => people.filter(is).length
    return {
      atStart: many((rows) => isMember(rows, from)),
      atEnd: many((rows) => isMember(rows, until)),
      newcomers: many((rows) => rows.some((span) => inMonth(span) && span.from === firstOf(rows))),
      renewed: many((rows) =>
        rows.some((span) => inMonth(span) && span.from > firstOf(rows) && ['order', 'group'].includes(span.source)),
      ),
      ended: many((rows) => isMember(rows, from) && !isMember(rows, until)),
    }
  })
  expect(expected.every(({ atStart, ended }) => atStart > 0 && ended > 0)).toBe(true)
  expect(await countMonthMembers(db.database, bounds)).toEqual(expected)
})

it('counts new, renewed and ended members of a month, and no trials', async () => {
  const day = (text: string) => new Date(`2026-${text}T12:00:00Z`)
  const bounds = ['09', '10', '11', '12'].map((month) => monthStart([], `2026-${month}`))
  let made = 0
  const person = async (grants: readonly (readonly [source: string, granted: string, ends: string])[]) => {
    const { userId } = await createUser(db.database)
    for (const [source, granted, ends] of grants)
      await db.asOwner(
        `insert into membership_grants (id, user_id, source, source_id, seconds, granted_at, expires_at)
         values (gen_random_uuid(), $1, $2, $3, 86400, $4, $5)`,
        [userId, source, `made ${++made}`, day(granted), day(ends)],
      )
  }
  await person([['order', '08-15', '10-15']]) // Membership that ends in October.
  await person([
    ['order', '08-20', '10-20'],
    ['order', '10-10', '12-20'],
  ]) // Membership that is renewed in October.
  await person([
    ['order', '08-20', '09-20'],
    ['group', '10-25', '11-25'],
  ]) // Memberships that end in September and November.
  await person([['trial', '10-01', '10-02']]) // A trial, which never counts as a membership.
  await person([
    ['trial', '09-01', '09-02'],
    ['redeem', '10-05', '12-05'],
  ]) // First membership by a redeem code in October.
  // First membership that begins and ends within October: a member at neither bound of the month.
  await person([['order', '10-03', '10-13']])
  expect(await countMonthMembers(db.database, bounds)).toEqual([
    { atStart: 3, atEnd: 2, newcomers: 0, renewed: 0, ended: 1 },
    { atStart: 2, atEnd: 3, newcomers: 2, renewed: 2, ended: 1 },
    { atStart: 3, atEnd: 2, newcomers: 0, renewed: 0, ended: 1 },
  ])
})

it('the revenue of a month by plan is the same from daily totals and from postings, and adds up to the revenue of the month', async () => {
  const company = openCompany(db)
  await company.buy(await company.person(), { totalMinor: 10_000, currency: 'CNY' })
  await db.asOwner(
    `alter table ledger_postings disable trigger user;
     update ledger_postings set booked_at = '2026-11-05T00:00:00Z';
     alter table ledger_postings enable trigger user`,
  )
  const now = new Date('2026-12-03T12:00:00Z')
  const live = await readMonthPlans(db.database, [], '2026-11', now)
  expect(live).toMatchObject([{ goodsId: 'plan-12', currency: 'CNY', netMinor: 10_000, payments: 1 }])
  await book('2026-11-01T00:00:00Z', 1)
  await foldUntil(now)
  expect(await readMonthPlans(db.database, [], '2026-11', now)).toEqual(live)
})

it('a shop without figures other than of a rehearsal sets its time zone at once, and another one from the next month', async () => {
  await db.asOwner(`delete from settings where key = 'monthZones'`)
  const set = async (zone: string) => {
    await perform(db.database, 'payouts.set-zone', { zone, reason: 'our office' })
    const [asked] = await db.asOwner<{ id: string }>(`select id from operator_proposals where state = 'open'`)
    await perform(db.database, 'approvals.grant', { id: asked!.id }, { operator: ben })
  }
  await book('2026-11-04T00:00:00Z', 1, { credit: 'rehearsal' })
  await set('Asia/Shanghai')
  expect((await perform(db.database, 'figures.months', {})).zone).toBe('Asia/Shanghai')
  await book('2026-11-05T00:00:00Z', 1)
  await set('America/New_York')
  expect((await perform(db.database, 'figures.months', {})).zone).toBe('Asia/Shanghai')
})
