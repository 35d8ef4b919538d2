import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { lockApproved } from '#server/modules/affiliates/affiliates.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { heldByRule } from '#shared/risk-rules.ts'
import { setReview, setRuleReview, releaseRuleReview } from '#server/modules/payouts/commissions.queries.ts'
import { beginUndoing, endUndoing, freePage } from '#server/modules/payouts/draw-up.queries.ts'
import { CommissionsMoved, drawUpFew } from '#server/modules/payouts/payouts.service.ts'
import { periodEnd } from '#server/modules/payouts/payouts.rules.ts'
import { readConfig } from '#server/platform/config.ts'
import { describeAffiliate } from '#server/workflows/affiliates/describe-affiliate.ts'
import { listCommissions } from '#server/workflows/affiliates/list-commissions.ts'
import { readStatement } from '#server/workflows/affiliates/read-statement.ts'
import { traceCommission } from '#server/workflows/affiliates/trace-commission.ts'
import { createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import type { Transaction } from '#server/platform/database.ts'
import { runAction } from '#tests/support/run-action.ts'
import {
  approvePreparedPayout,
  cancelOpenPayout,
  holdCommission,
  perform,
  preparePayouts,
  previewPayouts,
} from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { earnBy, lastMonth, payableAffiliate, payOut, whileOpen } from './payouts.setup.ts'

let db: TestDatabase
let company: Company
let affiliate: Person
const period = lastMonth()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())
/** The affiliate of the top tier earns all of a first purchase, of which a tenth is kept in reserve. */
beforeEach(async () => {
  await db.asOwner(`update affiliates set state = 'suspended', reason = 'of another test'`)
  affiliate = await payableAffiliate(company, 'top')
})

const earn = (cents: number): Promise<Bought> => earnBy(company, affiliate, cents)
const settlements = () =>
  db.asOwner<{ id: string; state: string; amount: number; kept: number; freed: number; lines: number }>(
    `select id, state, amount_minor::int as amount, reserve_kept_minor::int as kept, reserve_paid_minor::int as freed, commissions as lines
     from settlements where affiliate_id = $1 order by prepared_at, id`,
    [affiliate.userId],
  )
async function prepare(pages?: Parameters<typeof preparePayouts>[1]['pages']) {
  await preparePayouts(db.database, { period, operator: ada, ...(pages && { pages }) })
  return (await settlements()).at(-1)!
}
async function pay(id: string): Promise<void> {
  await payOut(db, id)
  // Moves the payout to an earlier month, so that this month can be closed again.
  await db.asOwner(
    `update settlements set period = period - make_interval(months => (select count(*)::int from settlements)) where id = $1`,
    [id],
  )
}
const endReserves = () =>
  db.asOwner(`update commissions set reserve_until = now() - interval '1 second' where affiliate_id = $1`, [
    affiliate.userId,
  ])
const describeMoney = async () => {
  const { overview } = await describeAffiliate(db.database, {
    userId: affiliate.userId,
    language: 'en',
    publicOrigin: 'https://vpn.example',
  })
  return { ...overview!.balance, reserves: overview!.reserves }
}
const statement = (id: string) => readStatement(db.database, affiliate.userId, { id }, 'en')

describe('commission reserve', () => {
  it('a reserve is withheld, covers refunds first, and its rest is paid after its period', async () => {
    await db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key, verified_at) values ($1, 'email', 'top@mail.example', 'top@mail.example', now())`,
      [affiliate.userId],
    )
    const order = await earn(20_000)
    const first = await prepare()
    expect(first).toMatchObject({ amount: 18_000, kept: 2_000, freed: 0, lines: 1 })
    expect(await statement(first.id)).toMatchObject({
      settlement: { amountMinor: 18_000, reserveKeptMinor: 2_000, reservePaidMinor: 0 },
      list: [
        {
          referAmount: 20_000,
          reserveMinor: 2_000,
          reserveLeftMinor: 2_000,
          reserveState: 'kept',
          dueMinor: 18_000,
          isReserve: false,
        },
      ],
    })
    await pay(first.id)
    const [kept] = await db.asOwner<{ id: string; month: string; days: number }>(
      `select id, to_char(reserve_until at time zone 'UTC', 'YYYY-MM') as month,
         (extract(epoch from reserve_until - booked_at) / 86400)::int as days from commissions where affiliate_id = $1`,
      [affiliate.userId],
    )
    // 45 days of hold for a new affiliate, plus 90 days of reserve.
    expect(kept!.days).toBe(135)
    const { month } = kept!
    expect(await describeMoney()).toEqual({
      heldMinor: 0,
      payableMinor: 0,
      settlingMinor: 0,
      paidMinor: 18_000,
      reservedMinor: 2_000,
      reserves: [{ month, minor: 2_000 }],
    })
    await company.refund(order, 1_500)
    expect(await describeMoney()).toMatchObject({ payableMinor: 0, reserves: [{ month, minor: 500 }] })
    expect(await prepare()).toMatchObject({ id: first.id })
    await expectLeft(order, first.id, '$5.00', 500)
    await endReserves()
    expect(await describeMoney()).toMatchObject({ payableMinor: 500, reservedMinor: 0, reserves: [] })
    await earn(11_000)
    const second = await prepare()
    expect(second).toMatchObject({ amount: 10_400, kept: 1_100, freed: 2_000, lines: 3 })
    const { list } = await statement(second.id)
    expect(list.map(({ dueMinor, isReserve }) => [dueMinor, isReserve])).toEqual([
      [9_900, false],
      [-1_500, false],
      [2_000, true],
    ])
    const where = { database: db.database, config: readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }) }
    const listed = JSON.parse(await runAction(where, 'payouts.list')) as Record<string, string>[]
    expect(listed.find(({ id }) => id === second.id)).toMatchObject({
      'to reserve': '$11.00',
      'from reserve': '$20.00',
    })
    const [told] = await db.asOwner<{ facts: object }>(
      `select facts from outbox_messages where user_id = $1 and facts->>'payoutId' = $2`,
      [affiliate.userId, second.id],
    )
    expect(told?.facts).toMatchObject({ amountMinor: 10_400, reserveKeptMinor: 1_100, reservePaidMinor: 2_000 })
    await pay(second.id)
    expect(await traceCommission(db.database, affiliate.userId, kept!.id, 'en')).toMatchObject({
      commission: { reserveState: 'paid', reserveMinor: 2_000, reserveLeftMinor: 500 },
    })
    expect((await verifyLedger(db.database)).problems.filter((each) => each.startsWith('commissions'))).toEqual([])
  })

  it('the release of a reserve is reduced by a concurrent refund, and a later refund becomes a full debt', async () => {
    const order = await earn(20_000)
    await pay((await prepare()).id)
    await endReserves()
    await earn(20_000)
    expect(await whileOpen(db, refund(order, 1_000), () => prepare())).toMatchObject({ error: null })
    const [, prepared] = await settlements()
    expect(prepared).toMatchObject({ amount: 18_000 + 2_000 - 1_000 })
    await company.refund(order, 3_000)
    expect((await company.commissions(order)).at(-1)).toBe(-2_000)
    await expect(approvePreparedPayout(db.database, prepared!.id, ben)).rejects.toThrow(
      /Only \$170\.00 of \$190\.00 is still owed/,
    )
    await cancelOpenPayout(db.database, createPayoutSearch(null), {
      id: prepared!.id,
      operator: ada,
      reason: 'refunded',
    })
    expect(await prepare()).toMatchObject({ amount: 17_000, freed: 2_000 })
  })

  it('a reserve covers a refund without delaying another payout, up to its amount', async () => {
    const order = await earn(20_000)
    await pay((await prepare()).id)
    await earn(20_000)
    const { id } = await prepare()
    await company.refund(order, 2_000)
    await pay(id)
    await earn(20_000)
    const next = await prepare()
    await company.refund(order, 2_001)
    await expect(approvePreparedPayout(db.database, next.id, ben)).rejects.toThrow(
      /Only \$179\.99 of \$180\.00 is still owed/,
    )
    expect((await settlements()).map(({ state, amount }) => [state, amount])).toEqual([
      ['paid', 18_000],
      ['paid', 18_000],
      ['prepared', 18_000],
    ])
  })

  it('a payout prepared while a refund waits includes the reserve', async () => {
    const order = await earn(20_000)
    await pay((await prepare()).id)
    await endReserves()
    await earn(20_000)
    expect(await whileOpen(db, draw, () => company.refund(order, 1_000))).toMatchObject({ error: null })
    expect(await settlements()).toMatchObject([{ state: 'paid' }, { amount: 20_000, freed: 2_000 }])
    const [row] = await db.asOwner(
      `select amount_minor::int as amount, reserve_minor::int as reserve from commissions where affiliate_id = $1 and reverses is not null`,
      [affiliate.userId],
    )
    expect(row).toEqual({ amount: -1_000, reserve: 0 })
  })

  it('payouts prepared concurrently release a reserve only once', async () => {
    await earn(20_000)
    await pay((await prepare()).id)
    await endReserves()
    await earn(20_000)
    await Promise.all([prepare(), prepare(), prepare()])
    expect(await settlements()).toMatchObject([{ state: 'paid' }, { state: 'prepared', amount: 20_000, freed: 2_000 }])
  })

  it('a payout collects many reserves in steps to the previewed amount, and keeps none of them when it is cancelled', async () => {
    const pages = { affiliates: 2, few: 2, step: 2 }
    for (let made = 0; made < 5; made++) await earn(3_000)
    const first = await prepare(pages)
    expect(first).toMatchObject({ amount: 13_500, kept: 1_500, freed: 0, lines: 5 })
    await pay(first.id)
    await endReserves()
    for (let made = 0; made < 5; made++) await earn(3_000)
    expect(await previewPayouts(db.database, period, pages)).toMatchObject({ settlements: 1, amountMinor: 15_000 })
    const second = await prepare(pages)
    const whole = { state: 'prepared', amount: 15_000, kept: 1_500, freed: 1_500, lines: 10 }
    expect(second).toMatchObject(whole)
    expect((await statement(second.id)).list.reduce((sum, { dueMinor }) => sum + dueMinor, 0)).toBe(15_000)
    await cancelOpenPayout(db.database, createPayoutSearch(null), { id: second.id, operator: ada, reason: 'a test' })
    const left = await db.asOwner<{ open: number; kept: number; torn: number }>(
      `select (count(*) filter (where settlement_id is null))::int as open,
         (count(*) filter (where reserve_settlement_id is null))::int as kept,
         (count(*) filter (where settlement_id = $2 or reserve_settlement_id = $2))::int as torn
       from commissions where affiliate_id = $1`,
      [affiliate.userId, second.id],
    )
    expect(left).toEqual([{ open: 5, kept: 10, torn: 0 }])
    // Steps of any size give the same payout.
    expect(await prepare()).toMatchObject(whole)
  })
})

describe('reserve under review', () => {
  it('a held reserve is not paid although the rest of the commission was, and is paid after release', async () => {
    const order = await earn(20_000)
    await pay((await prepare()).id)
    const hold = (reason: string | null) =>
      holdCommission(db.database, { orderId: order.orderId, operator: ada }, reason)
    expect(await hold('odd')).toBe(1)
    expect(await describeMoney()).toMatchObject({ heldMinor: 2_000, reservedMinor: 0, payableMinor: 0 })
    // The reserve and the refund deducted from it are both held.
    await company.refund(order, 500)
    await endReserves()
    await earn(20_000)
    const [commission] = await db.asOwner<{ id: string }>(
      `select id from commissions where order_id = $1 and reverses is null`,
      [order.orderId],
    )
    expect(await traceCommission(db.database, affiliate.userId, commission!.id, 'en')).toMatchObject({
      commission: { reserveState: 'review' },
    })
    for (const few of [0, 200]) {
      const pages = { affiliates: 2, few, step: 2 }
      expect(await previewPayouts(db.database, period, pages)).toMatchObject({ amountMinor: 18_000 })
      const held = await prepare(pages)
      expect(held).toMatchObject({ amount: 18_000, freed: 0, lines: 1 })
      await approvePreparedPayout(db.database, held.id, ben)
      await db.asOwner(`update settlements set state = 'prepared' where id = $1`, [held.id])
      await cancelOpenPayout(db.database, createPayoutSearch(null), { id: held.id, operator: ada, reason: 'a test' })
    }
    expect(await hold(null)).toBe(2)
    expect(await prepare()).toMatchObject({ amount: 18_000 + 2_000 - 500, freed: 2_000, lines: 3 })
    await expect(hold('too late')).rejects.toThrow(/has no pending commission/)
  })

  it('a reserve held by a risk rule is released with it', async () => {
    const order = await earn(20_000)
    await pay((await prepare()).id)
    const review = (work: (tx: Transaction) => Promise<number>) => db.database.transaction(work)
    expect(await review((tx) => setRuleReview(tx, order.orderId, heldByRule('same_payer')))).toBe(1)
    expect(await review((tx) => setRuleReview(tx, order.orderId, heldByRule('same_payer')))).toBe(0)
    expect(await review((tx) => releaseRuleReview(tx, order.orderId))).toBe(1)
    expect(await review((tx) => releaseRuleReview(tx, order.orderId))).toBe(0)
  })

  it.each([0, 200])(
    'preparing a payout waits for a concurrent hold of the reserve (small-affiliate limit %i)',
    async (few) => {
      const order = await earn(20_000)
      await pay((await prepare()).id)
      await endReserves()
      await earn(20_000)
      const drawn = await whileOpen(
        db,
        (tx) => setReview(tx, order.orderId, 'odd'),
        () => prepare({ affiliates: 2, few, step: 2 }),
      )
      expect(drawn.error).toBeNull()
      expect(await settlements()).toMatchObject([{ state: 'paid' }, { amount: 18_000, freed: 0, lines: 1 }])
    },
  )
})

it('cancelling a payout while the next is prepared leaves no unpaid reserve in it', async () => {
  await earn(20_000)
  const { id } = await prepare()
  await endReserves()
  await earn(20_000)
  await db.database.transaction((tx) => beginUndoing(tx, id, { by: ada, reason: 'a test' }))
  const drawn = await whileOpen(
    db,
    async (tx) => {
      await freePage(tx, id, 1_000)
      await endUndoing(tx, id)
    },
    () => expect(db.database.transaction(draw)).rejects.toBeInstanceOf(CommissionsMoved),
  )
  expect(drawn.error).toBeNull()
  expect(await prepare()).toMatchObject({ amount: 38_000, kept: 2_000, freed: 0, lines: 2 })
})

it('a payout whose rows exceed its amount is not approved', async () => {
  await earn(20_000)
  const { id } = await prepare()
  await db.asOwner(`update settlements set amount_minor = amount_minor - 1 where id = $1`, [id])
  await expect(approvePreparedPayout(db.database, id, ben)).rejects.toThrow(
    /The commissions of this payout add up to more than its amount/,
  )
})

/** Expects this remaining reserve in all views after a refund. `settlementId`: payout of the commission. */
async function expectLeft(order: Bought, settlementId: string, text: string, minor: number): Promise<void> {
  const { list } = await listCommissions(db.database, affiliate.userId, {}, 'en')
  expect(list.map(({ reserveLeftMinor }) => reserveLeftMinor)).toEqual([0, minor])
  const { list: lines } = await statement(settlementId)
  expect(lines.map(({ reserveLeftMinor }) => reserveLeftMinor)).toEqual([minor])
  const where = { database: db.database, config: readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }) }
  const user = String(affiliate.uid)
  const listed = JSON.parse(await runAction(where, 'commissions.list', { user })) as { reserve: string }[]
  expect(listed.map(({ reserve }) => reserve)).toEqual(['$0.00', text])
  const person = await perform(db.database, 'people.show', { user }, { role: 'viewer' })
  expect(person.commissions.map(({ reserve }) => reserve.amountMinor)).toEqual([0, minor])
  const shown = await perform(db.database, 'orders.show', { order: order.orderId }, { role: 'viewer' })
  expect(shown.commissions.map(({ reserve }) => reserve.amountMinor).toSorted((a, b) => a - b)).toEqual([0, minor])
}

async function draw(tx: Transaction): Promise<void> {
  const held = await lockApproved(tx, [affiliate.userId])
  const run = { period, until: periodEnd(period, []), minPayoutMinor: 10_000, preparedBy: ada }
  await drawUpFew(
    tx,
    held.map(({ id }) => id),
    run,
  )
}

const refund = (order: Bought, minor: number) => (tx: Transaction) =>
  applyPaymentFacts(tx, {
    orderId: order.orderId,
    facts: [company.fact(order, 'refunded', minor)],
    source: 'query',
  })
