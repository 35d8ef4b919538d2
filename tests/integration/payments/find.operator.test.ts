import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { searchUsers } from '#server/modules/accounts/accounts.service.ts'
import { searchOrders } from '#server/workflows/membership/search-orders.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
import type { ActionName } from '#shared/contract/operator.ts'
import { runAction } from '#tests/support/run-action.ts'
import { openGroups, type GroupWorld } from '../groups/groups.setup.ts'

let world: GroupWorld
beforeAll(async () => {
  world = await openGroups()
  await world.rows(
    `with made as (
       insert into users (id, uid, invite_code, password_hash, language)
       select gen_random_uuid(), 200000000 + n, 'T' || lpad(n::text, 7, '0'), '', 'en' from generate_series(1, 40000) n returning id, uid
     ), named as (
       insert into account_identifiers (user_id, kind, value, lookup_key)
       select id, 'email', 'crowd' || uid || '@example.com', 'crowd' || uid || '@example.com' from made
     )
     insert into orders (id, number, user_id, goods_id, product_names, months, bonus_days, max_devices, method, currency, total_minor,
       price_minor, status, idempotency_key, request_hash, payable_until)
     select gen_random_uuid(), 'CROWD-' || uid, id, 'plan-12', '{"en": "x", "zh-CN": "x"}', 12, 0, 5, 'alipay', 'CNY', 1, 1, 'expired',
       'k', '', now() from made`,
    [],
  )
  await world.rows('analyze users, account_identifiers, orders', [])
})
afterAll(() => world.close())

const run = (action: ActionName, values: Record<string, string>) =>
  runAction(
    { database: world.deps.database, config: readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }) },
    action,
    values,
  )

describe('people.find', () => {
  it('the search finds ids printed by "group show", uids, invite codes and email addresses, and their prefixes', async () => {
    const { groupId, creatorId } = await world.paidGroup(2, 'pay_self')
    expect(await run('groups.show', { group: groupId })).toContain(creatorId)
    const [creator] = await world.rows<{ uid: number; code: string }>(
      'select uid, invite_code as code from users where id = $1',
      [creatorId],
    )
    for (const query of [creatorId, creatorId.toUpperCase(), String(creator!.uid), creator!.code.toLowerCase()])
      expect(await run('people.find', { query })).toContain(String(creator!.uid))
    expect(await run('people.find', { query: 'CROWD200004321@' })).toContain('200004321')
    expect(await run('people.find', { query: 'crowd20000' })).toContain('More than 20 users match.')
    for (const query of ['cr', 'rowd2', 'crowd_', '%', "'", '12345678901234567890', 'crowd2000%'])
      await expect(run('people.find', { query })).rejects.toThrow('No account matches.')
  })

  it('actions on an account require its full name, not a prefix', async () => {
    const gift = { days: '1', reason: 'a test' }
    await expect(run('people.give-time', { user: 'crowd200000001', ...gift })).rejects.toThrow('No account matches')
    expect(await run('people.give-time', { user: 'crowd200000001@example.com', ...gift })).toContain('200000001')
  })
})

describe('orders.find', () => {
  it('the search finds a payment by number, order, attempt, refund, group and both ids of the user', async () => {
    const { groupId, creatorId, orderId } = await world.paidGroup(2, 'pay_self')
    const [found] = await world.rows(
      `select o.number, u.uid, a.id as attempt from orders o join users u on u.id = o.user_id join payment_attempts a on a.order_id = o.id
       where o.id = $1`,
      [orderId],
    )
    const { number, uid, attempt } = found as { number: string; uid: number; attempt: string }
    await world.rows(
      `insert into refunds (id, order_id, attempt_id, currency, amount_minor, reason, status, requested_by, provider_txn_id)
       values ('R1test', $1, $2, 'CNY', 1, 'x', 'requested', 'x', 'T')`,
      [orderId, attempt],
    )
    for (const query of [
      number,
      number.toLowerCase(),
      orderId,
      orderId.toUpperCase(),
      attempt,
      'R1test',
      groupId,
      creatorId,
      String(uid),
    ])
      expect(await run('orders.find', { query }), query).toContain(orderId)
    for (const query of ['', 'R1tes', "' or true --", '%'])
      await expect(run('orders.find', { query }), query).rejects.toThrow(/No order matches|missing/)
  })
})

it('searching users or orders uses no sequential scan', async () => {
  const asked: Statement<unknown>[] = []
  const listening = {
    query: async (statement: Statement<unknown>) => (asked.push(statement), []),
  } as unknown as Queryable
  await searchUsers(listening, 'crowd200', true, 20)
  await searchOrders(listening, '00000000-0000-4000-8000-000000000000', 50)
  expect(asked).toHaveLength(4)
  for (const { text, values } of asked) {
    const plan = JSON.stringify(await world.rows(`explain ${text}`, [...values]))
    expect(plan).not.toMatch(/Seq Scan on (users|account_identifiers|orders|payment_attempts|refunds)/)
  }
})
