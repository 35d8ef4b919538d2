import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { startChain, type LocalChain } from '#simulators/chain/start-chain.ts'
import { createJobs } from '#server/create-jobs.ts'
import { insertPromoCode } from '#server/modules/promo-codes/promo-codes.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { routePayments } from '#server/modules/payments/create-payments.ts'
import { createCrypto } from '#server/modules/payments/providers/crypto.ts'
import { readConfig } from '#server/platform/config.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { listOpenGroups } from '#server/workflows/groups/list-groups.ts'
import { joinForPay } from '#server/workflows/groups/join-group.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { prepareDeposit } from '#server/workflows/crypto/prepare-deposit.ts'
import { readCryptoPayment } from '#server/workflows/crypto/read-crypto.ts'
import { repayOrder } from '#server/workflows/orders/repay-order.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { createUser } from '../../support/factories.ts'
import { openCryptoShop, price, type CryptoShop } from './crypto.setup.ts'
import { createBank } from '../groups/groups.setup.ts'
import { recordSentRefund, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { makeJobsDue } from '../../support/jobs.ts'

let chain: LocalChain
let shop: CryptoShop
let deps: CryptoShop['deps']
let work: () => Promise<void>

beforeAll(async () => {
  chain = await startChain()
  shop = await openCryptoShop(chain)
  const routes = (['alipay', 'crypto'] as const).map((id) => ({ method: id, currency: 'USD', provider: id }) as const)
  deps = { ...shop.deps, payments: routePayments([createBank(), createCrypto(['USD'])], routes) }
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), LOG_LEVEL: 'silent' })
  const messages = createMessageDeps(config, deps.database, pino({ level: 'silent' }))
  const jobs = createJobs({ ...deps, messages })
  work = async () => {
    await makeJobsDue(shop.rows, { not: 'expire-group' })
    await jobs.drain()
  }
})
afterAll(async () => {
  await shop?.close()
  await chain?.stop()
})

type Own = { userId: string; orderId: string }
const statusOf = async ({ orderId }: Own) => (await shop.books({ orderId })).status
const windowOf = async ({ orderId }: Own) =>
  (
    await shop.rows<{ minutes: number }>(
      'select extract(epoch from payable_until - created_at)::int / 60 as minutes from orders where id = $1',
      [orderId],
    )
  )[0]!.minutes
const quote = async (own: Own, token = 'USDT') => {
  await prepareDeposit(deps, { ...own, network: 'local', token })
  const { deposits } = await readCryptoPayment(deps, own.userId, own.orderId)
  const deposit = deposits.find((known) => known.token === token)!
  return { address: deposit.address, amount: BigInt(deposit.amount) }
}
const send = async (own: Own, part = 1n) => {
  const { address, amount } = await quote(own)
  await chain.transfer('USDT', address, amount / part)
}
const deep = async () => {
  await chain.mine(3)
  await shop.watch()
}
const pay = async (own: Own, part = 1n) => {
  await send(own, part)
  await deep()
}
async function giveBack({ orderId }: Own): Promise<number[]> {
  const open = await shop.rows<{ id: string; minor: number }>(
    `select id, amount_minor::int as minor from refunds where order_id = $1 and status <> 'done' order by created_at`,
    [orderId],
  )
  for (const { id: refundId, minor } of open) {
    const to = chain.wallets[7]!.address
    const txHash = await chain.transfer('USDT', to, BigInt(minor) * 10_000n)
    await chain.mine(3)
    await recordSentRefund(deps, { refundId, txHash, to, operator: ada })
  }
  return open.map(({ minor }) => minor)
}
const order = async (method: 'alipay' | 'crypto', promo?: { code: string; totalMinor: number }): Promise<Own> => {
  const { userId } = await createUser(deps.database)
  const { orderId } = await placeOrder(deps, {
    userId,
    goodsId: price.id,
    currency: 'USD',
    method,
    expectedTotalMinor: promo?.totalMinor ?? price.USD,
    promo: promo && { code: promo.code, network: 'test' },
    idempotencyKey: randomUUID(),
  })
  return { userId, orderId }
}
const payByAlipay = async ({ orderId }: Own) => {
  const [attempt] = await shop.rows<{ id: string; amount: number }>(
    `select id, amount_minor::int as amount from payment_attempts where order_id = $1 and provider = 'alipay'`,
    [orderId],
  )
  const { id: attemptId, amount } = attempt!
  await deps.database.transaction((tx) =>
    applyPaymentFacts(tx, {
      orderId,
      source: 'notification',
      facts: [
        {
          provider: 'alipay',
          kind: 'paid',
          attemptId,
          providerTxnId: `txn-${attemptId}`,
          refundId: null,
          amount: { amountMinor: amount, currency: 'USD' },
          at: new Date(),
          rawHash: '',
        },
      ],
    }),
  )
}

describe('group paid in cryptocurrency', () => {
  const unit = async () =>
    (
      await shop.rows<{ minor: number }>(
        `select per_person_minor::int as minor from group_prices where goods_id = $1 and size = 2 and currency = 'USD'`,
        [price.id],
      )
    )[0]!.minor
  async function start(): Promise<Own & { groupId: string }> {
    const { userId } = await createUser(deps.database)
    const { orderId } = await startGroup(deps, {
      userId,
      goodsId: price.id,
      size: 2,
      paymentType: 'pay_self',
      currency: 'USD',
      method: 'crypto',
      expectedTotalMinor: await unit(),
      idempotencyKey: randomUUID(),
    })
    const [row] = await shop.rows<{ id: string }>('select group_id as id from orders where id = $1', [orderId])
    return { userId, orderId, groupId: row!.id }
  }
  async function join(groupId: string, method: 'alipay' | 'crypto' = 'crypto'): Promise<Own> {
    const { userId } = await createUser(deps.database)
    const call = { userId, groupId, method, expectedTotalMinor: await unit(), idempotencyKey: randomUUID() }
    return { userId, orderId: (await joinForPay(deps, call)).orderId }
  }
  const stateOf = async (groupId: string) =>
    (await shop.rows<{ status: string }>('select status from groups where id = $1', [groupId]))[0]!.status
  const seconds = async ({ userId }: Own) =>
    (
      await shop.rows<{ seconds: number }>(
        'select coalesce(sum(seconds), 0)::int as seconds from membership_grants where user_id = $1',
        [userId],
      )
    )[0]!.seconds
  const passTime = async (groupId: string) => {
    await shop.rows(
      `update groups set created_at = created_at - interval '2 days', expires_at = now() - interval '1 second' where id = $1`,
      [groupId],
    )
    await makeJobsDue(shop.rows, { kind: 'expire-group' })
    await work()
  }

  it('a group is complete when the last share is confirmed, also when it is paid in parts', async () => {
    const creator = await start()
    await pay(creator)
    const joiner = await join(creator.groupId)
    await pay(joiner, 2n)
    expect([await stateOf(creator.groupId), await seconds(creator)]).toEqual(['unfinished', 0])
    await pay(joiner, 2n)
    expect(await stateOf(creator.groupId)).toBe('finished')
    expect((await seconds(creator)) > 0 && (await seconds(joiner)) > 0).toBe(true)
    expect([await statusOf(creator), await statusOf(joiner)]).toEqual(['paid', 'paid'])
  })

  it('shares of an unfilled group are refunded by hand, also those that arrive after its end', async () => {
    const creator = await start()
    await pay(creator)
    const [waiting, late] = [await join(creator.groupId), await unit()]
    const { address, amount } = await quote(waiting)
    await passTime(creator.groupId)
    expect(await stateOf(creator.groupId)).toBe('expired')
    expect([await statusOf(creator), await statusOf(waiting)]).toEqual(['refunding', 'cancelled'])
    await chain.transfer('USDT', address, amount)
    await deep()
    expect([await statusOf(waiting), await stateOf(creator.groupId)]).toEqual(['refunding', 'expired'])
    expect([await giveBack(creator), await giveBack(waiting)]).toEqual([[late], [late]])
    for (const own of [creator, waiting]) expect([await statusOf(own), await seconds(own)]).toEqual(['refunded', 0])
    // A transfer of one cent takes no seat.
    await chain.transfer('USDT', address, 10_000n)
    await deep()
    expect([await statusOf(waiting), await seconds(waiting)]).toEqual(['review', 0])
  })

  it('a payment that is pending when the group ends is accepted and then refunded', async () => {
    const creator = await start()
    await pay(creator)
    const joiner = await join(creator.groupId)
    await send(joiner)
    await shop.watch()
    await passTime(creator.groupId)
    expect(await statusOf(joiner)).toBe('awaiting_payment')
    await deep()
    await work()
    expect(await statusOf(joiner)).toBe('refunding')
    expect(await giveBack(joiner)).toEqual([await unit()])
    expect([await statusOf(joiner), await seconds(joiner)]).toEqual(['refunded', 0])
  })

  it('a lapsed seat with a pending payment is kept, and the group leaves the public list meanwhile', async () => {
    const [full, open] = [await start(), await start()]
    for (const own of [full, open]) await pay(own)
    await shop.rows(`update groups set listed = id = any($1)`, [[full.groupId, open.groupId]])
    const joiner = await join(full.groupId)
    await send(joiner)
    await shop.watch()
    await shop.rows(`update group_seats set lease_until = now() - interval '1 second' where order_id = $1`, [
      joiner.orderId,
    ])
    const { list, more } = await listOpenGroups(deps.database, null, 'en')
    expect([list.map(({ groupId }) => groupId), more]).toEqual([[open.groupId], false])
    await deep()
    expect(await stateOf(full.groupId)).toBe('finished')
  })

  it('dust payments do not keep a seat, so another user can take it', async () => {
    const creator = await start()
    await pay(creator)
    const joiner = await join(creator.groupId)
    await send(joiner, 1_000n)
    await shop.watch()
    await shop.rows(`update group_seats set lease_until = now() - interval '1 second' where order_id = $1`, [
      joiner.orderId,
    ])
    await send(joiner, 1_000n)
    await shop.watch()
    const another = await join(creator.groupId)
    await pay(another)
    expect(await stateOf(creator.groupId)).toBe('finished')
    // Dust payments keep no seat: their order goes to review and is refunded.
    await shop.closeWindow(joiner)
    await expireOrder(deps, joiner.orderId)
    expect(await shop.books(joiner)).toMatchObject({ status: 'review', reviews: ['underpaid'] })
    await giveBack(joiner)
  })

  it('a partial share of an ended group goes to review, and the rest is refunded with it', async () => {
    const creator = await start()
    await pay(creator)
    const joiner = await join(creator.groupId)
    await pay(joiner, 2n)
    await passTime(creator.groupId)
    await shop.closeWindow(joiner)
    await expireOrder(deps, joiner.orderId)
    expect(await shop.books(joiner)).toMatchObject({ status: 'review', reviews: ['underpaid'] })
    const { deposits } = await readCryptoPayment(deps, joiner.userId, joiner.orderId)
    await chain.transfer('USDT', deposits[0]!.address, BigInt(deposits[0]!.missing))
    await deep()
    expect(await statusOf(joiner)).toBe('refunding')
    await giveBack(joiner)
    expect([await statusOf(joiner), await seconds(joiner)]).toEqual(['refunded', 0])
  })

  it('the order of a partial share goes to review when the group ends or its own window is over', async () => {
    const [creator, another] = [await start(), await start()]
    for (const own of [creator, another]) await pay(own)
    const [counted, arriving] = [await join(creator.groupId), await join(another.groupId)]
    for (const own of [counted, arriving]) await pay(own, 2n)
    await send(arriving, 4n)
    await shop.watch()
    for (const { groupId } of [creator, another]) await passTime(groupId)
    expect(await shop.books(counted)).toMatchObject({ status: 'review', grants: 0, reviews: ['underpaid'] })
    expect(await shop.books(arriving)).toMatchObject({ status: 'awaiting_payment', reviews: [] })
    await deep()
    await shop.closeWindow(arriving)
    await expireOrder(deps, arriving.orderId)
    expect(await shop.books(arriving)).toMatchObject({ status: 'review', grants: 0, reviews: ['underpaid'] })
    for (const own of [counted, arriving]) expect(await seconds(own)).toBe(0)
  })

  it('a seat is kept for the longer payment window of a crypto payment', async () => {
    const creator = await start()
    await pay(creator)
    const joiner = await join(creator.groupId, 'alipay')
    expect(await windowOf(joiner)).toBe(30)
    await repayOrder(deps, { ...joiner, method: 'crypto' })
    expect(await windowOf(joiner)).toBe(60)
    const leases = await shop.rows<{ same: boolean }>(
      `select abs(extract(epoch from s.lease_until - o.payable_until)) < 1 as same from group_seats s join orders o on o.id = s.order_id where o.id = $1`,
      [joiner.orderId],
    )
    expect(leases).toEqual([{ same: true }])
    await pay(joiner)
    expect(await stateOf(creator.groupId)).toBe('finished')
  })

  it('ledger verification finds no problems', async () => {
    expect((await verifyLedger(deps.database)).problems).toEqual([])
  })
})

describe('cancelling a crypto order', () => {
  it('a cancelled order with a part payment goes to review for refund, and the rest still completes it', async () => {
    const [placed, changed] = [await order('crypto'), await order('crypto')]
    for (const own of [placed, changed]) {
      await pay(own, 2n)
      await cancelOrder(deps, own.userId, own.orderId)
      expect(await shop.books(own)).toMatchObject({
        status: 'review',
        grants: 0,
        reviews: ['underpaid'],
      })
      expect((await readCryptoPayment(deps, own.userId, own.orderId)).state).toBe('review')
      await expect(cancelOrder(deps, own.userId, own.orderId)).rejects.toMatchObject({ status: 'OrderOver' })
    }
    const why = { reason: 'given up', requestedBy: ada }
    await requestRefund(deps.database, { orderId: placed.orderId, amountMinor: 'all', ...why })
    expect(await giveBack(placed)).toEqual([price.USD / 2])
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', grants: 0 })
    const { deposits } = await readCryptoPayment(deps, changed.userId, changed.orderId)
    await chain.transfer('USDT', deposits[0]!.address, BigInt(deposits[0]!.missing))
    await deep()
    expect(await shop.books(changed)).toMatchObject({ status: 'paid', grants: 1 })
    expect((await verifyLedger(deps.database)).problems).toEqual([])
  })

  it('cancelling is refused while coins are pending, and works when nothing was paid', async () => {
    const [arriving, empty] = [await order('crypto'), await order('crypto')]
    await send(arriving, 2n)
    await quote(empty)
    await shop.watch()
    await expect(cancelOrder(deps, arriving.userId, arriving.orderId)).rejects.toMatchObject({
      status: 'PaymentArriving',
    })
    await cancelOrder(deps, empty.userId, empty.orderId)
    expect([await statusOf(arriving), await statusOf(empty)]).toEqual(['awaiting_payment', 'cancelled'])
    await deep()
    await cancelOrder(deps, arriving.userId, arriving.orderId)
    expect(await statusOf(arriving)).toBe('review')
  })
})

describe('changing the payment method of an order', () => {
  it('an order that changes to crypto gets the longer window and keeps it', async () => {
    const placed = await order('alipay')
    expect(await windowOf(placed)).toBe(30)
    await repayOrder(deps, { ...placed, method: 'crypto' })
    expect(await windowOf(placed)).toBe(60)
    await repayOrder(deps, { ...placed, method: 'alipay' })
    await repayOrder(deps, { ...placed, method: 'crypto' })
    expect(await windowOf(placed)).toBe(60)
  })

  it('a late change to crypto holds the quote for at least ten minutes, once', async () => {
    const placed = await order('crypto')
    const leave = (minutes: number) =>
      shop.rows(
        `update orders set created_at = now() - interval '2 hours', payable_until = now() + make_interval(mins => $2) where id = $1`,
        [placed.orderId, minutes],
      )
    const left = async () =>
      shop.rows<{ order: number; quote: number }>(
        `select round(extract(epoch from o.payable_until - now()) / 60)::int as order,
           round(extract(epoch from a.expires_at - now()) / 60)::int as quote
         from orders o join payment_attempts a on a.order_id = o.id where o.id = $1 order by a.created_at desc limit 1`,
        [placed.orderId],
      )
    await leave(3)
    await quote(placed)
    expect(await left()).toEqual([{ order: 10, quote: 10 }])
    const { deposits } = await readCryptoPayment(deps, placed.userId, placed.orderId)
    expect(Math.round((deposits[0]!.expiresAt - Date.now()) / 60_000)).toBe(10)
    await leave(2)
    await quote(placed, 'USDC')
    expect((await left()).map((row) => row.order)).toEqual([2])
  })

  it('an order can be cancelled while dust is pending, and not while the missing rest is', async () => {
    const [grain, last] = [await order('crypto'), await order('crypto')]
    const { address, amount } = await quote(last)
    await chain.transfer('USDT', address, amount - amount / 500n)
    await deep()
    await chain.transfer('USDT', address, amount / 500n)
    await send(grain, 5_000n)
    await shop.watch()
    await expect(cancelOrder(deps, last.userId, last.orderId)).rejects.toMatchObject({ status: 'PaymentArriving' })
    await cancelOrder(deps, grain.userId, grain.orderId)
    expect(await statusOf(grain)).toBe('cancelled')
    await deep()
    expect(await statusOf(last)).toBe('paid')
  })

  it('changing from crypto to another method is refused while a payment is pending', async () => {
    const placed = await order('crypto')
    await send(placed)
    await shop.watch()
    await expect(repayOrder(deps, { ...placed, method: 'alipay' })).rejects.toMatchObject({ status: 'PaymentArriving' })
    await repayOrder(deps, { ...placed, method: 'crypto' })
    await deep()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
  })

  it('an order with a part payment that is paid by another method is granted once, and the part is refunded', async () => {
    const placed = await order('crypto')
    await pay(placed, 2n)
    await repayOrder(deps, { ...placed, method: 'alipay' })
    await payByAlipay(placed)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
    expect(await giveBack(placed)).toEqual([price.USD / 2])
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
  })
})

it('an order paid in two tokens is granted once, and the overpayment opens a review', async () => {
  const placed = await order('crypto')
  const [tether, circle] = [await quote(placed), await quote(placed, 'USDC')]
  await chain.transfer('USDT', tether.address, tether.amount)
  await chain.transfer('USDC', circle.address, circle.amount)
  await deep()
  const found = await shop.books(placed)
  expect(found).toMatchObject({ status: 'paid', grants: 1, reviews: ['overpaid'] })
  expect(found.facts).toHaveLength(2)
})

it('a payment that no node shows any more does not keep its order open for ever', async () => {
  const placed = await order('crypto')
  await send(placed)
  await shop.watch()
  await shop.closeWindow(placed)
  expect(await expireOrder(deps, placed.orderId)).toBe('kept')
  await shop.rows(`update chain_transfers set seen_at = now() - interval '25 hours' where order_id = $1`, [
    placed.orderId,
  ])
  await expireOrder(deps, placed.orderId)
  expect(await statusOf(placed)).toBe('expired')
  await deep()
  expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
})

describe('promo code with a crypto payment', () => {
  const make = async (percentBps: number) => {
    const code = `CHAIN-${percentBps}`
    await insertPromoCode(deps.database, {
      code,
      kind: 'percent',
      percentBps,
      amounts: null,
      goodsIds: null,
      methods: ['crypto'],
      firstPurchaseOnly: false,
      startsAt: null,
      endsAt: null,
      maxUses: null,
      maxUsesPerUser: null,
      note: 'test',
    })
    return code
  }

  it('a promo code reduces a crypto payment and is spent by it', async () => {
    const placed = await order('crypto', { code: await make(5_000), totalMinor: price.USD / 2 })
    expect((await quote(placed)).amount).toBe(BigInt(price.USD / 2) * 10_000n)
    await pay(placed)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, reviews: [] })
    const uses = await shop.rows('select status from promo_uses where order_id = $1', [placed.orderId])
    expect(uses).toEqual([{ status: 'used' }])
  })

  it('a promo code that makes the total zero needs no chain payment', async () => {
    const placed = await order('crypto', { code: await make(10_000), totalMinor: 0 })
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, facts: [] })
    expect((await readCryptoPayment(deps, placed.userId, placed.orderId)).state).toBe('settled')
    await expect(quote(placed)).rejects.toMatchObject({ status: 'OrderOver' })
  })
})
