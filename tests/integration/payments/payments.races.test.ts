import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { stateOf } from '#simulators/fake-gateway/gateway-payments.ts'
import { findAttempt } from '#server/modules/payments/payments.queries.ts'
import { ProviderSilent, type PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { expireOrder, expireOverdue } from '#server/workflows/orders/expire-order.ts'
import { reconcileAttempt, reconcileDue, resendRefunds } from '#server/workflows/payments/attempts/reconcile-attempt.ts'
import { createGate, eventually, openShop, plan, type Placed, type Shop } from './payments.setup.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { forgetJobs, waitingJobs } from '../../support/jobs.ts'
import { countRounds } from '../../support/race-rounds.ts'

let shop: Shop
/** Hooks that run after the provider's answer and before the shop receives it. */
let after: Partial<Record<'create' | 'query' | 'close', () => Promise<void>>> = {}
const hold = async (step: 'create' | 'query' | 'close') => after[step]?.()
const slow = (provider: PaymentProvider): PaymentProvider => ({
  ...provider,
  create: async (attempt) => {
    const answer = await provider.create(attempt)
    await hold('create')
    return answer
  },
  query: async (ref) => {
    const answer = await provider.query(ref)
    await hold('query')
    return answer
  },
  close: async (ref) => {
    const answer = await provider.close(ref)
    await hold('close')
    return answer
  },
})

beforeAll(async () => {
  shop = await openShop({ wrap: slow })
})
afterEach(() => {
  after = {}
})
afterAll(() => shop.close())

async function pay(placed: Placed, how: object = {}) {
  await shop.switchboard('POST', `alipay/bills/${placed.attemptId}/pay`, how)
}
const noticeOf = (placed: Placed) =>
  shop.simulator.counters.alipay.fakeGateway.notices.findLast(({ number }) => number === placed.attemptId)!
const settledByNotification = async (placed: Placed) => {
  await shop.simulator.counters.alipay.fakeGateway.replay(noticeOf(placed), 1)
  await shop.work()
}
const attemptOf = async (placed: Placed) => (await findAttempt(shop.deps.database, placed.attemptId))!

describe('notification racing the poller (invariant 13)', () => {
  it('a notification wins over an older query answer', async () => {
    const placed = await shop.order()
    await shop.visit(placed)
    const gate = createGate()
    after.query = gate.pass
    const asking = reconcileAttempt(shop.deps, await attemptOf(placed))
    await gate.arrived
    await pay(placed, { notify: 0 })
    await settledByNotification(placed)
    gate.open()
    expect(await asking).toBe('nothing')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, standing: 1 })
  })

  it('a payment reported while its attempt is being opened stays paid and is not polled any more', async () => {
    const gate = createGate()
    after.create = gate.pass
    const opening = shop.order()
    await gate.arrived
    const [attempt] = await shop.rows<{ id: string }>(
      'select id from payment_attempts order by created_at desc limit 1',
    )
    await shop.switchboard('POST', `alipay/bills/${attempt!.id}/pay`, { notify: 0 })
    const { fakeGateway } = shop.simulator.counters.alipay
    await fakeGateway.replay(
      fakeGateway.notices.find(({ number }) => number === attempt!.id)!,
      1,
    )
    await shop.work()
    gate.open()
    const placed = await opening
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    expect(await shop.rows('select status, next_query_at from payment_attempts where id = $1', [attempt!.id])).toEqual([
      { status: 'paid', next_query_at: null },
    ])
  })

  it('an order is granted once when notification and poller settle it at the same moment', async () => {
    for (let round = 0; round < countRounds(300, 15); round++) {
      const placed = await shop.order()
      await shop.visit(placed)
      await pay(placed, { notify: 0 })
      await shop.simulator.counters.alipay.fakeGateway.replay(noticeOf(placed), 1)
      const attempt = await attemptOf(placed)
      const release = await lockOrderRow(placed)
      const settling = [reconcileAttempt(shop.deps, attempt), reconcileAttempt(shop.deps, attempt), shop.work()]
      await eventually(async () => (await waitersFor()) >= 3)
      await release()
      await Promise.all(settling)
      expect(await shop.books(placed)).toMatchObject({
        status: 'paid',
        grants: 1,
        standing: 1,
        facts: ['paid 26800 CNY'],
        reviews: [],
      })
      expect((await shop.history(placed)).filter(({ to }) => to === 'paid')).toHaveLength(1)
    }
  })
})

it('a notified refund waits for the erasure of its buyer before it locks the membership, which the erasure locks next', async () => {
  // WeChat's notification of a refund does not repeat the payment.
  const placed = await shop.order({ method: 'wechat' })
  const { fakeGateway } = shop.simulator.counters.wechat
  fakeGateway.pay(fakeGateway.get(placed.attemptId), {})
  await eventually(async () => {
    await shop.work()
    return (await shop.books(placed)).status === 'paid'
  })
  const { userId } = placed
  await shop.rows(`insert into account_deletions (user_id, erase_at) values ($1, now() + interval '7 days')`, [userId])
  fakeGateway.refund(fakeGateway.get(placed.attemptId), 'R-1', plan.totalMinor)
  await eventually(async () => (await waitingJobs(shop.rows, 'process-provider-event')).length > 0)
  const [job] = await waitingJobs(shop.rows, 'process-provider-event')
  const gate = createGate()
  // Locks what an erasure locks, in its order: the account, then the membership.
  const erasing = shop.deps.database.transaction(async (tx) => {
    const lock = (name: string, text: string) => tx.run({ name, text, values: [userId] })
    await lock('hold_account', 'select 1 from account_deletions where user_id = $1 for no key update')
    await gate.pass()
    await lock('hold_membership', 'select 1 from memberships where user_id = $1 for update nowait')
  })
  await gate.arrived
  const settling = shop.work()
  await eventually(async () => (await waitersFor()) > 0)
  gate.open()
  await Promise.all([erasing, settling])
  expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0 })
  expect(await shop.rows('select state::text, retry_count from pgboss.job_common where id = $1', [job!.id])).toEqual([
    { state: 'completed', retry_count: 0 },
  ])
})

/** Locks the order's row, so that notification and poller wait at the same step before they mark it paid. */
async function lockOrderRow({ orderId }: Placed): Promise<() => Promise<void>> {
  const gate = createGate()
  const holding = shop.deps.database.transaction(async (tx) => {
    await tx.run({ text: 'update orders set id = id where id = $1', values: [orderId], name: 'hold_order' })
    await gate.pass()
  })
  await gate.arrived
  return async () => {
    gate.open()
    await holding
  }
}
const waitersFor = async () =>
  (
    await shop.rows<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
  )[0]!.count

const expire = async () => {
  await expireOverdue(shop.deps)
  await shop.work()
}

describe('expiry', () => {
  it('expiry closes the attempt at the gateway and ends the order', async () => {
    const placed = await shop.order()
    await shop.visit(placed)
    await shop.closeWindow(placed)
    await expire()
    expect(await shop.books(placed)).toMatchObject({
      status: 'expired',
      grants: 0,
      facts: expect.arrayContaining(['closed 0 CNY']),
    })
    expect(stateOf(shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId))).toBe('closed')
    expect((await shop.view(placed)).pay).toEqual({ kind: 'none' })
  })

  it('expiry asks a silent gateway once per order, and expires all orders when it is back', async () => {
    const orders: Placed[] = []
    for (let index = 0; index < 20; index++) orders.push(await shop.order())
    for (const placed of orders) await shop.closeWindow(placed)
    let asked = 0
    after.close = async () => {
      asked++
      throw new ProviderSilent('not reached')
    }
    await expire()
    await expire()
    expect(asked).toBe(orders.length)
    await expire()
    expect(asked).toBe(orders.length)
    after = {}
    const due = await shop.rows<{ minutes: number }>(
      `select extract(epoch from next_expiry_try_at - now())::float8 / 60 as minutes from orders where id = any($1)`,
      [orders.map(({ orderId }) => orderId)],
    )
    for (const { minutes } of due) expect(minutes).toBeLessThanOrEqual(5)
    await shop.rows(`update orders set next_expiry_try_at = now() where next_expiry_try_at is not null`)
    await expire()
    for (const placed of orders) expect((await shop.books(placed)).status).toBe('expired')
  })

  it('expiry leaves an order alone before its payment window ends', async () => {
    const placed = await shop.order()
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
  })

  it('expiry finds a payment whose notification was lost', async () => {
    const placed = await shop.order()
    await shop.visit(placed)
    await pay(placed, { notify: 0 })
    await shop.closeWindow(placed)
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('expiry waits while the gateway is silent, because the order may have been paid', async () => {
    const placed = await shop.order()
    await shop.visit(placed)
    await pay(placed, { notify: 0 })
    await shop.closeWindow(placed)
    await shop.switchboard('POST', 'alipay/faults', { kind: 'status500', method: 'close' })
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect((await shop.books(placed)).status).toBe('awaiting_payment')
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('kept')
    expect((await shop.books(placed)).status).toBe('paid')
  })

  it('expiry does not end an order that was paid after the gateway was asked', async () => {
    const placed = await shop.order()
    await shop.closeWindow(placed)
    const gate = createGate()
    after.close = gate.pass
    const expiring = expireOrder(shop.deps, placed.orderId)
    await gate.arrived
    await shop.visit(placed)
    await pay(placed, { notify: 0 })
    await settledByNotification(placed)
    gate.open()
    expect(await expiring).toBe('kept')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, standing: 1 })
  })

  it('a payment after expiry still makes the order paid (invariant 6)', async () => {
    const placed = await shop.order()
    await shop.closeWindow(placed)
    expect(await expireOrder(shop.deps, placed.orderId)).toBe('expired')
    await shop.visit(placed)
    await pay(placed, { late: true, notify: 0 })
    await settledByNotification(placed)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, standing: 1 })
    expect((await shop.history(placed)).map(({ to, reason }) => `${to} ${reason}`)).toEqual([
      'created placed',
      'awaiting_payment attempt_opened',
      'expired window_closed',
      'paid paid_late',
    ])
  })

  it('a late payment without a notification is found by the poller (invariant 6)', async () => {
    const placed = await shop.order()
    await shop.closeWindow(placed)
    await expireOrder(shop.deps, placed.orderId)
    await shop.visit(placed)
    await pay(placed, { late: true, notify: 0 })
    await shop.rows(`update payment_attempts set next_query_at = case when id = $1 then now() end`, [placed.attemptId])
    await reconcileDue(shop.deps, 'alipay')
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('expiry racing payments leaves each order either paid and granted or expired without a grant', async () => {
    const orders = await Promise.all(Array.from({ length: 40 }, () => shop.order()))
    for (const placed of orders) {
      await shop.visit(placed)
      await shop.closeWindow(placed)
    }
    for (let index = 0; index < orders.length; index += 8)
      await Promise.all(
        orders
          .slice(index, index + 8)
          .flatMap((placed) => [
            expireOrder(shop.deps, placed.orderId),
            pay(placed, { notify: 0 }).catch(() => {}),
            expireOrder(shop.deps, placed.orderId),
          ]),
      )
    for (const placed of orders) {
      const isPaid = shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId).paidAt !== null
      if (isPaid) await shop.simulator.counters.alipay.fakeGateway.replay(noticeOf(placed), 1)
    }
    await shop.work()
    for (const placed of orders) {
      const isPaid = shop.simulator.counters.alipay.fakeGateway.get(placed.attemptId).paidAt !== null
      expect(await shop.books(placed)).toMatchObject(
        isPaid ? { status: 'paid', grants: 1 } : { status: 'expired', grants: 0 },
      )
    }
  })
})

describe('poller', () => {
  it('five pollers at the same time query each due attempt once', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => shop.order()))
    const ids = orders.map(({ attemptId }) => attemptId)
    await shop.rows(`update payment_attempts set next_query_at = case when id = any($1) then now() end`, [ids])
    let asked = 0
    after.query = async () => void asked++
    await Promise.all(Array.from({ length: 5 }, () => reconcileDue(shop.deps, 'alipay')))
    expect(asked).toBe(6)
    const rows = await shop.rows<{ wait: number; queries: number }>(
      `select extract(epoch from next_query_at - queried_at)::int as wait, queries from payment_attempts where id = any($1)`,
      [ids],
    )
    expect(rows).toEqual(Array.from({ length: 6 }, () => ({ wait: 10, queries: 1 })))
  })

  async function tellUnread(): Promise<{ placed: Placed; queries: () => Promise<number> }> {
    const placed = await shop.order()
    await shop.visit(placed)
    await pay(placed, { notify: 0 })
    await shop.simulator.counters.alipay.fakeGateway.replay(noticeOf(placed), 1)
    await shop.rows(`update payment_attempts set next_query_at = case when id = $1 then now() end`, [placed.attemptId])
    let asked = 0
    after.query = async () => void asked++
    const queries = async () => {
      await reconcileDue(shop.deps, 'alipay')
      return asked
    }
    return { placed, queries }
  }

  it('the poller passes over an attempt whose notification waits to be read, for a minute', async () => {
    const { placed, queries } = await tellUnread()
    expect(await queries()).toBe(0)
    await shop.rows(
      `update provider_events set received_at = received_at - interval '61 seconds' where named_attempt = $1`,
      [placed.attemptId],
    )
    expect(await queries()).toBe(1)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1, facts: ['paid 26800 CNY'] })
    const unread = await shop.rows('select 1 from provider_events where named_attempt = $1', [placed.attemptId])
    expect(unread).toEqual([])
  })

  it.each([
    ['another provider sent', `provider = 'wechat'`],
    ['an erasure has emptied', `sealed = null`],
    ['has been read', `attempt_id = named_attempt, named_attempt = null`],
    ['names another attempt', `named_attempt = 'none'`],
  ])('the poller queries an attempt in spite of a notification that %s', async (_what, change) => {
    const { placed, queries } = await tellUnread()
    await shop.rows(`update provider_events set ${change} where named_attempt = $1`, [placed.attemptId])
    expect(await queries()).toBe(1)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', grants: 1 })
  })

  it('a refund whose job was lost is sent again', async () => {
    const placed = await shop.order()
    await shop.visit(placed)
    await pay(placed, { notify: 0 })
    await settledByNotification(placed)
    await requestRefund(shop.deps.database, {
      orderId: placed.orderId,
      amountMinor: 'all',
      reason: 'test',
      requestedBy: ada,
    })
    await forgetJobs(shop.rows, 'send-refund')
    await shop.rows(`update refunds set created_at = now() - interval '11 minutes' where order_id = $1`, [
      placed.orderId,
    ])
    await resendRefunds(shop.deps)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'refunded', standing: 0 })
  })
})
