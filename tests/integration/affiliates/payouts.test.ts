import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import type { PayoutCheck, PayoutFinding } from '#server/modules/payouts/payout-check.ts'
import { createPayoutCheck, createPayoutSearch } from '#server/workflows/crypto/check-payout.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { earnBy, lastMonth, payableAffiliate, payOut, randomHash } from './payouts.setup.ts'
import type { Operator } from '#server/platform/act.ts'
import {
  approvePreparedPayout,
  cancelOpenPayout,
  preparePayouts,
  previewPayouts,
  recordPayoutPaid,
} from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'

let db: TestDatabase
let company: Company
const period = lastMonth()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 40 })
  company = openCompany(db)
})
afterAll(() => db.drop())
const unchecked = createPayoutCheck(null)
let affiliate: Person
beforeEach(async () => {
  affiliate = await payableAffiliate(company)
})

async function earn(cents: number): Promise<Bought> {
  const order = await earnBy(company, affiliate, cents * 4)
  expect(await company.commissions(order)).toEqual([cents])
  return order
}
const settlements = () =>
  db.asOwner<{ id: string; state: string; amount: number; lines: number; sum: number }>(
    `select s.id, s.state, s.amount_minor::int as amount, s.commissions as lines, coalesce(sum(c.amount_minor), 0)::int as sum
     from settlements s left join commissions c on c.settlement_id = s.id where s.affiliate_id = $1 group by s.id order by s.prepared_at`,
    [affiliate.userId],
  )
const prepare = (operator: Operator = ada) => preparePayouts(db.database, { period, operator })

describe('payout', () => {
  it('a payout is prepared from 100 dollars, and not from 99.99', async () => {
    await earn(9_999)
    expect(await previewPayouts(db.database, period)).toEqual({ settlements: 0, amountMinor: 0, failed: [] })
    await prepare()
    expect(await settlements()).toEqual([])
    await earn(1)
    expect(await previewPayouts(db.database, period)).toEqual({ settlements: 1, amountMinor: 10_000, failed: [] })
    await prepare()
    expect(await settlements()).toMatchObject([{ state: 'prepared', amount: 10_000, lines: 2, sum: 10_000 }])
  })

  it('a hundred concurrent runs prepare one payout and pay nothing twice', async () => {
    await earn(12_000)
    await Promise.all(Array.from({ length: 100 }, (_, index) => prepare(index % 2 === 0 ? ada : ben)))
    expect(await settlements()).toMatchObject([{ amount: 12_000, lines: 1, sum: 12_000 }])
  })

  it('a payout leaves out commissions on hold, under review or of the current month', async () => {
    const held = await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 60_000, currency: 'USD' })
    await prepare()
    await db.asOwner(`update commissions set held_until = now() - interval '1 second' where order_id = $1`, [
      held.orderId,
    ])
    await prepare()
    expect(await settlements()).toEqual([])
    const late = await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 60_000, currency: 'USD' })
    await db.asOwner(
      `update commissions set earned_at = date_trunc('month', now()) - interval '1 day', held_until = now() + interval '1 day' where order_id = $1`,
      [late.orderId],
    )
    await prepare()
    expect(await settlements()).toEqual([])
    await earn(10_500)
    await db.asOwner(`update commissions set review_reason = 'odd' where affiliate_id = $1`, [affiliate.userId])
    await prepare()
    expect(await settlements()).toEqual([])
  })

  it('a payout needs two operators and a payout wallet address', async () => {
    await earn(10_000)
    await prepare(ada)
    const [{ id } = { id: '' }] = await settlements()
    await expect(approvePreparedPayout(db.database, id, ada)).rejects.toThrow(/Another operator/)
    await expect(
      db.asOwner(
        `update settlements set state = 'approved', approved_by = 'ada', approved_by_id = prepared_by_id, address = 'T' where id = $1`,
        [id],
      ),
    ).rejects.toThrow(/check constraint/)
    await db.asOwner('update affiliates set payout_chain = null, payout_address = null where user_id = $1', [
      affiliate.userId,
    ])
    await expect(approvePreparedPayout(db.database, id, ben)).rejects.toThrow(
      /This affiliate has not set a payout address yet/,
    )
    expect(await settlements()).toMatchObject([{ state: 'prepared' }])
  })

  it('a payout is paid and booked once, by a transaction that no other payout names', async () => {
    await earn(10_000)
    await prepare()
    const [{ id } = { id: '' }] = await settlements()
    const transaction = randomHash()
    await approvePreparedPayout(db.database, id, ben)
    const record = (text: string) => recordPayoutPaid(db.database, unchecked, { id, hash: text, operator: ben })
    for (const wrong of ['', 'paid', `0x${transaction}`, transaction.slice(1)])
      await expect(record(wrong)).rejects.toThrow(/This is not a transaction hash of/)
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => record(transaction.toUpperCase())))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await settlements()).toMatchObject([{ state: 'paid', amount: 10_000 }])
    const [booked] = await db.asOwner(
      `select debit, credit, amount_minor::int as minor from ledger_postings where source_id = $1`,
      [`settlement:${id}`],
    )
    expect(booked).toEqual({ debit: 'commissions-payable', credit: 'payouts', minor: 10_000 })
    const first = affiliate
    affiliate = await company.affiliate()
    await db.asOwner(
      `update affiliates set payout_chain = 'tron', payout_address = 'T' || user_id where user_id = $1`,
      [affiliate.userId],
    )
    await earn(10_000)
    await prepare()
    const [other] = await settlements()
    await expect(payOut(db, other!.id, transaction)).rejects.toThrow(/This transaction is recorded for another payout/)
    affiliate = first
    expect((await verifyLedger(db.database)).problems.filter((problem) => problem.startsWith('commissions'))).toEqual(
      [],
    )
  })

  it('one transaction recorded for two payouts at once pays one, and the other is refused', async () => {
    const transaction = randomHash()
    const ids: string[] = []
    for (const _ of ['one', 'another']) {
      affiliate = await company.affiliate()
      await db.asOwner(
        `update affiliates set payout_chain = 'tron', payout_address = 'T' || user_id where user_id = $1`,
        [affiliate.userId],
      )
      await earn(10_000)
      await prepare()
      const [{ id } = { id: '' }] = await settlements()
      await approvePreparedPayout(db.database, id, ben)
      ids.push(id)
    }
    // Both requests have checked that the hash is unused before either records it.
    const both = Promise.withResolvers<undefined>()
    let looked = 0
    const check: PayoutCheck = async () => {
      looked += 1
      if (looked === ids.length) both.resolve(undefined)
      await both.promise
      return { finding: 'confirmed', transferIndex: 0 }
    }
    const outcomes = await Promise.allSettled(
      ids.map((id, index) =>
        recordPayoutPaid(db.database, check, {
          id,
          hash: index === 0 ? transaction : transaction.toUpperCase(),
          operator: ben,
        }),
      ),
    )
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))
    expect(refused).toEqual([expect.stringContaining('This transaction is recorded for another payout')])
    const paid = await db.asOwner(
      `select s.state, count(l.*)::int as booked from settlements s left join ledger_postings l on l.source_id = 'settlement:' || s.id
       where s.id = any($1::uuid[]) group by s.id order by s.state`,
      [ids],
    )
    expect(paid).toEqual([
      { state: 'approved', booked: 0 },
      { state: 'paid', booked: 1 },
    ])
  })

  it('a payout is not recorded when the blockchain contradicts it, and is marked when no node checked it', async () => {
    await earn(10_000)
    await prepare()
    const [{ id } = { id: '' }] = await settlements()
    await approvePreparedPayout(db.database, id, ben)
    const record = (found: PayoutFinding) =>
      recordPayoutPaid(db.database, async () => ({ finding: found, transferIndex: null }), {
        id,
        hash: randomHash(),
        operator: ben,
      })
    for (const [found, sentence] of [
      ['absent', /No node knows/],
      ['early', /not final/],
      ['different', /another address/],
      ['stale', /This transaction is older than the approval of the payout, so it paid something else/],
      ['contradicted', /contradict/],
      ['unreachable', /No node of this chain answers/],
    ] as const)
      await expect(record(found)).rejects.toThrow(sentence)
    expect(await settlements()).toMatchObject([{ state: 'approved' }])
    expect(await record('confirmed')).toMatchObject({ onChain: 'confirmed' })
  })

  it('a cancelled payout frees its commissions for the next', async () => {
    await earn(10_000)
    await prepare()
    const [{ id } = { id: '' }] = await settlements()
    await cancelOpenPayout(db.database, createPayoutSearch(null), { id, operator: ada, reason: 'wrong month' })
    await prepare()
    expect(await settlements()).toMatchObject([
      { state: 'cancelled', sum: 0 },
      { state: 'prepared', amount: 10_000 },
    ])
  })

  it('a refund after a payout reduces the next one, and a negative balance carries over', async () => {
    const order = await earn(10_000)
    await prepare()
    const [{ id } = { id: '' }] = await settlements()
    await payOut(db, id)
    await company.refund(order)
    expect(await company.commissions(order)).toEqual([10_000, -10_000])
    // Each month has one payout, so this one moves to an earlier month.
    await db.asOwner(`update settlements set period = period - interval '1 month' where id = $1`, [id])
    await earn(15_000)
    await prepare()
    expect(await settlements()).toHaveLength(1)
    await earn(5_000)
    await prepare()
    expect(await settlements()).toMatchObject([
      { state: 'paid' },
      { state: 'prepared', amount: 10_000, lines: 3, sum: 10_000 },
    ])
  })
})
