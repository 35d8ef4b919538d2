import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listOpenReviews } from '#server/modules/payments/review-queue.queries.ts'
import type { Operator } from '#server/platform/act.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { waitForWaiters } from '../../support/native.ts'
import { perform } from '../../support/operator-acts.ts'
import { ada, ben } from '../../support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

const id = '00000000-0000-4000-8000-0000000000a7'
let db: TestDatabase
let orderId: string
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  const company = openCompany(db)
  orderId = (await company.buy(await company.person(), { totalMinor: 250_000 })).orderId
})
afterAll(() => db.drop())
beforeEach(async () => {
  await db.asOwner('delete from review_items')
  await db.asOwner(`insert into review_items (id, order_id, reason, details) values ($1, $2, 'odd', '{}')`, [
    id,
    orderId,
  ])
})

const take = (operator: Operator = ada, leave = false) =>
  perform(db.database, 'queue.take', { id, leave }, { operator })
const decide = (operator: Operator = ada) =>
  perform(db.database, 'reviews.decide', { id, decision: 'keep', reason: 'seen' }, { operator })
const listed = async () => (await perform(db.database, 'reviews.list', {})).items[0]
const taken = 'ada is working on this until'

describe('taken review', () => {
  it('a taken review cannot be decided by others for half an hour, and they see who took it', async () => {
    const { until } = await take()
    expect(await listed()).toMatchObject({ takenBy: 'ada', takenUntil: until })
    const [row] = await db.asOwner<{ minutes: number }>(
      `select round(extract(epoch from taken_until - now()) / 60)::int as minutes from review_items`,
    )
    expect(row!.minutes).toBe(30)
    await expect(decide(ben)).rejects.toThrow(taken)
    await expect(take(ben)).rejects.toThrow(taken)
    expect(await decide(ada)).toMatchObject({ decision: 'keep' })
  })

  it('a taken review is released by itself or by hand', async () => {
    await take()
    await db.asOwner(`update review_items set taken_until = now()`)
    expect(await listed()).toMatchObject({ takenBy: null, takenUntil: null })
    await take(ben)
    expect(await listed()).toMatchObject({ takenBy: 'ben' })
    expect(await take(ben, true)).toMatchObject({ until: null })
    expect(await listed()).toMatchObject({ takenBy: null })
    expect(await decide(ada)).toMatchObject({ decision: 'keep' })
  })

  it('a taken review can be taken over only by a role that may decide it', async () => {
    await take(ada)
    const over = { id, over: true }
    await expect(perform(db.database, 'queue.take', over, { operator: ben, role: 'support' })).rejects.toThrow(
      /finance/,
    )
    expect(await listed()).toMatchObject({ takenBy: 'ada' })
    await perform(db.database, 'queue.take', over, { operator: ben, role: 'finance' })
    expect(await listed()).toMatchObject({ takenBy: 'ben' })
    await expect(take(ada)).rejects.toThrow('ben is working on this until')
    const [row] = await db.asOwner<{ details: unknown }>(
      `select details from audit_log where action = 'queue.take' order by at desc, id desc limit 1`,
    )
    expect(row!.details).toMatchObject({ from: ada.id })
  })

  it('two operators who take a review at once: the first keeps it', async () => {
    const holder = new pg.Client(db.connection)
    await holder.connect()
    try {
      await holder.query('begin')
      await holder.query('select from review_items where id = $1 for update', [id])
      const first = take(ada)
      await waitForWaiters({ db }, 1)
      const second = take(ben).catch((error: unknown) => String(error))
      await waitForWaiters({ db }, 2)
      await holder.query('commit')
      await first
      expect(await second).toContain(taken)
    } finally {
      await holder.end()
    }
    expect((await listOpenReviews(db.database))[0]).toMatchObject({ takenBy: ada.id })
  })

  it('a taken review with a prepared refund is granted by another operator', async () => {
    await take()
    const refund = { id, decision: 'refund', reason: 'asked for' } as const
    await perform(db.database, 'reviews.decide', refund, { operator: ada })
    const [proposal] = await db.asOwner<{ id: string }>('select id from operator_proposals')
    expect(await listed()).toMatchObject({ takenBy: 'ada' })
    await expect(decide(ben)).rejects.toThrow(taken)
    await perform(db.database, 'approvals.grant', { id: proposal!.id }, { operator: ben })
    expect(await listed()).toBeUndefined()
    expect(await db.asOwner('select from refunds where order_id = $1', [orderId])).toHaveLength(1)
  })
})
