import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import type { Values } from '#server/ops/options.ts'
import { readConfig } from '#server/platform/config.ts'
import { eraseDueAccounts } from '#tests/support/erase-accounts.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import { exportData } from '#server/workflows/accounts/privacy/export-data.ts'
import { readCard } from '#server/workflows/groups/read-groups.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'
import { requestRefund } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { runAction } from '#tests/support/run-action.ts'
import { createKeyring } from '#server/platform/keyring.ts'

/** Dummy key: nothing is encrypted here. */
const keyring = createKeyring(Buffer.alloc(32))

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

const run = async (name: ActionName, values: Values, preview = false) => {
  const { database } = world.deps
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  return (await runAction({ database, config }, name, values, preview)).split('\n')
}
const tableOf = (line = '') => JSON.parse(line) as Record<string, unknown>[]

describe('group commands', () => {
  it('operators can list groups and read one with its events', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const [list] = await run('groups.list', { status: 'unfinished' })
    expect(tableOf(list)).toContainEqual(expect.objectContaining({ group: groupId, seats: '1 of 2 paid' }))
    const [, seats, events] = await run('groups.show', { group: groupId.toLowerCase() })
    expect(tableOf(seats)).toEqual([expect.objectContaining({ seat: 1, user: creatorId, state: 'paid' })])
    expect(tableOf(events).map(({ event }) => event)).toEqual(['started', 'paid'])
    await expect(run('groups.show', { group: '0000000000A' })).rejects.toThrow('There is no group')
  })

  it('ending a group is previewed, done and audited', async () => {
    const { groupId, orderId } = await world.paidGroup(3, 'pay_self')
    const unpaid = await world.joinForPay(await world.user(), groupId)
    const asked = { group: groupId, reason: 'asked for' }
    const preview = await run('groups.expire', asked, true)
    expect(preview[0]).toContain('ends as expired; 1 order refunded, 1 order cancelled')
    expect(await world.status(groupId)).toBe('unfinished')
    await run('groups.expire', asked)
    await world.work()
    expect(await world.status(groupId)).toBe('expired')
    expect([await world.orderStatus(orderId), await world.orderStatus(unpaid)]).toEqual(['refunded', 'cancelled'])
    const audit = await world.rows(
      `select operator, action, details->>'reason' as reason from audit_log where subject = $1`,
      [`group ${groupId}`],
    )
    expect(audit).toEqual([{ operator: 'ada', action: 'groups.expire', reason: 'asked for' }])
  })

  it('ending a completed group gives the creator the seats that nobody took', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_all')
    await run('groups.expire', { group: groupId, reason: 'asked for' })
    expect(await world.time(creatorId)).toMatchObject({ standing: 3 })
    await world.work()
    expect(await world.time(creatorId)).toMatchObject({ standing: 3 })
  })
})

describe('personal data in groups', () => {
  it('the data export and the membership history name the groups of a user', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(2, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    const { groups } = await exportData({ database: world.deps.database, keyring }, friend, 'en')
    expect(groups).toEqual([
      expect.objectContaining({
        group: groupId,
        isCreator: false,
        seat: 2,
        status: 'finished',
        productName: '12 months',
      }),
    ])
    expect(JSON.stringify(groups)).not.toContain(creatorId)
    const read = async (userId: string) => (await explainMembership(world.deps.database, userId, 'en')).entries
    const [order] = await world.rows<{ number: string }>('select number from orders where id = $1', [orderId])
    const entry = { source: 'group', productName: '12 months' }
    expect(await read(creatorId)).toMatchObject([{ ...entry, orderNumber: order!.number }])
    // The creator's order paid this seat, and its number is nobody else's business.
    expect(await read(friend)).toMatchObject([{ ...entry, orderNumber: null }])
  })

  it('the history of a member names the order of the share, also after it was refunded', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_self')
    const friend = await world.user()
    const share = await world.joinForPay(friend, groupId)
    await world.pay(share)
    const [order] = await world.rows<{ number: string }>('select number from orders where id = $1', [share])
    await requestRefund(world.deps.database, { orderId: share, amountMinor: 'all', reason: 'asked', requestedBy: ada })
    await world.work()
    const { entries } = await explainMembership(world.deps.database, friend, 'en')
    expect(entries).toMatchObject([
      { source: 'group', orderNumber: order!.number },
      { seconds: -entries[0]!.seconds, orderNumber: order!.number },
    ])
  })

  it('the name of an erased account disappears from the group, and the seat stays', async () => {
    const { groupId } = await world.paidGroup(2, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    const nameOf = async () => (await readCard(world.deps.database, groupId, 'en')).seats[1]!.name
    expect(await nameOf()).toMatch(/^u\*\*\*\d$/)
    await world.rows(
      `insert into account_deletions (user_id, requested_at, erase_at) values ($1, now() - interval '8 days', now() - interval '1 day')`,
      [friend],
    )
    await eraseDueAccounts(world.deps.database)
    expect(await nameOf()).toBe('***')
    expect(await world.seats(groupId)).toHaveLength(2)
  })
})
