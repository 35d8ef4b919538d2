import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sweepUnpaidOrders } from '#server/modules/orders/orders.service.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { forgetUnpaid } from '#server/workflows/orders/forget-unpaid.ts'
import { createGate, eventually, openShop, type Placed, type Shop } from '../payments/payments.setup.ts'
import { alipayDriver, post, type GatewayDriver } from '../payments/providers.setup.ts'

/** The days are written as a number, because a test that imports the constant would accept any value. */
const unpaidOrderDays = 90

let shop: Shop
let driver: GatewayDriver
beforeAll(async () => {
  shop = await openShop()
  driver = alipayDriver(shop)
})
afterAll(() => shop.close())

async function expired(): Promise<Placed> {
  const placed = await shop.order()
  await shop.visit(placed)
  await shop.closeWindow(placed)
  await expireOrder(shop.deps, placed.orderId)
  expect(await shop.books(placed)).toMatchObject({ status: 'expired', facts: ['closed 0 CNY'] })
  return placed
}
async function age({ orderId }: Pick<Placed, 'orderId'>, ago: string, history = ago): Promise<void> {
  await shop.rows('update orders set payable_until = now() - $2::interval where id = $1', [orderId, ago])
  await shop.rows('update order_events set at = now() - $2::interval where order_id = $1', [orderId, history])
}
const forget = () => forgetUnpaid(shop.deps.database)
const isKept = async ({ orderId }: Pick<Placed, 'orderId'>): Promise<boolean> =>
  (await shop.rows('select 1 from orders where id = $1', [orderId])).length === 1
async function traces({ orderId, attemptId }: Placed): Promise<string[]> {
  const tables = await shop.rows<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type in ('uuid', 'text')`,
  )
  const found: string[] = []
  for (const { table_name: table, column_name: column } of tables)
    if ((await shop.rows(`select 1 from ${table} where ${column}::text = any($1)`, [[orderId, attemptId]])).length > 0)
      found.push(table)
  return [...new Set(found)].toSorted()
}
const long = `${unpaidOrderDays * 10} days`

describe('deleting unpaid orders', () => {
  it('an unpaid order is deleted with its attempts and history after its retention, and not a minute earlier', async () => {
    const [young, old, stirred, payable] = [await expired(), await expired(), await expired(), await expired()]
    expect(await traces(old)).toEqual([
      'order_events',
      'orders',
      'payment_attempts',
      'payment_facts',
      'provider_events',
    ])
    await age(young, `${unpaidOrderDays - 1} days 23 hours 59 minutes`)
    await age(old, `${unpaidOrderDays} days 1 minute`)
    await age(stirred, long, `${unpaidOrderDays - 1} days 23 hours 59 minutes`)
    await age(payable, `${unpaidOrderDays - 1} days 23 hours 59 minutes`, long)
    await forget()
    const kept = await Promise.all([young, old, stirred, payable].map(isKept))
    expect(kept).toEqual([true, false, true, true])
    expect(await traces(old)).toEqual([])
  })

  it('a cancelled order is deleted, and an open one stays however old it is', async () => {
    const [cancelled, waiting, created] = [await expired(), await expired(), await expired()]
    const become = (placed: Placed, status: string) =>
      shop.rows('update orders set status = $2 where id = $1', [placed.orderId, status])
    await become(cancelled, 'cancelled')
    await become(waiting, 'awaiting_payment')
    await become(created, 'created')
    for (const placed of [cancelled, waiting, created]) await age(placed, long)
    await forget()
    expect([await isKept(cancelled), await isKept(waiting), await isKept(created)]).toEqual([false, true, true])
  })

  it('an old unpaid order is found behind older ones that are kept', async () => {
    const kept = [await expired(), await expired(), await expired()]
    for (const placed of kept) {
      await age(placed, '3000 days')
      await shop.rows('update orders set grants_made = 1 where id = $1', [placed.orderId])
    }
    const old = await expired()
    await age(old, `${unpaidOrderDays + 1} days`)
    const sweep = sweepUnpaidOrders(shop.deps.database)
    while ((await sweep(1)) === 1);
    expect(await isKept(old)).toBe(false)
    for (const placed of kept) expect(await isKept(placed)).toBe(true)
  })

  it("deleting an order deletes its released promo code use, and the buyer's counter if it was the last", async () => {
    await shop.rows(
      `insert into promo_codes (code, kind, percent_bps, note) values ('GONE', 'percent', 1000, '') on conflict do nothing`,
    )
    const [alone, with_] = [await expired(), await expired()]
    for (const placed of [alone, with_]) {
      await age(placed, long)
      await shop.rows(`insert into promo_users (code, user_id, uses) values ('GONE', $1, 0)`, [placed.userId])
      await shop.rows(`insert into promo_uses (order_id, code, user_id, status) values ($1, 'GONE', $2, 'released')`, [
        placed.orderId,
        placed.userId,
      ])
    }
    const other = await expired()
    await shop.rows(`insert into promo_uses (order_id, code, user_id, status) values ($1, 'GONE', $2, 'released')`, [
      other.orderId,
      with_.userId,
    ])
    await forget()
    expect([await isKept(alone), await isKept(with_), await isKept(other)]).toEqual([false, false, true])
    expect(await shop.rows(`select user_id from promo_users where code = 'GONE'`)).toEqual([{ user_id: with_.userId }])
  })
})

/**
 * Rows that may reference an order, as an owner of the database would insert them. `$1`: order, `$2`: attempt, `$3`:
 * buyer.
 */
const pointers: readonly [string, string][] = [
  ...['paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won', 'reverted'].map((kind): [string, string] => [
    `a fact that says ${kind}`,
    `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash)
     select gen_random_uuid(), 'alipay', '${kind}', $2, 'txn ' || $1, '', 'CNY', 1, now(), 'query', '' from users where id = $3`,
  ]),
  [
    'a refund',
    `insert into refunds (id, order_id, attempt_id, provider_txn_id, currency, amount_minor, reason, status, requested_by)
     select 'r ' || $1, $1::uuid, $2, '', 'CNY', 1, 'x', 'failed', 'x' from users where id = $3`,
  ],
  [
    'a review item, even a decided one',
    `insert into review_items (id, order_id, reason, details, resolved_at) select gen_random_uuid(), $1::uuid, 'x', jsonb_build_object('a', $2::text), now() from users where id = $3`,
  ],
  [
    'a review item about its notification',
    `with e as (insert into provider_events (id, provider, event_id, headers, attempt_id)
       select gen_random_uuid(), 'alipay', 'e ' || $1, '{}', $2 from users where id = $3 returning id)
     insert into review_items (id, provider_event_id, reason, details) select gen_random_uuid(), id, 'x', '{}' from e`,
  ],
  [
    'a ledger posting',
    `insert into ledger_postings (id, source, source_id, order_id, debit, credit, currency, amount_minor)
     select gen_random_uuid(), 'adjustment', $2, $1::uuid, 'a', 'b', 'CNY', 1 from users where id = $3`,
  ],
  [
    'a use of a promo code that is not released',
    `insert into promo_uses (order_id, code, user_id, status) select $1::uuid, 'KEPT', $3::uuid, 'reserved' where $2::text is not null`,
  ],
  [
    'an address on a chain',
    `insert into crypto_addresses (address, pool, origin, order_id)
     select '0x' || left(md5($1::text) || md5($2::text), 40), null, 'x', $1::uuid from users where id = $3`,
  ],
  [
    'a sum that was asked for on a chain',
    `with lent as (insert into crypto_addresses (address, pool, origin)
       select '0x' || left(md5($2::text) || md5($1::text), 40), 'pool', 'x' from users where id = $3 returning address)
     insert into crypto_deposits (attempt_id, order_id, network, kind, token, decimals, address, amount, usd_minor, rate)
     select $2, $1::uuid, 'local', 'evm', 'USDT', 6, address, 1, 1, '1' from lent`,
  ],
  [
    'a commission',
    `insert into commissions (id, affiliate_id, referred_id, order_id, type, terms_version, tier, rate_bps, paid_currency, paid_minor,
       usd_per_unit_micros, amount_minor, earned_at, held_until)
     select gen_random_uuid(), $3::uuid, $3::uuid, $1::uuid, 'first', 1, 'x', 1, 'CNY', 1, 1, 1, now(), now() where $2::text is not null`,
  ],
  [
    'a frozen reward',
    `insert into referral_rewards (order_id, inviter_id, kind, terms_version, tier, first_bps, renewal_bps, bonus_bps, usd_per_unit_micros, hold_days)
     select $1::uuid, $3::uuid, 'bonus', 1, 'x', 1, 1, 1, 1, 1 where $2::text is not null`,
  ],
  [
    'someone’s first purchase',
    `insert into referrals (user_id, inviter_id, via, verdict, first_order_id)
     select $3::uuid, (select id from users where id <> $3::uuid limit 1), 'typed', 'counted', $1::uuid where $2::text is not null`,
  ],
  [
    'a grant of time',
    `update orders set grants_made = 1 where id = $1::uuid and $2::text is not null and $3::text is not null`,
  ],
  [
    'a time of payment',
    `update orders set paid_at = now() where id = $1::uuid and $2::text is not null and $3::text is not null`,
  ],
]

describe('orders with money or a decision', () => {
  beforeAll(async () => {
    await shop.rows(`insert into promo_codes (code, kind, percent_bps, note) values ('KEPT', 'percent', 1000, '')`)
  })

  it.each(pointers)('an unpaid order with %s is never deleted', async (_name, text) => {
    const [pointed, control] = [await expired(), await expired()]
    await shop.rows(text, [pointed.orderId, pointed.attemptId, pointed.userId])
    for (const placed of [pointed, control]) await age(placed, long)
    await forget()
    expect([await isKept(pointed), await isKept(control)]).toEqual([true, false])
  })

  it('foreign keys stop the deletion of an order that has payment facts', async () => {
    const placed = await expired()
    await shop.rows(pointers[0]![1], [placed.orderId, placed.attemptId, placed.userId])
    await expect(shop.rows('select delete_unpaid_orders(array[$1::uuid])', [placed.orderId])).rejects.toThrow(
      'payment_facts_attempt_id_fkey',
    )
  })

  it('the application role cannot delete history, only orders that may be deleted', async () => {
    const run = (text: string) => shop.deps.database.run({ text, values: [], name: '' })
    for (const text of [
      'delete from order_events',
      'delete from payment_facts',
      'delete from provider_events',
      `select delete_unpaid_orders('{}')`,
      `select unpaid_orders_among('{}', 0)`,
    ])
      await expect(run(text), text).rejects.toThrow('permission denied')
    const paid = await shop.order()
    await shop.visit(paid)
    driver.pay(paid, { notify: 0 })
    expect(await post(shop, driver.id, driver.notification(paid))).toBe(200)
    await shop.work()
    await age(paid, long)
    await run(`select forget_unpaid_orders(array['${paid.orderId}'::uuid], 0)`)
    expect(await shop.books(paid)).toMatchObject({ status: 'paid', grants: 1 })
  })
})

describe('payment during the deletion of its order', () => {
  async function paidLate(): Promise<Placed> {
    const placed = await shop.order()
    await shop.visit(placed)
    driver.pay(placed, { notify: 0 })
    await shop.rows(`update orders set status = 'expired' where id = $1`, [placed.orderId])
    await age(placed, long)
    expect(await post(shop, driver.id, driver.notification(placed))).toBe(200)
    return placed
  }
  const waiters = async () =>
    (
      await shop.rows<{ n: number }>(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    )[0]!.n

  it('a payment whose order is being deleted goes to review with its amount', async () => {
    const placed = await paidLate()
    const gate = createGate()
    const forgetting = shop.deps.database.transaction(async (tx) => {
      await tx.run({
        text: `select forget_unpaid_orders(array['${placed.orderId}'::uuid], ${unpaidOrderDays})`,
        values: [],
        name: '',
      })
      await gate.pass()
    })
    await gate.arrived
    const working = shop.work()
    await eventually(async () => (await waiters()) > 0)
    gate.open()
    await Promise.all([forgetting, working])
    expect(await isKept(placed)).toBe(false)
    await shop.work()
    const reviews = await shop.rows<{ reason: string; details: { attemptId: string; statements: unknown[] } }>(
      `select r.reason, r.details from review_items r where r.details->>'attemptId' = $1 and r.resolved_at is null`,
      [placed.attemptId],
    )
    expect(reviews).toMatchObject([
      { reason: 'unknown_payment', details: { statements: [{ kind: 'paid', amountMinor: 26_800, currency: 'CNY' }] } },
    ])
  })

  it('an order locked by a payment is skipped by the deletion, and the payment takes effect', async () => {
    const placed = await paidLate()
    const gate = createGate()
    const holding = shop.deps.database.transaction(async (tx) => {
      await tx.run({ text: `select 1 from orders where id = '${placed.orderId}' for update`, values: [], name: '' })
      await gate.pass()
    })
    await gate.arrived
    await forget()
    expect(await isKept(placed)).toBe(true)
    gate.open()
    await holding
    await shop.work()
    await forget()
    expect(await shop.books(placed)).toMatchObject({
      status: 'paid',
      grants: 1,
      facts: ['paid 26800 CNY'],
      reviews: [],
    })
  })

  it('a payment that arrives between selection and lock of an unpaid order keeps the order', async () => {
    await shop.work()
    await shop.rows(`update job_schedules set next_run_at = now() + interval '1 day' where kind = 'forget-unpaid'`)
    const placed = await paidLate()
    // Wraps the SQL check, so that it waits at the test's gate after its first run.
    await shop.rows('alter function unpaid_orders_among(uuid[], integer) rename to look_at_orders')
    await shop.rows(
      `create function unpaid_orders_among(ids uuid[], days integer) returns uuid[] language plpgsql as $$
       declare found uuid[] := look_at_orders(ids, days);
       begin perform pg_advisory_xact_lock_shared(4711); return found; end $$`,
    )
    const gate = createGate()
    const holding = shop.deps.database.transaction(async (tx) => {
      await tx.run({ text: 'select pg_advisory_xact_lock(4711)', values: [], name: '' })
      await gate.pass()
    })
    await gate.arrived
    // The owner's connection has no statement timeout, so a busy machine does not fail the test.
    const forgetting = shop.rows('select forget_unpaid_orders(array[$1::uuid], $2)', [placed.orderId, unpaidOrderDays])
    await eventually(async () => (await waiters()) > 0)
    await shop.work()
    gate.open()
    await Promise.all([holding, forgetting])
    await shop.rows('drop function unpaid_orders_among(uuid[], integer)')
    await shop.rows('alter function look_at_orders(uuid[], integer) rename to unpaid_orders_among')
    expect(await shop.books(placed)).toMatchObject({
      status: 'paid',
      grants: 1,
      facts: ['paid 26800 CNY'],
      reviews: [],
    })
  })

  it('a payment racing the deletion is either credited to its order or sent to review', async () => {
    for (let round = 0; round < 10; round++) {
      const placed = await paidLate()
      await Promise.all([shop.work(), forget()])
      await shop.work()
      const [kept] = await shop.rows<{ status: string }>('select status from orders where id = $1', [placed.orderId])
      const reviews = await shop.rows(`select 1 from review_items where details->>'attemptId' = $1`, [placed.attemptId])
      expect(kept ? [kept.status, reviews.length] : ['gone', reviews.length]).toEqual(kept ? ['paid', 0] : ['gone', 1])
    }
  })
})
