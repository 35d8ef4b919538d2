import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupHours } from '#shared/payment-windows.ts'
import { graceDays, scheduleDeletion } from '#server/modules/accounts/deletion.service.ts'
import { grantPlan } from '#server/modules/membership/membership.service.ts'
import { findMembership, listGrants } from '#server/modules/membership/membership.queries.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { joinForPay } from '#server/workflows/groups/join-group.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { readCard } from '#server/workflows/groups/read-groups.ts'
import { startGroup } from '#server/workflows/groups/start-group.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const dayMs = 86_400_000

describe('group member', () => {
  it('time of fewer devices is converted by price when the group completes, and restored by the refund', async () => {
    const { database } = world.deps
    const [creator, friend] = [await world.user(), await world.user()]
    await world.rows(
      `insert into group_prices (goods_id, size, currency, per_person_minor) values ('plan-family-12', 2, 'CNY', 30000)
       on conflict (goods_id, size, currency) do update set per_person_minor = 30000`,
    )
    await database.transaction(async (tx) => {
      const years = {
        userId: friend,
        source: 'order',
        sourceId: randomUUID(),
        months: 24,
        bonusDays: 0,
        maxDevices: 5,
      } as const
      await grantPlan(tx, years, await readPlanRates(tx, 'CNY'))
    })
    const before = (await findMembership(database, friend))!
    const terms = () => ({ method: 'alipay', expectedTotalMinor: 30_000, idempotencyKey: randomUUID() }) as const
    const offer = { goodsId: 'plan-family-12', size: 2, paymentType: 'pay_self', currency: 'CNY' } as const
    const { orderId } = await startGroup(world.deps, { ...offer, ...terms(), userId: creator })
    const [row] = await world.rows<{ groupId: string }>('select group_id as "groupId" from orders where id = $1', [
      orderId,
    ])
    await world.pay(orderId)
    const share = await joinForPay(world.deps, { ...terms(), userId: friend, groupId: row!.groupId })
    await world.pay(share.orderId)
    const { maxDevices, expiresAt, now } = (await findMembership(database, friend))!
    expect(maxDevices).toBe(10)
    // Two years of the smaller plan for 448.00 are worth 382 days at 428.00 a year; the bought year is added. Converted
    // by the number of devices alone, they would be 365 days.
    const days = (expiresAt!.getTime() - now.getTime()) / dayMs
    expect(days).toBeGreaterThan(382 + 364)
    expect(days).toBeLessThan(383 + 367)
    const conversions = (await listGrants(database, friend)).filter(({ source }) => source === 'conversion')
    expect(conversions.map(({ seconds }) => Math.sign(seconds))).toEqual([-1, 1])
    await world.state(share.orderId, 'disputed')
    const after = (await findMembership(database, friend))!
    expect([after.maxDevices, after.expiresAt, after.totalSeconds]).toEqual([
      before.maxDevices,
      before.expiresAt,
      before.totalSeconds,
    ])
  })

  it('a member who deletes the account is refunded before erasure, and is named nowhere afterwards', async () => {
    // Groups end long before the grace period of an account deletion.
    expect(groupHours).toBeLessThan(graceDays * 24)
    const { groupId } = await world.paidGroup(3, 'pay_self')
    const member = await world.user()
    const share = await world.joinForPay(member, groupId)
    await world.pay(share)
    await world.deps.database.transaction((tx) => scheduleDeletion(tx, member))
    await world.passTime(groupId)
    await world.work()
    expect(await world.orderStatus(share)).toBe('refunded')
    await world.rows('update account_deletions set erase_at = now() where user_id = $1', [member])
    expect(await eraseDueAccounts(world.deps.database)).toBe(1)
    const { seats } = await readCard(world.deps.database, groupId, 'en')
    expect(seats.map(({ name }) => name)[1]).toBe('***')
  })
})
