import pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { ActionInput, ActionName } from '#shared/contract/operator.ts'
import { dayOf } from '#server/modules/figures/days.rules.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
import { foldDays } from '#server/workflows/figures/fold-days.ts'
import { noteMembers } from '#server/workflows/figures/count-members.ts'
import { readDays } from '#server/workflows/figures/read-days.ts'
import { readSpan } from '#server/workflows/figures/read-span.ts'
import { readToday } from '#server/workflows/figures/read-today.ts'
import { openCompany, type Company } from '#tests/integration/affiliates/affiliates.setup.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { foldAll, lastFolded, spreadBookings, tomorrow } from '#tests/support/figures.ts'
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
const unfold = () =>
  db.asOwner(
    'delete from daily_revenue; delete from daily_plan_revenue; delete from daily_funnel; delete from daily_folds; delete from fold_watch',
  )
async function statementsOfToday(): Promise<number> {
  const { database, sent } = counting()
  await perform(database, 'today.show', {}, { config })
  return sent()
}

it('the Today page needs the same number of queries in a full shop, and its counts match the linked lists', async () => {
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

it('the Today page compares with the same hours one week before, not with the whole day', async () => {
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
  await book('2026-11-14T00:00:00Z', 100, 'USD')
  await book('2026-11-07T00:00:00Z', 2_000, 'USD')
  await book('2026-11-13T14:32:00Z', 30_000, 'USD')
  const sums = async (days?: number) => {
    const { now: span, before } = await readToday(db.database, now, days)
    return [span, before].map(({ revenue }) =>
      Object.fromEntries(revenue.map(({ currency, netMinor }) => [currency, netMinor])),
    )
  }
  const { now: today, before: lastWeek } = await readToday(db.database, now)
  expect(today.revenue.map(({ currency, netMinor, payments }) => [currency, netMinor, payments])).toEqual([
    ['CNY', 21, 2],
    ['USD', 9, 1],
  ])
  expect(lastWeek.revenue.map(({ currency, netMinor }) => [currency, netMinor])).toEqual([['CNY', 650_000]])
  // Seven days are compared with the seven before, up to the same hour: later entries of the 13th are in neither.
  expect(await sums(7)).toEqual([
    { CNY: 4_021, USD: 109 },
    { CNY: 650_000, USD: 2_000 },
  ])
  expect(await sums(30)).toEqual([{ CNY: 7_654_021, USD: 32_109 }, {}])
})

it('daily figures are the same before and after a day is aggregated', async () => {
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
  const live = await readDays(db.database, [], first, today)
  expect(live.every(({ isFolded }) => !isFolded)).toBe(true)
  expect(live.filter(({ funnel }) => funnel !== null).map(({ day }) => day)).toHaveLength(3)
  await foldAll(db)
  const folded = await readDays(db.database, [], first, today)
  expect(folded.map(({ day, revenue }) => ({ day, revenue }))).toEqual(
    live.map(({ day, revenue }) => ({ day, revenue })),
  )
  expect(folded.at(-1)).toMatchObject({ isFolded: true, differs: false, funnel: live.at(-1)!.funnel })
  expect(live.at(-1)!.funnel!.order_paid).toBeGreaterThanOrEqual(6)
  const shown = await perform(db.database, 'figures.days', { days: 7 }, { config })
  expect(shown.days).toHaveLength(7)
  expect(shown.days.at(-1)!.day).toBe(today)
})

it('figures over several days are the same before and after aggregation, whatever hour they end at', async () => {
  await unfold()
  await db.asOwner(
    `with n as (select id, row_number() over (order by id) as n from users)
     update users u set created_at = date_trunc('day', now()) - make_interval(days => (n.n * 5 % 50)::int, secs => -(n.n * 7919 % 86400)::int) from n where n.id = u.id`,
  )
  await db.asOwner(
    `with n as (select id, row_number() over (order by id) as n from orders)
     update orders o set created_at = date_trunc('day', now()) - make_interval(days => (n.n * 3 % 50)::int, secs => -(n.n * 7919 % 86400)::int) from n where n.id = o.id`,
  )
  await db.asOwner(
    `alter table order_events disable trigger user;
     update order_events e set at = o.created_at + interval '1 minute' from orders o where o.id = e.order_id;
     alter table order_events enable trigger user`,
  )
  // Adds visits at the edges of a day that the range covers only until noon, right before noon and at noon.
  await db.asOwner(
    `insert into marketing_visits (visit, at)
     select 'of-' || n, date_trunc('day', now()) - at
     from unnest('{3 days,2 days 12 hours 1 second,2 days 12 hours,2 days 1 second}'::interval[]) with ordinality as v (at, n)`,
  )
  const day = (back: number, hour = 0) => {
    const at = new Date(Date.now() - back * 86_400_000)
    return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), hour))
  }
  // Sums up (folds) each day in the following night, while its funnel data still exists.
  const foldNightly = async () => {
    for (let back = 60; back > 0; back--)
      await foldDays(db.database, { now: new Date(day(back - 1).getTime() + 120_000) })
  }
  const ends = [day(0, 9), day(3, 12), day(7)]
  const spans = () =>
    Promise.all(
      ends.flatMap((until) =>
        [8, 20, 60].map((back) => readSpan(db.database, [], { from: day(back), until, visitsSince: day(60) })),
      ),
    )
  const live = await spans()
  for (const whole of live.filter((_, index) => index % 3 === 2)) {
    expect(whole.revenue.length).toBeGreaterThan(0)
    expect(Math.min(whole.funnel.sign_up!, whole.funnel.order_made!, whole.funnel.order_paid!)).toBeGreaterThan(1)
  }
  await foldNightly()
  expect((await lastFolded(db))! >= dayOf(day(2))).toBe(true)
  expect(await spans()).toEqual(live)

  // A step unknown for one day is unknown for the whole period; other steps are not affected.
  const { funnel } = await readSpan(db.database, [], { from: day(8), until: day(3, 12), visitsSince: day(60) })
  await db.asOwner(`delete from daily_funnel where step = 'visit' and day = $1::date`, [day(5)])
  const { visit: _, ...others } = funnel
  expect((await readSpan(db.database, [], { from: day(8), until: day(3, 12), visitsSince: day(60) })).funnel).toEqual(
    others,
  )
  expect(
    (await readSpan(db.database, [], { from: day(4), until: day(3, 12), visitsSince: day(60) })).funnel.visit,
  ).toBe(2)
  await db.asOwner('delete from daily_funnel where day = $1::date', [day(6)])
  expect((await readSpan(db.database, [], { from: day(8), until: day(3, 12), visitsSince: day(60) })).funnel).toEqual(
    {},
  )

  // A partial day is read from rows, whose older visits may have been deleted.
  await unfold()
  await foldNightly()
  const { visit: _visit, download: _download, sign_up_form: _form, checkout: _checkout, ...kept } = funnel
  const late = await readSpan(db.database, [], { from: day(8), until: day(3, 12), visitsSince: day(2) })
  expect(late.funnel).toEqual(kept)
  // Without daily sums, money is read from the ledger, and the funnel stays empty.
  for (const table of ['daily_funnel', 'daily_plan_revenue', 'daily_revenue', 'daily_folds'])
    await db.asOwner(`delete from ${table} where day > $1::date`, [day(8)])
  expect(await readSpan(db.database, [], { from: day(20), until: ends[0]!, visitsSince: day(60) })).toEqual({
    ...live[1],
    funnel: {},
  })

  // A day that is summed up late has lost its visits and nothing else.
  await unfold()
  await foldAll(db)
  const { sign_up, trial, order_made, order_paid } = live[2]!.funnel
  expect((await readSpan(db.database, [], { from: day(60), until: ends[0]!, visitsSince: day(60) })).funnel).toEqual({
    sign_up,
    trial,
    order_made,
    order_paid,
  })
})

it('a day aggregated while the figures are read is counted once', async () => {
  await unfold()
  const days = async (database: Database) => {
    const { days: shown } = await perform(database, 'figures.days', { days: 45 }, { config })
    return shown.map(({ day, revenue }) => ({ day, revenue }))
  }
  const before = await days(db.database)
  expect(before.some(({ revenue }) => revenue.length > 0)).toBe(true)
  // Summing up waits for database transactions running now, but not for later ones.
  const other = new pg.Client(db.connection)
  await other.connect()
  await other.query('begin; select 1')
  await foldDays(db.database, { now: tomorrow() })
  await other.end()
  expect(await days(db.database)).toEqual(before)
  let isFolded = false
  /** Sums up every day and commits, after the page has read which days are summed up. */
  const gated: Database = {
    ...db.database,
    transaction: (work, options) =>
      db.database.transaction(
        (tx) =>
          work({
            ...tx,
            query: async (statement) => {
              if (!isFolded && statement.text.includes('daily_revenue')) {
                isFolded = true
                await foldAll(db)
              }
              return tx.query(statement)
            },
          }),
        options,
      ),
  }
  expect(await days(gated)).toEqual(before)
  expect(isFolded).toBe(true)
})

it('payment methods show their attempts of the last 24 hours and of the seven days before', async () => {
  await db.asOwner(`update payment_attempts set created_at = now() - interval '20 days'`)
  const place = async (paid: number, open: number, ago: string) => {
    for (let made = 0; made < paid + open; made++) {
      const order = await company.order(await company.person(), { totalMinor: 500 })
      if (made < paid) await company.settle(order.orderId, [company.fact(order, 'paid', 500)])
      await db.asOwner(
        `update payment_attempts set created_at = now() - $2::interval, status = case when $3 then 'paid' else 'open' end where id = $1`,
        [order.attemptId, ago, made < paid],
      )
    }
  }
  await place(2, 1, '1 hour')
  await place(1, 1, '23 hours')
  await place(4, 1, '25 hours')
  await place(1, 0, '7 days 23 hours')
  await place(9, 0, '8 days 1 hour')
  const [known] = await db.asOwner<{ method: string }>(
    `select method from payment_attempts where created_at > now() - interval '10 days' limit 1`,
  )
  const { methods } = await perform(db.database, 'today.show', {}, { config })
  const counts = { method: known!.method, attempts: 5, paid: 3, attemptsBefore: 6, paidBefore: 5 }
  expect(methods).toEqual([{ ...counts, medianSeconds: expect.any(Number) as number }])

  /** Sets the seconds from order to payment for the paid attempts of the last day, newest first. */
  const took = (...seconds: number[]) =>
    db.asOwner(
      `with n as (
         select order_id, created_at, row_number() over (order by created_at desc, id) as n from payment_attempts
         where created_at >= now() - interval '1 day' and status = 'paid'
       )
       update orders o set paid_at = n.created_at + make_interval(secs => ($1::int[])[n.n]) from n where o.id = n.order_id`,
      [seconds],
    )
  const median = async () => (await perform(db.database, 'today.show', {}, { config })).methods[0]!.medianSeconds
  await took(41, 7_200, 12)
  expect(await median()).toBe(41)
  // A second attempt that was also paid began after the first payment.
  await took(-30, -40, 9)
  expect(await median()).toBe(0)
  await db.asOwner(`update payment_attempts set status = 'closed' where created_at >= now() - interval '1 day'`)
  expect(await median()).toBeNull()
})

it('member counts come from the latest snapshot or live data, next to the count a week before', async () => {
  await db.asOwner('delete from daily_members; delete from memberships')
  const member = async (ends: string) => {
    const { userId } = await company.person()
    await db.asOwner(
      `insert into memberships (user_id, expires_at, max_devices) values ($1, now() + $2::interval, 1)
       on conflict (user_id) do update set expires_at = excluded.expires_at`,
      [userId, ends],
    )
  }
  const shown = async () => {
    const { countedAt: _, ...members } = (await perform(db.database, 'today.show', {}, { config })).members
    return members
  }
  for (const ends of ['2 hours', '3 days', '40 days', '-2 hours', '-6 days', '-8 days']) await member(ends)
  const first = { active: 3, endInDay: 1, endInWeek: 2, endedInWeek: 2, activeBefore: null }
  expect(await shown()).toEqual(first)
  await noteMembers(db.database)
  await member('5 days')
  expect(await shown()).toEqual(first)
  await noteMembers(db.database)
  const second = { ...first, active: 4, endInWeek: 3 }
  expect(await shown()).toEqual(second)
  expect(await db.asOwner('select from daily_members')).toHaveLength(1)
  await member('5 days')
  await db.asOwner(`update daily_members set counted_at = counted_at - interval '16 minutes'`)
  expect(await shown()).toEqual({ ...second, active: 5, endInWeek: 4 })
  await db.asOwner(`update daily_members set day = day - 7, active = 77`)
  expect((await shown()).activeBefore).toBe(77)
  await db.asOwner(`update daily_members set day = day - 23, active = 66`)
  const { members } = await perform(db.database, 'today.show', { days: 30 }, { config })
  expect([members.activeBefore, (await shown()).activeBefore]).toEqual([66, null])
})
