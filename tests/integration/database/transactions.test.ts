import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from '#server/platform/sql.ts'
import { KillPoints, mortalDatabase } from '../../../lab/faults/kill-points.ts'
import { createTripCounter } from '../../support/count-trips.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

const counter = createTripCounter()
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ Client: counter.Client })
})
afterAll(() => db.drop())

const save = (name: string) => sql`insert into settings (key, value) values (${name}, '1')`
const isSaved = async (name: string) => (await db.asOwner('select 1 from settings where key = $1', [name])).length === 1

it('a database transaction needs three round trips: begin, statement and commit', async () => {
  const { trips } = await counter.count(() => db.database.transaction((tx) => tx.run(save('plain'))))
  expect(trips).toBe(3)
  expect(await isSaved('plain')).toBe(true)
})

it('an early transaction (begin sent with the first statement) needs one round trip if its last statements go with the commit', async () => {
  const { trips } = await counter.count(() =>
    db.database.transaction(async (tx) => tx.last(tx.run(save('quick')), tx.run(save('quicker'))), { early: true }),
  )
  expect(trips).toBe(1)
  expect([await isSaved('quick'), await isSaved('quicker')]).toEqual([true, true])
})

it('an early transaction (begin sent with the first statement) knows the time only after that statement returned', async () => {
  await db.database.transaction(
    async (tx) => {
      expect(() => tx.now).toThrow('nothing has answered yet')
      const { now } = await tx.one(sql<{ now: Date }>`select now() as now`)
      expect(tx.now).toEqual(now)
    },
    { early: true },
  )
})

it('a failing statement sent with the commit rolls back the transaction and reports the error', async () => {
  const work = db.database.transaction(async (tx) => {
    await tx.run(save('before'))
    tx.last(tx.run(save('first')), tx.run(save('first')), tx.run(save('after')))
  })
  await expect(work).rejects.toThrow('duplicate key')
  expect([await isSaved('before'), await isSaved('first'), await isSaved('after')]).toEqual([false, false, false])
  await Promise.all(Array.from({ length: 12 }, () => db.database.transaction((tx) => tx.run(sql`select 1`))))
})

it('a database transaction whose final statement lost a race is repeated', async () => {
  let rounds = 0
  await db.database.transaction(async (tx) => {
    rounds += 1
    if (rounds === 1) tx.last(tx.run(sql`do $$ begin raise exception using errcode = '40001'; end $$`))
    await tx.run(save('anew'))
  })
  expect(rounds).toBe(2)
  expect(await isSaved('anew')).toBe(true)
})

it('an error thrown after the final statements (sent with the commit) rolls back the transaction', async () => {
  const work = db.database.transaction(
    async (tx) => {
      tx.last(tx.run(save('thrown')))
      throw new Error('changed my mind')
    },
    { early: true },
  )
  await expect(work).rejects.toThrow('changed my mind')
  expect(await isSaved('thrown')).toBe(false)
})

it('a statement after the commit is refused', async () => {
  let late: Promise<unknown> = Promise.resolve()
  await db.database.transaction(async (tx) => {
    late = tx.run(save('in time')).then(() => tx.run(save('too late')))
    late.catch(() => {})
  })
  await expect(late).rejects.toThrow('after the commit')
  expect(await isSaved('too late')).toBe(false)
})

it('early and final statements work the same under the crash test', async () => {
  const points = new KillPoints(0)
  const drilled = mortalDatabase(db.database, points)
  const { trips } = await counter.count(() =>
    drilled.transaction(
      async (tx) => {
        expect(() => tx.now).toThrow('nothing has answered yet')
        tx.last(tx.run(save('drilled')))
      },
      { early: true },
    ),
  )
  expect(trips).toBe(1)
  expect(await isSaved('drilled')).toBe(true)
  // The transaction has six points at which the process can be killed: before it, three around the statement, before
  // the commit, and after the commit.
  expect(points.passed).toBe(6)
})
