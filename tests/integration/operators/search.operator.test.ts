import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { findPeople } from '#server/modules/accounts/find-people.queries.ts'
import { findLastPayment } from '#server/modules/payments/find-payments.queries.ts'
import { handlers } from '#server/operator/handlers.ts'
import type { Config } from '#server/platform/config.ts'
import { sql } from '#server/platform/sql.ts'
import type { Hit } from '#server/workflows/desk/find-anything.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { countingStatements, readPage } from './pages.setup.ts'
import { openCompany, type Bought, type Person } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let person: Person
let other: Person
let bought: Bought
const number = '7BRT-E1QK'
const hash = `0x${'ab'.repeat(32)}`
const sentHash = `0x${'cd'.repeat(32)}`
const address = `0x${'12'.repeat(20)}`
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  const company = openCompany(db)
  person = await company.person()
  other = await company.person()
  bought = await company.order(person)
  await company.settle(bought.orderId, [company.fact(bought, 'paid', bought.totalMinor)])
  await db.asOwner('update orders set number = $2 where id = $1', [bought.orderId, number])
  await db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
     values ($1, 'phone', '+8613812348765', '+8613812348765', now()), ($1, 'email', 'Lin.Mei@mail.example', 'lin.mei@mail.example', now())
     on conflict (user_id, kind) do update set value = excluded.value, lookup_key = excluded.lookup_key`,
    [person.userId],
  )
  await db.asOwner(`delete from account_identifiers where user_id = $1 and kind = 'account_name'`, [person.userId])
  await db.asOwner(`insert into crypto_addresses (address, origin, order_id) values ($1, 'a test', $2)`, [
    address,
    bought.orderId,
  ])
  await db.asOwner(
    `insert into crypto_deposits (attempt_id, order_id, network, kind, token, decimals, address, amount, usd_minor, rate)
     values ($1, $2, 'ethereum', 'evm', 'USDT', 6, $3, 1, 1, '1')`,
    [bought.attemptId, bought.orderId, address],
  )
  await db.asOwner(
    `insert into chain_transfers (id, network, block_hash, log_index, block_number, tx_hash, sender, address, amount, at, order_id, attempt_id, status)
     values (gen_random_uuid(), 'ethereum', '0xb', 0, 1, $1, '0x', $2, 1, now(), $3, $4, 'seen')`,
    [hash, address, bought.orderId, bought.attemptId],
  )
  await db.asOwner(
    `insert into refunds (id, order_id, attempt_id, provider_txn_id, currency, amount_minor, reason, status, requested_by)
     values ('01HF9XV2M3N4P5Q6R7S8T9VWXY', $1, $2, 'T', 'CNY', 5, 'x', 'requested', 'ada')`,
    [bought.orderId, bought.attemptId],
  )
  await db.asOwner(
    `insert into crypto_refunds (refund_id, network, tx_hash, recorded_by, recipient, on_chain)
     values ('01HF9XV2M3N4P5Q6R7S8T9VWXY', 'ethereum', $1, 'ada', '0x' || repeat('1', 40), 'not_checked')`,
    [sentHash],
  )
  await db.asOwner(
    `insert into groups (id, creator_id, goods_id, product_names, months, bonus_days, max_devices, size, payment_type, currency,
       unit_price_minor, expires_at)
     values ('PAGE0000001', $1, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 2, 'pay_self', 'CNY', 1, now() + interval '1 hour')`,
    [person.userId],
  )
  await db.asOwner(
    `insert into settlements (id, affiliate_id, period, amount_minor, commissions, prepared_by, state, approved_by, approved_at, chain, address,
       transaction_hash, on_chain, paid_at, paid_by)
     values ('00000000-0000-4000-8000-00000000006e', $1, '2026-01-01', 100, 1, 'ada', 'paid', 'ben', now(), 'tron', 'T', $2, 'not_checked', now(), 'ada')`,
    [other.userId, 'EF'.repeat(32)],
  )
  await perform(db.database, 'promos.create', { code: 'SPRING', percent: '5', note: 'a test' })
})
afterAll(() => db.drop())

const find = async (query: string, role?: OperatorRole): Promise<Hit[]> => (await search(query, role)).hits
async function search(query: string, role: OperatorRole = 'support') {
  const config = {} as Config
  const result = await handlers['search.find'](
    db.database,
    { query },
    { ...ada, role },
    { config, emit: () => {}, confirm: async () => ({ ok: true, value: null }) },
  )
  if (!result.ok) throw new Error(JSON.stringify(result.refusal.sentence))
  return result.value
}
const named = async (query: string, role?: OperatorRole) =>
  (await find(query, role)).map(({ kind, id }) => `${kind} ${id}`)

describe('search by a viewer', () => {
  it("a viewer's search scans no phone numbers and email addresses", async () => {
    await db.asOwner(
      `insert into users (id, uid, invite_code, language, password_hash)
       select gen_random_uuid(), 300000000 + n, 'WALK' || n, 'en', 'x' from generate_series(1, 3000) n`,
    )
    await db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       select id, 'phone', '+8617' || uid, '+8617' || uid, now() from users where invite_code like 'WALK%'`,
    )
    await db.asOwner('analyze account_identifiers')
    const readBy = async (byParts: boolean) => {
      let read = 0
      const explained = {
        query: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
          const [plan] = await db.asOwner<{ 'QUERY PLAN': unknown }>(`explain (analyze, format json) ${text}`, [
            ...values,
          ])
          const figures = [...JSON.stringify(plan).matchAll(/"(?:Rows Removed by Filter|Actual Rows)":([\d.]+)/g)]
          read = Math.max(...figures.map(([, rows]) => Number(rows)))
          return []
        },
      } as unknown as typeof db.database
      const query = { uid: null, uuid: null, inviteCode: null, key: null, prefix: '+8617', phoneEnd: null }
      await findPeople(explained, query, byParts, 20)
      return read
    }
    expect(await readBy(true)).toBeGreaterThan(0)
    expect(await readBy(false)).toBe(0)
    await db.asOwner(`delete from account_identifiers where lookup_key like '+8617300%'`)
    await db.asOwner(`delete from users where invite_code like 'WALK%'`)
  })
})

describe('more than five matches of a kind', () => {
  const begin = async (which: string) => {
    await db.asOwner(
      `insert into users (id, uid, invite_code, language, password_hash)
       select gen_random_uuid(), 310000000 + n, 'MORE' || n, 'en', 'x' from generate_series(1, 6) n`,
    )
    await db.asOwner(`insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       select id, 'email', 'a' || uid || '@example.com', 'a' || uid || '@example.com', now() from users where invite_code like 'MORE%' and uid ${which}`)
    await db.asOwner(`insert into account_identifiers (user_id, kind, value, lookup_key, verified_at)
       select id, 'phone', '+1555' || uid, '+1555' || uid, now() from users where invite_code like 'MORE%' and uid ${which}`)
  }
  const end = async () => {
    await db.asOwner(`delete from account_identifiers where lookup_key like '%31000000%'`)
    await db.asOwner(`delete from users where invite_code like 'MORE%'`)
  }

  it.each([
    ['< 310000006', []],
    ['> 0', ['person']],
  ])('five matches are shown, and further ones are indicated (%s)', async (which, more) => {
    await begin(which)
    try {
      const found = await search('+155531000')
      expect(found.hits.map(({ kind }) => kind)).toEqual(Array<string>(5).fill('person'))
      expect(found.more).toEqual(more)
      // Results show the identifier that matched: the phone number, although the email address has priority.
      expect(found.hits.every(({ title }) => title.startsWith('+1555310'))).toBe(true)
      const [ended] = (await search('310000003')).hits.filter(({ title }) => title === '+1555310000003')
      expect(ended).toMatchObject({ kind: 'person' })
      expect((await search('a310000003@example.com')).hits[0]).toMatchObject({ title: 'a310000003@example.com' })
    } finally {
      await end()
    }
  })
})

describe('search box', () => {
  it('a user is found by every identifier, with their newest order', async () => {
    const expected = [`person ${person.uid}`, `order ${number}`]
    for (const query of [
      String(person.uid),
      person.userId,
      person.inviteCode,
      'LIN.MEI@mail.example',
      '+86 138 1234 8765',
    ])
      expect(await named(query)).toEqual(expected)
  })

  it('users are found by the start of an email address and the end of a phone number', async () => {
    for (const query of ['lin.m', '+8613812', '8765', '138 1234 8765'])
      expect(await named(query)).toEqual([`person ${person.uid}`])
  })

  it('a user match shows the membership expiry', async () => {
    const [hit] = await find(String(person.uid))
    expect(hit).toMatchObject({ title: 'Lin.Mei@mail.example', user: person.uid, until: expect.any(Date) as Date })
  })

  it('an order is found by its spoken number and by its id', async () => {
    for (const query of [number, number.toLowerCase().replace('-', ' '), bought.orderId])
      expect(await named(query)).toEqual([`order ${number}`])
  })

  it('an order is found by attempt, payment, refund, transfer and wallet address', async () => {
    const hits = await Promise.all(
      [bought.attemptId, `T${bought.attemptId}`, '01hf9xv2m3n4p5q6r7s8t9vwxy', hash, address, sentHash].map((query) =>
        find(query),
      ),
    )
    expect(hits.map((each) => each.map(({ kind, order }) => [kind, order]))).toEqual([
      [['attempt', number]],
      [['payment', number]],
      [['refund', number]],
      [['transfer', number]],
      [
        ['transfer', number],
        ['address', number],
      ],
      [['refund', number]],
    ])
  })

  it('a group, a promo code and a payout are found by id, and a payout by its transaction hash in either spelling', async () => {
    expect(await named('page-0000001')).toEqual(['group PAGE0000001'])
    expect(await named('spring')).toEqual(['promo SPRING'])
    const payout = ['payout 00000000-0000-4000-8000-00000000006e']
    for (const query of ['00000000-0000-4000-8000-00000000006e', 'ef'.repeat(32), `0x${'EF'.repeat(32)}`])
      expect(await named(query)).toEqual(payout)
  })

  it('a redeem code is found by the whole code in any letter case, with the user who redeemed it', async () => {
    const { codes } = await perform(db.database, 'redeem.create', { name: 'a batch', count: 1, months: 1, devices: 1 })
    const code = codes[0]!
    expect(await find(code)).toMatchObject([{ kind: 'redeem', id: 'a batch', state: 'unused', user: null }])
    expect(await find(code.slice(0, -1))).toEqual([])
    await db.asOwner('update redeem_codes set redeemed_by = $1, redeemed_at = now()', [other.userId])
    expect(await find(code.toLowerCase())).toMatchObject([{ kind: 'redeem', state: 'used', user: other.uid }])
  })

  it('input that matches nothing returns no results without an error', async () => {
    for (const query of [' ', '%', "'; drop table users", '\u0000'.replace('\u0000', '_'), 'x'.repeat(10_000)])
      expect(await find(query)).toEqual([])
  })

  it('at most five matches of a kind are returned', async () => {
    const company = openCompany(db)
    for (let n = 0; n < 7; n++) {
      const { userId } = await company.person()
      await db.asOwner(
        `insert into account_identifiers (user_id, kind, value, lookup_key) values ($1, 'email', $2, $2)
         on conflict (user_id, kind) do update set lookup_key = excluded.lookup_key`,
        [userId, `several${n}@x.example`],
      )
    }
    expect(await find('several')).toHaveLength(5)
  })
})

describe('search preview', () => {
  const preview = (kind: 'person' | 'order', id: string, role: OperatorRole = 'support') =>
    readPage(db.database, 'search.preview', { kind, id }, role)
  const numbered = async (made: Bought) => {
    const [row] = await db.asOwner<{ number: string }>('select number from orders where id = $1', [made.orderId])
    return { ...made, number: row!.number }
  }
  const asked = async (database: typeof db.database, kind: 'person' | 'order', id: string) => {
    const counted = countingStatements(database)
    await readPage(counted.database, 'search.preview', { kind, id })
    return counted.count()
  }

  it("the preview shows the order state, the provider's latest payment report and the buyer's membership expiry", async () => {
    const shown = await preview('order', number)
    expect(shown).toMatchObject({
      user: person.uid,
      name: 'Lin.Mei@mail.example',
      memberUntil: expect.any(Date) as Date,
      devices: 0,
      blocked: null,
      order: { number, status: 'paid' },
      payment: { order: number, state: 'paid', sum: { amountMinor: bought.totalMinor } },
      review: null,
    })
    expect(await preview('person', String(person.uid))).toEqual(shown)
  })

  it('a later closed attempt does not hide the payment, and a failed attempt is shown if none was paid', async () => {
    const company = openCompany(db)
    const buyer = await company.person()
    const paid = await numbered(await company.order(buyer))
    const failed = await numbered(await company.order(buyer))
    expect(await preview('order', failed.number)).toMatchObject({ memberUntil: null, payment: { state: 'open' } })
    await company.settle(failed.orderId, [company.fact(failed, 'failed', failed.totalMinor)])
    expect(await preview('person', String(buyer.uid))).toMatchObject({
      order: { number: failed.number },
      payment: { order: failed.number, state: 'failed' },
    })
    await company.settle(paid.orderId, [company.fact(paid, 'paid', paid.totalMinor)])
    expect(await preview('person', String(buyer.uid))).toMatchObject({
      order: { number: failed.number },
      payment: { order: paid.number, state: 'paid' },
    })
    expect(await preview('order', failed.number)).toMatchObject({ payment: { order: failed.number, state: 'failed' } })
  })

  it('an open review of the order is shown with its reason', async () => {
    const company = openCompany(db)
    const buyer = await company.person()
    const order = await numbered(await company.order(buyer))
    await company.settle(order.orderId, [company.fact(order, 'paid', order.totalMinor - 1)])
    const waits = { review: { order: order.number, reason: expect.any(String) as string } }
    expect(await preview('order', order.number)).toMatchObject(waits)
    expect(await preview('person', String(buyer.uid))).toMatchObject(waits)
  })

  it('a user without purchases has no order and payment, and unknown ids are refused', async () => {
    expect(await preview('person', String(other.uid))).toMatchObject({ order: null, payment: null, review: null })
    await expect(preview('person', '100000000')).rejects.toThrow('No account matches')
    await expect(preview('order', '0000-0000')).rejects.toThrow('exactly one order')
  })

  it('a viewer sees no more in the preview than on the pages', async () => {
    const page = await readPage(db.database, 'people.show', { user: String(person.uid) }, 'viewer')
    const beside = await preview('person', String(person.uid), 'viewer')
    expect(beside.name).toBe('L***')
    expect(page.names.map(({ value }) => value)).toContain(beside.name)
    const onOrder = await readPage(db.database, 'orders.show', { order: number }, 'viewer')
    expect((await preview('order', number, 'viewer')).name).toBe(onOrder.name)
    const whole = JSON.stringify([beside, await preview('order', number, 'viewer')])
    expect(whole).not.toMatch(/mail\.example|812348765/i)
    await expect(preview('person', 'lin.mei@mail.exampl', 'viewer')).rejects.toThrow('No account matches')
  })

  it('the number of queries is constant, and no table is scanned', async () => {
    const company = openCompany(db)
    const buyer = await company.person()
    await company.order(buyer)
    const before = await asked(db.database, 'person', String(buyer.uid))
    for (let n = 0; n < 6; n++) await company.order(buyer)
    expect(await asked(db.database, 'person', String(buyer.uid))).toBe(before)
    const plans: string[] = []
    const explained = {
      maybe: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
        await db.database.transaction(async (tx) => {
          await tx.run(sql`set local enable_seqscan = off`)
          const rows = await tx.query<{ 'QUERY PLAN': unknown }>({
            text: `explain (format json) ${text}`,
            values,
          } as never)
          plans.push(JSON.stringify(rows))
        })
        return undefined
      },
    } as unknown as typeof db.database
    await findLastPayment(explained, [bought.orderId])
    expect(plans.join(' ')).toContain('payment_attempts_order')
    expect(plans.join(' ')).toContain('payment_facts_attempt')
    expect(plans.join(' ')).not.toContain('Seq Scan')
  })
})

describe('viewer', () => {
  it('a viewer sees email addresses and phone numbers masked', async () => {
    const [hit] = await find(String(person.uid), 'viewer')
    expect(hit?.title).toBe('L***')
  })

  it('a viewer finds a user by a whole email address or phone number only and cannot guess it character by character', async () => {
    expect(await named('lin.mei@mail.example', 'viewer')).toContain(`person ${person.uid}`)
    for (const query of ['lin.m', 'lin.mei@mail.exampl', '8765', '+861381234876'])
      expect(await named(query, 'viewer')).toEqual([])
  })

  it('a viewer learns no more from the user list than from the search box', async () => {
    const users = async (query: string, role: OperatorRole) =>
      (await readPage(db.database, 'people.find', { query }, role)).users.map(({ uid }) => uid)
    expect(await users('lin.m', 'support')).toEqual([person.uid])
    await expect(users('lin.m', 'viewer')).rejects.toThrow('user.noneFound')
    expect(await users('lin.mei@mail.example', 'viewer')).toEqual([person.uid])
  })
})
