import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { changeState } from '#server/modules/affiliates/affiliates.service.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { readConfig } from '#server/platform/config.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { listPayouts } from '#server/workflows/affiliates/list-commissions.ts'
import { voidCommission } from '#server/workflows/affiliates/manage-affiliates.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { runAction } from '#tests/support/run-action.ts'
import {
  approvePreparedPayout,
  cancelOpenPayout,
  perform,
  preparePayouts,
  recordPayoutPaid,
  suspendAffiliate,
} from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { earnBy, lastMonth, payableAffiliate, randomHash, whileOpen } from './payouts.setup.ts'

let db: TestDatabase
let company: Company
let affiliate: Person
const period = lastMonth()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())
beforeEach(async () => {
  affiliate = await payableAffiliate(company)
})

const earn = (cents: number): Promise<Bought> => earnBy(company, affiliate, cents * 4)
const rows = () =>
  db.asOwner<{ id: string; state: string; amount: number }>(
    `select id, state, amount_minor::int as amount from settlements where affiliate_id = $1 order by prepared_at, id`,
    [affiliate.userId],
  )
async function prepare(): Promise<string> {
  await preparePayouts(db.database, { period, operator: ada })
  return (await rows()).at(-1)?.id ?? ''
}
const approve = (id: string) => approvePreparedPayout(db.database, id, ben)
const pay = (id: string, sentBefore?: string) =>
  recordPayoutPaid(db.database, createPayoutCheck(null), {
    id,
    hash: randomHash(),
    operator: ben,
    sentBefore,
  })
const cancel = (id: string, isNotSent = true) =>
  cancelOpenPayout(db.database, createPayoutSearch(null), { id, operator: ada, reason: 'refunded', isNotSent })
const suspend = (reason: string | null = 'odd traffic') =>
  suspendAffiliate(db.database, { userId: affiliate.userId, operator: ada }, reason)

const refundOf = (order: Bought) => (tx: Parameters<typeof applyPaymentFacts>[0]) =>
  applyPaymentFacts(tx, {
    orderId: order.orderId,
    facts: [company.fact(order, 'refunded', order.totalMinor)],
    source: 'query',
  })

describe('payout with commissions refunded after preparation', () => {
  it('a payout is not approved after a refund, and a new one has the remaining amount', async () => {
    await earn(20_000)
    const order = await earn(10_000)
    const id = await prepare()
    await company.refund(order, 4)
    await expect(approve(id)).rejects.toThrow(/Only \$299\.99 of \$300\.00 is still owed/)
    await company.refund(order)
    await expect(approve(id)).rejects.toThrow(/Only \$200\.00 of \$300\.00 is still owed/)
    expect(await rows()).toMatchObject([{ state: 'prepared', amount: 30_000 }])
    await cancel(id)
    const again = await prepare()
    await approve(again)
    await pay(again)
    expect(await rows()).toMatchObject([{ state: 'cancelled' }, { state: 'paid', amount: 20_000 }])
  })

  it('an approved payout is not paid after a refund, and the list says so', async () => {
    const order = await earn(10_000)
    const id = await prepare()
    await approve(id)
    await company.refund(order, 20_000)
    await expect(pay(id)).rejects.toThrow(/Only \$50\.00 of \$100\.00 is still owed.*--sent-before/)
    expect(await listPayouts(db.database, affiliate.userId, {})).toMatchObject({
      list: [{ amountMinor: 10_000, takenBackMinor: 5_000, state: 'approved' }],
    })
    const where = { database: db.database, config: readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }) }
    const listed = JSON.parse(await runAction(where, 'payouts.list')) as Record<string, string>[]
    expect(listed.find((line) => line.id === id)).toMatchObject({
      amount: '$100.00',
      net: '$50.00',
      state: 'DO NOT PAY (refunded since), approved',
    })
    await cancel(id)
    expect(await rows()).toMatchObject([{ state: 'cancelled' }])
  })

  it('a payout is reduced by refunds of an earlier paid one, without paying the debt again', async () => {
    const order = await earn(10_000)
    const first = await prepare()
    await approve(first)
    await pay(first)
    await db.asOwner(`update settlements set period = period - interval '1 month' where id = $1`, [first])
    await earn(15_000)
    const second = await prepare()
    await company.refund(order)
    await expect(approve(second)).rejects.toThrow(/Only \$50\.00 of \$150\.00/)
  })

  it('a payout sent before the refund is recorded with a reason, and the refund becomes a debt', async () => {
    const order = await earn(10_000)
    const id = await prepare()
    await approve(id)
    await company.refund(order)
    await pay(id, 'sent an hour before the refund')
    expect(await rows()).toMatchObject([{ state: 'paid', amount: 10_000 }])
    const [noted] = await db.asOwner<{ details: object }>(
      `select details from audit_log where action = 'payouts.paid' and subject = $1`,
      [`settlement ${id}`],
    )
    expect(noted!.details).toMatchObject({
      sentBefore: 'sent an hour before the refund',
      fault: 'refunded',
      netMinor: 0,
    })
    await db.asOwner(`update settlements set period = period - interval '1 month' where id = $1`, [id])
    await earn(15_000)
    await prepare()
    expect(await rows()).toHaveLength(1)
    expect((await verifyLedger(db.database)).problems.filter((problem) => problem.startsWith('commissions'))).toEqual(
      [],
    )
  })

  it('approval waits for a concurrent refund and is then refused', async () => {
    const order = await earn(10_000)
    const id = await prepare()
    expect(await whileOpen(db, refundOf(order), () => approve(id))).toMatchObject({
      error: expect.stringMatching(/\$0\.00/),
    })
    expect(await rows()).toMatchObject([{ state: 'prepared' }])
  })

  it('payment waits for a concurrent refund and is then refused', async () => {
    const order = await earn(10_000)
    const id = await prepare()
    await approve(id)
    expect(await whileOpen(db, refundOf(order), () => pay(id))).toMatchObject({
      error: expect.stringMatching(/\$0\.00/),
    })
    expect(await rows()).toMatchObject([{ state: 'approved' }])
  })
})

describe('commission voided during a payout', () => {
  const voided = (order: Bought) =>
    perform(db.database, 'commissions.void', { order: order.orderId, reason: 'bought by the affiliate' })
  const voiding = (order: Bought) => async (tx: Parameters<typeof applyPaymentFacts>[0]) => {
    const deps = {} as Parameters<typeof voidCommission>[3]
    await voidCommission(tx, { order: order.orderId, reason: 'odd' }, { ...ada, role: 'owner' }, deps, undefined)
  }

  it('a payout with a voided commission is neither approved nor paid', async () => {
    const [first, second] = [await earn(10_000), await earn(20_000)]
    const id = await prepare()
    await voided(first)
    await expect(approve(id)).rejects.toThrow(/Only \$200\.00 of \$300\.00/)
    await cancel(id)
    const again = await prepare()
    await approve(again)
    await voided(second)
    await expect(pay(again)).rejects.toThrow(/Only \$0\.00 of \$200\.00/)
    expect(await rows()).toMatchObject([{ state: 'cancelled' }, { state: 'approved' }])
  })

  it('preparing a payout waits for a concurrent voiding and leaves the commission out', async () => {
    const order = await earn(10_000)
    await whileOpen(db, voiding(order), prepare)
    expect(await rows()).toEqual([])
  })

  it.each(['approve', 'pay'] as const)('the step "%s" of a payout waits for a concurrent voiding', async (step) => {
    const order = await earn(10_000)
    const id = await prepare()
    if (step === 'pay') await approve(id)
    const outcome = await whileOpen(db, voiding(order), async () => {
      await { approve: () => approve(id), pay: () => pay(id) }[step]()
    })
    expect(outcome.error).toMatch(/Only \$0\.00/)
  })
})

it('preparing a payout waits for a concurrent refund and leaves its commission out', async () => {
  const order = await earn(10_000)
  await whileOpen(db, refundOf(order), prepare)
  expect(await rows()).toEqual([])
})

it('a payout whose rows do not equal its amount is neither approved nor paid', async () => {
  await earn(10_000)
  const id = await prepare()
  await db.asOwner('update commissions set amount_minor = amount_minor - 1 where settlement_id = $1', [id])
  await expect(approve(id)).rejects.toThrow(/Only \$99\.99 of \$100\.00/)
})

describe('payout of a suspended affiliate', () => {
  it("a suspended affiliate's payout is neither approved nor paid until they resume", async () => {
    await earn(10_000)
    const id = await prepare()
    await suspend()
    await expect(approve(id)).rejects.toThrow(/suspended/)
    await suspend(null)
    await approve(id)
    await suspend()
    await expect(pay(id)).rejects.toThrow(/suspended/)
    expect(await rows()).toMatchObject([{ state: 'approved' }])
    await suspend(null)
    await pay(id)
    expect(await rows()).toMatchObject([{ state: 'paid' }])
  })

  it('no payout is prepared for a suspended affiliate', async () => {
    await earn(10_000)
    await suspend()
    await preparePayouts(db.database, { period, operator: ada })
    expect(await rows()).toEqual([])
  })

  it.each(['approve', 'pay'] as const)(
    'the step "%s" of a payout waits for a concurrent suspension and is then refused',
    async (step) => {
      await earn(10_000)
      const id = await prepare()
      if (step === 'pay') await approve(id)
      const outcome = await whileOpen(
        db,
        (tx) => changeState(tx, affiliate.userId, 'odd'),
        async () => {
          await (step === 'approve' ? approve(id) : pay(id))
        },
      )
      expect(outcome.error).toMatch(/suspended/)
    },
  )
})

describe('cancelling an approved payout', () => {
  it('cancelling needs the statement that it was not sent, which is audited', async () => {
    await earn(10_000)
    const id = await prepare()
    await approve(id)
    await expect(cancel(id, false)).rejects.toThrow(/--not-sent/)
    await cancel(id)
    expect(await rows()).toMatchObject([{ state: 'cancelled' }])
    const [noted] = await db.asOwner<{ details: object }>(
      `select details from audit_log where action = 'payouts.cancel' and subject = $1`,
      [`settlement ${id}`],
    )
    expect(noted!.details).toEqual({ reason: 'refunded', was: 'approved', isNotSent: true, look: null })
  })

  it('cancelling is refused when the blockchain shows the payment or no node answers', async () => {
    await earn(10_000)
    const id = await prepare()
    await approve(id)
    const wish = { id, operator: ada, reason: 'wrong', isNotSent: true }
    await expect(cancelOpenPayout(db.database, async () => ({ found: '0xabc' }), wish)).rejects.toThrow(/0xabc/)
    await expect(cancelOpenPayout(db.database, async () => 'unreachable', wish)).rejects.toThrow(/No node/)
    expect(await rows()).toMatchObject([{ state: 'approved' }])
    expect(await cancelOpenPayout(db.database, async () => 'none', { ...wish, dryRun: true })).toEqual({
      amountMinor: 10_000,
      look: 'none',
    })
    expect(await rows()).toMatchObject([{ state: 'approved' }])
  })
})
