import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import type { Fact } from '#server/modules/payments/providers/port.ts'
import { expireOrder } from '#server/workflows/orders/expire-order.ts'
import { joinForPay } from '#server/workflows/groups/join-group.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { arrive, drop, type GroupWorld, openGroups, plan } from './groups.setup.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { perform, requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { waitingJobs } from '../../support/jobs.ts'
import { countRounds } from '../../support/race-rounds.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const refused = (status: string) => expect.objectContaining({ status })

async function payAgain(orderId: string, providerTxnId: string): Promise<void> {
  const [attempt] = await world.rows<{ id: string; amount: string }>(
    'select id, amount_minor as amount from payment_attempts where order_id = $1',
    [orderId],
  )
  const fact: Fact = {
    provider: 'alipay',
    kind: 'paid',
    attemptId: attempt!.id,
    providerTxnId,
    refundId: null,
    amount: { amountMinor: Number(attempt!.amount), currency: 'CNY' },
    at: new Date(),
    rawHash: '',
  }
  await world.deps.database.transaction((tx) =>
    applyPaymentFacts(tx, { orderId, facts: [fact], source: 'notification' }),
  )
}

describe('refund of an unfilled group', () => {
  it('a group share is refunded even if another payment of its order waits for review', async () => {
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const member = await world.user()
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    world.bank.refuseRefunds = true
    await payAgain(share, 'twice')
    await world.work()
    world.bank.refuseRefunds = false
    expect((await world.view(member, groupId)).mine.state).toBe('waiting')
    await world.passTime(groupId)
    await world.work()
    const refunds = await world.rows(
      `select provider_txn_id like 'txn-%' as first, status from refunds where order_id = $1 order by created_at`,
      [share],
    )
    expect(refunds).toEqual([
      { first: false, status: 'failed' },
      { first: true, status: 'done' },
    ])
  })

  it('a disputed group payment is not refunded when the group ends', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_self')
    const share = await world.joinForPay(await world.user(), groupId)
    await world.pay(share)
    await world.state(orderId, 'disputed')
    await world.work()
    expect(await world.status(groupId)).toBe('closed')
    expect(await world.rows('select id from refunds where order_id = $1', [orderId])).toEqual([])
    expect(await world.orderStatus(share)).toBe('refunded')
    expect((await world.view(creatorId, groupId)).mine.state).toBe('review')
  })
})

describe('a group of which the creator paid all', () => {
  it('a group paid by its creator loses seats and time, and never pays twice, when a removal, refund, dispute and join coincide', async () => {
    await world.rows(`insert into settings (key, value) values ('operatorLimits', '{"refundCny": 20000}')`)
    for (let round = 0; round < countRounds(20, 4); round++) {
      const { groupId, creatorId, orderId } = await world.paidGroup(3, 'pay_all')
      const friend = await world.user()
      await world.joinFree(friend, groupId)
      const late = await world.user()
      await Promise.allSettled([
        perform(world.deps.database, 'groups.remove-seat', { group: groupId, seat: 2, reason: 'x' }),
        perform(world.deps.database, 'orders.refund', { order: orderId, all: true, reason: 'x' }),
        world.state(orderId, 'disputed'),
        world.joinFree(late, groupId),
      ])
      await world.work()
      for (const userId of [creatorId, friend, late]) expect(await world.time(userId)).toMatchObject({ seconds: 0 })
      const [refunded] = await world.rows<{ minor: number }>(
        `select coalesce(sum(amount_minor), 0)::int as minor from refunds where order_id = $1 and status <> 'failed'`,
        [orderId],
      )
      expect([0, 3 * plan.unit[3]]).toContain(refunded?.minor)
    }
    expect((await verifyLedger(world.deps.database)).problems).toEqual([])
  })
})

describe('a seat whose money is contested', () => {
  it('a seat returns to its holder when the dispute is won, even if a second payment could not be refunded', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const member = await world.user()
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    world.bank.refuseRefunds = true
    await payAgain(share, `twice-${share}`)
    await world.work()
    world.bank.refuseRefunds = false
    const { standing, seconds } = await world.time(member)
    expect([standing, seconds > 0]).toEqual([1, true])
    await world.state(share, 'disputed')
    expect(await world.time(member)).toEqual({ standing: 0, seconds: 0 })
    expect((await world.seats(groupId))[1]).toMatchObject({ userId: member, state: 'lost' })
    await world.state(share, 'dispute_won')
    expect((await world.seats(groupId))[1]).toMatchObject({ userId: member, state: 'paid' })
    expect(await world.time(member)).toEqual({ standing: 1, seconds })
  })

  it('a seat stays lost when the dispute is won but its own refund was refused', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const member = await world.user()
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    const refund = { amountMinor: 'all', reason: 'asked for', requestedBy: ada } as const
    world.bank.refuseRefunds = true
    await requestRefund(world.deps.database, { orderId: share, ...refund })
    await world.work()
    world.bank.refuseRefunds = false
    await world.state(share, 'disputed')
    await world.state(share, 'dispute_won')
    expect((await world.seats(groupId))[1]).toMatchObject({ userId: member, state: 'lost' })
    expect(await world.time(member)).toEqual({ standing: 0, seconds: 0 })
  })
})

describe('group seat paid on a chain', () => {
  it('a crypto order of an ended group is polled only until the coins arrive or it expires', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const [payer, gone] = [await world.user(), await world.user()]
    const [share, empty] = [await world.joinForPay(payer, groupId), await world.joinForPay(gone, groupId)]
    await arrive(world, share)
    await arrive(world, empty)
    await world.leave(creatorId, groupId)
    await world.work()
    const left = (await waitingJobs(world.rows, 'cancel-group-order')).map(({ payload }) => payload.orderId)
    expect(left).not.toContain(share)
    expect(left).not.toContain(empty)
    expect([await world.orderStatus(share), await world.orderStatus(empty)]).toEqual([
      'awaiting_payment',
      'awaiting_payment',
    ])
    await world.pay(share)
    await world.work()
    expect(await world.orderStatus(share)).toBe('refunded')
    await drop(world, empty)
    await world.closeWindow(empty)
    await expireOrder(world.deps, empty)
    expect(await world.orderStatus(empty)).toBe('expired')
  })

  it('a seat with a pending chain payment is kept after its window, until the payment disappears', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const [payer, other] = [await world.user(), await world.user()]
    const share = await world.joinForPay(payer, groupId)
    await arrive(world, share)
    await world.closeWindow(share)
    await expect(world.joinForPay(other, groupId)).rejects.toEqual(refused('GroupSeatsHeld'))
    await expect(world.joinForPay(payer, groupId)).rejects.toEqual(refused('GroupJoined'))
    expect(await world.view(payer, groupId)).toMatchObject({ openSeats: 0, mine: { state: 'unpaid', seat: 2 } })
    await drop(world, share)
    expect((await world.view(payer, groupId)).openSeats).toBe(1)
    await world.joinForPay(other, groupId)
  })

  it('a seat with a pending chain payment goes neither to a late payer nor to the creator who pays for the remaining seats', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
    const [payer, late] = [await world.user(), await world.user()]
    const share = await world.joinForPay(payer, groupId)
    const lateShare = await world.joinForPay(late, groupId)
    await arrive(world, share)
    await world.closeWindow(share)
    await world.closeWindow(lateShare)
    await expect(world.payRest(creatorId, groupId, 2)).rejects.toEqual(refused('PriceChanged'))
    await world.pay(await world.payRest(creatorId, groupId, 1))
    // By now the creator has that seat and the other seat is held, so this payment is refunded.
    await world.pay(lateShare)
    await world.work()
    expect(await world.orderStatus(lateShare)).toBe('refunded')
    await world.pay(share)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(payer)).toMatchObject({ standing: 1 })
  })
})

describe('join without a received answer', () => {
  it('a repeated join with the same key returns its order and seat, and another key is refused', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const { database } = world.deps
    let made = 0
    // The order is committed, and the database connection fails before the gateway's answer is stored.
    const cut: typeof database = {
      ...database,
      async transaction(work, options) {
        if (!options?.oneMoment && made++ > 0) throw new AppError('Unavailable')
        return database.transaction(work, options)
      },
    }
    const idempotencyKey = randomUUID()
    const call = {
      userId: friend,
      groupId,
      method: 'alipay',
      expectedTotalMinor: plan.unit[2],
      idempotencyKey,
    } as const
    await expect(joinForPay({ ...world.deps, database: cut }, call)).rejects.toEqual(refused('Unavailable'))
    expect((await world.seats(groupId)).map(({ userId }) => userId)).toContain(friend)
    await expect(joinForPay(world.deps, { ...call, idempotencyKey: randomUUID() })).rejects.toEqual(
      refused('GroupJoined'),
    )
    await world.rows(`update orders set created_at = created_at - interval '1 minute' where group_id = $1`, [groupId])
    const { orderId } = await joinForPay(world.deps, call)
    await world.pay(orderId)
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(friend)).toMatchObject({ standing: 1 })
    expect(await world.rows('select id from orders where group_id = $1', [groupId])).toHaveLength(2)
  })
})
