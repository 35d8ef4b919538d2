import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import { notePayout } from '#server/modules/risk/signals.queries.ts'
import { describeAffiliate } from '#server/workflows/affiliates/describe-affiliate.ts'
import { runDueRiskChecks } from '#server/workflows/affiliates/judge-risk.ts'
import { createPayoutCheck } from '#server/workflows/crypto/check-payout.ts'
import { approvePreparedPayout, perform, preparePayouts, recordPayoutPaid } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company, type Person } from './affiliates.setup.ts'
import { lastMonth } from './payouts.setup.ts'

let db: TestDatabase
let company: Company
const period = lastMonth()
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const set = ({ userId }: Person, address: string, chain = 'bsc') =>
  db.database.transaction((tx) => setPayout(tx, userId, { chain, address, restHours: 0 }))
async function settled(address: string): Promise<Person & { payout: string }> {
  const person = await company.affiliate()
  await set(person, address)
  await company.buy(await company.come(person.inviteCode), { totalMinor: 40_000, currency: 'USD' })
  await company.passMonth()
  await preparePayouts(db.database, { period, operator: ada })
  const [row] = await db.asOwner<{ id: string }>(
    `select id from settlements where affiliate_id = $1 and state = 'prepared'`,
    [person.userId],
  )
  return { ...person, payout: row!.id }
}
const approve = ({ payout }: { payout: string }, named?: string) =>
  approvePreparedPayout(db.database, payout, ben, named)
const pay = ({ payout: id }: { payout: string }) =>
  recordPayoutPaid(db.database, createPayoutCheck(null), {
    id,
    hash: `0x${randomBytes(32).toString('hex')}`,
    operator: ben,
  })
const fresh = () => `0x${randomBytes(20).toString('hex')}`
const allow = (address: string) => perform(db.database, 'payouts.allow-address', { address, reason: 'a couple' })

describe('payout wallet address', () => {
  it('a payout is not approved when its wallet address changed since it was shown', async () => {
    const [seen, changed] = [fresh(), fresh()]
    const person = await settled(seen)
    await set(person, changed)
    await expect(approve(person, seen)).rejects.toThrow(`The payout address is now ${changed}`)
    await approve(person, changed.toUpperCase().replace('0X', '0x'))
    const [row] = await db.asOwner('select state, address from settlements where id = $1', [person.payout])
    expect(row).toEqual({ state: 'approved', address: changed })
  })

  it('an approved payout keeps its wallet address when the affiliate changes theirs', async () => {
    const first = fresh()
    const person = await settled(first)
    await approve(person)
    await db.database.transaction((tx) =>
      setPayout(tx, person.userId, { chain: 'bsc', address: fresh(), restHours: 72 }),
    )
    await pay(person)
    const [row] = await db.asOwner('select state, address from settlements where id = $1', [person.payout])
    expect(row).toEqual({ state: 'paid', address: first })
  })
})

describe('token contract as payout wallet address', () => {
  it('is not approved, even if it was saved before contracts were refused', async () => {
    const contract = '0x55d398326f99059fF775485246999027B3197955'
    const person = await settled(contract)
    await expect(approve(person)).rejects.toThrow(`${contract} is the contract of a token, not a wallet`)
    await set(person, fresh())
    await approve(person)
  })
})

describe('payout wallet address shared by affiliates', () => {
  it('a shared wallet address holds the later affiliate, in any letter case, until an operator allows it', async () => {
    const address = fresh()
    const one = await settled(address)
    const two = await settled(address.toUpperCase().replace('0X', '0x'))
    await expect(approve(two)).rejects.toThrow(
      `Several affiliates use this payout address: ${[one.uid, two.uid].toSorted().join(', ')}`,
    )
    expect(await allow(address)).toMatchObject({ affiliates: [one.uid, two.uid].toSorted() })
    await approve(one)
    await approve(two)
    await pay(one)
    await pay(two)
  })

  it('a third affiliate with an allowed shared wallet address is held, and so are all but the first when it is revoked', async () => {
    const address = fresh()
    const [one, two] = [await settled(address), await settled(address)]
    await approve(one)
    await allow(address)
    const three = await settled(address)
    await expect(approve(three)).rejects.toThrow(/Several affiliates/)
    await approve(two)
    await allow(address)
    const held = await perform(db.database, 'payouts.hold-address', { address, reason: 'one person after all' })
    expect(held).toEqual({ address, affiliates: [two.uid, three.uid].toSorted() })
    await expect(pay(two)).rejects.toThrow(/Several affiliates/)
    await expect(approve(three)).rejects.toThrow(/Several affiliates/)
    await pay(one)
  })

  it('a shared wallet address is found after the first affiliate changed it or was erased', async () => {
    const address = fresh()
    const one = await settled(address)
    await approve(one)
    await pay(one)
    await set(one, fresh())
    const two = await settled(address)
    await expect(approve(two)).rejects.toThrow(/Several affiliates/)
    await db.database.transaction((tx) => forgetAffiliate(tx, one.userId))
    await expect(approve(two)).rejects.toThrow(/Several affiliates/)
  })

  it('only a shared wallet address can be allowed, and an affiliate who leaves it and returns needs a new decision', async () => {
    const address = fresh()
    const one = await settled(address)
    await expect(allow(address)).rejects.toThrow(/No two affiliates/)
    const two = await settled(address)
    await allow(address)
    await set(two, fresh())
    await set(two, address)
    await approve(one)
    await expect(approve(two)).rejects.toThrow(/Several affiliates/)
  })
})

describe('payout wallet address entered by a stranger', () => {
  const take = ({ userId }: Person, address: string, restHours = 72) =>
    db.database.transaction((tx) => setPayout(tx, userId, { chain: 'bsc', address, restHours }))
  const rest = ({ userId }: Person) =>
    db.asOwner(`update affiliates set payout_rests_until = now() where user_id = $1`, [userId])
  const sharesIt = async ({ userId }: Person) =>
    (await describeAffiliate(db.database, { userId, publicOrigin: 'https://vpn.example', language: 'en' })).overview!
      .payoutAddress!.isShared

  it("strangers who enter an affiliate's wallet address do not delay that affiliate's payouts", async () => {
    const address = fresh()
    const victim = await settled(address)
    const strangers = await Promise.all([company.affiliate(), company.affiliate()])
    for (const each of strangers) await take(each, address.toUpperCase().replace('0X', '0x'))
    expect(await sharesIt(victim)).toBe(false)
    await rest(strangers[0])
    await approve(victim)
    const late = await company.affiliate()
    await take(late, address)
    await pay(victim)
    for (const each of [...strangers, late]) expect(await sharesIt(each)).toBe(true)
  })

  it('a stranger with a known wallet address is held even after the waiting period and own sales', async () => {
    const address = fresh()
    const victim = await settled(address)
    await approve(victim)
    const stranger = await settled(address)
    await rest(stranger)
    expect([await sharesIt(victim), await sharesIt(stranger)]).toEqual([false, true])
    for (const { userId } of [victim, stranger])
      await db.database.transaction((tx) => notePayout(tx, userId, createHash('sha256').update(address).digest()))
    await runDueRiskChecks(db.database)
    const told = await db.asOwner<{ userId: string; otherIds: string[] }>(
      `select user_id as "userId", other_ids::text[] as "otherIds" from risk_events
       where rule = 'payout_address_shared' and user_id = any($1)`,
      [[victim.userId, stranger.userId]],
    )
    expect(told).toEqual([{ userId: stranger.userId, otherIds: [victim.userId] }])
    await pay(victim)
    await expect(approve(stranger)).rejects.toThrow(/Several affiliates/)
  })

  it('a wallet address belongs to the affiliate who was paid to it, even after they left it and returned', async () => {
    const address = fresh()
    const victim = await settled(address)
    await approve(victim)
    await pay(victim)
    await set(victim, fresh())
    const stranger = await company.affiliate()
    await take(stranger, address, 0)
    await set(victim, address)
    expect([await sharesIt(victim), await sharesIt(stranger)]).toEqual([false, true])
  })
})
