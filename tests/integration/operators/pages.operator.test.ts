import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Action } from '#server/ops/action.ts'
import { affiliateList, applicationList, referralList } from '#server/ops/actions/affiliates.ts'
import { benefitsList } from '#server/ops/actions/benefits.ts'
import { groupList } from '#server/ops/actions/groups.ts'
import { reviewList } from '#server/ops/actions/money.ts'
import { promoList } from '#server/ops/actions/promos.ts'
import { redeemList } from '#server/ops/actions/redeem-batches.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runAction } from '#tests/support/run-action.ts'

const count = 1_050
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  await db.asOwner('delete from promo_codes')
  // Three rows share each moment: a page that ends among them loses none.
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
  ])
    await db.asOwner(statement)
})
afterAll(() => db.drop())

/** Everything that a list names when each page is asked for as the one before says. */
async function pagesOf(action: Action, key: RegExp, values: Record<string, string> = {}): Promise<string[][]> {
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

it.each<[string, Action, RegExp, number]>([
  ['promo codes', promoList, /"code":"(PAGE-\d+)"/g, count],
  ['batches', redeemList, /"name":"(batch \d+)"/g, count],
  ['applications', applicationList, /^(3000\d{5}) /gm, count],
  ['affiliates', affiliateList, /"uid":(3000\d{5})/g, count],
  ['reviews', reviewList, /"order":"([0-9a-f-]{36})"/g, count],
  ['held referrals', referralList, /"uid":(3000\d{5})/g, count - 1],
])('every one of many %s is on some page, once', async (_name, action, key, rows) => {
  const pages = await pagesOf(action, key)
  expect(pages.length).toBe(Math.floor(rows / 200) + 1)
  expect(new Set(pages.flat()).size).toBe(rows)
  expect(pages.flat()).toHaveLength(rows)
})

it('groups go on, too, and nothing is printed where there is no more', async () => {
  expect(await pagesOf(groupList, /"group":"(\w+)"/g)).toEqual([[]])
  expect(await pagesOf(benefitsList, /"account":"(\w+)"/g, { kind: 'page' })).toEqual([[]])
  await db.asOwner(
    `insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, size, payment_type, currency,
       unit_price_minor, expires_at, created_at)
     select 'PAGE' || lpad((u.uid - 300000000)::text, 7, '0'), u.id, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 2, 'pay_self', 'CNY', 1,
       now() + interval '1 hour', now() - make_interval(secs => ((u.uid - 300000000) / 3)::int)
     from users u where u.uid between 300000001 and 300000130`,
  )
  const pages = await pagesOf(groupList, /"group":"(\w+)"/g)
  expect(pages.map(({ length }) => length)).toEqual([50, 50, 30])
  expect(new Set(pages.flat()).size).toBe(130)
})
