import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runAction } from '#tests/support/run-action.ts'

const count = 1_050
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  await db.asOwner('delete from promo_codes')
  // Three rows share each time, so pages end between equal times.
  const at = `now() - make_interval(secs => (n / 3)::int)`
  await db.asOwner(
    `insert into users (id, uid, invite_code, password_hash, language)
     select gen_random_uuid(), 300000000 + n, 'P' || lpad(n::text, 7, '0'), '', 'en' from generate_series(1, $1::int) n`,
    [count],
  )
  const people = `(select id, uid - 300000000 as n, uid from users where uid between 300000001 and 300001050) u`
  for (const statement of [
    `insert into promo_codes (code, kind, percent_bps, note, created_at) select 'PAGE-' || n, 'percent', 100, 'x', ${at} from ${people}`,
    `insert into redeem_batches (id, name, months, bonus_days, max_devices, count, created_by, created_at)
     select gen_random_uuid(), 'batch ' || n, 1, 0, 1, 1, 'x', ${at} from ${people}`,
    `insert into affiliate_applications (id, user_id, channel, audience, message, contact, terms_version, applied_at)
     select gen_random_uuid(), id, 'x', 'x', 'x', 'x', 1, ${at} from ${people}`,
    `insert into affiliates (user_id, since) select id, ${at} from ${people}`,
    `insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
       price_minor, status, idempotency_key, request_hash, payable_until)
     select gen_random_uuid(), 'PAGE' || n, id, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 'alipay', 'CNY', 1, 1, 'expired', 'k', '', now()
     from ${people}`,
    `insert into review_items (id, order_id, reason, details, opened_at)
     select gen_random_uuid(), o.id, 'odd', '{}', ${at} from orders o join ${people} on u.id = o.user_id`,
    `insert into benefit_kinds (kind, names) values ('page', '{"en": "x", "zh-CN": "x"}')`,
    `insert into referrals (user_id, inviter_id, via, verdict, reason, referred_at)
     select id, (select id from users where uid = 300000001), 'typed', 'held', 'velocity', ${at} from ${people} where uid > 300000001`,
    // All orders belong to one buyer and earn one affiliate commissions in three states.
    `update orders set idempotency_key = number, user_id = (select id from users where uid = 300000002), created_at = now() - make_interval(secs => substr(number, 5)::int / 3)`,
    `insert into commissions (id, affiliate_id, referred_id, order_id, type, terms_version, tier, rate_bps, paid_currency, paid_minor,
       usd_per_unit_micros, amount_minor, earned_at, held_until, review_reason, booked_at)
     select gen_random_uuid(), (select id from users where uid = 300000001), o.user_id, o.id, 'first', 1, 'standard', 2500, 'USD', 400, 1000000,
       100, now(), now() + case n % 3 when 0 then interval '-1 day' else interval '1 day' end, case n % 3 when 1 then 'odd payer' end, ${at}
     from (select *, substr(number, 5)::int as n from orders) o`,
    `insert into error_reports (fingerprint, side, message, stack, place, last_seen_at)
     select sha256(convert_to(n::text, 'utf8')), case when n <= 10 then 'server' else 'browser' end, 'odd ' || n, '', '/', ${at} from ${people}`,
    `insert into canary_statements (id, statement_on, text, signature, operator)
     select gen_random_uuid(), current_date - n::int, 'x', decode(repeat('00', 64), 'hex'), 'wrote ' || n from ${people} where n <= 60`,
  ])
    await db.asOwner(statement)
})
afterAll(() => db.drop())

async function pagesOf(action: ActionName, key: RegExp, values: Record<string, string> = {}): Promise<string[][]> {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const pages: string[][] = []
  for (let after: string | undefined = ''; after !== undefined;) {
    const printed: string = await runAction({ database: db.database, config }, action, {
      ...values,
      ...(after && { after }),
    })
    pages.push([...printed.matchAll(key)].map(([, found]) => found ?? ''))
    after = /More: the same command with --after (.+)/.exec(printed)?.[1]
    if (pages.length > 40) throw new Error('no end of pages')
  }
  return pages
}

it.each<[string, ActionName, RegExp, number]>([
  ['promo codes', 'promos.list', /"code":"(PAGE-\d+)"/g, count],
  ['batches', 'redeem.list', /"name":"(batch \d+)"/g, count],
  ['applications', 'affiliates.applications', /^(3000\d{5}) /gm, count],
  ['affiliates', 'affiliates.list', /"uid":(3000\d{5})/g, count],
  ['reviews', 'reviews.list', /"order":"(PAGE\d+)"/g, count],
  ['held referrals', 'referrals.held', /"uid":(3000\d{5})/g, count - 1],
])('each of many %s is on exactly one page of its list', async (_name, action, key, rows) => {
  const pages = await pagesOf(action, key)
  expect(pages.length).toBe(Math.floor(rows / 200) + 1)
  expect(new Set(pages.flat()).size).toBe(rows)
  expect(pages.flat()).toHaveLength(rows)
})

it('every commission of an affiliate is on exactly one page, with and without a state filter', async () => {
  const key = /"order":"(PAGE\d+)"/g
  const user = '300000001'
  const all = (await pagesOf('commissions.list', key, { user })).flat()
  expect([all.length, new Set(all).size]).toEqual([count, count])
  for (const [state, rest] of [
    ['payable', 0],
    ['review', 1],
    ['held', 2],
  ] as const) {
    const pages = await pagesOf('commissions.list', key, { user, state })
    expect(pages.map(({ length }) => length)).toEqual([200, 150])
    expect(pages.flat()).toEqual(all.filter((number) => Number(number.slice(4)) % 3 === rest))
  }
  expect(await pagesOf('commissions.list', key, { user, state: 'paid' })).toEqual([[]])
  await expect(pagesOf('commissions.list', key, { user, state: 'lost' })).rejects.toThrow('--state must be one of')
  await expect(pagesOf('commissions.list', key, { user, after: 'x' })).rejects.toThrow('--after must be the last entry')
  await expect(pagesOf('commissions.list', key, { user: '200000000' })).rejects.toThrow('No account matches')
})

it('every reported error is on exactly one page: server errors first, then browser errors, latest first', async () => {
  const key = /"message":"odd (\d+)"/g
  const pages = await pagesOf('errors.list', key)
  expect(pages.map(({ length }) => length)).toEqual([200, 200, 200, 200, 200, 50])
  const numbers = pages.flat().map(Number)
  expect(new Set(numbers).size).toBe(count)
  expect(new Set(numbers.slice(0, 10))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]))
  const moments = numbers.slice(10).map((n) => Math.floor(n / 3))
  expect(moments).toEqual(moments.toSorted((one, other) => one - other))
  expect((await pagesOf('errors.list', key, { side: 'server' })).flat()).toHaveLength(10)
  expect((await pagesOf('errors.list', key, { side: 'browser' })).flat()).toHaveLength(count - 10)
  for (const bad of [{ side: 'moon' }, { after: '4.1.00000000' }, { after: "1.1.' or '" }])
    await expect(pagesOf('errors.list', key, bad)).rejects.toThrow(/--(side|after) must be/)
})

it('errors that recur between two pages are not repeated on the next page', async () => {
  const key = /"message":"odd (\d+)"/g
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const page = async (values: Record<string, string>) => {
    const printed = await runAction({ database: db.database, config }, 'errors.list', values)
    return { found: [...printed.matchAll(key)].map(([, n]) => n ?? ''), after: /--after (.+)/.exec(printed)?.[1] ?? '' }
  }
  const first = await page({})
  await db.asOwner(`update error_reports set last_seen_at = now() where message = $1`, [`odd ${first.found.at(-1)}`])
  const second = await page({ after: first.after })
  expect(second.found).toHaveLength(200)
  expect(second.found.filter((n) => first.found.includes(n))).toEqual([])
})

it('every order of a buyer is on exactly one page', async () => {
  const pages = await pagesOf('orders.find', /"number":"(PAGE\d+)"/g, { query: '300000002' })
  expect(pages.map(({ length }) => length)).toEqual([...Array.from({ length: 21 }, () => 50), 0])
  expect([pages.flat().length, new Set(pages.flat()).size]).toEqual([count, count])
})

it('every canary statement is on exactly one page', async () => {
  const pages = await pagesOf('canary.status', /"by":"(wrote \d+)"/g)
  expect(pages.map(({ length }) => length)).toEqual([24, 24, 12])
  expect(new Set(pages.flat()).size).toBe(60)
})

it('the list of groups has pages, and an empty list prints no next page', async () => {
  expect(await pagesOf('groups.list', /"group":"(\w+)"/g)).toEqual([[]])
  expect(await pagesOf('benefits.list', /"account":"(\w+)"/g, { kind: 'page' })).toEqual([[]])
  await db.asOwner(
    `insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, size, payment_type, currency,
       unit_price_minor, expires_at, created_at)
     select 'PAGE' || lpad((u.uid - 300000000)::text, 7, '0'), u.id, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 2, 'pay_self', 'CNY', 1,
       now() + interval '1 hour', now() - make_interval(secs => ((u.uid - 300000000) / 3)::int)
     from users u where u.uid between 300000001 and 300000130`,
  )
  const pages = await pagesOf('groups.list', /"group":"(\w+)"/g)
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 30])
  expect(new Set(pages.flat()).size).toBe(130)
})
