import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCampaign } from '#server/modules/affiliates/affiliates.service.ts'
import { sumUnsettled } from '#server/modules/payouts/commissions.queries.ts'
import { compareCounters } from '#server/workflows/figures/compare-counters.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { openCompany, type Bought, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

const today = new Date().toISOString().slice(0, 10)

it('counters of affiliate links, months and pending commissions are verified against the rows, page by page', async () => {
  const affiliate = await company.affiliate()
  const link = await db.database.transaction((tx) => addCampaign(tx, affiliate.userId, { name: 'talk', slug: 'talk' }))
  const bought: Bought[] = []
  for (let count = 0; count < 5; count++) {
    const r = count % 2 === 0 ? affiliate.inviteCode : `${affiliate.inviteCode}-talk`
    const friend = await company.come('', { campaign: { r, consented: false, followedAt: Date.now() } })
    bought.push(await company.buy(friend, { totalMinor: 10_000, currency: 'USD' }))
  }
  await company.refund(bought[0]!, 4_000)
  const found = (pageSize?: number) => compareCounters(db.database, affiliate.userId, pageSize)
  for (const pageSize of [1, 2, 3, undefined]) expect(await found(pageSize)).toEqual([])
  // Two commissions are in a payout, with a tenth of one in reserve; the payout is then cancelled and deleted.
  const [settled, kept] = bought.slice(1).map(({ orderId }) => orderId)
  await db.asOwner(
    `with made as (
       insert into settlements (id, affiliate_id, period, amount_minor, commissions, state, prepared_by, reserve_kept_minor)
       select gen_random_uuid(), $1, '2026-08-01', sum(amount_minor) - 250, count(*), 'prepared', 'a', 250 from commissions
       where order_id = any($2) returning id)
     update commissions set settlement_id = made.id, reserve_minor = case when order_id = $3 then 250 else 0 end,
       reserve_until = case when order_id = $3 then now() + interval '9 days' end from made where order_id = any($2)`,
    [affiliate.userId, [settled, kept], kept],
  )
  const rest = async () => (await sumUnsettled(db.database, affiliate.userId)).minor
  expect(await rest()).toBe(2_500 * 3 - 1_000 + 250)
  for (const pageSize of [1, undefined]) expect(await found(pageSize)).toEqual([])
  await db.asOwner(
    `update settlements set state = 'undoing', cancelled_by = 'a', cancel_reason = 'x' where affiliate_id = $1`,
    [affiliate.userId],
  )
  expect(await rest()).toBe(2_500 * 5 - 1_000)
  expect(await found(2)).toEqual([])
  await db.asOwner(
    `update settlements set amount_minor = amount_minor + 1, state = 'prepared', cancelled_by = null, cancel_reason = null where affiliate_id = $1`,
    [affiliate.userId],
  )
  await db.asOwner(
    `update affiliate_months set first_minor = first_minor + 3, renewal_minor = renewal_minor + 5, reversed_minor = reversed_minor + 8
     where affiliate_id = $1`,
    [affiliate.userId],
  )
  await db.asOwner('update affiliate_campaigns set paid = paid + 1 where id = $1', [link.id])
  const month = `month ${today.slice(0, 7)}`
  for (const pageSize of [1, undefined])
    expect(await found(pageSize)).toEqual([
      { what: 'link talk', field: 'paid', folded: 3, counted: 2 },
      { what: month, field: 'firstMinor', folded: 12_503, counted: 12_500 },
      { what: month, field: 'renewalMinor', folded: 5, counted: 0 },
      { what: month, field: 'reversedMinor', folded: 1_008, counted: 1_000 },
      { what: 'what is to come', field: 'minor', folded: 6_749, counted: 6_750 },
    ])
})

it('commission rows that name the link of another affiliate are reported as a difference', async () => {
  const [one, other] = [await company.affiliate(), await company.affiliate()]
  const friend = await company.come(one.inviteCode)
  await company.buy(friend, { totalMinor: 10_000, currency: 'USD' })
  const found = () => compareCounters(db.database, one.userId)
  expect(await found()).toEqual([])
  const theirs = `(select id from affiliate_campaigns where user_id = '${other.userId}')`
  await db.asOwner(`update commissions set campaign_id = ${theirs} where affiliate_id = $1`, [one.userId])
  await db.asOwner(`update referrals set campaign_id = ${theirs} where inviter_id = $1`, [one.userId])
  await db.asOwner(`update affiliate_campaigns set sign_ups = 0, paid = 0, earned_minor = 0 where user_id = $1`, [
    one.userId,
  ])
  expect(await found()).toEqual([
    { what: 'a link of someone else', field: 'signUps', folded: 0, counted: 1 },
    { what: 'a link of someone else', field: 'paid', folded: 0, counted: 1 },
    { what: 'a link of someone else', field: 'earnedMinor', folded: 0, counted: 2_500 },
  ])
})
