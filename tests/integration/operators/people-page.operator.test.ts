import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { openCompany, type Bought, type Company, type Person } from '../affiliates/affiliates.setup.ts'
import { countingStatements, readPage } from './pages.setup.ts'

let db: TestDatabase
let company: Company
let affiliate: Person
let person: Person
let bought: Bought
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  company = openCompany(db)
  affiliate = await company.affiliate()
  person = await company.come(affiliate.inviteCode)
  bought = await company.buy(person, { totalMinor: 26_800 })
  await db.asOwner(
    `insert into account_identifiers (user_id, kind, value, lookup_key) values ($1, 'email', 'lin@mail.example', 'lin@mail.example')
     on conflict (user_id, kind) do update set value = excluded.value, lookup_key = excluded.lookup_key`,
    [person.userId],
  )
  await db.asOwner(
    `insert into sessions (id, user_id, platform, device_id, ends_at) values (gen_random_uuid(), $1, 'ios', 'a phone', now() + interval '1 day')`,
    [person.userId],
  )
  await db.asOwner(
    `insert into devices (id, user_id, device_id, os, name) values (gen_random_uuid(), $1, 'a phone', 'ios', 'Lin’s')`,
    [person.userId],
  )
  await db.asOwner(
    `insert into review_items (id, order_id, reason, details) values (gen_random_uuid(), $1, 'disputed', '{}')`,
    [bought.orderId],
  )
  await perform(db.database, 'people.give-time', { user: String(person.uid), days: 1, reason: 'an outage' })
})
afterAll(() => db.drop())

const show = (role?: 'viewer' | 'support') => readPage(db.database, 'people.show', { user: String(person.uid) }, role)

describe('user page', () => {
  it('the page shows identity, purchases, the reasons for the expiry date, and operator actions', async () => {
    const [order] = await db.asOwner<{ number: string }>('select number from orders where id = $1', [bought.orderId])
    const page = await show()
    expect(page).toMatchObject({
      uid: person.uid,
      broughtBy: affiliate.uid,
      blocked: null,
      erased: false,
      sessions: [{ platform: 'ios' }],
      devices: [{ name: 'Lin’s', os: 'ios' }],
      time: [
        { source: 'operator', seconds: 86_400, note: 'an outage', state: 'stands', order: null },
        { source: 'order', order: order!.number, state: 'stands' },
      ],
      orders: [
        {
          number: order!.number,
          total: { amountMinor: 26_800, currency: 'CNY' },
          status: 'paid',
          back: { amountMinor: 0 },
        },
      ],
      reviews: [{ order: order!.number, reason: 'disputed' }],
      acts: [{ by: 'ada', action: 'people.give-time' }],
      more: [],
    })
    expect(page.memberUntil).toEqual(page.time[0]?.expires)
    expect(page.names).toContainEqual({ kind: 'email', value: 'lin@mail.example' })
  })

  it('the page of an affiliate shows referred users and commissions', async () => {
    const page = await readPage(db.database, 'people.show', { user: String(affiliate.uid) })
    expect(page).toMatchObject({
      affiliate: 'approved',
      invited: 1,
      invitedPaid: 1,
      invitations: [{ user: person.uid, verdict: 'counted' }],
    })
    expect(page.commissions).toHaveLength(1)
  })

  it('the page shows which time was taken back and by which reversal', async () => {
    const other = await company.person()
    const order = await company.buy(other, { totalMinor: 3_500 })
    await company.settle(order.orderId, [company.fact(order, 'refunded', 3_500)])
    const page = await readPage(db.database, 'people.show', { user: String(other.uid) })
    expect(page.time.map(({ state }) => state)).toEqual(['reversal', 'reversed'])
  })

  it('the page of a blocked user shows the stated reason and if time is paused', async () => {
    const user = String((await company.person()).uid)
    const about = async () => {
      const { blocked, toldReason, timeStops } = await readPage(db.database, 'people.show', { user })
      return { isBlocked: blocked !== null, toldReason, timeStops }
    }
    expect(await about()).toEqual({ isBlocked: false, toldReason: null, timeStops: false })
    await perform(db.database, 'people.block', { user, toldReason: 'Spam went out.', stopTime: true, reason: 'x' })
    expect(await about()).toEqual({ isBlocked: true, toldReason: 'Spam went out.', timeStops: true })
    await perform(db.database, 'people.unblock', { user, reason: 'x' })
    expect(await about()).toEqual({ isBlocked: false, toldReason: null, timeStops: false })
    await perform(db.database, 'people.block', { user, sayNothing: true, reason: 'x' })
    expect(await about()).toEqual({ isBlocked: true, toldReason: null, timeStops: false })
  })

  it('a viewer sees no email addresses or phone numbers', async () => {
    await perform(db.database, 'people.give-time', { user: String(person.uid), minutes: 1, reason: 'x' })
    const text = JSON.stringify(await show('viewer'))
    expect(text).not.toContain('lin@mail.example')
    expect(text).toContain('l***')
  })

  it('each list shows twenty rows and marks longer ones, with a constant number of queries', async () => {
    const before = countingStatements(db.database)
    await readPage(before.database, 'people.show', { user: String(person.uid) })
    for (let n = 0; n < 25; n++) {
      await perform(db.database, 'people.give-time', { user: String(person.uid), minutes: 1, reason: `gift ${n}` })
      await company.order(person)
    }
    const after = countingStatements(db.database)
    const page = await readPage(after.database, 'people.show', { user: String(person.uid) })
    expect([page.time.length, page.orders.length, page.acts.length]).toEqual([20, 20, 20])
    expect(page.more.toSorted()).toEqual(['acts', 'orders', 'time'])
    expect(after.count()).toBe(before.count())
  })

  it('a segment of membership time is marked as disputed even behind many newer reviews', async () => {
    const buyer = await company.person()
    const disputed = await company.buy(buyer, { totalMinor: 26_800 })
    for (let n = 0; n < 21; n++) await company.order(buyer)
    await db.asOwner(
      `insert into review_items (id, order_id, reason, details, opened_at)
       select gen_random_uuid(), id, case when id = $2 then 'disputed' else 'underpaid' end, '{}',
         now() - case when id = $2 then interval '0' else interval '1 day' end from orders where user_id = $1`,
      [buyer.userId, disputed.orderId],
    )
    const page = await readPage(db.database, 'people.show', { user: String(buyer.uid) })
    expect(page.reviews.map(({ reason }) => reason)).toEqual(Array.from({ length: 20 }, () => 'underpaid'))
    expect(page.segments).toMatchObject([{ source: 'order', disputed: true }])
  })

  it('an unknown user is refused', async () => {
    await expect(readPage(db.database, 'people.show', { user: 'no one' })).rejects.toThrow('No account matches')
  })
})
