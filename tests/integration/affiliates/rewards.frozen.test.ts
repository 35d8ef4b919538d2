import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeState, openAffiliate } from '#server/modules/affiliates/affiliates.service.ts'
import { decideReferral } from '#tests/support/operator-acts.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import { ada } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { waitForWaiters } from '../../support/native.ts'
import { openCompany, type Bought, type Company, type Person } from './affiliates.setup.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 12 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const dollars = { totalMinor: 10_000, currency: 'USD' } as const
const suspend = ({ userId }: Person, reason: string | null = 'odd') =>
  db.database.transaction((tx) => changeState(tx, userId, reason))
const approve = ({ userId }: Person) => db.database.transaction((tx) => openAffiliate(tx, userId))

describe('refund of one cent', () => {
  it('a refund earns no commission for an order from before the approval', async () => {
    const inviter = await company.person()
    const order = await company.buy(await company.come(inviter.inviteCode), dollars)
    await approve(inviter)
    await company.refund(order, 1)
    expect(await company.commissions(order)).toEqual([])
  })

  it('a refund earns no commission for an order paid before rewards were frozen', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    await suspend(affiliate)
    const order = await company.buy(friend, dollars)
    await db.asOwner('delete from referral_rewards where order_id = $1', [order.orderId])
    await suspend(affiliate, null)
    await db.asOwner('delete from affiliate_suspensions where user_id = $1', [affiliate.userId])
    await company.refund(order, 1)
    expect(await company.commissions(order)).toEqual([])
  })

  it('a refund earns no commission for an order paid during a suspension', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    await suspend(affiliate)
    const order = await company.buy(friend, dollars)
    await company.refund(order, 1)
    await suspend(affiliate, null)
    await company.refund(order, 2)
    expect(await company.commissions(order)).toEqual([])
    const next = await company.buy(friend, dollars)
    expect(await company.commissions(next)).toEqual([2_000])
  })

  it('a refund earns no bonus time when the membership began after the payment', async () => {
    const inviter = await company.person()
    const friend = await company.come(inviter.inviteCode)
    const order = await company.buy(friend)
    await company.buy(inviter)
    await company.refund(order, 1)
    expect(await company.seconds(inviter)).toBe(0)
  })

  it('a refund does not lengthen bonus time through the purchase that becomes the first', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    const month = await company.buy(friend, { months: 1 })
    const earned = await company.seconds(inviter)
    await company.buy(friend, { months: 12 })
    await company.refund(month)
    expect(await company.seconds(inviter)).toBe(earned)
  })
})

describe('suspended affiliate', () => {
  it('a suspended affiliate gets no bonus time, also not after resuming', async () => {
    const affiliate = await company.member()
    await approve(affiliate)
    const friend = await company.come(affiliate.inviteCode)
    await suspend(affiliate)
    const order = await company.buy(friend)
    await company.settle(order.orderId, [])
    await suspend(affiliate, null)
    await company.settle(order.orderId, [])
    expect([await company.seconds(affiliate), await company.commissions(order)]).toEqual([0, []])
  })

  it('a payment during a suspension that is reported later earns nothing', async () => {
    const affiliate = await company.affiliate()
    const order = await company.order(await company.come(affiliate.inviteCode), dollars)
    await db.asOwner(`update affiliates set since = now() - interval '3 hours' where user_id = $1`, [affiliate.userId])
    await suspend(affiliate)
    await db.asOwner(`update affiliate_suspensions set since = now() - interval '2 hours' where user_id = $1`, [
      affiliate.userId,
    ])
    await suspend(affiliate, null)
    const at = new Date(Date.now() - 3_600_000)
    await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), at }])
    expect(await company.commissions(order)).toEqual([])
  })

  it('a held referral cannot be released during a suspension', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    await db.asOwner(`update referrals set verdict = 'held', reason = 'friends_payer' where user_id = $1`, [
      friend.userId,
    ])
    const order = await company.buy(friend, dollars)
    await suspend(affiliate)
    const decision = { userId: friend.userId, operator: ada }
    await expect(decideReferral(db.database, decision, 'counted')).rejects.toThrow('The inviter is suspended')
    await suspend(affiliate, null)
    expect(await decideReferral(db.database, decision, 'counted')).toBe(true)
    expect(await company.commissions(order)).toEqual([2_500])
  })

  it('an affiliate suspended before the payer was known earns nothing', async () => {
    const affiliate = await company.affiliate()
    const order = await company.order(await company.come(affiliate.inviteCode), dollars)
    const facts = [company.fact(order, 'paid', order.totalMinor)]
    const settle = (isPayerAwaited: boolean) =>
      db.database.transaction((tx) =>
        applyPaymentFacts(tx, { orderId: order.orderId, facts, source: 'notification', isPayerAwaited }),
      )
    await settle(true)
    await suspend(affiliate)
    await settle(false)
    await suspend(affiliate, null)
    await settle(false)
    expect(await company.commissions(order)).toEqual([])
  })

  it('a suspension waits for a concurrent payment', async () => {
    const affiliate = await company.affiliate()
    const order = await company.order(await company.come(affiliate.inviteCode), dollars)
    const [worked, go] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const payment = db.database.transaction(async (tx) => {
      await applyPaymentFacts(tx, {
        orderId: order.orderId,
        facts: [company.fact(order, 'paid', order.totalMinor)],
        source: 'query',
      })
      worked.resolve(undefined)
      await go.promise
    })
    await worked.promise
    const suspension = suspend(affiliate)
    await waitForWaiters({ db }, 1)
    go.resolve(undefined)
    await Promise.all([payment, suspension])
    expect(await company.commissions(order)).toEqual([2_500])
  })
})

describe('commission rate', () => {
  it('the rate is the one at payment, whatever tier holds when the referral is released', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    await db.asOwner(`update referrals set verdict = 'held', reason = 'friends_payer' where user_id = $1`, [
      friend.userId,
    ])
    const order = await company.buy(friend, dollars)
    await db.asOwner(`update affiliates set tier = 'top' where user_id = $1`, [affiliate.userId])
    await decideReferral(db.database, { userId: friend.userId, operator: ada }, 'counted')
    expect(await company.commissions(order)).toEqual([2_500])
  })
})

type Step =
  | { do: 'buy'; friend: number; months: 1 | 12 }
  | { do: 'refund'; order: number; all: boolean }
  | { do: 'approve' | 'suspend' | 'resume' | 'join' }
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('buy' as const),
      friend: fc.nat(1),
      months: fc.constantFrom(1 as const, 12 as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('refund' as const), order: fc.nat(9), all: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'suspend' as const, 'resume' as const, 'join' as const),
    }),
  },
)

it('only a payment earns, and only for inviters in good standing, after any sequence of events', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async (steps) => {
      const inviter = await company.person()
      const friends = [await company.come(inviter.inviteCode), await company.come(inviter.inviteCode)]
      const orders: Bought[] = []
      let standing: 'person' | 'approved' | 'suspended' = 'person'
      const earned = async () => {
        const [row] = await db.asOwner<{ cents: number }>(
          'select coalesce(sum(amount_minor), 0)::int as cents from commissions where affiliate_id = $1',
          [inviter.userId],
        )
        return { cents: row!.cents, seconds: await company.seconds(inviter) }
      }
      for (const each of steps) {
        const before = await earned()
        const fresh =
          each.do === 'buy' ? await company.buy(friends[each.friend]!, { ...dollars, months: each.months }) : null
        if (fresh) orders.push(fresh)
        const old = each.do === 'refund' ? orders[each.order % Math.max(1, orders.length)] : undefined
        if (old && each.do === 'refund') await company.refund(old, each.all ? old.totalMinor : 1)
        if (each.do === 'approve' && standing === 'person') {
          await approve(inviter)
          standing = 'approved'
        }
        if ((each.do === 'suspend' || each.do === 'resume') && standing !== 'person') {
          await suspend(inviter, each.do === 'suspend' ? 'odd' : null)
          standing = each.do === 'suspend' ? 'suspended' : 'approved'
        }
        if (each.do === 'join') await company.buy(inviter)
        const after = await earned()
        const mayEarn = {
          cents: fresh !== null && standing === 'approved',
          seconds: fresh !== null && standing === 'person',
        }
        expect(after.cents > before.cents).toBe(mayEarn.cents)
        expect(after.seconds > before.seconds && !mayEarn.seconds).toBe(false)
      }
    }),
    { numRuns: countRounds(500, 25) },
  )
})
