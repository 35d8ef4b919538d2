import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
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
 * Records statements and counts round trips. Statements sent before the next answer arrives share a round trip, so the number
 * does not depend on speed.
 */
function counting(tx: Transaction): { tx: Transaction; sent: { texts: string[]; roundTrips: number } } {
  const sent = { texts: [] as string[], roundTrips: 0 }
  let waiting: (() => Promise<() => void>)[] = []
  const sendAll = async () => {
    const together = waiting
    waiting = []
    sent.roundTrips++
    for (const answer of await Promise.all(together.map((send) => send()))) answer()
  }
  const counted = <T>({ text }: Statement<unknown>, send: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      sent.texts.push(text)
      if (waiting.length === 0) setImmediate(() => void sendAll())
      waiting.push(() =>
        send().then(
          (result) => () => resolve(result),
          (error: Error) => () => reject(error),
        ),
      )
    })
  const wrapped: Queryable = {
    query: (statement) => counted(statement, () => tx.query(statement)),
    one: (statement) => counted(statement, () => tx.one(statement)),
    maybe: (statement) => counted(statement, () => tx.maybe(statement)),
    run: (statement) => counted(statement, () => tx.run(statement)),
  }
  return { tx: { ...tx, ...wrapped }, sent }
}

async function countPayment(person: Person) {
  const bought = await company.order(person)
  const fact = { ...company.fact(bought, 'paid', bought.totalMinor), payer: 'ab'.repeat(32) }
  return db.database.transaction(async (plain) => {
    const { tx, sent } = counting(plain)
    await applyPaymentFacts(tx, { orderId: bought.orderId, facts: [fact], source: 'notification' })
    return sent
  })
}

describe('database transaction of a payment', () => {
  it('paying an order without an inviter takes at most 7 round trips', async () => {
    const sent = await countPayment(await company.member())
    expect(sent.roundTrips).toBeLessThanOrEqual(7)
  })

  it('paying an order updates its row once, and sends at most 26 statements', async () => {
    const { texts } = await countPayment(await company.member())
    expect(texts.filter((text) => /^\s*update orders\b/.test(text))).toHaveLength(1)
    expect(texts.length).toBeLessThanOrEqual(26)
  })

  it('paying an order that earns an inviter bonus time takes at most 14 round trips', async () => {
    const inviter = await company.member()
    const sent = await countPayment(await company.come(inviter.inviteCode))
    expect(sent.roundTrips).toBeLessThanOrEqual(14)
  })

  it('paying an order that earns a commission takes at most 14 round trips', async () => {
    const affiliate = await company.affiliate()
    const sent = await countPayment(await company.come(affiliate.inviteCode))
    expect(sent.roundTrips).toBeLessThanOrEqual(14)
  })
})
