import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '#shared/errors.ts'
import { endGroup } from '#server/workflows/groups/expire-group.ts'
import { checkInvariants, groupCommands, openModel } from './group-model.ts'
import { createGate } from '../payments/payments.setup.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'
import { countRounds } from '../../support/race-rounds.ts'

/** `npm run lab -- races groups.races` runs the full counts; the normal test run uses smaller ones. */
const rounds = {
  joins: countRounds(1_000, 6),
  last: countRounds(1_000, 25),
  expiry: countRounds(1_000, 40),
  short: countRounds(300, 12),
}
const walks = countRounds(1_000, 20)

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups({ maxConnections: 60 })
})
afterAll(() => world.close())

/** Statuses of the refused results; any other error fails the test. */
const refusals = (results: readonly PromiseSettledResult<unknown>[]): string[] =>
  results.flatMap((result) => {
    if (result.status === 'fulfilled') return []
    const reason: unknown = result.reason
    if (reason instanceof AppError) return [reason.status]
    throw reason
  })

/** Retries while a busy server answers that it is unavailable, like a client. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError && error.status === 'Unavailable')) throw error
    }
  }
}

describe('group races', () => {
  it('200 concurrent joins take exactly the seats of a group of 3, and no money is lost', async () => {
    const users: string[] = []
    for (let index = 0; index < 200; index++) users.push(await world.user())
    for (let round = 0; round < rounds.joins; round++) {
      const isFree = round % 2 === 0
      const { groupId, creatorId } = await world.paidGroup(3, isFree ? 'pay_all' : 'pay_self')
      const results = await Promise.allSettled(
        users.map(async (userId) => {
          if (isFree) return insist(() => world.joinFree(userId, groupId))
          const key = randomUUID()
          const orderId = await insist(() => world.joinForPay(userId, groupId, key))
          return insist(() => world.pay(orderId))
        }),
      )
      const refused = refusals(results)
      // The refusal says whether the seats are held or already paid.
      expect([...new Set(refused)].filter((status) => status !== 'GroupFull' && status !== 'GroupSeatsHeld')).toEqual(
        [],
      )
      expect(refused).toHaveLength(198)
      const seats = await world.seats(groupId)
      expect(seats.map(({ state }) => state)).toEqual(['paid', 'paid', 'paid'])
      expect(new Set(seats.map(({ userId }) => userId)).size).toBe(3)
      expect(await world.status(groupId)).toBe('finished')
      await checkInvariants(world, groupId, [...users, creatorId])
      // Backdates the orders, because a user may buy at most twenty in an hour.
      await world.rows(`update orders set created_at = created_at - interval '2 hours' where group_id = $1`, [groupId])
    }
  })

  it('the last two payments at once, each notified five times, complete the group once and grant each member once', async () => {
    for (let round = 0; round < rounds.last; round++) {
      const { groupId, creatorId } = await world.paidGroup(3, 'pay_self')
      const [a, b] = [await world.user(), await world.user()]
      const orders = [await world.joinForPay(a, groupId), await world.joinForPay(b, groupId)]
      await Promise.all(orders.flatMap((orderId) => Array.from({ length: 5 }, () => insist(() => world.pay(orderId)))))
      expect(await world.status(groupId)).toBe('finished')
      for (const userId of [creatorId, a, b]) expect(await world.time(userId)).toMatchObject({ standing: 1 })
      const finished = await world.rows(`select from group_events where group_id = $1 and event = 'finished'`, [
        groupId,
      ])
      expect(finished).toHaveLength(1)
      await checkInvariants(world, groupId, [a, b, creatorId])
    }
  })

  it('the last payment racing the deadline is granted or refunded, never both or neither', async () => {
    const seen = { finished: 0, expired: 0 }
    // Time left to the deadline when the payment comes: none, about its duration, and more than any machine needs.
    const plentyMs = 600_000
    const leftMs = [0, 1, 2, 3, 4, 6, 10, plentyMs]
    for (let round = 0; round < rounds.expiry; round++) {
      const { groupId, creatorId, orderId } = await world.paidGroup(2, 'pay_self')
      const friend = await world.user()
      const share = await world.joinForPay(friend, groupId)
      // The group expires in between: both operations start before the other is finished, and the database clock
      // decides.
      const expireIn = (ms: number) =>
        world.rows(
          `update groups set expires_at = clock_timestamp() + $2::int * interval '1 millisecond' where id = $1`,
          [groupId, ms],
        )
      const left = leftMs[round % leftMs.length]!
      await expireIn(left)
      const end = async () => {
        for (;;) {
          const isOver = await world.deps.database
            .transaction((tx) => endGroup(tx, groupId, 'server'))
            .then(() => true)
            .catch((error: unknown) => {
              if (error instanceof Error && error.message.includes('not over yet')) return false
              throw error
            })
          if (isOver) return
        }
      }
      const pay = async () => {
        await world.pay(share)
        if (left === plentyMs) await expireIn(0)
      }
      await Promise.all([pay(), end()])
      await world.work()
      const status = await world.status(groupId)
      const expected = status === 'finished' ? ['paid', 1] : ['refunded', 0]
      seen[status as keyof typeof seen]++
      for (const [userId, order] of [
        [creatorId, orderId],
        [friend, share],
      ] as const)
        expect([await world.orderStatus(order), (await world.time(userId)).standing]).toEqual(expected)
      await checkInvariants(world, groupId, [friend, creatorId])
    }
    // Both outcomes must occur, else there was no race.
    expect(Math.min(seen.finished, seen.expired)).toBeGreaterThan(0)
  })

  it('a lapsed seat whose half arrives while others buy it has one holder, and all money has an effect', async () => {
    const seen = { kept: 0, lost: 0 }
    for (let round = 0; round < rounds.short; round++) {
      const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
      const users: string[] = []
      for (let index = 0; index < 4; index++) users.push(await world.user())
      const [late, ...others] = users
      const short = await world.joinForPay(late!, groupId)
      await world.closeWindow(short)
      // Gives each side a head start in turn: none, 15 ms, or until the other side has done its first step.
      const [paid, joined] = [createGate(), createGate()]
      const buy = async (userId: string) => {
        const key = randomUUID()
        if (round % 4 === 2) await paid.pass()
        const orderId = await insist(() => world.joinForPay(userId, groupId, key)).finally(joined.open)
        await insist(() => world.pay(orderId))
        return orderId
      }
      const pay = async () => {
        if (round % 4 === 1) await sleep(15)
        if (round % 4 === 3) await joined.pass()
        await insist(() => world.payShort(short)).finally(paid.open)
      }
      const [, ...bought] = await Promise.allSettled([pay(), ...others.map(buy)])
      refusals(bought)
      const winners = bought.filter(({ status }) => status === 'fulfilled').length
      const [, seat] = await world.seats(groupId)
      const isKept = seat!.orderId === short
      seen[isKept ? 'kept' : 'lost']++
      expect(winners).toBe(isKept ? 0 : 1)
      expect(await world.orderStatus(short)).toBe('review')
      await world.pay(short)
      await world.work()
      expect(await world.status(groupId)).toBe('finished')
      expect(await world.orderStatus(short)).toBe(isKept ? 'paid' : 'refunded')
      expect(await world.time(late!)).toMatchObject({ standing: isKept ? 1 : 0 })
      await checkInvariants(world, groupId, [...users, creatorId])
    }
    // Both outcomes must occur, else there was no race.
    expect(Math.min(seen.kept, seen.lost)).toBeGreaterThan(0)
  })
})

describe('group model', () => {
  it('the database follows the pure rules through random group histories', async () => {
    const size = fc.constantFrom(2 as const, 3 as const)
    const type = fc.constantFrom('pay_all' as const, 'pay_self' as const)
    const walked = fc.assert(
      fc.asyncProperty(
        size,
        type,
        fc.commands(groupCommands, { maxCommands: 24, size: 'max' }),
        async (n, paymentType, commands) => {
          const { model, real } = await openModel(world, n, paymentType)
          await fc.asyncModelRun(() => ({ model, real }), commands)
        },
      ),
      { numRuns: walks, endOnFailure: true },
    )
    await expect(walked).resolves.toBeUndefined()
  })
})
