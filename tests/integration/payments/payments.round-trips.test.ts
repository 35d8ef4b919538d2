import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company, type Person } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

/**
 * Counts what is sent, and how many round trips that takes: a statement that is sent after an answer came needs one more than
 * what was answered.
 */
function counting(tx: Transaction): { tx: Transaction; sent: { statements: number; roundTrips: number } } {
  const sent = { statements: 0, roundTrips: 0 }
  let answered = 0
  const counted = async <T>(send: () => Promise<T>): Promise<T> => {
    sent.statements++
    const own = answered + 1
    sent.roundTrips = Math.max(sent.roundTrips, own)
    const result = await send()
    answered = Math.max(answered, own)
    return result
  }
  const wrapped: Queryable = {
    query: (statement) => counted(() => tx.query(statement)),
    one: (statement) => counted(() => tx.one(statement)),
    maybe: (statement) => counted(() => tx.maybe(statement)),
    run: (statement) => counted(() => tx.run(statement)),
  }
  return { tx: { ...wrapped, now: tx.now }, sent }
}

/** What the transaction of one payment sends, for the first order of this person. */
async function countPayment(person: Person) {
  const bought = await company.order(person)
  const fact = { ...company.fact(bought, 'paid', bought.totalMinor), payer: 'ab'.repeat(32) }
  return db.database.transaction(async (plain) => {
    const { tx, sent } = counting(plain)
    await applyPaymentFacts(tx, { orderId: bought.orderId, facts: [fact], source: 'notification' })
    return sent
  })
}

describe('the transaction of one payment', () => {
  it('by a buyer without an inviter holds its locks for few round trips', async () => {
    const sent = await countPayment(await company.member())
    expect(sent.roundTrips).toBeLessThanOrEqual(9)
  })

  it('that earns an inviter bonus time holds its locks for few round trips', async () => {
    const inviter = await company.member()
    const sent = await countPayment(await company.come(inviter.inviteCode))
    expect(sent.roundTrips).toBeLessThanOrEqual(18)
  })

  it('that earns an affiliate a commission holds its locks for few round trips', async () => {
    const affiliate = await company.affiliate()
    const sent = await countPayment(await company.come(affiliate.inviteCode))
    expect(sent.roundTrips).toBeLessThanOrEqual(18)
  })
})
