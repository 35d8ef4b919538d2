import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { standstillNote } from '#server/modules/membership/standstill.rules.ts'
import { remindOfExpiry } from '#server/workflows/accounts/messages/remind-of-expiry.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { passDays } from '#tests/support/pass-days.ts'
import { giveAddress, listTold } from '#tests/support/sent-messages.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase()
  company = openCompany(db)
})
afterAll(() => db.drop())

const day = 86_400
/** Bounds of one minute on either side, for the duration of the test. */
const close = (seconds: number) => ({ least: seconds - 60, most: seconds + 60 })
const expectAbout = (seconds: number, wanted: number) => {
  expect(seconds).toBeGreaterThanOrEqual(close(wanted).least)
  expect(seconds).toBeLessThanOrEqual(close(wanted).most)
}
const block = ({ uid }: Person, more: { stopTime?: boolean } = {}, preview = false) =>
  perform(db.database, 'people.block', { user: String(uid), toldReason: 'x', reason: 'y', ...more }, { preview })
const unblock = ({ uid }: Person, preview = false) =>
  perform(db.database, 'people.unblock', { user: String(uid), reason: 'y' }, { preview })
const give = ({ uid }: Person, days: number) =>
  perform(db.database, 'people.give-time', { user: String(uid), days, reason: 'z' })
const pass = ({ userId }: Person, days: number) => passDays(db, userId, days)
async function left({ userId }: Person): Promise<number> {
  const [row] = await db.asOwner<{ seconds: number }>(
    'select extract(epoch from expires_at - now())::float as seconds from memberships where user_id = $1',
    [userId],
  )
  return row!.seconds
}
const entries = async ({ userId }: Person, language: 'en' | 'zh-CN' = 'en') =>
  (await explainMembership(db.database, userId, language)).entries
async function buy(person: Person): Promise<Bought> {
  const bought = await company.order(person, { months: 1 })
  await company.settle(bought.orderId, [company.fact(bought, 'paid', bought.totalMinor)])
  return bought
}

describe('membership time during a block', () => {
  it('membership time runs on during a block unless it is paused, which the preview says', async () => {
    const one = await company.member()
    expect(await block(one, {}, true)).toMatchObject({ timeStops: false })
    expect(await block(one)).toMatchObject({ timeStops: false })
    await pass(one, 10)
    expect(await unblock(one)).toMatchObject({ seconds: 0, timeBack: 'none' })
    expectAbout(await left(one), 80 * day)
  })

  it('paused time is restored once with unblocking, and the owner is notified in their language', async () => {
    const one = await company.member()
    expect(await block(one, { stopTime: true }, true)).toMatchObject({ timeStops: true })
    await block(one, { stopTime: true })
    await pass(one, 10)
    const shown = await unblock(one, true)
    expectAbout(shown.seconds, 10 * day)
    expect(shown.timeBack).toMatch(/^(?:10 days 0 h|9 days 23 h) \d+ min$/)
    expectAbout(await left(one), 80 * day)
    const { seconds, memberUntil } = await unblock(one)
    expectAbout(seconds, 10 * day)
    expectAbout(await left(one), 90 * day)
    expect(memberUntil!.getTime()).toBe((await entries(one)).at(-1)!.expiresAt)
    await expect(unblock(one)).rejects.toThrow('is not blocked')
    expect((await entries(one)).map(({ note }) => note)).toEqual([null, standstillNote.en])
    expect((await entries(one, 'zh-CN')).at(-1)!.note).toBe(standstillNote['zh-CN'])
    const told = await listTold(db.asOwner, one.userId)
    expect(told.map(({ template }) => template)).toEqual(['account-blocked', 'account-unblocked'])
  })

  it('restored time is at most what was left at the block, with the same devices, and is not a gift', async () => {
    const one = await company.person()
    await buy(one)
    await pass(one, 20)
    const before = await left(one)
    await block(one, { stopTime: true })
    await pass(one, 100)
    expectAbout((await unblock(one)).seconds, before)
    expectAbout(await left(one), before)
    const [held] = await db.asOwner<{ devices: number }>(
      'select max_devices as devices from memberships where user_id = $1',
      [one.userId],
    )
    expect(held!.devices).toBe(5)
    await give(one, 3_660)
  })

  it('time given during a block is paused from then on, and refunded time is not restored', async () => {
    const [given, refunded] = [await company.member(), await company.person()]
    await block(given, { stopTime: true })
    await pass(given, 5)
    await give(given, 30)
    await pass(given, 5)
    expectAbout((await unblock(given)).seconds, 10 * day)
    expectAbout(await left(given), 120 * day)
    const bought = await buy(refunded)
    await block(refunded, { stopTime: true })
    await pass(refunded, 10)
    await company.refund(bought, bought.totalMinor)
    expect(await unblock(refunded)).toMatchObject({ seconds: 0 })
  })

  it('restored time can be revoked like a gift, and the next block restores its own', async () => {
    const one = await company.member()
    for (const days of [10, 4]) {
      await block(one, { stopTime: true })
      await pass(one, days)
      expectAbout((await unblock(one)).seconds, days * day)
    }
    expectAbout(await left(one), 90 * day)
    const grant = (await entries(one)).at(-1)!.id
    await perform(db.database, 'people.reverse-grant', { user: String(one.uid), grant, reason: 'z' })
    expect(Math.round((await left(one)) / day)).toBe(86)
  })

  it('a block without pause restores no time', async () => {
    const one = await company.member()
    await db.asOwner('insert into account_blocks (user_id) values ($1)', [one.userId])
    await pass(one, 10)
    expect(await unblock(one)).toMatchObject({ seconds: 0 })
  })

  it('no end reminder is sent while a block pauses the time', async () => {
    const one = await company.member()
    await giveAddress(db.asOwner, one.userId, 'still@example.com', 'en')
    await block(one)
    await pass(one, 84)
    const reminders = async () =>
      (await listTold(db.asOwner, one.userId)).filter(({ template }) => template === 'expiry-7').length
    await remindOfExpiry(db.database)
    expect(await reminders()).toBe(0)
    await unblock(one)
    await remindOfExpiry(db.database)
    expect(await reminders()).toBe(1)
  })
})

it('the block preview says whether an affiliate keeps earning', async () => {
  const [affiliate, other] = [await company.affiliate(), await company.member()]
  expect(await block(affiliate, {}, true)).toMatchObject({ earnsOn: true })
  expect(await block(other, {}, true)).toMatchObject({ earnsOn: false })
  await perform(db.database, 'affiliates.suspend', { user: String(affiliate.uid), reason: 'x' })
  expect(await block(affiliate, {}, true)).toMatchObject({ earnsOn: false })
})
