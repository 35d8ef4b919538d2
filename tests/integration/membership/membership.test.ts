import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldExpiry } from '#server/modules/membership/membership.rules.ts'
import { grantPlan, grantTime, reverseGrant } from '#server/modules/membership/membership.service.ts'
import { findMembership, listGrants } from '#server/modules/membership/membership.queries.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { createUser } from '../../support/factories.ts'
import { countRounds } from '#tests/support/race-rounds.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const plan = (userId: string, sourceId: string, months = 12) =>
  ({ userId, source: 'order', sourceId, months, bonusDays: 0, maxDevices: 5 }) as const

describe('membership ledger', () => {
  it('a grant extends the current expiry and the total', async () => {
    const { userId } = await createUser(db.database)
    const first = await db.database.transaction((tx) => grantPlan(tx, plan(userId, 'a', 1)))
    const second = await db.database.transaction((tx) => grantPlan(tx, plan(userId, 'b', 1)))
    expect(second!.expiresAt.getTime()).toBe(first!.expiresAt.getTime() + second!.seconds * 1000)
    const membership = await findMembership(db.database, userId)
    expect(membership!.expiresAt).toEqual(second!.expiresAt)
    expect(membership!.totalSeconds).toBe(first!.seconds + second!.seconds)
  })

  it('concurrent grants from one source add time once', async () => {
    const { userId } = await createUser(db.database)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => db.database.transaction((tx) => grantPlan(tx, plan(userId, 'once')))),
    )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await listGrants(db.database, userId)).toHaveLength(1)
  })

  it('revoking a grant takes back exactly its time, once', async () => {
    const { userId } = await createUser(db.database)
    await db.database.transaction((tx) =>
      grantTime(tx, { userId, source: 'trial', sourceId: userId, seconds: 900, note: null }),
    )
    const before = await findMembership(db.database, userId)
    await db.database.transaction((tx) => grantPlan(tx, plan(userId, 'x')))
    const reversals = await Promise.all(
      ['r1', 'r1', 'r2'].map((reversedBy) =>
        db.database.transaction((tx) => reverseGrant(tx, { source: 'order', sourceId: 'x', reversedBy, note: null })),
      ),
    )
    expect(reversals.filter(Boolean)).toHaveLength(1)
    const after = await findMembership(db.database, userId)
    expect(after!.expiresAt).toEqual(before!.expiresAt)
    expect(after!.totalSeconds).toBe(900)
    expect(after!.yearlyUntil).toBeNull()
  })

  it('yearly benefits end with the year, whatever was revoked before', async () => {
    const { userId } = await createUser(db.database)
    const grant = (sourceId: string, months: number) =>
      db.database.transaction((tx) => grantPlan(tx, plan(userId, `${sourceId} ${userId}`, months)))
    const reverse = (sourceId: string) =>
      db.database.transaction((tx) =>
        reverseGrant(tx, { source: 'order', sourceId: `${sourceId} ${userId}`, reversedBy: sourceId, note: null }),
      )
    await grant('first month', 1)
    await grant('second month', 1)
    const year = await grant('year', 12)
    await grant('third month', 1)
    const [one, two] = [await reverse('first month'), await reverse('second month')]
    const membership = await findMembership(db.database, userId)
    const yearEnd = new Date(year!.expiresAt.getTime() + (one!.seconds + two!.seconds) * 1000)
    expect(membership).toMatchObject({ yearlyUntil: yearEnd })
    await reverse('third month')
    expect(await findMembership(db.database, userId)).toMatchObject({ expiresAt: yearEnd, yearlyUntil: yearEnd })
  })

  it('the stored expiry always equals the sum of the ledger', async () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('plan' as const), months: fc.constantFrom(1, 3, 12) }),
      fc.record({ kind: fc.constant('time' as const), seconds: fc.integer({ min: 1, max: 10_000_000 }) }),
      fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(5) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { userId } = await createUser(db.database)
        const sources: string[] = []
        for (const s of steps)
          await db.database.transaction(async (tx) => {
            const sourceId = crypto.randomUUID()
            if (s.kind === 'plan') await grantPlan(tx, plan(userId, sourceId, s.months))
            if (s.kind === 'time')
              await grantTime(tx, { userId, source: 'bonus', sourceId, seconds: s.seconds, note: null })
            if (s.kind === 'plan') sources.push(sourceId)
            const target = s.kind === 'reverse' ? sources[s.which] : undefined
            if (target) await reverseGrant(tx, { source: 'order', sourceId: target, reversedBy: sourceId, note: null })
          })
        const ledger = await listGrants(db.database, userId)
        const membership = await findMembership(db.database, userId)
        const folded = foldExpiry(ledger.map((g) => ({ seconds: g.seconds, at: g.grantedAt, reverses: g.reverses })))
        expect(membership?.expiresAt ?? null).toEqual(folded)
        expect(membership?.totalSeconds ?? 0).toBe(ledger.reduce((sum, g) => sum + g.seconds, 0))
        expect(membership?.yearlyUntil?.getTime() ?? 0).toBeLessThanOrEqual(folded?.getTime() ?? 0)
        const takenBack = new Set(ledger.map((g) => g.reverses))
        const year = ledger.findLast((g) => g.planMonths === 12 && !takenBack.has(g.id))
        expect(Boolean(membership?.yearlyUntil)).toBe(Boolean(year))
      }),
      { numRuns: countRounds(1_000, 40) },
    )
  })

  it('the application role can neither change or delete rows of ledgers and logs, nor drop or alter tables', async () => {
    for (const statement of [
      'update membership_grants set seconds = 1',
      'delete from order_events',
      'truncate audit_log',
      'drop table users',
      'alter table pgboss.job add x int',
    ])
      await expect(db.database.query({ text: statement, name: '', values: [] })).rejects.toMatchObject({
        code: '42501',
      })
  })
})
