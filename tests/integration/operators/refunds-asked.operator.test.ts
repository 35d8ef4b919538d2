import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ProviderRefused } from '#server/modules/payments/providers/port.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { perform, tryPerform } from '#tests/support/operator-acts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { eventually, openShop, type Placed, type Shop } from '../payments/payments.setup.ts'

let shop: Shop
let desks: Record<'ann' | 'lin' | 'sam' | 'sue', OperatorDesk>
let refuses = false
let taken: string[] = []
beforeAll(async () => {
  shop = await openShop({
    wrap: (provider) => ({
      ...provider,
      refund: async (request) => {
        if (refuses) throw new ProviderRefused('SELLER_BALANCE_NOT_ENOUGH')
        taken.push(request.refundId)
        return provider.refund(request)
      },
    }),
  })
  await shop.rows(
    `update goods_prices set list_price_minor = null, price_minor = 250000 where goods_id = 'plan-12' and currency = 'CNY'`,
  )
  const ann = await OperatorDesk.open(shop.app.db, shop.app.config)
  await ann.firstOwner()
  desks = {
    ann,
    lin: (await ann.hire('lin', 'finance')).desk,
    sam: (await ann.hire('sam', 'support')).desk,
    sue: (await ann.hire('sue', 'support')).desk,
  }
})
afterEach(() => {
  refuses = false
  taken = []
})
afterAll(async () => {
  await Promise.all(Object.values(desks).map((desk) => desk.close()))
  await shop.close()
})

async function bought(): Promise<Placed> {
  const placed = await shop.order({ method: 'wechat', totalMinor: 250_000 })
  const { fakeGateway } = shop.simulator.counters.wechat
  fakeGateway.pay(fakeGateway.get(placed.attemptId))
  await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'paid'))
  return placed
}
const ask = (desk: OperatorDesk, { orderId }: Placed, ...what: string[]) =>
  desk.run(['refunds', 'ask', '--order', orderId, ...what, '--reason', 'they never connected'])
const grant = (desk: OperatorDesk, id: string) => desk.run(['approvals', 'grant', '--id', id])
const idIn = (printed: string) => /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''
const letDayPass = () =>
  shop.rows(`update audit_log set at = at - interval '24 hours 1 second' where action = 'orders.refund'`)
const proposals = async () =>
  shop.rows<{ action: string; state: string }>('select action, state from operator_proposals order by prepared_at')

describe('refund requests by support', () => {
  it('a request moves no money until finance grants it, once, and support cannot grant it', async () => {
    const placed = await bought()
    const printed = await ask(desks.sam, placed, '--amount', '100')
    expect(printed).toContain('Finance or an owner decides')
    const id = idIn(printed)
    await shop.work()
    expect((await shop.books(placed)).refunds).toEqual([])
    await expect(grant(desks.sam, id)).rejects.toThrow('needs the role finance')
    await expect(grant(desks.sue, id)).rejects.toThrow('needs the role finance')
    const shown = await desks.lin.run(['approvals', 'show', '--id', id])
    expect(shown).toContain('sam')
    const granted = await Promise.allSettled([grant(desks.lin, id), grant(desks.ann, id)])
    expect(granted.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await shop.work()
    expect((await shop.books(placed)).refunds).toEqual(['done 10000 they never connected'])
    expect(taken).toHaveLength(1)
    expect((await verifyLedger(shop.app.db.database)).problems).toEqual([])
  })

  it('a request is not executed if more was refunded meanwhile', async () => {
    const placed = await bought()
    const id = idIn(await ask(desks.sam, placed, '--all').catch(String))
    // A full refund exceeds the limit of one operator, so finance prepares it.
    expect(id).toBe('')
    const asked = idIn(await ask(desks.sam, placed, '--amount', '1500'))
    await desks.lin.run(['orders', 'refund', '--order', placed.orderId, '--amount', '1', '--reason', 'first'])
    await expect(grant(desks.lin, asked)).rejects.toThrow('The effect is not what sam saw')
    await shop.work()
    expect((await shop.books(placed)).refunds).toEqual(['done 100 first'])
  })

  it('a request counts towards the daily limit of the finance operator who grants it', async () => {
    await letDayPass()
    const asked = async (amount: string) => {
      const placed = await bought()
      return { placed, id: idIn(await ask(desks.sam, placed, '--amount', amount)) }
    }
    const [one, two] = [await asked('1500'), await asked('600')]
    await grant(desks.lin, one.id)
    expect(await desks.lin.run(['approvals', 'show', '--id', two.id])).toContain(
      'within a day, single and in batches, take two operators',
    )
    await expect(grant(desks.lin, two.id)).rejects.toThrow('within a day, single and in batches, take two operators')
    expect((await shop.books(two.placed)).refunds).toEqual([])
    await grant(desks.ann, two.id)
    // The granted refund counts for ann: ¥1,400 of her daily limit of ¥2,000 are left.
    const { orderId } = await bought()
    const refund = `orders refund --order ${orderId} --amount 1400.01 --reason x`
    expect(await desks.ann.run(refund)).toContain('Another operator decides')
    await shop.work()
    expect((await shop.books(two.placed)).refunds).toEqual(['done 60000 they never connected'])
    await letDayPass()
  })

  it('a request needs two finance operators if the limit was lowered meanwhile', async () => {
    const placed = await bought()
    const asked = idIn(await ask(desks.sam, placed, '--amount', '5'))
    await shop.rows(`insert into settings (key, value) values ('operatorLimits', '{"refundCny": 1}')`)
    await expect(grant(desks.lin, asked)).rejects.toThrow(
      'of an order, or money in another currency, takes two operators',
    )
    await shop.rows(`delete from settings where key = 'operatorLimits'`)
    expect((await shop.books(placed)).refunds).toEqual([])
  })

  it('a request can be withdrawn by support or refused by finance', async () => {
    const placed = await bought()
    const id = idIn(await ask(desks.sam, placed, '--amount', '5'))
    await desks.sam.run(['approvals', 'refuse', '--id', id, '--reason', 'they connected'])
    const other = idIn(await ask(desks.sam, placed, '--amount', '5'))
    await expect(desks.sue.run(['approvals', 'refuse', '--id', other, '--reason', 'x'])).rejects.toThrow('finance')
    await desks.lin.run(['approvals', 'refuse', '--id', other, '--reason', 'too late'])
    expect((await proposals()).slice(-2)).toEqual([
      { action: 'orders.refund', state: 'refused' },
      { action: 'orders.refund', state: 'refused' },
    ])
    expect((await shop.books(placed)).refunds).toEqual([])
  })
})

describe('a refund that failed at its provider', () => {
  const failed = async () => {
    const placed = await bought()
    refuses = true
    await desks.lin.run(['orders', 'refund', '--order', placed.orderId, '--amount', '20', '--reason', 'asked for'])
    await shop.work()
    refuses = false
    const [refund] = await shop.rows<{ id: string }>(`select id from refunds where order_id = $1`, [placed.orderId])
    return { placed, refund: refund!.id }
  }
  const database = () => shop.app.db.database

  it('a retry by two operators at once is sent once under a new number and closes the review', async () => {
    const { placed, refund } = await failed()
    const input = { refund, reason: 'balance is there again' }
    const seen = await perform(database(), 'refunds.retry', input, { preview: true })
    expect(seen).toMatchObject({ refund, amount: { amountMinor: 2_000, currency: 'CNY' } })
    await Promise.all([
      tryPerform(database(), 'refunds.retry', input, { operator: ada }),
      tryPerform(database(), 'refunds.retry', input, { operator: ben }),
      tryPerform(database(), 'refunds.retry', input, { operator: ada }),
    ])
    await shop.work()
    expect((await shop.books(placed)).refunds.toSorted()).toEqual([
      'done 2000 balance is there again',
      'failed 2000 asked for',
    ])
    expect(taken).toHaveLength(1)
    expect(
      await shop.rows('select 1 from review_items where order_id = $1 and resolved_at is null', [placed.orderId]),
    ).toEqual([])
    expect((await verifyLedger(database())).problems).toEqual([])
  })

  it('a retry is possible after deciding to keep the money, but not after the money was returned another way', async () => {
    const { placed, refund } = await failed()
    const [item] = await shop.rows<{ id: string }>('select id from review_items where order_id = $1', [placed.orderId])
    await perform(database(), 'reviews.decide', { id: item!.id, decision: 'keep', reason: 'later' })
    await perform(database(), 'refunds.retry', { refund, reason: 'now' })
    await shop.work()
    expect(taken).toHaveLength(1)
    const [again] = await shop.rows<{ id: string }>(`select id from refunds where order_id = $1 and status = 'done'`, [
      placed.orderId,
    ])
    await expect(perform(database(), 'refunds.retry', { refund: again!.id, reason: 'x' })).rejects.toThrow(
      'has not failed',
    )
    await perform(
      database(),
      'orders.refund',
      { order: placed.orderId, all: true, reason: 'all' },
      { operator: ben },
    ).catch(() => null)
    await expect(perform(database(), 'refunds.retry', { refund: 'NONE', reason: 'x' })).rejects.toThrow(
      'no refund NONE',
    )
  })
})
