import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import { remindOfExpiry } from '#server/workflows/accounts/messages/remind-of-expiry.ts'
import { createUser } from '../../support/factories.ts'
import { openIdentity, type IdentityTest } from '../../support/identity.ts'
import { giveAddress, listTold } from '../../support/sent-messages.ts'
import { createGate } from '../payments/payments.setup.ts'

let test: IdentityTest
let count = 0
beforeAll(async () => {
  test = await openIdentity()
})
afterAll(() => test.close())

const hour = 3_600
const day = 24 * hour
const grant = (userId: string, seconds: number) =>
  test.db.database.transaction((tx) =>
    grantTime(tx, { userId, source: 'operator', sourceId: crypto.randomUUID(), seconds, note: null }),
  )
const pass = (userId: string, seconds: number) =>
  test.db.asOwner('update memberships set expires_at = expires_at - make_interval(secs => $2) where user_id = $1', [
    userId,
    seconds,
  ])
async function member(seconds: number) {
  const { userId } = await createUser(test.db.database)
  const address = `ends${count++}@example.com`
  await giveAddress(test.db.asOwner, userId, address)
  await grant(userId, seconds + 30 * day)
  await pass(userId, 30 * day)
  return { userId, address }
}
const told = async (userId: string) => (await listTold(test.db.asOwner, userId)).map(({ template }) => template)
const remind = () => remindOfExpiry(test.db.database)

describe('membership end reminders', () => {
  it('a member is reminded a week before, a day before and at the end, once each, with correct days', async () => {
    const { userId, address } = await member(7 * day - 60)
    await remind()
    await remind()
    expect(await told(userId)).toEqual(['expiry-7'])
    await test.messagesTo(address)
    await pass(userId, 6 * day)
    await remind()
    await test.messagesTo(address)
    await pass(userId, day)
    await remind()
    await remind()
    const mails = await test.messagesTo(address)
    expect(mails.map(({ subject }) => subject).toReversed()).toEqual([
      expect.stringMatching(/^Your membership ends on /),
      expect.stringMatching(/^Your membership ends (?:tomorrow|today) at \d\d:\d\d.UTC$/),
      'Your membership has ended',
    ])
    expect(mails.every(({ text }) => text.includes('/en/mails/stop/'))).toBe(true)
  })

  it('no reminder is sent too early or long after the end', async () => {
    const people = await Promise.all([8 * day, 2 * day, 4 * hour, -3 * day].map((seconds) => member(seconds)))
    await remind()
    for (const { userId } of people) expect(await told(userId)).toEqual([])
  })

  it('two concurrent runs send one reminder', async () => {
    const people = await Promise.all([1, 2, 3, 4, 5].map(() => member(day - 60)))
    const gate = createGate()
    const slow = {
      ...test.db.database,
      transaction: <T>(work: Parameters<typeof test.db.database.transaction<T>>[0]) =>
        test.db.database.transaction(async (tx) => {
          const done = await work(tx)
          await gate.pass()
          return done
        }),
    }
    const first = remindOfExpiry(slow)
    await gate.arrived
    await remind()
    gate.open()
    await first
    await remind()
    for (const { userId } of people) expect(await told(userId)).toEqual(['expiry-1'])
  })

  it('a reminder of an end moved by a renewal is not mailed, and the new end is reminded in time', async () => {
    const { userId, address } = await member(7 * day - 60)
    await remind()
    await grant(userId, 30 * day)
    expect(await test.messagesTo(address)).toEqual([])
    expect((await listTold(test.db.asOwner, userId)).map(({ status }) => status)).toEqual(['expired'])
    await remind()
    expect(await told(userId)).toHaveLength(1)
    // Simulated time is not in the ledger, so the end is moved explicitly.
    await pass(userId, 60 * day - 60)
    await remind()
    expect(await told(userId)).toEqual(['expiry-7', 'expiry-7'])
    expect(await test.messagesTo(address)).toHaveLength(1)
  })

  it('a membership end that came nearer is reminded when it is near', async () => {
    const { userId } = await member(20 * day)
    await remind()
    await pass(userId, 14 * day)
    await remind()
    expect(await told(userId)).toEqual(['expiry-7'])
  })

  it('the end of a trial is not mailed', async () => {
    const { userId } = await createUser(test.db.database)
    await grant(userId, 3 * hour)
    await remind()
    await pass(userId, 4 * hour)
    await remind()
    expect(await told(userId)).toEqual([])
  })

  it('a recurring job sends the reminders', async () => {
    const { userId } = await member(day - 60)
    await enqueueJob(test.db.database, 'remind-of-ends', {})
    await test.work()
    expect(await told(userId)).toEqual(['expiry-1'])
  })

  it('due reminders are found by an index', async () => {
    await test.db.asOwner('begin')
    for (const way of ['seqscan', 'bitmapscan']) await test.db.asOwner(`set local enable_${way} = off`)
    const plan = await test.db.asOwner<{ 'QUERY PLAN': string }>(
      `explain select user_id from memberships where told_day_before is distinct from expires_at
         and expires_at > now() + interval '12 hours' and expires_at <= now() + interval '1 day'
       order by expires_at, user_id limit 250 for update skip locked`,
    )
    await test.db.asOwner('rollback')
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).toContain('memberships_day_before')
    expect(text).not.toContain('Sort')
  })
})
