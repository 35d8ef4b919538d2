import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { lockRefundsOf } from '#server/modules/audit/batches.queries.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Operator } from '#server/platform/act.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import type { Job } from '#server/platform/jobs.ts'
import { sql } from '#server/platform/sql.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { refundLine } from '#server/workflows/payments/refunds/refund-batch.ts'
import { waitingJobs } from '#tests/support/jobs.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { openGroups, plan, type GroupWorld } from '../groups/groups.setup.ts'

const price = 26_800
const digest = createKeyedDigest(Buffer.alloc(32, 7))
let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())
beforeEach(() => letDayPass())

const letDayPass = () =>
  world.db.asOwner(
    `update audit_log set at = at - interval '24 hours 1 second' where action in ('refunds.batch', 'orders.refund', 'groups.remove-seat')`,
  )

type Bought = { orderId: string; userId: string; number: string }
async function buy(): Promise<Bought> {
  const userId = await world.user()
  const { orderId } = await placeOrder(
    { ...world.deps, digest },
    {
      userId,
      goodsId: plan.id,
      currency: 'CNY',
      method: 'alipay',
      expectedTotalMinor: price,
      idempotencyKey: randomUUID(),
      device: 'desktop',
    },
  )
  await world.pay(orderId)
  return { orderId, userId, number: await numberOf(orderId) }
}
const numberOf = async (orderId: string) =>
  (await world.rows<{ number: string }>('select number from orders where id = $1', [orderId]))[0]!.number
const buySome = (count: number) => Promise.all(Array.from({ length: count }, buy))
type How = { operator?: Operator; preview?: boolean }
const giveBack = (orders: readonly string[], how: How = {}) =>
  perform(world.deps.database, 'refunds.batch', { orders: [...orders], reason: 'An outage.' }, how)
const ids = (orders: readonly Bought[]) => orders.map(({ orderId }) => orderId)
const linesOf = async (batch: string) =>
  (await perform(world.deps.database, 'refunds.batch-lines', { batch })).lines.map(({ order, state }) => [order, state])
const refundsOf = async (orders: readonly Bought[]) =>
  world.rows<{ order: string; minor: number }>(
    `select order_id as "order", sum(amount_minor)::int as minor from refunds where order_id = any($1) group by 1`,
    [ids(orders)],
  )
const whole = (orders: readonly Bought[]) =>
  expect.arrayContaining(orders.map(({ orderId }) => ({ order: orderId, minor: price })))
const waiting = async (orders: readonly Bought[]) =>
  (await waitingJobs(world.rows, 'refund-of-batch')).filter(({ payload }) =>
    ids(orders).includes(String(payload.orderId)),
  )
const sound = async () => expect((await verifyLedger(world.deps.database)).problems).toEqual([])

describe('batch refunds', () => {
  it('the preview lists each order with its refund or refusal, and each is then refunded separately', async () => {
    const [one, two, before, disputed] = (await buySome(4)) as [Bought, Bought, Bought, Bought]
    await perform(world.deps.database, 'orders.refund', { order: before.orderId, all: true, reason: 'x' })
    await world.state(disputed.orderId, 'disputed')
    await world.work()
    const named = [one.number, ` ${two.orderId}`, one.orderId, before.number, disputed.number, 'ZZZZ-9999']
    const seen = await giveBack(named, { preview: true })
    expect(seen).toMatchObject({
      orders: 2,
      sums: [{ orders: 2, amount: { amountMinor: 2 * price, currency: 'CNY' } }],
    })
    const back = { amountMinor: price, currency: 'CNY' }
    expect(seen.lines).toEqual([
      { order: one.number, amount: back, why: null },
      { order: two.number, amount: back, why: null },
      { order: before.number, amount: null, why: 'At most ¥0.00 can be refunded.' },
      {
        order: disputed.number,
        amount: null,
        why: `Order ${disputed.number} is waiting in the queue. Decide it there.`,
      },
      { order: 'ZZZZ-9999', amount: null, why: 'No single order has this number or id.' },
    ])
    expect(await refundsOf([one, two])).toEqual([])
    expect(await waiting([one, two])).toEqual([])

    const { batch } = await giveBack(named)
    expect(await linesOf(batch)).toEqual([
      [one.number, 'waits'],
      [two.number, 'waits'],
    ])
    await world.work()
    expect(await refundsOf([one, two, before, disputed])).toEqual(whole([one, two, before]))
    expect(await refundsOf([disputed])).toEqual([])
    for (const { orderId, userId } of [one, two]) {
      expect(await world.orderStatus(orderId)).toBe('refunded')
      expect(await world.time(userId)).toMatchObject({ seconds: 0 })
    }
    expect(await linesOf(batch)).toEqual([
      [one.number, 'asked'],
      [two.number, 'asked'],
    ])
    const audit = await world.rows<{ subject: string; operator: string; reason: string }>(
      `select subject, operator, details->>'reason' as reason from audit_log
       where action = 'refunds.batch' and (details->>'batch' = $1 or subject = $2) order by subject`,
      [batch, `refund batch ${batch}`],
    )
    const row = { operator: ada.name, reason: 'An outage.' }
    expect(audit).toEqual(
      [`order ${one.number}`, `order ${two.number}`, `refund batch ${batch}`]
        .toSorted()
        .map((subject) => ({ subject, ...row })),
    )
    await sound()
  })

  it('an interrupted batch continues and refunds no order twice', async () => {
    const orders = await buySome(3)
    const { batch } = await giveBack(ids(orders))
    const [first, second] = await waiting(orders)
    const jobOf = (each: typeof first, completeIn: Job['completeIn']): Job => ({
      id: each!.id,
      kind: 'refund-of-batch',
      payload: each!.payload,
      attempt: 1,
      signal: new AbortController().signal,
      completeIn,
    })
    // The first refund job fails at the end of its database transaction. The second one commits its refund but is not
    // marked as done, so it runs again.
    const dies = refundLine(
      world.deps.database,
      jobOf(first, async () => {
        throw new Error('the process was killed')
      }),
    )
    await expect(dies).rejects.toThrow('killed')
    expect(await refundsOf(orders)).toEqual([])
    await refundLine(
      world.deps.database,
      jobOf(second, async () => {}),
    )
    await world.work()
    expect(await refundsOf(orders)).toHaveLength(3)
    expect(await refundsOf(orders)).toEqual(whole(orders))
    expect((await linesOf(batch)).length).toBe(3)
    await sound()
  })

  it('two batches with the same orders at once refund each order once', async () => {
    const orders = await buySome(3)
    const both = await Promise.all([
      giveBack(ids(orders), { operator: ada }),
      giveBack(ids(orders).toReversed(), { operator: ben }),
    ])
    await world.work()
    expect(await refundsOf(orders)).toEqual(whole(orders))
    const states = (await Promise.all(both.map(({ batch }) => linesOf(batch)))).flat()
    for (const { number } of orders)
      expect(states.flatMap(([order, state]) => (order === number ? [state] : [])).toSorted()).toEqual([
        'asked',
        'refused',
      ])
    await sound()
  })

  it('an order whose refundable amount changed is skipped with a reason', async () => {
    const [one, two] = (await buySome(2)) as [Bought, Bought]
    const { batch } = await giveBack(ids([one, two]))
    const part = { order: one.orderId, amount: '10', reason: 'x' }
    await perform(world.deps.database, 'orders.refund', part)
    await world.work()
    expect(await refundsOf([one])).toEqual([{ order: one.orderId, minor: 1_000 }])
    expect(await refundsOf([two])).toEqual(whole([two]))
    const { lines } = await perform(world.deps.database, 'refunds.batch-lines', { batch })
    expect(lines.find(({ order }) => order === one.number)).toMatchObject({
      state: 'refused',
      why: expect.stringContaining('The rest of this order has changed since the refund was decided') as string,
    })
    await sound()
  })

  it('refunding a group seat affects that seat only', async () => {
    const { groupId, orderId: creatorsOrder } = await world.paidGroup(3, 'pay_self')
    const friend = await world.user()
    const seat = await world.joinForPay(friend, groupId)
    await world.pay(seat)
    const third = await world.user()
    await world.pay(await world.joinForPay(third, groupId))
    const plain = await buy()
    const seen = await giveBack([seat, plain.orderId])
    expect(seen.sums).toEqual([{ orders: 2, amount: { amountMinor: plan.unit[3] + price, currency: 'CNY' } }])
    await world.work()
    expect(await world.orderStatus(seat)).toBe('refunded')
    expect(await world.time(friend)).toMatchObject({ seconds: 0 })
    expect(await world.orderStatus(creatorsOrder)).toBe('paid')
    expect((await world.time(third)).seconds).toBeGreaterThan(0)
    await sound()
  })

  it('a batch is refused when nothing can be refunded, or with no or too many orders', async () => {
    await expect(giveBack(['ZZZZ-9999'])).rejects.toThrow('None of these orders can be refunded')
    await expect(giveBack([' '])).rejects.toThrow('1 to 100 orders')
    await expect(giveBack(Array.from({ length: 101 }, (_, index) => `ZZZZ-${index}`))).rejects.toThrow(
      '1 to 100 orders',
    )
    const unknown = { batch: '01900000-0000-7000-8000-000000000000' }
    await expect(perform(world.deps.database, 'refunds.batch-lines', unknown)).rejects.toThrow(
      'There is no such refund batch',
    )
  })
})

it('a batch above the limit needs a second operator and is executed once', async () => {
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const desk = await OperatorDesk.open(world.db, config, 'TEST')
  try {
    const orders = await buySome(8)
    const command = ['refunds', 'batch', '--orders', ids(orders).join(','), '--reason', 'outage', '--operator']
    const printed = await desk.run([...command, 'ada'])
    expect(printed).toContain(
      'Refunds by one operator of more than ¥2,000.00 or $300.00 within a day, single and in batches, take two operators.',
    )
    const [, id = ''] = /approvals grant --id (\S+)/.exec(printed) ?? []
    await world.work()
    expect(await refundsOf(orders)).toEqual([])
    await expect(desk.run(['approvals', 'grant', '--id', id, '--operator', 'ada'])).rejects.toThrow('You prepared this')
    await desk.run(['approvals', 'grant', '--id', id, '--operator', 'ben'])
    await expect(desk.run(['approvals', 'grant', '--id', id, '--operator', 'ben'])).rejects.toThrow(
      'There is no such open proposal',
    )
    await world.work()
    expect(await refundsOf(orders)).toHaveLength(8)
    expect(await refundsOf(orders)).toEqual(whole(orders))
    await sound()
  } finally {
    await desk.close()
  }
})

describe('daily refund limit of one operator', () => {
  const asked = async () =>
    (await world.rows(`select id from operator_proposals where action = 'refunds.batch' and state = 'open'`)).length

  it('the limit counts all batches of a day, also two at once', async () => {
    const orders = await buySome(15)
    const before = await asked()
    const [first, second, third, others] = [
      orders.slice(0, 4),
      orders.slice(4, 8),
      orders.slice(8, 12),
      orders.slice(12),
    ] as [Bought[], Bought[], Bought[], Bought[]]
    // Each batch refunds ¥1,072, so two of them exceed the daily limit of ¥2,000.
    const waitHere = `select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
    const both = await world.deps.database.transaction(async (tx) => {
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('refunds of ' || ${ada.id}::text, 0))`)
      const asking = Promise.all([giveBack(ids(first)), giveBack(ids(second))])
      await expect.poll(async () => (await world.rows(waitHere)).length).toBe(2)
      return { asking }
    })
    await both.asking
    expect(await asked()).toBe(before + 1)
    expect((await waiting([...first, ...second])).length).toBe(4)
    await giveBack(ids(third))
    expect(await asked()).toBe(before + 2)
    expect(await waiting(third)).toEqual([])
    await giveBack(ids(others), { operator: ben })
    expect((await waiting(others)).length).toBe(3)
    await letDayPass()
    await giveBack(ids(third))
    expect((await waiting(third)).length).toBe(4)
    expect(await asked()).toBe(before + 2)
    await world.work()
  })

  const giveOneBack = ({ orderId }: Bought, amount?: string) =>
    perform(world.deps.database, 'orders.refund', {
      order: orderId,
      ...(amount === undefined ? { all: true } : { amount }),
      reason: 'x',
    })
  const proposed = async (action = 'orders.refund') =>
    (await world.rows(`select id from operator_proposals where action = $1 and state = 'open'`, [action])).length

  it('the limit counts single refunds and batches together, also two at once', async () => {
    const orders = await buySome(9)
    const [one, two, ...others] = orders as [Bought, Bought, ...Bought[]]
    const before = [await proposed(), await asked()]
    await giveBack(ids(others.slice(0, 6)))
    // Refunds of ¥1,608 were already made, so of two further ones of ¥268 only one is within the daily limit of ¥2,000.
    const waitHere = `select 1 from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
    const both = await world.deps.database.transaction(async (tx) => {
      await lockRefundsOf(tx, ada.id)
      const asking = Promise.all([giveOneBack(one), giveOneBack(two)])
      await expect.poll(async () => (await world.rows(waitHere)).length).toBe(2)
      return { asking }
    })
    await both.asking
    expect(await refundsOf([one, two])).toHaveLength(1)
    expect(await proposed()).toBe(before[0]! + 1)
    const last = others[6]!
    await giveOneBack(last, '124.00')
    expect(await refundsOf([last])).toEqual([{ order: last.orderId, minor: 12_400 }])
    await giveOneBack(last, '0.01')
    expect(await proposed()).toBe(before[0]! + 2)
    await giveBack(ids([last]))
    expect(await asked()).toBe(before[1]! + 1)
    await letDayPass()
    await giveOneBack(last)
    expect(await refundsOf([last])).toEqual([{ order: last.orderId, minor: price }])
    await world.work()
    await sound()
  })

  it('the limit counts refunds of removed group seats', async () => {
    const orders = await buySome(7)
    const [last, ...others] = orders as [Bought, ...Bought[]]
    const paidSeat = async () => {
      const { groupId } = await world.paidGroup(3, 'pay_self')
      await world.pay(await world.joinForPay(await world.user(), groupId))
      return groupId
    }
    const [one, two] = [await paidSeat(), await paidSeat()]
    const remove = (group: string) =>
      perform(world.deps.database, 'groups.remove-seat', { group, seat: 2, reason: 'A stolen card.' })
    const taken = async (group: string) => (await world.seats(group)).every(({ seat }) => seat !== 2)
    const before = [await proposed(), await proposed('groups.remove-seat')]
    await giveBack(ids(others))
    // Refunds of ¥1,608 were already made, and the seat adds ¥188, so ¥204 of the daily limit of ¥2,000 are left.
    await remove(one)
    expect(await taken(one)).toBe(true)
    await giveOneBack(last, '204.01')
    expect(await proposed()).toBe(before[0]! + 1)
    await giveOneBack(last, '204.00')
    expect(await refundsOf([last])).toEqual([{ order: last.orderId, minor: 20_400 }])
    await remove(two)
    expect(await taken(two)).toBe(false)
    expect(await proposed('groups.remove-seat')).toBe(before[1]! + 1)
    await letDayPass()
    await remove(two)
    expect(await taken(two)).toBe(true)
    await world.work()
    await sound()
  })

  it('the limit excludes refunds granted by two operators', async () => {
    const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
    const desk = await OperatorDesk.open(world.db, config, 'TEST')
    try {
      const [together, alone] = [await buySome(8), await buySome(4)]
      const command = ['refunds', 'batch', '--orders', ids(together).join(','), '--reason', 'outage']
      const printed = await desk.run([...command, '--operator', 'ben'])
      const [, id = ''] = /approvals grant --id (\S+)/.exec(printed) ?? []
      await desk.run(['approvals', 'grant', '--id', id, '--operator', 'ada'])
      await giveBack(ids(alone))
      expect((await waiting(alone)).length).toBe(4)
      await world.work()
    } finally {
      await desk.close()
    }
  })
})
