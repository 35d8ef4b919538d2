import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readInvite } from '#shared/typed-code.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { passDays } from '#tests/support/pass-days.ts'
import { openCompany, type Company } from './affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 24 })
  company = openCompany(db)
})
afterAll(() => db.drop())

const day = 86_400
type Friend = Awaited<ReturnType<Company['come']>>

describe('bonus time', () => {
  it('the inviter gets a tenth of the first purchase as bonus time, once, while being a member', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    const order = await company.buy(friend)
    const earned = await company.seconds(inviter)
    expect(earned).toBeGreaterThanOrEqual(36.5 * day)
    expect(earned).toBeLessThanOrEqual(36.6 * day)
    await company.pay(order)
    await company.settle(order.orderId, [])
    await company.buy(friend)
    expect(await company.seconds(inviter)).toBe(earned)
    expect(await company.commissions(order)).toEqual([])
  })

  it('bonus time is taken back with the refund, and granted again with the next purchase', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    const order = await company.buy(friend)
    await company.refund(order, 10_000)
    expect(await company.seconds(inviter)).toBeGreaterThan(0)
    await company.refund(order)
    await company.refund(order)
    expect(await company.seconds(inviter)).toBe(0)
    expect(await company.referral(friend)).toMatchObject({ outcome: 'reversed' })
    await company.buy(friend, { months: 1 })
    expect(Math.round((await company.seconds(inviter)) / day)).toBe(3)
  })

  it('bonus time moves to the next paid purchase when the first is refunded', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    const year = await company.buy(friend)
    const month = await company.buy(friend, { months: 1 })
    const before = await company.seconds(inviter)
    await company.refund(year)
    expect(Math.round((await company.seconds(inviter)) / day)).toBe(3)
    expect(before).toBeGreaterThan(await company.seconds(inviter))
    expect(await company.referral(friend)).toMatchObject({ outcome: 'rewarded' })
    await company.refund(month)
    expect(await company.seconds(inviter)).toBe(0)
  })

  it('an inviter without a membership gets no bonus time', async () => {
    const inviter = await company.person()
    const friend = await company.come(inviter.inviteCode)
    await company.buy(friend)
    expect(await company.seconds(inviter)).toBe(0)
    expect(await company.referral(friend)).toMatchObject({ outcome: 'no_membership' })
  })

  it('an inviter whose membership ended before the purchase gets no bonus time', async () => {
    const [lapsed, running] = [await company.member(), await company.member()]
    const [late, early] = [await company.come(lapsed.inviteCode), await company.come(running.inviteCode)]
    await passDays(db, lapsed.userId, 91)
    await passDays(db, running.userId, 89)
    await company.buy(late)
    await company.buy(early)
    expect([await company.seconds(lapsed), (await company.seconds(running)) > 0]).toEqual([0, true])
    expect(await company.referral(late)).toMatchObject({ outcome: 'no_membership' })
    expect(await company.referral(early)).toMatchObject({ outcome: 'rewarded' })
  })
})

describe('attribution', () => {
  it('the inviter is fixed at registration, and a later code changes nothing', async () => {
    const [first, second] = [await company.member(), await company.member()]
    const friend = await company.come(first.inviteCode)
    const caller = { platform: 'web', deviceId: 'web', network: '10.9.9.9' } as const
    const { attributeReferral } = await import('#server/workflows/accounts/registration/attribute-referral.ts')
    await db.database.transaction((tx) =>
      attributeReferral(
        tx,
        { digest: company.digest },
        { userId: friend.userId, invite: readInvite(''), campaign: { r: second.inviteCode, consented: true } },
        caller,
      ),
    )
    expect(await company.referral(friend)).toMatchObject({ inviter: first.userId })
    await company.buy(friend)
    expect(await company.seconds(second)).toBe(0)
  })

  it('a referral link stored only in the tab counts, and a typed invite code overrides it', async () => {
    const [linked, typed] = [await company.member(), await company.member()]
    const byLink = await company.come('', {
      campaign: { r: linked.inviteCode, consented: false, followedAt: Date.now() },
    })
    expect(await company.referral(byLink)).toMatchObject({ inviter: linked.userId, verdict: 'counted' })
    const byBoth = await company.come(typed.inviteCode, { campaign: { r: linked.inviteCode, consented: true } })
    expect(await company.referral(byBoth)).toMatchObject({ inviter: typed.userId })
  })

  it('a referral link followed without consent is ignored after seven days, or if the time of following it is missing', async () => {
    const inviter = await company.member()
    const week = 7 * day * 1_000
    const come = (followedAt?: number) =>
      company.come('', {
        campaign: { r: inviter.inviteCode, consented: false, ...(followedAt !== undefined && { followedAt }) },
      })
    expect(await company.referral(await come(Date.now() - week + 60_000))).toMatchObject({ inviter: inviter.userId })
    expect(await company.referral(await come(Date.now() - week - 60_000))).toBeNull()
    expect(await company.referral(await come())).toBeNull()
  })

  it('a referral link is ignored after seven days, and so is an unknown code', async () => {
    const inviter = await company.member()
    for (const [visit, age] of [
      ['visit-fresh', '6 days 23 hours'],
      ['visit-stale', '7 days 1 hour'],
    ])
      await db.asOwner(`insert into marketing_visits (visit, referral, at) values ($1, $2, now() - $3::interval)`, [
        visit,
        inviter.inviteCode,
        age,
      ])
    const campaign = (visit: string) => ({ r: inviter.inviteCode, visit, consented: true })
    expect(await company.referral(await company.come('', { campaign: campaign('visit-fresh') }))).not.toBeNull()
    expect(await company.referral(await company.come('', { campaign: campaign('visit-stale') }))).toBeNull()
    for (const r of ['ZZZZZZZZ', "'; drop", 'erased 1', ''])
      expect(await company.referral(await company.come('', { campaign: { r, consented: true } }))).toBeNull()
  })
})

describe('referral fraud', () => {
  const shareDevice = (a: { userId: string }, b: { userId: string }) =>
    Promise.all(
      [a, b].map(({ userId }) =>
        db.asOwner(
          `insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, $2, 'ios') on conflict do nothing`,
          [userId, `shared by ${[a.userId, b.userId].join()}`],
        ),
      ),
    )

  it("a referral from the inviter's own device is refused, at registration or when it shows later", async () => {
    const inviter = await company.member()
    await db.asOwner(
      `insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, 'phone of one', 'ios')`,
      [inviter.userId],
    )
    const onPhone = await company.come(inviter.inviteCode, { deviceId: 'phone of one' })
    expect(await company.referral(onPhone)).toMatchObject({ verdict: 'refused', reason: 'device' })
    const inBrowser = await company.come(inviter.inviteCode)
    await shareDevice(inviter, inBrowser)
    await company.buy(onPhone)
    await company.buy(inBrowser)
    expect(await company.referral(inBrowser)).toMatchObject({ verdict: 'refused', reason: 'device' })
    expect(await company.seconds(inviter)).toBe(0)
  })

  it('a referral in a circle is refused', async () => {
    const top = await company.member()
    const middle = await company.come(top.inviteCode)
    const bottom = await company.come(middle.inviteCode)
    await company.buy(middle)
    await shareDevice(top, bottom)
    const before = await company.seconds(middle)
    await company.buy(bottom)
    expect(await company.referral(bottom)).toMatchObject({ verdict: 'refused', reason: 'cycle' })
    expect(await company.seconds(middle)).toBe(before)
    await expect(
      db.asOwner(`insert into referrals (user_id, inviter_id, via, verdict) values ($1, $1, 'typed', 'counted')`, [
        top.userId,
      ]),
    ).rejects.toThrow(/check constraint/)
  })

  it("a referral paid from the inviter's account at a provider is refused", async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    for (const who of [inviter, friend]) {
      const order = await company.order(who)
      await company.settle(order.orderId, [
        { ...company.fact(order, 'paid', order.totalMinor), payer: 'ab'.repeat(32) },
      ])
    }
    expect(await company.referral(friend)).toMatchObject({ verdict: 'refused', reason: 'payer' })
    expect(await company.seconds(inviter)).toBe(0)
  })

  const payFrom = async (who: { userId: string }, account: string) => {
    const order = await company.order(who)
    await company.settle(order.orderId, [{ ...company.fact(order, 'paid', order.totalMinor), payer: account }])
    return order
  }

  it('removing the device before the friend registers does not hide it', async () => {
    const inviter = await company.member()
    const phone = 'phone that moves'
    await db.asOwner(`insert into devices (id, user_id, device_id, os) values (gen_random_uuid(), $1, $2, 'ios')`, [
      inviter.userId,
      phone,
    ])
    await db.asOwner(`delete from devices where device_id = $1`, [phone])
    const friend = await company.come(inviter.inviteCode, { deviceId: phone })
    // The shared phone may be a gift, so an operator decides, and nothing is earned before.
    expect(await company.referral(friend)).toMatchObject({ verdict: 'held', reason: 'shared_device' })
    await company.buy(friend)
    expect(await company.seconds(inviter)).toBe(0)
    const other = await company.member()
    const second = await company.come(other.inviteCode, { deviceId: phone })
    expect(await company.referral(second)).toMatchObject({ verdict: 'held', reason: 'shared_device' })
    await db.asOwner(`update risk_signals set gone_at = now() - interval '91 days' where gone_at is not null`)
    const third = await company.come(other.inviteCode, { deviceId: phone })
    expect(await company.referral(third)).toMatchObject({ verdict: 'counted' })
  })

  it('a shared device holds the first purchase although both accounts removed it', async () => {
    const inviter = await company.member()
    const friend = await company.come(inviter.inviteCode)
    await shareDevice(inviter, friend)
    await db.asOwner(`delete from devices where user_id = any($1)`, [[inviter.userId, friend.userId]])
    await company.buy(friend)
    expect(await company.referral(friend)).toMatchObject({ verdict: 'held', reason: 'shared_device' })
    expect(await company.seconds(inviter)).toBe(0)
  })

  it("five friends with one payer earn once, the others are held, and an operator's decision is final", async () => {
    const inviter = await company.member()
    const account = 'cd'.repeat(32)
    const friends = []
    for (let index = 0; index < 5; index++) {
      const friend = await company.come(inviter.inviteCode)
      friends.push({ friend, order: await payFrom(friend, account) })
    }
    const verdicts = await Promise.all(friends.map(async ({ friend }) => (await company.referral(friend))?.verdict))
    expect(verdicts).toEqual(['counted', 'held', 'held', 'held', 'held'])
    const once = await company.seconds(inviter)
    expect(Math.round(once / day)).toBe(37)
    const [, { friend }] = friends as [unknown, { friend: { userId: string } }]
    await db.asOwner(
      `update referrals set verdict = 'counted', reason = null, decided_by = 'olive', decided_by_person = true where user_id = $1`,
      [friend.userId],
    )
    await payFrom(friend, account)
    expect(await company.referral(friend)).toMatchObject({ verdict: 'counted', outcome: 'rewarded' })
    expect(await company.seconds(inviter)).toBeGreaterThan(once)
  })

  it('two friends who pay from one account at the same moment earn once', async () => {
    const inviter = await company.member()
    const friends = [await company.come(inviter.inviteCode), await company.come(inviter.inviteCode)]
    await Promise.all(friends.map((friend) => payFrom(friend, 'ef'.repeat(32))))
    const verdicts = await Promise.all(friends.map(async (friend) => (await company.referral(friend))?.verdict))
    expect(verdicts.toSorted()).toEqual(['counted', 'held'])
    expect(Math.round((await company.seconds(inviter)) / day)).toBe(37)
  })

  it('five friends on one network who pay from different payment accounts are all credited', async () => {
    const inviter = await company.member()
    for (let index = 0; index < 5; index++) {
      const friend = await company.come(inviter.inviteCode, { from: '10.78.0.1' })
      await payFrom(friend, String(index).repeat(64))
      expect(await company.referral(friend)).toMatchObject({ verdict: 'counted', outcome: 'rewarded' })
    }
  })

  it('friends of a crowded network are held until a purchase shows an own payer or another network', async () => {
    const inviter = await company.member()
    const friends = []
    for (let index = 0; index < 9; index++) friends.push(await company.come(inviter.inviteCode, { from: '10.77.0.1' }))
    const verdicts = await Promise.all(friends.map(async (friend) => (await company.referral(friend))?.verdict))
    expect(verdicts).toEqual([
      ...Array.from({ length: 5 }, () => 'counted'),
      ...Array.from({ length: 4 }, () => 'held'),
    ])
    const [elsewhere, own, untold, cheat] = friends.slice(5) as [Friend, Friend, Friend, Friend]
    await company.buy(elsewhere)
    expect(await company.referral(elsewhere)).toMatchObject({ verdict: 'counted', reason: null, outcome: 'rewarded' })
    // From here on, all these users share the inviter's network.
    for (const { userId } of [inviter, own, untold, cheat])
      await db.asOwner(`insert into risk_signals values ('network', sha256('one roof'), $1, now())`, [userId])
    await payFrom(own, '9a'.repeat(32))
    expect(await company.referral(own)).toMatchObject({ verdict: 'counted', outcome: 'rewarded' })
    const before = await company.seconds(inviter)
    await company.buy(untold)
    expect(await company.referral(untold)).toMatchObject({ verdict: 'held', reason: 'velocity' })
    await payFrom(cheat, '9a'.repeat(32))
    expect(await company.referral(cheat)).toMatchObject({ verdict: 'held', reason: 'friends_payer' })
    expect(await company.seconds(inviter)).toBe(before)
  })
})
