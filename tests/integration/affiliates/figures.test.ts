import fc from 'fast-check'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays, endOf } from '#server/modules/figures/days.rules.ts'
import { compareHolds, foldHolds } from '#server/modules/payouts/commission-holds.service.ts'
import { dimensions } from '#server/modules/affiliates/affiliate-days.rules.ts'
import { addCampaign } from '#server/modules/affiliates/affiliates.service.ts'
import { describeBreakdown, describeFigures } from '#server/workflows/affiliates/describe-figures.ts'
import {
  foldAffiliateDays,
  foldAffiliateOpenDays,
  foldCommissionHolds,
} from '#server/workflows/figures/fold-affiliate-days.ts'
import { noteVisit } from '#server/workflows/affiliates/record-visit.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { addToFiguresReview } from '#server/modules/payments/reviews.service.ts'
import { proveAffiliateDays, proveAffiliatesJob } from '#server/workflows/figures/prove-affiliate-days.ts'
import type { Database } from '#server/platform/database.ts'
import { figureJobs } from '#server/workflows/jobs/figure-jobs.ts'
import { createJobRunner } from '#server/platform/job-runner.ts'
import { enqueueJob, type Job } from '#server/platform/jobs.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const today = new Date().toISOString().slice(0, 10)
const first = addDays(today, -45)
/** Marks all days up to this one as summed up. */
const closeDays = (last: string) =>
  db.asOwner(
    `insert into daily_folds (day) select d::date from generate_series($1::date, $2::date, interval '1 day') d
     on conflict do nothing`,
    [first, last],
  )
const fold = async (last: string) => {
  await closeDays(last)
  await foldAffiliateDays(db.database)
}
const forgetFolds = () =>
  db.asOwner('truncate daily_folds, affiliate_days, affiliate_folds, affiliate_open_days, affiliate_open_folds')
const minutesOn = (minutes: number) => new Date(Date.now() + minutes * 60_000)
/** Sums up (folds) the days that are still open, up to one minute before `at`. */
const foldOpen = async (at: Date) => {
  await foldAffiliateOpenDays(db.database, { now: at })
  await foldAffiliateOpenDays(db.database, { now: at })
}
const openUntil = async () =>
  (await db.asOwner<{ until: Date }>('select until from affiliate_open_folds'))[0]?.until.getTime()

async function spread(): Promise<void> {
  const columns = [
    ['commissions', 'id', 'booked_at'],
    ['referrals', 'user_id', 'referred_at'],
    ['marketing_visits', 'visit', 'at'],
  ]
  for (const [table, id, at] of columns)
    await db.asOwner(
      `with numbered as (select ${id} as id, row_number() over (order by ${id}) as n from ${table})
       update ${table} t set ${at} = date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
         - make_interval(days => (n * 7 % 40)::int)
         + case n % 3 when 0 then interval '0' when 1 then interval '-1 microsecond' else make_interval(secs => (n * 977 % 86400)::int) end
         - case when n % 3 = 2 then interval '1 day' else interval '0' end
       from numbered where numbered.id = t.${id}`,
    )
  await countMonths()
}

/** Rebuilds the monthly totals from the dates that the rows now have. */
async function countMonths(): Promise<void> {
  await db.asOwner('truncate affiliate_months')
  await db.asOwner(
    `insert into affiliate_months (affiliate_id, month, first_minor, renewal_minor, reversed_minor)
     select affiliate_id, date_trunc('month', booked_at at time zone 'UTC'), sum(case when type = 'first' then greatest(amount_minor, 0) else 0 end),
       sum(case when type = 'renewal' then greatest(amount_minor, 0) else 0 end), sum(greatest(-amount_minor, 0))
     from commissions group by 1, 2`,
  )
}

const columns = {
  visits: 'visits',
  signUps: 'sign_ups',
  firsts: 'firsts',
  renewals: 'renewals',
  firstMinor: 'first_minor',
  renewalMinor: 'renewal_minor',
  reversals: 'reversals',
  reversedMinor: 'reversed_minor',
}
type Sums = Record<
  'visits' | 'signUps' | 'firsts' | 'renewals' | 'firstMinor' | 'renewalMinor' | 'reversals' | 'reversedMinor',
  number
>
const zero: Sums = {
  visits: 0,
  signUps: 0,
  firsts: 0,
  renewals: 0,
  firstMinor: 0,
  renewalMinor: 0,
  reversals: 0,
  reversedMinor: 0,
}
const added = (all: readonly Sums[]): Sums =>
  all.reduce(
    (sum, each) =>
      Object.fromEntries(
        Object.keys(zero).map((name) => [name, sum[name as keyof Sums] + each[name as keyof Sums]]),
      ) as Sums,
    zero,
  )

/** Sums of the rows, computed independently of the product. `of`: column that each kind of row has, or null. */
async function sumRows({ userId }: Person, by: string, from: string, to: string): Promise<Record<string, Sums>> {
  const of = {
    all: [`''`, `''`, `''`],
    link: ['campaign_id::text', 'campaign_id::text', `coalesce(c.campaign_id::text, '')`],
    plan: ['null', 'null', `(select goods_id from orders where id = c.order_id)`],
    currency: ['null', 'null', 'c.paid_currency'],
    language: [
      'null',
      `coalesce(language, '')`,
      `coalesce((select language from referrals where user_id = c.referred_id), '')`,
    ],
  }[by]!
  const between = (at: string) => `(${at} at time zone 'UTC')::date between '${from}' and '${to}'`
  const rows = await db.asOwner<{ key: string | null } & Sums>(
    `select key, sum(v)::int as visits, sum(s)::int as "signUps", sum(f)::int as firsts, sum(r)::int as renewals, sum(fm)::int as "firstMinor",
       sum(rm)::int as "renewalMinor", sum(b)::int as reversals, sum(bm)::int as "reversedMinor" from (
       select ${of[0]} as key, 1 as v, 0 as s, 0 as f, 0 as r, 0 as fm, 0 as rm, 0 as b, 0 as bm from marketing_visits
       where campaign_id in (select id from affiliate_campaigns where user_id = $1) and ${between('at')}
       union all
       select ${of[1]}, 0, 1, 0, 0, 0, 0, 0, 0 from referrals where inviter_id = $1 and campaign_id is not null and ${between('referred_at')}
       union all
       select ${of[2]}, 0, 0, (reverses is null and type = 'first')::int, (reverses is null and type = 'renewal')::int,
         case when type = 'first' then greatest(amount_minor, 0) else 0 end, case when type = 'renewal' then greatest(amount_minor, 0) else 0 end,
         (amount_minor < 0)::int, greatest(-amount_minor, 0)
       from commissions c where affiliate_id = $1 and ${between('booked_at')}
     ) x where key is not null group by key`,
    [userId],
  )
  return Object.fromEntries(rows.map(({ key, ...sums }) => [key, sums]))
}

async function expectRows(affiliate: Person, from: string, to: string): Promise<void> {
  for (const interval of ['day', 'week', 'month'] as const) {
    const { parts } = await describeFigures(db.database, affiliate.userId, { from, to, interval })
    const whole = (await sumRows(affiliate, 'all', from, to))[''] ?? zero
    expect(added(parts.map(({ counts }) => counts))).toEqual(whole)
    for (const part of interval === 'day' ? [] : parts)
      expect(part.counts).toEqual((await sumRows(affiliate, 'all', part.from, part.to))[''] ?? zero)
  }
  for (const by of ['link', 'plan', 'currency', 'language'] as const) {
    const { rows } = await describeBreakdown(db.database, affiliate.userId, { by, from, to }, 'en')
    const found = rows.filter(({ counts }) => Object.values(counts).some((value) => value !== 0))
    expect(Object.fromEntries(found.map(({ key, counts }) => [key, counts]))).toEqual(
      await sumRows(affiliate, by, from, to),
    )
  }
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ visit: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ come: fc.nat(2) }) },
  {
    weight: 5,
    arbitrary: fc.record({ buy: fc.nat(99), minor: fc.integer({ min: 1, max: 90_000 }), usd: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ refund: fc.nat(99), share: fc.integer({ min: 1, max: 100 }) }) },
)
const slugs = ['', 'video', 'blog']
let visits = 0

async function walk(affiliate: Person, steps: readonly Record<string, number | boolean>[]): Promise<void> {
  const friends: Person[] = []
  const bought: Bought[] = []
  for (const each of steps) {
    if ('visit' in each) {
      const r = [affiliate.inviteCode, slugs[each.visit as number]].filter(Boolean).join('-')
      await noteVisit({ database: db.database, digest: company.digest }, { r }, { network: `10.9.0.${visits++}` })
    } else if ('come' in each) {
      const slug = slugs[each.come as number]
      const r = [affiliate.inviteCode, slug].filter(Boolean).join('-')
      friends.push(await company.come('', { campaign: { r, consented: false, followedAt: Date.now() } }))
    } else if ('buy' in each) {
      const friend = friends[(each.buy as number) % Math.max(1, friends.length)]
      if (friend)
        bought.push(await company.buy(friend, { totalMinor: each.minor as number, currency: each.usd ? 'USD' : 'CNY' }))
    } else {
      const order = bought[(each.refund as number) % Math.max(1, bought.length)]
      if (order) await company.refund(order, Math.ceil((order.totalMinor * (each.share as number)) / 100))
    }
  }
}

describe('affiliate figures', () => {
  it('figures equal the sums of the rows after any sequence, for days already summed up and for others', async () => {
    const affiliates: Person[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async (steps) => {
        const affiliate = await company.affiliate()
        for (const slug of ['video', 'blog'])
          await db.database.transaction((tx) => addCampaign(tx, affiliate.userId, { name: slug, slug }))
        affiliates.push(affiliate)
        await walk(affiliate, steps)
      }),
      { numRuns: countRounds(200, 4) },
    )
    await db.asOwner(
      'update referrals set language = null where user_id in (select user_id from referrals order by user_id limit 2)',
    )
    await spread()
    const look = async () => {
      for (const affiliate of affiliates) {
        await expectRows(affiliate, first, today)
        await expectRows(affiliate, addDays(today, -33), addDays(today, -12))
      }
    }
    await look()
    await fold(addDays(today, -20))
    await look()
    for (const hours of [-300, -200.5, -100]) {
      await foldOpen(minutesOn(hours * 60))
      await look()
    }
    const [open] = await db.asOwner<{ count: number }>('select count(*)::int as count from affiliate_open_days')
    expect(open!.count).toBeGreaterThan(10)
    await fold(addDays(today, -1))
    expect(await db.asOwner('select from affiliate_open_days')).toEqual([])
    await look()
    await foldOpen(endOf(today))
    expect(await openUntil()).toBe(endOf(today).getTime() - 60_000)
    await look()
    const [rows] = await db.asOwner<{ count: number }>('select count(*)::int as count from affiliate_days')
    expect(rows!.count).toBeGreaterThan(20)
    await forgetFolds()
  })

  it('the current day is summed up except for what an open database transaction may still add', async () => {
    const affiliate = await company.affiliate()
    const [link] = await db.asOwner<{ id: string }>('select id from affiliate_campaigns where user_id = $1', [
      affiliate.userId,
    ])
    await fold(addDays(today, -1))
    const seen = async () =>
      added(
        (await describeFigures(db.database, affiliate.userId, { from: today, to: today, interval: 'day' })).parts.map(
          ({ counts }) => counts,
        ),
      ).visits
    const visitor = new pg.Client(db.connection)
    await visitor.connect()
    await visitor.query('begin')
    await visitor.query('insert into marketing_visits (visit, campaign_id) values ($1, $2)', ['late', link!.id])
    await foldOpen(minutesOn(10))
    await foldOpen(minutesOn(20))
    expect(await openUntil()).toBe(endOf(addDays(today, -1)).getTime())
    await visitor.query('commit')
    await visitor.end()
    expect(await seen()).toBe(1)
    await foldOpen(minutesOn(30))
    expect(await openUntil()).toBeGreaterThan(minutesOn(5).getTime())
    expect(await db.asOwner(`select visits::int from affiliate_open_days where dimension = 'all'`)).toEqual([
      { visits: 1 },
    ])
    expect(await seen()).toBe(1)
    await forgetFolds()
  })

  it('a backlog of days is summed up in steps of two hours, and each finished step is kept', async () => {
    const begin = endOf(addDays(today, -3)).getTime()
    const end = endOf(addDays(today, -1))
    await fold(addDays(today, -3))
    await foldAffiliateOpenDays(db.database, { now: end })
    const run = figureJobs(db.database)['fold-days']!
    for (const hours of [2, 4]) {
      await run({ payload: {}, signal: AbortSignal.abort() } as Job)
      expect(await openUntil()).toBe(begin + hours * 3_600_000)
    }
    await foldAffiliateOpenDays(db.database, { now: minutesOn(0) })
    expect(await openUntil()).toBe(end.getTime() - 60_000)
    await forgetFolds()
  })

  it('summing up figures waits for summing up holds, but not the other way round', async () => {
    await fold(addDays(today, -1))
    await db.asOwner('truncate commission_holds, commission_hold_folds')
    await db.asOwner('alter table affiliate_open_folds add constraint broken check (false)')
    try {
      const run = figureJobs(db.database)['fold-days']!({ payload: {}, signal: AbortSignal.abort() } as Job)
      await expect(run).rejects.toThrow('broken')
    } finally {
      await db.asOwner('alter table affiliate_open_folds drop constraint broken')
    }
    expect(await db.asOwner('select max(day)::text as day from commission_hold_folds')).toEqual([
      { day: addDays(today, -1) },
    ])
    await db.asOwner('truncate commission_holds, commission_hold_folds')
    await forgetFolds()
  })

  it('figures of days summed up stay, and are compared with the same number of days before', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    await company.buy(friend, { totalMinor: 10_000, currency: 'USD' })
    await db.asOwner(
      `update commissions set booked_at = $2::date::timestamp at time zone 'UTC' where affiliate_id = $1`,
      [affiliate.userId, addDays(today, -9)],
    )
    await countMonths()
    await fold(addDays(today, -1))
    await fold(addDays(today, -1))
    const read = (from: string, to: string) =>
      describeFigures(db.database, affiliate.userId, { from, to, interval: 'week' })
    const now = await read(addDays(today, -6), today)
    expect(now.before).toEqual({ from: addDays(today, -13), to: addDays(today, -7) })
    expect(added(now.parts.map(({ counts }) => counts))).toMatchObject({ signUps: 1, firsts: 0 })
    expect(added(now.parts.map(({ before }) => before))).toMatchObject({ firsts: 1, firstMinor: 2_500 })
    const back = await company.come(affiliate.inviteCode)
    await company.buy(back, { totalMinor: 10_000, currency: 'USD' })
    expect(added((await read(addDays(today, -6), today)).parts.map(({ counts }) => counts))).toMatchObject({
      signUps: 2,
      firsts: 1,
      firstMinor: 2_500,
    })
    await forgetFolds()
  })

  it('nightly verification opens one review per difference, naming affiliate and figure', async () => {
    const night = (payload = {}) => proveAffiliateDays(db.database, { payload, signal: new AbortController().signal })
    const open = async () => (await listOpenReviews(db.database)).filter(({ reason }) => reason === 'figures_differ')
    const one = await company.affiliate()
    for (const minor of [10_000, 20_000]) {
      const order = await company.buy(await company.come(one.inviteCode), { totalMinor: minor, currency: 'USD' })
      await company.refund(order, 4_000)
    }
    await spread()
    await fold(addDays(today, -1))
    // Each night verifies some days and all totals.
    for (let later = 0; later < 2; later++) await night({ on: addDays(today, later) })
    expect(await open()).toEqual([])
    const [wrong] = await db.asOwner<{ day: string; minor: number }>(
      `update affiliate_days set first_minor = first_minor + 1 where (affiliate_id, dimension, key, day) =
         (select affiliate_id, dimension, key, day from affiliate_days where affiliate_id = $1 and dimension = 'currency' and firsts > 0
          order by day desc limit 1) returning day::text, first_minor::int as minor`,
      [one.userId],
    )
    for (let later = 0; later < 2; later++) await night({ on: addDays(today, later) })
    for (let later = 0; later < 2; later++) await night({ on: addDays(today, later) })
    const items = await open()
    expect(items).toHaveLength(1)
    expect(items[0]!.details).toMatchObject({
      differences: expect.arrayContaining([
        expect.stringMatching(new RegExp(`^affiliate ${one.uid}, ${wrong!.day}, by currency: firstMinor is `)),
      ]),
    })
    // A deleted row is also a difference. When the time limit is reached, a new job verifies the rest.
    await perform(db.database, 'reviews.decide', { id: items[0]!.id, decision: 'keep', reason: 'seen' })
    await db.asOwner(
      `update affiliate_days set first_minor = $2 where affiliate_id = $1 and dimension = 'currency' and day = $3`,
      [one.userId, wrong!.minor - 1, wrong!.day],
    )
    for (let later = 0; later < 2; later++) await night({ on: addDays(today, later) })
    expect(await open()).toEqual([])
    await db.asOwner(`delete from affiliate_days where affiliate_id = $1 and dimension = 'all'`, [one.userId])
    type Rest = { payload: { on: string; after: string } }
    const nextJob = async () => {
      const [job] = await db.asOwner<{ data: Rest }>(
        `delete from pgboss.job_common where data->>'kind' = 'prove-affiliate-days' and state < 'active' returning data`,
      )
      return job?.data.payload
    }
    for (const on of [today, addDays(today, 1)]) {
      let rest: Rest['payload'] | undefined = { on, after: '00000000-0000-0000-0000-000000000000' }
      for (; rest; rest = await nextJob())
        await proveAffiliateDays(db.database, { payload: rest, signal: AbortSignal.abort() }, 1)
    }
    const [left, ...more] = await open()
    expect(more).toEqual([])
    await perform(db.database, 'reviews.decide', { id: left!.id, decision: 'keep', reason: 'seen' })
    await forgetFolds()
  })

  it('verification names the affiliate link and the figure of a wrong counter', async () => {
    const affiliate = await company.affiliate()
    await db.database.transaction((tx) => addCampaign(tx, affiliate.userId, { name: 'shop', slug: 'shop' }))
    for (const r of [affiliate.inviteCode, `${affiliate.inviteCode}-shop`]) {
      const friend = await company.come('', { campaign: { r, consented: false, followedAt: Date.now() } })
      const order = await company.buy(friend, { totalMinor: 10_000, currency: 'USD' })
      await company.refund(order, 4_000)
    }
    await fold(addDays(today, -1))
    const [before] = await db.asOwner<{ id: string | null }>(
      'select max(user_id::text) as id from affiliates where user_id < $1',
      [affiliate.userId],
    )
    const night = async () => {
      const payload = { after: before?.id ?? undefined }
      await proveAffiliateDays(db.database, { payload, signal: new AbortController().signal })
      const items = (await listOpenReviews(db.database)).filter(({ reason }) => reason === 'figures_differ')
      return items.flatMap(({ details }) => (details as { differences: string[] }).differences)
    }
    expect(await night()).toEqual([])
    await db.asOwner(
      `update affiliate_campaigns set sign_ups = 3, paid = 0, earned_minor = earned_minor + 7 where user_id = $1 and slug = 'shop'`,
      [affiliate.userId],
    )
    const about = `affiliate ${affiliate.uid}, link shop`
    expect(await night()).toEqual([
      `${about}: signUps is 3 as folded and 1 in the rows`,
      `${about}: paid is 0 as folded and 1 in the rows`,
      `${about}: earnedMinor is 1507 as folded and 1500 in the rows`,
    ])
    const item = (await listOpenReviews(db.database)).find(({ reason }) => reason === 'figures_differ')
    await perform(db.database, 'reviews.decide', { id: item!.id, decision: 'keep', reason: 'seen' })
    await db.asOwner(
      `update affiliate_campaigns set sign_ups = 1, paid = 1, earned_minor = earned_minor - 7 where user_id = $1 and slug = 'shop'`,
      [affiliate.userId],
    )
    await forgetFolds()
  })

  it('verification finds a wrong value in every figure and dimension', async () => {
    const one = await company.affiliate()
    const link = await db.database.transaction((tx) => addCampaign(tx, one.userId, { name: 'video', slug: 'video' }))
    for (const days of [2, 1]) {
      await noteVisit(
        { database: db.database, digest: company.digest },
        { r: `${one.inviteCode}-video` },
        { network: `10.8.0.${days}` },
      )
      const friend = await company.come('', {
        campaign: { r: `${one.inviteCode}-video`, consented: false, followedAt: Date.now() },
      })
      await company.buy(friend, { totalMinor: 10_000, currency: 'USD' })
      const order = await company.buy(friend, { totalMinor: 20_000, currency: 'USD' })
      await company.refund(order, 4_000)
      for (const [table, at] of [
        ['marketing_visits', 'at'],
        ['referrals', 'referred_at'],
        ['commissions', 'booked_at'],
      ])
        await db.asOwner(
          `update ${table} set ${at} = ${at} - make_interval(days => $1) where ${at} > now() - interval '12 hours'`,
          [days],
        )
    }
    await countMonths()
    const yesterday = addDays(today, -1)
    await fold(yesterday)
    const prove = async (): Promise<string[]> => {
      await proveAffiliateDays(db.database, { payload: {}, signal: new AbortController().signal })
      const [item] = (await listOpenReviews(db.database)).filter(({ reason }) => reason === 'figures_differ')
      if (!item) return []
      await perform(db.database, 'reviews.decide', { id: item.id, decision: 'keep', reason: 'seen' })
      return (item.details as { differences: string[] }).differences
    }
    expect(await prove()).toEqual([])
    const [rows] = await db.asOwner<{ keys: number }>(
      `select count(distinct dimension)::int as keys from affiliate_days where affiliate_id = $1 and day = $2`,
      [one.userId, yesterday],
    )
    expect(rows!.keys).toBe(dimensions.length)
    const ofLink = `and (dimension <> 'link' or key = $3)`
    for (const [field, name] of Object.entries(columns)) {
      const wrong = field === 'visits' ? (['all', 'link'] as const) : dimensions
      await db.asOwner(
        `update affiliate_days set ${name} = ${name} + 1 where affiliate_id = $1 and day = $2 and dimension = any($4) ${ofLink}`,
        [one.userId, yesterday, link.id, wrong],
      )
      const said = (await prove()).map((text) => text.replace(/ is \d+ as folded and \d+ in the rows$/, ''))
      expect(said.toSorted()).toEqual(
        wrong.map((dimension) => `affiliate ${one.uid}, ${yesterday}, by ${dimension}: ${field}`).toSorted(),
      )
      await db.asOwner(
        `update affiliate_days set ${name} = ${name} - 1 where affiliate_id = $1 and day = $2 and dimension = any($4) ${ofLink}`,
        [one.userId, yesterday, link.id, wrong],
      )
    }
    await foldCommissionHolds(db.database)
    expect(await prove()).toEqual([])
    await db.asOwner('update commission_holds set amount_minor = amount_minor + 1 where affiliate_id = $1', [
      one.userId,
    ])
    expect((await prove())[0]).toMatch(
      new RegExp(`^affiliate ${one.uid}, held until .*, waiting until .*: amountMinor is`),
    )
    await db.asOwner('truncate commission_holds, commission_hold_folds')
    await forgetFolds()
  })

  it('verification continues after an affiliate that fails, and keeps earlier findings', async () => {
    const people: Person[] = []
    for (let count = 0; count < 5; count++) {
      const each = await company.affiliate()
      await company.buy(await company.come(each.inviteCode), { totalMinor: 10_000, currency: 'USD' })
      people.push(each)
    }
    await db.asOwner(`update commissions set booked_at = booked_at - interval '1 day' where affiliate_id = any($1)`, [
      people.map(({ userId }) => userId),
    ])
    await countMonths()
    // A single day is verified every night, even if its visits are deleted.
    await db.asOwner('insert into daily_folds (day) values ($1)', [addDays(today, -1)])
    await foldAffiliateDays(db.database)
    await db.database.transaction((tx) => foldHolds(tx, addDays(today, -1), endOf, 2))
    const held = await compareHolds(
      db.database,
      people.map(({ userId }) => userId),
      endOf,
    )
    expect(held).toEqual([])
    const inOrder = people.toSorted((each, other) => (each.userId < other.userId ? -1 : 1))
    const [one, second, third, ...rest] = inOrder as [Person, Person, Person, ...Person[]]
    const [before] = await db.asOwner<{ id: string | null }>(
      'select max(user_id::text) as id from affiliates where user_id < $1',
      [one.userId],
    )
    const spoil = (who: readonly Person[], by: number) =>
      db.asOwner(
        `update affiliate_days set first_minor = first_minor + $2 where affiliate_id = any($1) and dimension = 'currency' and firsts > 0`,
        [who.map(({ userId }) => userId), by],
      )
    await spoil([one, rest.at(-1)!], 1)
    // Queries about the third affiliate fail, alone or together with the second.
    const failing: Database = {
      ...db.database,
      transaction: (work, options) =>
        db.database.transaction((tx) => {
          const query: typeof tx.query = (statement) =>
            JSON.stringify(statement.values).includes(third.userId)
              ? Promise.reject(new Error('too long'))
              : tx.query(statement)
          return work({ ...tx, query })
        }, options),
    }
    const prove = (database: Database) =>
      proveAffiliateDays(
        database,
        { payload: { after: before?.id ?? undefined }, signal: new AbortController().signal },
        2,
      )
    const said = async () => {
      const items = (await listOpenReviews(db.database)).filter(({ reason }) => reason === 'figures_differ')
      expect(items).toHaveLength(1)
      return (items[0]!.details as { differences: string[] }).differences.map((text) => Number(text.split(/[ ,]/)[1]))
    }
    // Each run stops as early as possible: no affiliate is skipped, and the last run reports everything once.
    const begun: unknown[] = []
    const runner = createJobRunner({
      database: db.database,
      log: pino({ level: 'silent' }),
      schedules: [],
      handlers: {
        [proveAffiliatesJob]: async (job) => {
          begun.push(job.payload.from)
          expect(job.attempt).toBe(1)
          await proveAffiliateDays(failing, { payload: job.payload, signal: AbortSignal.abort() }, 2)
        },
      },
    })
    await enqueueJob(db.database, proveAffiliatesJob, { after: before?.id ?? undefined })
    await runner.drain()
    // Runs also stop between the affiliates of a page.
    expect(begun).toContain('holds')
    expect(await said()).toEqual([one.uid, rest.at(-1)!.uid, third.uid])
    const waiting = (await listOpenReviews(db.database)).find(({ reason }) => reason === 'figures_differ')
    expect((waiting!.details as { differences: string[] }).differences.at(-1)).toBe(
      `affiliate ${third.uid} could not be looked at: Error: too long`,
    )
    // The open review is updated with everything found since.
    await spoil([one], -1)
    await spoil([second, third], 1)
    await prove(db.database)
    expect(await said()).toEqual([one.uid, rest.at(-1)!.uid, third.uid, second.uid, third.uid])
    await spoil([second, third], 1)
    await prove(db.database)
    expect(await said()).toEqual([one.uid, rest.at(-1)!.uid, third.uid, second.uid, third.uid])
    const item = (await listOpenReviews(db.database)).find(({ reason }) => reason === 'figures_differ')
    await perform(db.database, 'reviews.decide', { id: item!.id, decision: 'keep', reason: 'seen' })
    await db.asOwner('truncate commission_holds, commission_hold_folds')
    await forgetFolds()
  })

  it('a difference opens a new review when the previous one was closed meanwhile', async () => {
    const add = (says: string, then: () => Promise<unknown> = async () => {}) =>
      db.database.transaction((tx) => {
        let isFirst = true
        const run: typeof tx.run = async (statement) => {
          const rows = await tx.run(statement)
          if (isFirst) await then()
          isFirst = false
          return rows
        }
        return addToFiguresReview({ ...tx, run }, 'affiliates', [{ about: 'a sum', says }])
      })
    const open = async () => (await listOpenReviews(db.database)).filter(({ reason }) => reason === 'figures_differ')
    await add('is 1')
    const [known] = await open()
    await add('is 2', () => perform(db.database, 'reviews.decide', { id: known!.id, decision: 'keep', reason: 'seen' }))
    expect((await open()).map(({ details }) => details)).toEqual([{ differences: ['a sum is 2'] }])
    const [left] = await open()
    await perform(db.database, 'reviews.decide', { id: left!.id, decision: 'keep', reason: 'seen' })
  })

  it('figures state the first day with complete visits', async () => {
    const affiliate = await company.affiliate()
    await fold(addDays(today, -1))
    const { visitsSince } = await describeFigures(db.database, affiliate.userId, {
      from: today,
      to: today,
      interval: 'day',
    })
    expect(visitsSince).toBe(addDays(today, -6))
    await forgetFolds()
  })

  it('an affiliate sees only their own figures, for valid dates and a limited number of intervals', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const ask = (change: object, who = one.userId) =>
      describeFigures(db.database, who, { from: first, to: today, interval: 'day', ...change })
    const [link] = await db.asOwner<{ id: string }>('select id from affiliate_campaigns where user_id = $1', [
      other.userId,
    ])
    await expect(ask({ link: link!.id })).rejects.toMatchObject({ fields: { link: 'Invalid' } })
    await expect(ask({ from: '2026-11-31' })).rejects.toMatchObject({ fields: { from: 'Invalid' } })
    await expect(ask({ from: today, to: first })).rejects.toMatchObject({ fields: { to: 'Invalid' } })
    await expect(ask({ from: '2020-01-01' })).rejects.toMatchObject({ fields: { to: 'Invalid' } })
    await expect(ask({ from: addDays(today, -401) })).rejects.toMatchObject({ fields: { interval: 'Invalid' } })
    await expect(ask({}, (await company.person()).userId)).rejects.toMatchObject({ status: 'NotAnAffiliate' })
    expect((await ask({ link: undefined }, other.userId)).parts).toHaveLength(46)
  })
})
