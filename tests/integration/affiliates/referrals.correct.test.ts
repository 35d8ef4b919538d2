import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#server/modules/figures/days.rules.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { applyPaymentFacts } from '#server/workflows/payments/apply/apply-payment-facts.ts'
import type { ActDeps } from '#server/platform/act.ts'
import { describeFigures } from '#server/workflows/affiliates/describe-figures.ts'
import { correctInviter } from '#server/workflows/affiliates/correct-referral.ts'
import { traceCommission } from '#server/workflows/affiliates/trace-commission.ts'
import { foldAffiliateDays, foldAffiliateOpenDays } from '#server/workflows/figures/fold-affiliate-days.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { listTold } from '#tests/support/sent-messages.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { openCompany, type Company, type Person } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const usd = { totalMinor: 4_490, currency: 'USD' } as const
const correct = (who: Person, to: Person | null, preview = false) =>
  perform(
    db.database,
    'referrals.correct',
    { user: String(who.uid), reason: 'They said so.', ...(to && { inviter: String(to.uid) }) },
    { preview },
  )
const sumOf = async ({ userId }: Person) =>
  (
    await db.asOwner<{ minor: number }>(
      'select coalesce(sum(amount_minor), 0)::int as minor from commissions where affiliate_id = $1',
      [userId],
    )
  )[0]!.minor
async function expectCounts(people: readonly Person[]): Promise<void> {
  for (const { userId } of people) {
    const [row] = await db.asOwner<{ kept: object; rows: object }>(
      `select (select json_build_object('invited', invited, 'paid', paid, 'rewarded', rewarded, 'bonus', bonus_seconds)
          from (select coalesce(sum(invited), 0) as invited, coalesce(sum(paid), 0) as paid, coalesce(sum(rewarded), 0) as rewarded,
            coalesce(sum(bonus_seconds), 0) as bonus_seconds from inviter_totals where user_id = $1) t) as kept,
        (select json_build_object('invited', count(*), 'paid', count(first_order_id), 'rewarded', count(*) filter (where bonus_seconds > 0),
          'bonus', coalesce(sum(bonus_seconds), 0)) from referrals where inviter_id = $1) as rows`,
      [userId],
    )
    expect(row!.kept).toEqual(row!.rows)
    const campaigns = await db.asOwner(
      `select k.id from affiliate_campaigns k where k.user_id = $1 and (
         k.sign_ups <> (select count(*) from referrals r where r.campaign_id = k.id)
         or k.paid <> (select count(first_order_id) from referrals r where r.campaign_id = k.id)
         or k.earned_minor <> (select coalesce(sum(amount_minor), 0) from commissions c where c.campaign_id = k.id))`,
      [userId],
    )
    expect(campaigns).toEqual([])
  }
  expect((await verifyLedger(db.database)).problems).toEqual([])
}

describe('corrected referral', () => {
  it("a correction takes back the old inviter's commission, and later purchases earn for the new one", async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    const order = await company.buy(friend, usd)
    const earned = await sumOf(one)
    expect(earned).toBeGreaterThan(0)
    const seen = await correct(friend, other, true)
    expect(await sumOf(one)).toBe(earned)
    expect(seen).toMatchObject({
      inviterBefore: one.uid,
      inviterAfter: other.uid,
      amount: { amountMinor: earned },
      inviters: [
        { uid: one.uid, invitedBefore: 1, invited: 0, paidBefore: 1, paid: 0 },
        { uid: other.uid, invitedBefore: 0, invited: 1, paidBefore: 0, paid: 1 },
      ],
    })
    await correct(friend, other)
    expect([await sumOf(one), await sumOf(other)]).toEqual([0, 0])
    await expectCounts([one, other])
    await company.refund(order, 1_000)
    await company.refund(order)
    await company.settle(order.orderId, [company.fact(order, 'dispute_won', order.totalMinor)])
    expect([await sumOf(one), await sumOf(other)]).toEqual([0, 0])
    await expectCounts([one, other])
    await company.buy(friend, usd)
    expect(await sumOf(one)).toBe(0)
    expect(await sumOf(other)).toBeGreaterThan(0)
    await expectCounts([one, other])
  })

  it('a referral can be corrected to nobody, and from nobody to an inviter', async () => {
    const [member, affiliate] = [await company.member(), await company.affiliate()]
    const friend = await company.come(member.inviteCode)
    await company.buy(friend)
    expect(await company.seconds(member)).toBeGreaterThan(0)
    expect((await correct(friend, null)).days).toBeGreaterThan(0)
    expect(await company.seconds(member)).toBe(0)
    expect(await company.referral(friend)).toBeNull()
    await expectCounts([member])
    await company.buy(friend, usd)
    await correct(friend, affiliate)
    expect(await sumOf(affiliate)).toBe(0)
    await company.buy(friend, usd)
    expect(await sumOf(affiliate)).toBeGreaterThan(0)
    await expectCounts([member, affiliate])
  })

  it('a correction gives the new inviter nothing from earlier purchases', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    await perform(db.database, 'referrals.refuse', { user: String(friend.uid) })
    const order = await company.buy(friend, usd)
    await correct(friend, other)
    await company.pay(order)
    await company.refund(order, 500)
    expect([await sumOf(one), await sumOf(other)]).toEqual([0, 0])
    await expectCounts([one, other])
  })

  it('correcting a referral back to the first inviter earns nothing for earlier purchases', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    await perform(db.database, 'referrals.refuse', { user: String(friend.uid) })
    const order = await company.buy(friend, usd)
    await correct(friend, other)
    await correct(friend, one)
    await company.pay(order)
    expect([await sumOf(one), await sumOf(other)]).toEqual([0, 0])
    await company.buy(friend, usd)
    expect(await sumOf(one)).toBeGreaterThan(0)
    await expectCounts([one, other])
  })

  it('a correction keeps a trace of the voided commissions and sends one message', async () => {
    const one = await company.affiliate()
    const friend = await company.come(one.inviteCode)
    for (let index = 0; index < 2; index++) await company.buy(friend, usd)
    const [{ id } = { id: '' }] = await db.asOwner<{ id: string }>(
      'select id from commissions where affiliate_id = $1 and reverses is null order by booked_at limit 1',
      [one.userId],
    )
    const trace = () => traceCommission(db.database, one.userId, id, 'en')
    const before = await trace()
    for (const to of [null, await company.member()]) {
      await correct(friend, to)
      const after = await trace()
      expect(after.visit).toBeNull()
      expect(Math.abs(after.signUp.at - before.signUp.at)).toBeLessThan(60_000)
      expect(after.reversals).toHaveLength(1)
    }
    const told = (await listTold(db.asOwner, one.userId)).filter(({ template }) => template === 'aff-void')
    expect(told).toMatchObject([{ facts: { commissions: 2, amountMinor: 2_020 } }])
  })

  it('a dispute won after a correction pays nobody', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    const order = await company.buy(friend, usd)
    await company.dispute(order)
    expect(await sumOf(one)).toBe(0)
    await correct(friend, other)
    await company.settle(order.orderId, [company.fact(order, 'dispute_won', order.totalMinor)])
    expect([await sumOf(one), await sumOf(other)]).toEqual([0, 0])
    await expectCounts([one, other])
  })

  it('the counters of a link are corrected with the inviter even if no first purchase was counted', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    await company.buy(friend, usd)
    await db.asOwner('update referrals set first_order_id = null where user_id = $1', [friend.userId])
    await db.asOwner('update inviter_totals set paid = 0 where user_id = $1', [one.userId])
    await db.asOwner('update affiliate_campaigns set paid = 0 where user_id = $1', [one.userId])
    await correct(friend, other)
    expect(await sumOf(one)).toBe(0)
    await expectCounts([one, other])
  })

  it('a correction without change, to oneself, in a circle or to a suspended affiliate is refused', async () => {
    const affiliate = await company.affiliate()
    const friend = await company.come(affiliate.inviteCode)
    const theirs = await company.come(friend.inviteCode)
    await expect(correct(friend, affiliate)).rejects.toThrow('already')
    await expect(correct(friend, friend)).rejects.toThrow('Nobody can invite themselves')
    await expect(correct(friend, theirs)).rejects.toThrow('circle')
    await expect(correct(affiliate, null)).rejects.toThrow('has no inviter')
    const other = await company.affiliate()
    await perform(db.database, 'affiliates.suspend', { user: String(other.uid), reason: 'x' })
    await expect(correct(friend, other)).rejects.toThrow('is suspended')
  })
})

describe('concurrent payment', () => {
  it.each(['the payment', 'the correction'])(
    'a payment racing a correction is counted once for the inviter at that time: first %s',
    async (first) => {
      const [one, other] = [await company.affiliate(), await company.affiliate()]
      const friend = await company.come(one.inviteCode)
      const order = await company.order(friend, usd)
      const isPayment = first === 'the payment'
      const { promise: gate, resolve: open } = Promise.withResolvers<undefined>()
      const { promise: held, resolve: isHeld } = Promise.withResolvers<undefined>()
      const facts = [company.fact(order, 'paid', order.totalMinor)]
      const input = { user: String(friend.uid), inviter: String(other.uid), reason: 'x' }
      const holder = db.database.transaction(async (tx) => {
        if (isPayment) await applyPaymentFacts(tx, { orderId: order.orderId, facts, source: 'query' })
        else await correctInviter(tx, input, { ...ada, role: 'owner' }, {} as ActDeps, undefined)
        isHeld(undefined)
        await gate
      })
      await held
      const later = isPayment ? correct(friend, other) : company.pay(order)
      await waitForWaiters({ db }, 1)
      open(undefined)
      await Promise.all([holder, later])
      expect(await sumOf(one)).toBe(0)
      expect((await sumOf(other)) > 0).toBe(!isPayment)
      await expectCounts([one, other])
    },
  )
})

describe('corrections and figures', () => {
  const today = new Date().toISOString().slice(0, 10)
  beforeEach(() =>
    db.asOwner('truncate daily_folds, affiliate_days, affiliate_folds, affiliate_open_days, affiliate_open_folds'),
  )

  it('days already summed up follow a correction of a referral', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    await company.buy(friend, usd)
    for (const [table, column] of [
      ['commissions', 'booked_at'],
      ['referrals', 'referred_at'],
    ])
      await db.asOwner(`update ${table} set ${column} = ${column} - interval '9 days'`)
    const fold = async () => {
      await db.asOwner(
        `insert into daily_folds (day) select d::date from generate_series($1::date, $2::date, interval '1 day') d on conflict do nothing`,
        [addDays(today, -30), addDays(today, -2)],
      )
      await foldAffiliateDays(db.database)
    }
    await fold()
    const read = () =>
      db.asOwner(
        `select distinct on (affiliate_id, dimension, key) affiliate_id, dimension, key, visits, sign_ups, firsts, renewals, first_minor,
           renewal_minor, reversals, reversed_minor
         from affiliate_days order by affiliate_id, dimension, key, day desc`,
      )
    const standing = (rows: readonly object[]) =>
      rows.filter((row) => ['sign_ups', 'firsts', 'renewals'].some((name) => Number((row as never)[name]) > 0))
    for (const to of [other, null, one]) {
      await correct(friend, to)
      const followed = standing(await read())
      await db.asOwner(
        'truncate daily_folds, affiliate_days, affiliate_folds, affiliate_open_days, affiliate_open_folds',
      )
      await fold()
      expect(followed).toEqual(standing(await read()))
    }
  })

  it('the current day is summed up again after a correction of a referral', async () => {
    const [one, other] = [await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    await company.buy(friend, usd)
    await db.asOwner('insert into daily_folds (day) values ($1)', [addDays(today, -1)])
    await foldAffiliateDays(db.database)
    const foldOpen = async () => {
      for (const minutes of [10, 20])
        await foldAffiliateOpenDays(db.database, { now: new Date(Date.now() + minutes * 60_000) })
    }
    const signUps = async ({ userId }: Person) => {
      const range = { from: today, to: today, interval: 'day' } as const
      const { parts } = await describeFigures(db.database, userId, range)
      return parts.reduce((sum, { counts }) => sum + counts.signUps, 0)
    }
    await foldOpen()
    expect(await db.asOwner('select from affiliate_open_days where affiliate_id = $1', [one.userId])).not.toEqual([])
    expect([await signUps(one), await signUps(other)]).toEqual([1, 0])
    await correct(friend, other)
    expect([await signUps(one), await signUps(other)]).toEqual([0, 1])
    await foldOpen()
    expect(await db.asOwner('select from affiliate_open_days where affiliate_id = $1', [other.userId])).not.toEqual([])
    expect([await signUps(one), await signUps(other)]).toEqual([0, 1])
  })

  it('a correction of later rows leaves the part of the day that was summed up unchanged', async () => {
    const [one, other, third] = [await company.affiliate(), await company.affiliate(), await company.affiliate()]
    const friend = await company.come(one.inviteCode)
    await company.buy(friend, usd)
    for (const day of [-2, -1]) await db.asOwner('insert into daily_folds (day) values ($1)', [addDays(today, day)])
    await foldAffiliateDays(db.database)
    const foldOpen = async (minutes: number) => {
      for (let times = 0; times < 2; times++)
        await foldAffiliateOpenDays(db.database, { now: new Date(Date.now() + minutes * 60_000) })
    }
    const openUntil = () => db.asOwner<{ until: Date }>('select until from affiliate_open_folds')
    await foldAffiliateOpenDays(db.database, { now: new Date(Date.now() - 60_000) })
    const before = await openUntil()
    expect(before).toHaveLength(1)
    await correct(friend, other)
    expect(await openUntil()).toEqual(before)
    await foldOpen(10)
    await correct(friend, third)
    expect(await openUntil()).toEqual([])
  })
})
