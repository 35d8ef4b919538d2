import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { countForTier } from '#server/modules/referrals/referrals.service.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 24 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const row = async (orderId: string) =>
  (
    await db.asOwner<{ type: string; tier: string; rate: number; hold: number; terms: number }>(
      `select type, tier, rate_bps as rate, extract(day from held_until - earned_at)::int as hold, terms_version as terms
       from commissions where order_id = $1 and reverses is null`,
      [orderId],
    )
  )[0]

describe('commission', () => {
  it('each paid order earns one commission at the rate of the terms, however often the payment is reported', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const first = await company.order(friend, { totalMinor: 4_490, currency: 'USD' })
    await Promise.all(Array.from({ length: 20 }, () => company.pay(first)))
    await company.settle(first.orderId, [])
    expect(await company.commissions(first)).toEqual([1_122])
    expect(await row(first.orderId)).toEqual({ type: 'first', tier: 'standard', rate: 2_500, hold: 45, terms: 1 })
    // After the first three months, an affiliate's commissions have the standard hold of the terms.
    await db.asOwner(`update affiliates set since = now() - interval '91 days' where user_id = $1`, [affiliate.userId])
    const second = await company.buy(friend, { totalMinor: 4_490, currency: 'USD' })
    expect(await company.commissions(second)).toEqual([898])
    expect(await row(second.orderId)).toMatchObject({ type: 'renewal', rate: 2_000, hold: 14 })
    expect(await company.seconds(affiliate)).toBe(0)
    // Converts yuan to cents by the rate in the terms: a quarter of ¥268 at 0.14.
    const other = await company.buy(await company.come(affiliate.inviteCode))
    expect(await company.commissions(other)).toEqual([938])
  })

  it('the application role cannot change or delete commissions', async () => {
    for (const statement of [
      'update commissions set amount_minor = amount_minor + 1',
      'update commissions set rate_bps = 10000',
      'delete from commissions',
    ])
      await expect(db.database.query({ text: statement, values: [], name: statement.slice(0, 30) })).rejects.toThrow(
        /permission denied/,
      )
  })

  it('refunds and disputes reverse a commission exactly and never twice', async () => {
    const affiliate = await company.affiliate()
    const buy = async () =>
      company.buy(await company.come(affiliate.inviteCode), { totalMinor: 4_490, currency: 'USD' })
    const inParts = await buy()
    await company.refund(inParts, 1_000)
    await company.refund(inParts, 1_000)
    expect(await company.commissions(inParts)).toEqual([1_122, -250])
    await company.refund(inParts)
    await Promise.all(Array.from({ length: 10 }, () => company.refund(inParts)))
    const rows = await company.commissions(inParts)
    expect(rows).toEqual([1_122, -250, -872])
    const disputed = await buy()
    await company.dispute(disputed)
    await company.dispute(disputed)
    expect(await company.commissions(disputed)).toEqual([1_122, -1_122])
    expect((await verifyLedger(db.database)).problems.filter((problem) => problem.startsWith('commissions'))).toEqual(
      [],
    )
  })

  it('a held referral earns no commission', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    await db.asOwner(`update referrals set verdict = 'held', reason = 'friends_payer' where user_id = $1`, [
      friend.userId,
    ])
    const order = await company.buy(friend)
    expect(await company.commissions(order)).toEqual([])
  })

  it('the tier follows the number of paying customers, and an operator can fix it', async () => {
    const affiliate = await company.affiliate()
    const price = { totalMinor: 1_000, currency: 'USD' } as const
    const buy = async () =>
      company.buyFrom(await company.come(affiliate.inviteCode), randomBytes(32).toString('hex'), price)
    for (let index = 0; index < 19; index++) await buy()
    await company.buy(await company.come(affiliate.inviteCode), price)
    const twentieth = await buy()
    expect(await row(twentieth.orderId)).toMatchObject({ tier: 'standard', rate: 2_500 })
    const next = await buy()
    expect(await row(next.orderId)).toMatchObject({ tier: 'plus', rate: 5_000 })
    await company.refund(next)
    await company.refund(twentieth)
    const again = await buy()
    expect(await row(again.orderId)).toMatchObject({ tier: 'standard' })
    await db.asOwner(`update affiliates set tier = 'top' where user_id = $1`, [affiliate.userId])
    const set = await buy()
    expect(await row(set.orderId)).toMatchObject({ tier: 'top', rate: 10_000 })
  })

  it('a friend counts towards the tier while at most half of the price of one order is refunded', async () => {
    const affiliate = await company.affiliate()
    const paid = () => db.database.transaction((tx) => countForTier(tx, affiliate.userId, defaultTerms))
    const price = { totalMinor: 1_000, currency: 'USD' } as const
    const friend = await company.come(affiliate.inviteCode)
    const order = await company.buyFrom(friend, randomBytes(32).toString('hex'), price)
    expect(await paid()).toBe(1)
    await company.refund(order, 500)
    expect(await paid()).toBe(1)
    await company.refund(order, 999)
    expect(await paid()).toBe(0)
    await company.buy(friend, price)
    expect(await paid()).toBe(1)
  })

  it('a commission uses the terms in force when the order was placed', async () => {
    const affiliate = await company.affiliate()
    const before = await company.order(await company.come(affiliate.inviteCode), { totalMinor: 1_000, currency: 'USD' })
    const { readSettings } = await import('#server/modules/catalog/catalog.service.ts')
    const { publishTerms } = await import('#server/modules/catalog/affiliate-terms.service.ts')
    const [standard, ...others] = defaultTerms.tiers
    const terms = {
      ...defaultTerms,
      version: 2,
      since: '2026-01-01',
      tiers: [{ ...standard!, firstBps: 3_000 }, ...others],
    }
    await db.database.transaction((tx) => publishTerms(tx, terms, 'test'))
    await company.pay(before)
    expect(await row(before.orderId)).toMatchObject({ rate: 2_500, terms: 1 })
    const after = await company.buy(await company.come(affiliate.inviteCode), { totalMinor: 1_000, currency: 'USD' })
    const shown = (await readSettings(db.database)).affiliateTerms
    expect(await row(after.orderId)).toMatchObject({ rate: shown.tiers[0]!.firstBps, terms: shown.version })
    expect(shown).toMatchObject({ version: 2 })
  })
})

describe('concurrent first payments', () => {
  it('two orders of one friend paid at the same moment earn one first and one renewal commission', async () => {
    const affiliate = await company.affiliate()
    for (let round = 0; round < 5; round++) {
      const friend = await company.come(affiliate.inviteCode)
      const orders = [await company.order(friend), await company.order(friend)]
      await Promise.all(orders.map((order) => company.pay(order)))
      const types = await Promise.all(orders.map(async ({ orderId }) => (await row(orderId))?.type))
      expect(types.toSorted()).toEqual(['first', 'renewal'])
    }
  })
})
