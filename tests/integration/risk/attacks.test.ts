import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInvite } from '#shared/typed-code.ts'
import { makeSignalsOf } from './networks.setup.ts'
import { noteSignals } from '#server/modules/risk/signals.queries.ts'
import { attributeReferral } from '#server/workflows/accounts/registration/attribute-referral.ts'
import { runDueRiskChecks } from '#server/workflows/affiliates/judge-risk.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { perform } from '../../support/operator-acts.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const usd = { totalMinor: 4_490, currency: 'USD' } as const
const payFrom = async (who: Person, payer: string): Promise<Bought> => {
  const order = await company.order(who, usd)
  await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer }])
  return order
}
const earnedBy = async ({ userId }: Person) =>
  (
    await db.asOwner<{ minor: number }>(
      'select coalesce(sum(amount_minor), 0)::int as minor from commissions where affiliate_id = $1',
      [userId],
    )
  )[0]!.minor
const payable = async ({ userId }: Person) =>
  (
    await db.asOwner<{ minor: number }>(
      `select coalesce(sum(amount_minor), 0)::int as minor from commissions
       where affiliate_id = $1 and review_reason is null and settlement_id is null`,
      [userId],
    )
  )[0]!.minor
const openCases = async () => (await perform(db.database, 'cases.list', {})).items.length

async function comeFrom(inviter: Person, address: string, isExit = false): Promise<Person> {
  const friend = await company.person()
  const { widths, signals } = makeSignalsOf(company.digest, address, isExit)
  const caller = { platform: 'web', deviceId: 'web', network: widths[0]!, widths, isExit } as const
  await db.database.transaction(async (tx) => {
    const arrival = { userId: friend.userId, invite: readInvite(inviter.inviteCode), campaign: undefined }
    await attributeReferral(tx, { digest: company.digest }, arrival, caller)
    await noteSignals(tx, friend.userId, signals)
  })
  return friend
}
const live = async (who: Person, address: string) =>
  noteSignals(db.database, who.userId, makeSignalsOf(company.digest, address, false).signals)

describe('one crypto wallet', () => {
  it('a wallet used by 24 friends counts once, holds the others and raises no tier', async () => {
    const affiliate = await company.affiliate()
    const before = await openCases()
    const cart = { ...usd, provider: 'crypto' } as const
    for (let index = 0; index < 24; index++)
      await company.buyFrom(await company.come(affiliate.inviteCode), 'd1'.repeat(32), cart)
    await runDueRiskChecks(db.database)
    const referrals = await db.asOwner<{ verdict: string; friends: number }>(
      'select verdict, count(*)::int as friends from referrals where inviter_id = $1 group by verdict order by verdict',
      [affiliate.userId],
    )
    expect(referrals).toEqual([
      { verdict: 'counted', friends: 1 },
      { verdict: 'held', friends: 23 },
    ])
    const tiers = await db.asOwner<{ tier: string }>('select distinct tier from commissions where affiliate_id = $1', [
      affiliate.userId,
    ])
    expect(tiers).toEqual([{ tier: 'standard' }])
    expect(await openCases()).toBe(before + 1)
  })

  it('an exchange wallet shared with the inviter holds a friend and refuses nobody', async () => {
    const affiliate = await company.affiliate()
    const cart = { ...usd, provider: 'crypto' } as const
    await company.buyFrom(affiliate, 'd2'.repeat(32), cart)
    const friend = await company.come(affiliate.inviteCode)
    await company.buyFrom(friend, 'd2'.repeat(32), cart)
    expect(await company.referral(friend)).toMatchObject({ verdict: 'held', reason: 'payer' })
    // Opens the case now, so that the next test does not count it.
    await runDueRiskChecks(db.database)
  })

  it('a wallet from which five unrelated accounts paid puts no further referrals on hold, as it may belong to an exchange', async () => {
    const affiliate = await company.affiliate()
    const another = await company.affiliate()
    const cart = { ...usd, provider: 'crypto' } as const
    const wallet = 'd3'.repeat(32)
    for (let index = 0; index < 3; index++) await company.buyFrom(await company.person(), wallet, cart)
    await company.buyFrom(await company.come(another.inviteCode), wallet, cart)
    await company.buyFrom(affiliate, wallet, cart)
    const [early, late, last] = [
      await company.come(affiliate.inviteCode),
      await company.come(affiliate.inviteCode),
      await company.come(affiliate.inviteCode),
    ]
    await company.buyFrom(early, wallet, cart)
    expect(await company.referral(early)).toMatchObject({ verdict: 'held', reason: 'payer' })
    await runDueRiskChecks(db.database)
    const before = await openCases()
    await company.buyFrom(await company.person(), wallet, cart)
    const orders = [await company.buyFrom(late, wallet, cart), await company.buyFrom(last, wallet, cart)]
    await runDueRiskChecks(db.database)
    for (const friend of [late, last]) expect(await company.referral(friend)).toMatchObject({ verdict: 'counted' })
    expect(await openCases()).toBe(before)
    const tiers = await db.asOwner<{ tier: string }>('select tier from commissions where order_id = any($1)', [
      orders.map(({ orderId }) => orderId),
    ])
    expect(tiers).toEqual([{ tier: 'standard' }, { tier: 'standard' }])
  })
})

describe('one payment card', () => {
  it('a card used by 22 referred accounts earns once, raises no tier and opens one case', async () => {
    const affiliate = await company.affiliate()
    const before = await openCases()
    for (let index = 0; index < 22; index++) await payFrom(await company.come(affiliate.inviteCode), 'c0'.repeat(32))
    await runDueRiskChecks(db.database)
    expect(await earnedBy(affiliate)).toBe(1_122)
    const [tier] = await db.asOwner<{ paid: number }>('select paid from inviter_totals where user_id = $1', [
      affiliate.userId,
    ])
    expect(tier).toEqual({ paid: 1 })
    expect(await openCases()).toBe(before + 1)
  })

  it('a card noticed after 22 commissions holds all but the first before the payout', async () => {
    const affiliate = await company.affiliate()
    const friends: Person[] = []
    for (let index = 0; index < 22; index++) {
      const friend = await company.come(affiliate.inviteCode)
      await payFrom(friend, `${index}d`.padStart(64, '0'))
      friends.push(friend)
    }
    await runDueRiskChecks(db.database)
    const earned = await earnedBy(affiliate)
    expect(await payable(affiliate)).toBe(earned)
    for (const { userId } of friends)
      await db.asOwner(`insert into payment_payers (payer, user_id) values (sha256('one card'), $1)`, [userId])
    await runDueRiskChecks(db.database)
    expect(await earnedBy(affiliate)).toBe(earned)
    expect(await payable(affiliate)).toBe(1_122)
  })
})

describe('no false alarm from a shared network', () => {
  const expectAllCounted = async (inviter: Person, friends: readonly Person[]) => {
    await runDueRiskChecks(db.database)
    for (const friend of friends)
      expect(await company.referral(friend)).toMatchObject({ verdict: 'counted', outcome: 'rewarded' })
    expect(await company.seconds(inviter)).toBeGreaterThan(0)
  }

  it('a family of five on one IP address with their inviter and own payers is not held', async () => {
    const mother = await company.member()
    await live(mother, '203.0.113.20')
    const before = await openCases()
    const family: Person[] = []
    for (let index = 0; index < 5; index++) {
      const child = await comeFrom(mother, '203.0.113.20')
      await payFrom(child, `e${index}`.repeat(32))
      family.push(child)
    }
    await expectAllCounted(mother, family)
    expect(await openCases()).toBe(before)
  })

  it('twelve colleagues behind one IP address, invited on one day with own payers, are not held', async () => {
    const colleague = await company.member()
    await live(colleague, '198.51.100.4')
    const before = await openCases()
    const office: Person[] = []
    for (let index = 0; index < 12; index++) office.push(await comeFrom(colleague, '198.51.100.4'))
    for (const [index, each] of office.entries()) await payFrom(each, `${index}f`.padStart(64, '0'))
    await expectAllCounted(colleague, office)
    expect(await openCases()).toBe(before)
  })

  it('thirty students on one network without known payers, invited from elsewhere, are not held', async () => {
    const alumna = await company.member()
    await live(alumna, '192.0.2.77')
    const before = await openCases()
    const dormitory: Person[] = []
    for (let index = 0; index < 30; index++) {
      const student = await comeFrom(alumna, '203.0.113.99')
      await company.buy(student, usd)
      dormitory.push(student)
    }
    await expectAllCounted(alumna, dormitory)
    expect(await openCases()).toBe(before)
  })

  it("twenty users behind one of the shop's VPN exits, with their inviter, are not held", async () => {
    const inviter = await company.member()
    const before = await openCases()
    const strangers: Person[] = []
    for (let index = 0; index < 20; index++) {
      const stranger = await comeFrom(inviter, '100.64.0.9', true)
      await company.buy(stranger, usd)
      strangers.push(stranger)
    }
    await expectAllCounted(inviter, strangers)
    expect(await openCases()).toBe(before)
  })
})
