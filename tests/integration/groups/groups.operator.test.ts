import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupExpire, groupList, groupShow } from '#server/ops/actions/groups.ts'
import type { OpsContext } from '#server/ops/action.ts'
import { eraseDueAccounts } from '#server/workflows/accounts/privacy/erase-accounts.ts'
import { explainMembership } from '#server/workflows/accounts/profile/describe-user.ts'
import { exportData } from '#server/workflows/accounts/privacy/export-data.ts'
import { readCard } from '#server/workflows/groups/read-groups.ts'
import { openGroups, type GroupWorld } from './groups.setup.ts'
import { ada } from '#tests/support/operators.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
})
afterAll(() => world.close())

function operator(values: OpsContext['values'], dryRun = false) {
  const lines: string[] = []
  const tables: Record<string, unknown>[][] = []
  const { database } = world.deps
  const context = {
    database,
    operator: ada,
    dryRun,
    values,
    print: (line: string) => lines.push(line),
    table: (rows: readonly Record<string, unknown>[]) => tables.push([...rows]),
  } as unknown as OpsContext
  return { context, lines, tables }
}

describe('an operator', () => {
  it('lists groups, and reads one with all that happened in it', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    const list = operator({ status: 'unfinished' })
    await groupList.run(list.context)
    expect(list.tables[0]).toContainEqual(expect.objectContaining({ group: groupId, seats: '1 of 2 paid' }))
    const shown = operator({ group: groupId.toLowerCase() })
    await groupShow.run(shown.context)
    expect(shown.tables[0]).toEqual([expect.objectContaining({ seat: 1, user: creatorId, state: 'paid' })])
    expect(shown.tables[1]!.map(({ event }) => event)).toEqual(['started', 'paid'])
    await expect(groupShow.run(operator({ group: '0000000000A' }).context)).rejects.toThrow('There is no group')
  })

  it('sees what an end would mean, ends a group, and leaves a trace', async () => {
    const { groupId, orderId } = await world.paidGroup(3, 'pay_self')
    const unpaid = await world.joinForPay(await world.user(), groupId)
    const asked = { group: groupId, reason: 'asked for' }
    const preview = operator(asked, true)
    await groupExpire.run(preview.context)
    expect(preview.lines[0]).toContain('ends as expired; 1 order refunded, 1 order cancelled')
    expect(await world.status(groupId)).toBe('unfinished')
    await groupExpire.run(operator(asked).context)
    await world.work()
    expect(await world.status(groupId)).toBe('expired')
    expect([await world.orderStatus(orderId), await world.orderStatus(unpaid)]).toEqual(['refunded', 'cancelled'])
    const audit = await world.rows(
      `select operator, action, details->>'reason' as reason from audit_log where subject = $1`,
      [`group ${groupId}`],
    )
    expect(audit).toEqual([{ operator: 'ada', action: 'group-expire', reason: 'asked for' }])
  })

  it('gives the creator of a finished group the seats that nobody took', async () => {
    const { groupId, creatorId } = await world.paidGroup(3, 'pay_all')
    await groupExpire.run(operator({ group: groupId, reason: 'asked for' }).context)
    expect(await world.time(creatorId)).toMatchObject({ standing: 3 })
    await world.work()
    expect(await world.time(creatorId)).toMatchObject({ standing: 3 })
  })
})

describe('what is kept about a person', () => {
  it('names their groups, in the export and in the ledger of their time', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_all')
    const friend = await world.user()
    await world.joinFree(friend, groupId)
    const { groups } = await exportData(world.deps.database, friend, 'en')
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
    const { entries } = await explainMembership(world.deps.database, friend, 'en')
    expect(entries).toEqual([expect.objectContaining({ source: 'group', productName: '12 months' })])
  })

  it('is no name any more once the account is erased; the seat stays', async () => {
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
