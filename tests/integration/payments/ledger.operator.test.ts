import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { eventually, openShop, type Shop } from './payments.setup.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { runAction } from '#tests/support/run-action.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const run = (action: ActionName, values: Parameters<typeof runAction>[2], dryRun = false) =>
  runAction({ database: shop.deps.database, config: shop.app.config }, action, values, dryRun)
const audit = () =>
  shop.rows<{ action: string; subject: string; details: Record<string, unknown> }>(
    `select action, subject, details from audit_log order by at desc, id desc limit 1`,
  )
const count = async (table: string) => (await shop.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

describe('code commands', () => {
  it('promo codes are created, listed and disabled with one audit row each, and a dry run writes none', async () => {
    const before = await count('audit_log')
    const values = {
      code: 'black-friday',
      percent: '12.5',
      note: 'campaign',
      'max-uses': '100',
      methods: 'alipay,card',
    }
    expect(await run('promos.create', values, true)).toContain('12.5 %')
    expect(await count('audit_log')).toBe(before)
    expect(await run('promos.create', values)).toContain('BLACK-FRIDAY is valid now')
    expect((await audit())[0]).toMatchObject({ action: 'promos.create', subject: 'promo BLACK-FRIDAY' })
    await expect(run('promos.create', values)).rejects.toThrow('already')
    expect(await run('promos.list', {})).toContain('0 of 100')
    expect(await run('promos.disable', { code: 'Black-Friday' })).toContain('is disabled')
    expect((await audit())[0]).toMatchObject({ action: 'promos.disable' })
    await expect(run('promos.disable', { code: 'BLACK-FRIDAY' })).rejects.toThrow('no valid code')
  })

  it.each([
    [{ code: 'AB', percent: '5', note: 'x' }, '3 to 32'],
    [{ code: 'ABC', percent: '101', note: 'x' }, 'at most 100'],
    [{ code: 'ABC', percent: '0', note: 'x' }, 'more than 0'],
    [{ code: 'ABC', 'off-cny': '0', note: 'x' }, 'more than 0'],
    [{ code: 'ABC', 'off-cny': '5', percent: '5', note: 'x' }, 'either'],
    [{ code: 'ABC', kind: 'amount', percent: '5', note: 'x' }, 'either'],
    [{ code: 'ABC', note: 'x' }, 'either'],
    [{ code: 'ABC', percent: '5' }, '--note'],
    [{ code: 'ABC', percent: '5', note: 'x', until: 'soon' }, '--until'],
  ])('promos.create refuses %j', async (values, sentence) => {
    await expect(run('promos.create', values)).rejects.toThrow(sentence)
  })

  it('a batch of redeem codes is printed only when it is created, and the audit log does not contain the codes', async () => {
    const values = { name: 'partners', count: '25', months: '1', devices: '3' }
    const codes = (await run('redeem.create', values)).split('\n')
    expect(codes).toHaveLength(25)
    expect(new Set(codes).size).toBe(25)
    expect(codes.every((code) => /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/.test(code))).toBe(true)
    const recorded = JSON.stringify(await audit())
    expect(codes.filter((code) => recorded.includes(code))).toEqual([])
    await expect(run('redeem.create', values)).rejects.toThrow('already')
    expect(await run('redeem.list', {})).toContain('0 of 25')
    expect(await run('redeem.disable', { name: 'partners' })).toContain('is cancelled: 25 of 25')
  })
})

describe('money commands', () => {
  it('a partial refund keeps the membership time by default, previews sum, share and end of the membership, and stores the choice', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'paid'))
    const part = { order: placed.orderId, reason: 'asked for', amount: '267.99' }
    expect(await run('orders.refund', part, true)).toMatch(
      /¥267\.99 of ¥268\.00 is refunded, in total ¥267\.99 of ¥268\.00 \(99\.9 %\)\. All of the time is kept\. The membership then ends on \d+ \w{3} \d{4}, \d\d:\d\d \(UTC\)/,
    )
    const refunds = () => shop.rows('select from refunds where order_id = $1', [placed.orderId])
    expect(await refunds()).toEqual([])
    expect(await run('orders.refund', { ...part })).toContain('Requested as')
    expect(await refunds()).toHaveLength(1)
    expect((await audit())[0]).toMatchObject({
      action: 'orders.refund',
      details: { amountMinor: 26_799, keepsTime: true },
    })
  })

  it('operators can refund with a preview, resolve a review, verify the ledger and compare with providers', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { deltaMinor: 1 })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'review'))
    const [{ id } = { id: '' }] = await shop.rows<{ id: string }>(`select id from review_items where order_id = $1`, [
      placed.orderId,
    ])
    expect(await run('reviews.list', {})).toContain('amount_mismatch')
    expect(await run('reviews.decide', { id, decision: 'keep', reason: 'a gift' }, true)).toContain(
      'Would decide "keep"',
    )
    expect(await run('reviews.decide', { id, decision: 'keep', reason: 'a gift' })).toContain('Decided.')
    await expect(run('reviews.decide', { id, decision: 'keep', reason: 'a gift' })).rejects.toThrow(
      'There is no open review',
    )

    const order = { order: placed.orderId, reason: 'asked for' }
    expect(await run('orders.refund', { ...order, amount: '0.01' }, true)).toContain('¥0.01 of ¥268.01')
    await expect(run('orders.refund', { ...order, amount: '268.02' })).rejects.toThrow('At most ¥268.01')
    await expect(run('orders.refund', order)).rejects.toThrow('either')
    expect(await run('orders.refund', { ...order, all: true })).toContain('Requested as')
    expect((await audit())[0]).toMatchObject({ action: 'orders.refund', details: { amountMinor: 'all' } })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'refunded'))

    expect(await run('ledger.verify', {})).toContain('The ledger is right.')
    expect(await run('payments.reconcile', { days: '1' })).toContain('0 differences')
    const silent = await shop.order({ method: 'wechat' })
    fakeGateway.pay(fakeGateway.get(silent.attemptId), { notify: 0 })
    await expect(run('payments.reconcile', {}, true)).rejects.toThrow('There are differences.')
    expect((await shop.books(silent)).status).toBe('awaiting_payment')
    await expect(run('payments.reconcile', {})).rejects.toThrow('There are differences.')
    expect((await shop.books(silent)).status).toBe('paid')

    // Clock that advances a second at each reading.
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000))
    const printed = await run('payments.reconcile', { days: '1' })
    clock.mockRestore()
    expect(printed).toMatch(/^… \d+ attempts compared\n… 1 lists of a day read\n… 2 lists of a day read$/m)
  })
})

describe('review decision with a partial refund', () => {
  it('a partial refund from a review keeps the membership time, and the preview of a full refund says that the time is lost', async () => {
    const placed = await shop.order({ method: 'wechat' })
    const { fakeGateway } = shop.simulator.counters.wechat
    fakeGateway.pay(fakeGateway.get(placed.attemptId), { deltaMinor: 1 })
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status === 'review'))
    const item = (await listOpenReviews(shop.deps.database)).find(({ orderId }) => orderId === placed.orderId)!
    const part = { id: item.id, decision: 'refund', reason: 'asked for', amount: '100.00' }
    expect(await run('reviews.decide', part, true)).toContain(
      'in total ¥100.00 of ¥268.00 (37.3 %). All of the time is kept.',
    )
    expect(await run('reviews.decide', { ...part, amount: undefined }, true)).toContain(
      'All of the time that this order bought is taken back when the money has arrived.',
    )
    await expect(run('reviews.decide', { ...part, amount: '268.02' })).rejects.toThrow('At most ¥268.01')
    const whole = { ...part, amount: '268.01', 'take-days': '1' }
    await expect(run('reviews.decide', whole)).rejects.toThrow('A full refund takes the time back too')
    await expect(
      run('orders.refund', { order: placed.orderId, reason: 'x', amount: '268.01', 'take-days': '1' }),
    ).rejects.toThrow('A full refund takes the time back too')
    await expect(run('reviews.decide', { ...part, decision: 'keep' })).rejects.toThrow('are only for a refund')
    const plain = { order: placed.orderId, reason: 'x' }
    await expect(perform(shop.deps.database, 'orders.refund', { ...plain, all: true, takeDays: 1 })).rejects.toThrow(
      'A full refund takes the time back too',
    )
    const refunds = () => shop.rows('select from refunds where order_id = $1', [placed.orderId])
    expect(await refunds()).toEqual([])
    expect((await shop.books(placed)).reviews).toEqual(['amount_mismatch'])
    expect(await run('reviews.decide', { ...part })).toContain('Decided.')
    expect(await refunds()).toHaveLength(1)
    const details = { decision: 'refund', amountMinor: 10_000, keepsTime: true }
    expect((await audit())[0]).toMatchObject({ action: 'reviews.decide', details })
  })
})

describe('won dispute', () => {
  it('marking a dispute as won returns the time once with an audit row, and a dry run changes nothing', async () => {
    const placed = await shop.order({ method: 'card', currency: 'USD', totalMinor: 4_490 })
    const { fakeGateway } = shop.simulator.counters.stripe
    fakeGateway.pay(fakeGateway.get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'paid')
    const { seconds } = await shop.books(placed)
    const booked = await count('ledger_postings')
    fakeGateway.dispute(fakeGateway.get(placed.attemptId))
    await eventually(async () => (await shop.work(), (await shop.books(placed)).status) === 'review')
    expect(await shop.books(placed)).toMatchObject({ standing: 0, seconds: 0 })
    const item = (await listOpenReviews(shop.deps.database)).find(({ orderId }) => orderId === placed.orderId)!
    const decide = { id: item.id, decision: 'won', reason: 'the bank agreed' }
    expect(await run('reviews.decide', decide, true)).toContain(
      'will count as ours again, and the time will be granted again',
    )
    expect(await shop.books(placed)).toMatchObject({ status: 'review', standing: 0 })
    await run('reviews.decide', decide)
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, grants: 2, seconds })
    expect(await count('ledger_postings')).toBe(booked)
    expect((await verifyLedger(shop.deps.database)).problems).toEqual([])
    expect((await audit())[0]).toMatchObject({
      action: 'reviews.decide',
      details: { decision: 'won', about: 'disputed' },
    })
    const notification = fakeGateway.notices.findLast(
      ({ number, kind }) => number === placed.attemptId && kind === 'disputed',
    )!
    await fakeGateway.replay(notification, 2)
    await shop.work()
    expect(await shop.books(placed)).toMatchObject({ status: 'paid', standing: 1, grants: 2 })
  })
})
