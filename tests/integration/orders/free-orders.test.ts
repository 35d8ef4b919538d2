import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AppError } from '#shared/errors.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import type { Transaction } from '#server/platform/database.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { findMembership } from '#server/modules/membership/membership.queries.ts'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { previewPurchase } from '#server/workflows/orders/preview-purchase.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { setPlanPrice } from '#server/workflows/catalog/manage-goods.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createUser } from '../../support/factories.ts'
import { waitForWaiters } from '../../support/native.ts'
import { countRounds } from '../../support/race-rounds.ts'
import { createGate, openShop, plan, type Shop } from '../payments/payments.setup.ts'

/** Orders with a 100 % promo code have no payment and no refund, only time. */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await limitRefunds(20_000)
})
const limitRefunds = (refundCny: number) =>
  shop.rows(
    `insert into settings (key, value) values ('operatorLimits', jsonb_build_object('refundCny', ${refundCny}))
     on conflict (key) do update set value = excluded.value`,
  )
afterAll(() => shop.close())

let codes = 0
type Limits = { maxUses?: number; maxUsesPerUser?: number }
async function makeCode(limits: Limits = {}, amounts: Record<string, number> | null = null): Promise<string> {
  const code = `FREE-${codes++}`
  await insertPromoCode(shop.deps.database, {
    code,
    kind: amounts ? 'fixed' : 'percent',
    percentBps: amounts ? null : 10_000,
    amounts,
    goodsIds: null,
    methods: null,
    firstPurchaseOnly: false,
    startsAt: null,
    endsAt: null,
    maxUses: limits.maxUses ?? null,
    maxUsesPerUser: limits.maxUsesPerUser ?? null,
    note: 'test',
  })
  return code
}
const newBuyer = async () => (await createUser(shop.deps.database)).userId
const order = async (userId: string, code: string): Promise<string> =>
  (
    await placeOrder(shop.deps, {
      userId,
      goodsId: plan.id,
      currency: 'CNY',
      method: 'alipay',
      expectedTotalMinor: 0,
      promo: { code, network: userId },
      idempotencyKey: crypto.randomUUID(),
    })
  ).orderId
const takeBack = (orderId: string, preview = false) =>
  perform(shop.deps.database, 'orders.refund', { order: orderId, all: true, reason: 'a slip' }, { preview })
const books = async (orderId: string) =>
  (
    await shop.rows<{ status: string; code: string; uses: number; byUser: number; standing: boolean }>(
      `select o.status, s.status as code, c.uses, u.uses as "byUser", o.standing_grant is not null as standing
       from orders o join promo_uses s on s.order_id = o.id join promo_codes c on c.code = s.code
       join promo_users u on u.code = s.code and u.user_id = s.user_id where o.id = $1`,
      [orderId],
    )
  )[0]!
async function orderUpgrade(userId: string) {
  const goods = { userId, goodsId: 'plan-family-12', currency: 'CNY' } as const
  const { difference } = await previewPurchase(shop.deps.database, goods)
  const totalMinor = difference!.priceMinor
  const idempotencyKey = crypto.randomUUID()
  const placed = { ...goods, method: 'alipay', onlyDifference: true, expectedTotalMinor: totalMinor } as const
  const { orderId } = await placeOrder(shop.deps, { ...placed, idempotencyKey })
  const [attempt] = await shop.rows<{ id: string }>('select id from payment_attempts where order_id = $1', [orderId])
  const fact = {
    provider: 'alipay',
    kind: 'paid',
    attemptId: attempt!.id,
    providerTxnId: `T${attempt!.id}`,
    refundId: null,
    amount: { amountMinor: totalMinor, currency: 'CNY' },
    at: new Date(),
    rawHash: 'a test',
  } as const
  const pay = () =>
    shop.deps.database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [fact], source: 'query' }))
  return { orderId, pay }
}
const secondsOf = async (userId: string) => (await findMembership(shop.deps.database, userId))?.totalSeconds ?? 0
const messages = async (userId: string) =>
  (
    await shop.rows<{ facts: { why: string } }>(
      `select facts from outbox_messages where user_id = $1 and template = 'refund'`,
      [userId],
    )
  ).map(({ facts }) => facts.why)
const paid = { status: 'paid', code: 'used', uses: 1, byUser: 1, standing: true }
const back = { status: 'refunded', code: 'released', uses: 0, byUser: 0, standing: false }

describe('taking back an order that cost nothing', () => {
  it('a free order taken back loses its time, frees its promo code, notifies the buyer once and books no money', async () => {
    const userId = await newBuyer()
    const code = await makeCode({ maxUses: 1, maxUsesPerUser: 1 })
    const orderId = await order(userId, code)
    expect(await books(orderId)).toEqual(paid)
    expect(await takeBack(orderId, true)).toMatchObject({ takesTimeBack: true, refundIds: [] })
    expect(await books(orderId)).toEqual(paid)
    const taken = await takeBack(orderId)
    expect(taken).toMatchObject({ amount: { amountMinor: 0, currency: 'CNY' }, refundIds: [] })
    expect(await books(orderId)).toEqual(back)
    expect(await secondsOf(userId)).toBe(0)
    expect(await messages(userId)).toEqual(['free'])
    expect(await readOrder(shop.deps.database, userId, orderId, 'en')).toMatchObject({ status: 'refunded' })
    await shop.deps.database.transaction((tx) => applyPaymentFacts(tx, { orderId, facts: [], source: 'query' }))
    expect(await books(orderId)).toEqual(back)
    const again = await order(userId, code)
    expect(await books(again)).toEqual(paid)
    expect(await messages(userId)).toEqual(['free'])
    expect(await shop.rows('select 1 from ledger_postings where order_id = any($1)', [[orderId, again]])).toEqual([])
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
  })

  it('a free order is taken back once, and only as a whole', async () => {
    const userId = await newBuyer()
    const orderId = await order(userId, await makeCode())
    const part = { order: orderId, amount: '1.00', reason: 'a slip' }
    await expect(perform(shop.deps.database, 'orders.refund', part)).rejects.toThrow('only all of it')
    await takeBack(orderId)
    for (const preview of [true, false])
      await expect(takeBack(orderId, preview)).rejects.toThrow('nothing to take back')
    expect(await messages(userId)).toEqual(['free'])
  })

  it('a batch of refunds takes a free order back like a paid one', async () => {
    const userId = await newBuyer()
    const orderId = await order(userId, await makeCode())
    const made = await perform(shop.deps.database, 'refunds.batch', { orders: [orderId], reason: 'a slip' })
    expect(made).toMatchObject({ orders: 1, lines: [{ amount: { amountMinor: 0, currency: 'CNY' }, why: null }] })
    await shop.work()
    expect(await books(orderId)).toEqual(back)
  })

  it('two operators who take the same free order back at once do it once', async () => {
    for (let round = 0; round < countRounds(20, 3); round++) {
      const userId = await newBuyer()
      const orderId = await order(userId, await makeCode())
      const gate = createGate()
      const holding = shop.deps.database.transaction(async (tx) => {
        await lockOrder(tx, orderId)
        await gate.pass()
      })
      await gate.arrived
      const both = Promise.allSettled([takeBack(orderId), takeBack(orderId)])
      await waitForWaiters(shop.app, 2)
      gate.open()
      await holding
      expect((await both).map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await books(orderId)).toEqual(back)
      expect(await messages(userId)).toEqual(['free'])
    }
  })

  it('a free order taken back while others are placed with its promo code leaves one use per placed order', async () => {
    for (let round = 0; round < countRounds(20, 3); round++) {
      const code = await makeCode({ maxUses: 2 })
      const first = await order(await newBuyer(), code)
      const gate = createGate()
      const holding = shop.deps.database.transaction(async (tx) => {
        await tx.run({ text: 'update promo_codes set uses = uses where code = $1', values: [code], name: 'hold_code' })
        await gate.pass()
      })
      await gate.arrived
      const taking = takeBack(first)
      await waitForWaiters(shop.app, 1)
      const buyers = [await newBuyer(), await newBuyer(), await newBuyer()]
      const others = Promise.allSettled(buyers.map((each) => order(each, code)))
      await waitForWaiters(shop.app, 4)
      gate.open()
      await holding
      await taking
      const made = (await others).filter(({ status }) => status === 'fulfilled').length
      const [row] = await shop.rows<{ uses: number; used: number }>(
        `select uses, (select count(*)::int from promo_uses s where s.code = c.code and status <> 'released') as used
         from promo_codes c where code = $1`,
        [code],
      )
      expect(row).toEqual({ uses: made, used: made })
      expect([1, 2]).toContain(made)
    }
  })

  it('a free order taken back leaves the time of a later order', async () => {
    const userId = await newBuyer()
    const first = await order(userId, await makeCode())
    const ofFirst = await secondsOf(userId)
    const second = await order(userId, await makeCode())
    const ofBoth = await secondsOf(userId)
    await takeBack(first)
    expect(await secondsOf(userId)).toBe(ofBoth - ofFirst)
    expect(await books(second)).toEqual(paid)
  })

  it('a free order is not taken back while an upgrade stands on its time', async () => {
    const userId = await newBuyer()
    const orderId = await order(userId, await makeCode())
    const upgrade = await orderUpgrade(userId)
    await upgrade.pay()
    for (const preview of [true, false])
      await expect(takeBack(orderId, preview)).rejects.toThrow('bought more devices for this time')
    expect(await books(orderId)).toEqual(paid)
  })

  it.each([
    ['becomes time of its own after the order was taken back', 'order', [], true],
    ['is reviewed by a person after its time was taken back', 'upgrade', ['difference_without_time'], false],
  ])('an upgrade paid while its free order is taken back %s', async (_title, first, reasons, hasTime) => {
    for (let round = 0; round < countRounds(20, 2); round++) {
      const userId = await newBuyer()
      const orderId = await order(userId, await makeCode())
      const upgrade = await orderUpgrade(userId)
      const gate = createGate()
      const holding = shop.deps.database.transaction(async (tx) => {
        // Locks without updating, because waiters for an updated row are not served in order.
        const text = 'select 1 from memberships where user_id = $1 for update'
        await tx.run({ text, values: [userId], name: 'hold_membership' })
        await gate.pass()
      })
      await gate.arrived
      // The first call has passed all its checks when it waits for the membership.
      const acts = [() => takeBack(orderId), upgrade.pay]
      const [one, other] = first === 'order' ? acts : acts.toReversed()
      const started = one!()
      await waitForWaiters(shop.app, 1)
      const both = Promise.all([started, other!()])
      await waitForWaiters(shop.app, 2)
      gate.open()
      await holding
      await both
      expect(await books(orderId)).toEqual(back)
      const open = (await listOpenReviews(shop.deps.database)).filter((item) => item.orderId === upgrade.orderId)
      expect(open.map(({ reason }) => reason)).toEqual(reasons)
      // An upgrade adds one second of its own, which remains.
      expect((await secondsOf(userId)) > 1).toBe(hasTime)
      expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    }
  })

  it('the command line reports a free order taken back without a request to a provider', async () => {
    const desk = await OperatorDesk.open(shop.app.db, shop.app.config, 'TEST')
    try {
      const userId = await newBuyer()
      const orderId = await order(userId, await makeCode())
      const command = ['orders', 'refund', '--order', orderId, '--all', '--reason', 'a slip', '--operator', 'ada']
      for (const printed of [await desk.run([...command, '--preview']), await desk.run(command)]) {
        expect(printed).toContain('was free, so no money moves; its time is taken back at once')
        expect(printed).not.toContain('Requested as')
      }
      expect(await books(orderId)).toEqual(back)
    } finally {
      await desk.close()
    }
  })

  it('a free order counts with its price in the limits of one operator, alone and in a batch', async () => {
    const orders = []
    for (let n = 0; n < 4; n++) orders.push(await order(await newBuyer(), await makeCode()))
    const [first, second, ...others] = orders as [string, string, string, string]
    const asOf = { operator: ben }
    const takeBackBy = (orderId: string) =>
      perform(shop.deps.database, 'orders.refund', { order: orderId, all: true, reason: 'a slip' }, asOf)
    const statuses = async (ids: readonly string[]) => (await Promise.all(ids.map(books))).map(({ status }) => status)
    try {
      await limitRefunds(500)
      await takeBackBy(first)
      await takeBackBy(second)
      expect(await statuses([first, second])).toEqual(['refunded', 'paid'])
      await perform(shop.deps.database, 'refunds.batch', { orders: others, reason: 'a slip' }, asOf)
      await shop.work()
      expect(await statuses(others)).toEqual(['paid', 'paid'])
      await limitRefunds(100)
      const fresh = await order(await newBuyer(), await makeCode())
      await takeBackBy(fresh)
      expect(await statuses([fresh])).toEqual(['paid'])
    } finally {
      await limitRefunds(20_000)
    }
  })
})

describe('free order while the price of its plan changes', () => {
  afterEach(() => shop.deps.database.transaction((tx) => setPrice(tx, '268.00')))
  const owner = { ...ada, role: 'owner' } as const
  const setPrice = (tx: Transaction, price: string) => {
    const deps = { config: shop.app.config, emit: () => {} }
    return setPlanPrice(tx, { id: plan.id, currency: 'CNY', price }, owner, deps, undefined)
  }
  const sell = (userId: string, code: string) =>
    order(userId, code).then(
      async (orderId) =>
        (
          await shop.rows(
            `select price_minor::int as price, discount_minor::int as discount, total_minor::int as total, status
             from orders where id = $1`,
            [orderId],
          )
        )[0],
      (error: AppError) => error.status,
    )
  const before = { price: plan.totalMinor, discount: plan.totalMinor, total: 0, status: 'paid' }
  const after = { ...before, price: 27_000, discount: 27_000 }
  const codesOf: [string, Record<string, number> | null, object | string][] = [
    ['the whole price', null, after],
    ['a fixed sum', { CNY: plan.totalMinor }, 'PriceChanged'],
  ]

  it.each(codesOf)(
    'an order is sold at the old price until the change is committed: %s',
    async (_off, amounts, later) => {
      const [code, gate] = [await makeCode({}, amounts), createGate()]
      const holding = shop.deps.database.transaction(async (tx) => {
        await setPrice(tx, '270.00')
        await gate.pass()
      })
      await Promise.race([gate.arrived, holding])
      expect(await sell(await newBuyer(), code)).toEqual(before)
      gate.open()
      await holding
      expect(await sell(await newBuyer(), code)).toEqual(later)
    },
  )

  it.each(codesOf)(
    'an order that has read the old price takes the discount of that price: %s',
    async (_off, amounts, later) => {
      const [code, gate] = [await makeCode({}, amounts), createGate()]
      const holding = shop.deps.database.transaction(async (tx) => {
        await tx.run({ text: 'update promo_codes set uses = uses where code = $1', values: [code], name: 'hold_code' })
        await gate.pass()
      })
      await Promise.race([gate.arrived, holding])
      const selling = sell(await newBuyer(), code)
      await waitForWaiters(shop.app, 1)
      await shop.deps.database.transaction((tx) => setPrice(tx, '270.00'))
      gate.open()
      await holding
      expect(await selling).toEqual(before)
      expect(await sell(await newBuyer(), code)).toEqual(later)
    },
  )
})
