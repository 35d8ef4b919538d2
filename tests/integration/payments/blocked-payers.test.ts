import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import type { ActDeps } from '#server/platform/act.ts'
import { blockPayer, unblockPayer } from '#server/workflows/payments/review/block-payers.ts'
import { waitForWaiters } from '../../support/native.ts'
import { perform } from '../../support/operator-acts.ts'
import { ada } from '../../support/operators.ts'
import { listTold } from '../../support/sent-messages.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'
import { sentence } from '#text/sentence.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const newPayer = () => randomBytes(32).toString('hex')
const input = (payer: string) => ({ payer: payer.slice(0, 16), reason: 'a stolen card' })
const owner = { ...ada, role: 'owner' } as const
const nothing = {} as ActDeps
const block = (payer: string, preview = false) =>
  perform(world.deps.database, 'payers.block', input(payer), { preview })
const unblock = (payer: string) => perform(world.deps.database, 'payers.unblock', input(payer))
const problems = async () => (await verifyLedger(world.deps.database)).problems
const reviewsOf = (orderId: string) =>
  world.rows<{ id: string; reason: string; open: boolean }>(
    'select id, reason, resolved_at is null as open from review_items where order_id = $1 order by opened_at',
    [orderId],
  )
const waiting = [expect.objectContaining({ reason: 'payer_blocked', open: true })]

async function ordered() {
  const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
  const userId = await world.user()
  return { groupId, creatorId, userId, orderId: await world.joinForPay(userId, groupId) }
}

async function knownPayer() {
  const payer = newPayer()
  const bought = await ordered()
  await world.pay(bought.orderId, payer)
  return { payer, ...bought }
}

async function factOf(orderId: string, payer: string, nth = '') {
  const [attempt] = await world.rows<{ id: string; amount: string }>(
    'select id, amount_minor as amount from payment_attempts where order_id = $1',
    [orderId],
  )
  const amount = { amountMinor: Number(attempt!.amount), currency: 'CNY' } as const
  const about = { attemptId: attempt!.id, providerTxnId: `txn-${attempt!.id}${nth}`, refundId: null, amount, payer }
  return { provider: 'alipay', kind: 'paid', ...about, at: new Date(), rawHash: '' } as const
}

const payAgain = async (orderId: string, payer: string) => {
  const fact = await factOf(orderId, payer, '-again')
  await world.deps.database.transaction((tx) =>
    applyPaymentFacts(tx, { orderId, facts: [fact], source: 'notification' }),
  )
}
const decide = (id: string, decision: 'keep' | 'refund') =>
  perform(world.deps.database, 'reviews.decide', { id, decision, reason: 'looked at' })

describe('payment from a blocked payer', () => {
  it('a payment from a blocked payer is held for review, whoever’s order it pays, and grants nothing', async () => {
    const { payer, orderId: before, userId: buyer } = await knownPayer()
    await block(payer)
    const { orderId, userId, groupId } = await ordered()
    await world.pay(orderId, payer)
    await world.pay(orderId, payer)
    expect(await world.orderStatus(orderId)).toBe('review')
    expect(await world.time(userId)).toMatchObject({ standing: 0 })
    expect(await world.status(groupId)).toBe('unfinished')
    expect(await reviewsOf(orderId)).toEqual(waiting)
    const told = (await listTold(world.rows, userId)).filter(({ template }) => template === 'review')
    expect(told.map(({ facts }) => facts)).toEqual([expect.objectContaining({ why: 'other' })])
    expect(await problems()).toEqual([])
    // The payer's earlier purchase stays, even if its notification is repeated.
    await world.pay(before, payer)
    expect(await world.orderStatus(before)).toBe('paid')
    expect(await world.time(buyer)).toMatchObject({ standing: 1 })
    expect(await reviewsOf(before)).toEqual([])
  })

  it('a held payment is refunded when the operator decides so, and stays refunded after the payer is unblocked', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const { orderId, userId } = await ordered()
    await world.pay(orderId, payer)
    const [item] = await reviewsOf(orderId)
    await perform(world.deps.database, 'reviews.decide', { id: item!.id, decision: 'refund', reason: 'stolen' })
    expect(await unblock(payer)).toMatchObject({ orders: 0 })
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('refunded')
    expect(await world.time(userId)).toMatchObject({ standing: 0 })
    expect(await problems()).toEqual([])
  })

  it('a held payment takes effect once when the payer is unblocked, and the payer digest is deleted', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const { orderId, userId, groupId } = await ordered()
    await world.pay(orderId, payer)
    expect(await unblock(payer)).toMatchObject({ orders: 1 })
    await world.work()
    await world.pay(orderId, payer)
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('paid')
    expect(await world.status(groupId)).toBe('finished')
    expect(await world.time(userId)).toMatchObject({ standing: 1 })
    expect(await reviewsOf(orderId)).toEqual([expect.objectContaining({ reason: 'payer_blocked', open: false })])
    expect(await problems()).toEqual([])
    await expect(unblock(payer)).rejects.toThrow('is not blocked')
    expect(await world.rows(`select from blocked_payers where payer = decode($1, 'hex')`, [payer])).toEqual([])
    const later = await ordered()
    await world.pay(later.orderId, payer)
    expect(await world.orderStatus(later.orderId)).toBe('paid')
  })

  it('a payment takes effect when the provider names the blocked payer later, and a review is opened', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const { orderId, userId } = await ordered()
    await world.pay(orderId)
    await world.pay(orderId, payer)
    expect(await world.orderStatus(orderId)).toBe('paid')
    expect(await world.time(userId)).toMatchObject({ standing: 1 })
    expect(await reviewsOf(orderId)).toEqual(waiting)
    expect(await problems()).toEqual([])
    const [item] = await reviewsOf(orderId)
    await decide(item!.id, 'keep')
    expect(await reviewsOf(orderId)).toEqual([expect.objectContaining({ open: false })])
  })

  it('the reviews of held payments accept a refund but not keeping the money; the payment takes effect once the payer is unblocked', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const [{ orderId: kept }, { orderId: back }] = [await ordered(), await ordered()]
    for (const orderId of [kept, back]) await world.pay(orderId, payer)
    const [[item], [other]] = [await reviewsOf(kept), await reviewsOf(back)]
    await expect(decide(item!.id, 'keep')).rejects.toThrow('Refund it, or unblock the payer')
    expect(await reviewsOf(kept)).toEqual(waiting)
    await decide(other!.id, 'refund')
    expect(await unblock(payer)).toMatchObject({ orders: 1 })
    await world.work()
    expect(await world.orderStatus(kept)).toBe('paid')
    expect(await world.orderStatus(back)).toBe('refunded')
    expect(await problems()).toEqual([])
  })

  it('a second payment of an order is held on its own after the first was decided', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const { orderId } = await ordered()
    await world.pay(orderId, payer)
    const [item] = await reviewsOf(orderId)
    await decide(item!.id, 'refund')
    await world.work()
    await payAgain(orderId, payer)
    expect(await reviewsOf(orderId)).toEqual([expect.objectContaining({ id: item!.id, open: false }), ...waiting])
    expect(await unblock(payer)).toMatchObject({ orders: 1 })
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('paid')
    expect(await problems()).toEqual([])
  })

  it('a held payment is released only by unblocking the payer that held it', async () => {
    const [{ payer: one }, { payer: two }] = [await knownPayer(), await knownPayer()]
    for (const payer of [one, two]) await block(payer)
    const { orderId, userId } = await ordered()
    await world.pay(orderId, one)
    await payAgain(orderId, two)
    expect(await reviewsOf(orderId)).toEqual([...waiting, ...waiting])
    const released = () =>
      world.rows<{ again: boolean; released: boolean }>(
        `select right(provider_txn_id, 6) = '-again' as again, released_at is not null as released
         from held_payments h join payment_attempts a on a.id = h.attempt_id where a.order_id = $1 order by 1`,
        [orderId],
      )
    expect(await unblock(one)).toMatchObject({ orders: 1 })
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('paid')
    expect((await reviewsOf(orderId)).map(({ open }) => open)).toEqual([false, true])
    expect(await released()).toEqual([
      { again: false, released: true },
      { again: true, released: false },
    ])
    // A duplicate payment is refunded once no block holds it.
    expect(await unblock(two)).toMatchObject({ orders: 1 })
    await world.work()
    expect((await reviewsOf(orderId)).map(({ open }) => open)).toEqual([false, false])
    expect(await released()).toEqual([
      { again: false, released: true },
      { again: true, released: true },
    ])
    const refunds = await world.rows(
      'select right(provider_txn_id, 6) as txn, status from refunds where order_id = $1',
      [orderId],
    )
    expect(refunds).toEqual([{ txn: '-again', status: 'done' }])
    expect(await world.time(userId)).toMatchObject({ standing: 1 })
    expect(await problems()).toEqual([])
  })
})

describe('blocking a payer', () => {
  it('blocking a payer first shows the accounts concerned, and the block is listed with the account and on its own', async () => {
    const { payer, userId, groupId } = await knownPayer()
    const open = await world.start(userId, 2, 'pay_self')
    const seen = await block(payer, true)
    const [price] = await world.rows<{ amount: string }>(
      `select sum(total_minor) as amount from orders where user_id = $1 and status = 'paid'`,
      [userId],
    )
    expect(seen.received).toEqual([{ currency: 'CNY', amountMinor: Number(price!.amount) }])
    expect(seen).toMatchObject({ accounts: 1, paidOrders: 1, openOrders: 1, openGroups: 1 })
    expect(seen.people).toMatchObject([{ openGroups: open.groupId }])
    expect(groupId).not.toBe(open.groupId)
    const [{ uid } = { uid: 0 }] = await world.rows<{ uid: number }>('select uid from users where id = $1', [userId])
    const list = (user?: string) =>
      perform(world.deps.database, 'payers.list', user === undefined ? {} : { user }).then(({ items }) => items)
    const name = payer.slice(0, 16)
    expect(await list(String(uid))).toMatchObject([{ payer: name, accounts: 1, blocked: null }])
    await block(payer)
    await expect(block(payer)).rejects.toThrow('is blocked already')
    expect(await list(String(uid))).toMatchObject([{ payer: name, blocked: expect.any(Date) as Date }])
    expect((await list())[0]).toMatchObject({ payer: name, accounts: 1, lastSeen: null })
    await expect(block(newPayer())).rejects.toThrow('No payment from')
  })

  it('blocking a payer of more than three accounts needs two operators', async () => {
    const { payer } = await knownPayer()
    const why = async () => {
      const result = await world.deps.database.transaction((tx) =>
        blockPayer(tx, input(payer), owner, nothing, undefined),
      )
      return result.ok && result.value.takesTwo
    }
    for (let more = 0; more < 2; more++) await world.pay((await ordered()).orderId, payer)
    expect(await why()).toBe(null)
    await unblock(payer)
    await world.pay((await ordered()).orderId, payer)
    expect(await why()).toEqual(sentence('payer.takesTwo', { accounts: 3 }))
  })
})

describe('payment concurrent with blocking', () => {
  it.each(['the payment first', 'the block first'])(
    'a payment concurrent with a block is fully credited or fully held: %s',
    async (order) => {
      const { payer } = await knownPayer()
      const { orderId, userId } = await ordered()
      const holder = new pg.Client(world.db.connection)
      await holder.connect()
      try {
        await holder.query('begin')
        await holder.query('select from orders where id = $1 for update', [orderId])
        const paying = world.pay(orderId, payer)
        await waitForWaiters(world, 1)
        if (order === 'the block first') await block(payer)
        await holder.query('commit')
        await paying
        if (order === 'the payment first') await block(payer)
      } finally {
        await holder.end()
      }
      const isHeld = order === 'the block first'
      expect(await world.orderStatus(orderId)).toBe(isHeld ? 'review' : 'paid')
      expect(await world.time(userId)).toMatchObject({ standing: isHeld ? 0 : 1 })
      expect(await reviewsOf(orderId)).toEqual(isHeld ? waiting : [])
      expect(await problems()).toEqual([])
    },
  )

  it('a payment concurrent with unblocking takes effect, and nothing stays held', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const { orderId } = await ordered()
    const fact = await factOf(orderId, payer)
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>()
    const { promise: held, resolve: isHeld } = Promise.withResolvers<undefined>()
    const paying = world.deps.database.transaction(async (tx) => {
      await applyPaymentFacts(tx, { orderId, facts: [fact], source: 'notification' })
      isHeld(undefined)
      await gate
    })
    await held
    const lifting = unblock(payer)
    await waitForWaiters(world, 1)
    open(undefined)
    await paying
    expect(await lifting).toMatchObject({ orders: 1 })
    await world.work()
    expect(await world.orderStatus(orderId)).toBe('paid')
  })

  it('a payment waits for an uncommitted unblocking and then takes effect', async () => {
    const { payer } = await knownPayer()
    await block(payer)
    const { orderId } = await ordered()
    const { promise: gate, resolve: open } = Promise.withResolvers<undefined>()
    const { promise: lifted, resolve: isLifted } = Promise.withResolvers<undefined>()
    const lifting = world.deps.database.transaction(async (tx) => {
      await unblockPayer(tx, input(payer), owner, nothing, undefined)
      isLifted(undefined)
      await gate
    })
    await lifted
    const paying = world.pay(orderId, payer)
    await waitForWaiters(world, 1)
    open(undefined)
    await Promise.all([lifting, paying])
    expect(await world.orderStatus(orderId)).toBe('paid')
    expect(await problems()).toEqual([])
  })
})
