import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '#shared/contract/operator.ts'
import type { OperatorRole } from '#shared/contract/operator/roles.ts'
import { handlers } from '#server/operator/handlers.ts'
import { listEndingUids, listNewestUids, listPeopleOf } from '#server/modules/accounts/people-list.queries.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import type { Statement } from '#server/platform/sql.ts'
import { listPeople } from '#server/workflows/desk/list-people.ts'
import { exportSources } from '#server/workflows/exports/export-rows.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
})
afterAll(() => db.drop())

async function list(input: ActionInput<'people.list'>, role: OperatorRole = 'viewer') {
  const read = handlers['people.list']
  const result = await read(
    db.database,
    input,
    { ...ada, role },
    { config: {} as Config, emit: () => {}, confirm: async () => ({ ok: true, value: null }) },
  )
  if (!result.ok) throw new Error(JSON.stringify(result.refusal.sentence))
  return result.value
}
const uidsOf = async (input: ActionInput<'people.list'>) => (await list(input)).items.map(({ user }) => user)

describe('list of people', () => {
  it('filters by membership, end, plan, payment, block and language, and sorts by account or end', async () => {
    const company = openCompany(db)
    const [plain, buyer, gifted, blocked, erased, tester] = [
      await company.person(),
      await company.person(),
      await company.person(),
      await company.person(),
      await company.person(),
      await company.person(),
    ]
    await db.asOwner('update users set test_by = gen_random_uuid() where id = $1', [tester.userId])
    const { orderId } = await company.buy(buyer)
    await perform(db.database, 'people.give-time', { user: String(gifted.uid), days: 5, reason: 'gift' })
    await perform(db.database, 'people.block', { user: String(blocked.uid), toldReason: 'spam', reason: 'spam' })
    await db.asOwner(`update users set language = 'zh-CN' where id = $1`, [plain.userId])
    await db.asOwner(`update users set password_hash = 'erased' where id = $1`, [erased.userId])
    await db.asOwner(`update users set created_at = now() - interval '1 hour' * $2 where id = $1`, [plain.userId, 1])
    for (const [hours, person] of [buyer, gifted, blocked].entries())
      await db.asOwner(`update users set created_at = now() - interval '1 hour' * $2 where id = $1`, [
        person.userId,
        hours + 2,
      ])
    const [order] = await db.asOwner<{ goods: string }>(`select goods_id as goods from orders where id = $1`, [orderId])
    const plan = order!.goods
    const own = new Set([plain, buyer, gifted, blocked, erased, tester].map(({ uid }) => uid))
    const ownUidsOf = async (input: ActionInput<'people.list'>) => (await uidsOf(input)).filter((uid) => own.has(uid))
    expect(await ownUidsOf({})).toEqual([plain.uid, buyer.uid, gifted.uid, blocked.uid])
    expect(await ownUidsOf({ sort: 'ending' })).toEqual([gifted.uid, buyer.uid])
    expect(await ownUidsOf({ endsWithin: 7 })).toEqual([gifted.uid])
    expect(await ownUidsOf({ endsWithin: 3_650, sort: 'newest' })).toEqual([buyer.uid, gifted.uid])
    expect(await ownUidsOf({ plan })).toEqual([buyer.uid])
    expect(await ownUidsOf({ plan: 'no-such-plan' })).toEqual([])
    expect(await ownUidsOf({ paid: 'yes' })).toEqual([buyer.uid])
    expect(await ownUidsOf({ paid: 'no' })).toEqual([plain.uid, gifted.uid, blocked.uid])
    expect(await ownUidsOf({ blocked: 'yes' })).toEqual([blocked.uid])
    expect(await ownUidsOf({ blocked: 'no', spokenIn: 'en' })).toEqual([buyer.uid, gifted.uid])
    expect(await ownUidsOf({ spokenIn: 'zh-CN' })).toEqual([plain.uid])
    expect(await ownUidsOf({ membership: 'active' })).toEqual([buyer.uid, gifted.uid])
    expect(await ownUidsOf({ membership: 'never' })).toEqual([plain.uid, blocked.uid])
    await db.asOwner(`update memberships set expires_at = now() - interval '1 day' where user_id = $1`, [gifted.userId])
    expect(await ownUidsOf({ membership: 'ended' })).toEqual([gifted.uid])
    // The export selects the same people.
    for (const filter of [
      { plan },
      { paid: 'yes' },
      { blocked: 'yes' },
      { spokenIn: 'zh-CN' },
      { membership: 'ended' },
      { endsWithin: 3_650 },
    ] as const) {
      const rows = (await exportSources.people.page(db.database, filter, null, 50)) as { uid: number }[]
      expect(
        rows
          .map(({ uid }) => uid)
          .filter((uid) => own.has(uid))
          .toSorted(),
        JSON.stringify(filter),
      ).toEqual((await ownUidsOf(filter)).toSorted())
    }
  })

  it('email addresses are masked for support as for viewers', async () => {
    const { userId, uid } = await openCompany(db).person()
    await db.asOwner(`delete from account_identifiers where user_id = $1`, [userId])
    await db.asOwner(
      `insert into account_identifiers (user_id, kind, value, lookup_key) values ($1, 'email', 'rider@example.com', 'rider@example.com')`,
      [userId],
    )
    expect((await list({}, 'support')).items[0]).toMatchObject({ user: uid, name: 'r***' })
    expect((await list({}, 'viewer')).items[0]).toMatchObject({ user: uid, name: 'r***' })
  })

  it('pages have no gaps or duplicates, also if several people share one time and a filter selects few', async () => {
    const company = openCompany(db)
    for (let count = 0; count < 12; count++) await company.person()
    await db.asOwner(`update users set created_at = date_trunc('day', created_at)`)
    const all = await uidsOf({})
    const walk = async (filter: Parameters<typeof listPeople>[1], windows: number) => {
      const seen: number[] = []
      for (let after: number | null = null, turns = 0; turns < 50; turns++) {
        const page: Awaited<ReturnType<typeof listPeople>> = await listPeople(db.database, filter, {
          sort: undefined,
          after,
          size: 4,
          window: 3,
          windows,
        })
        seen.push(...page.people.map(({ uid }) => uid))
        if (page.next === null) return seen
        after = page.next
      }
      throw new Error('The pages do not end.')
    }
    expect(await walk({}, 20)).toEqual(all)
    expect(await walk({}, 1)).toEqual(all)
    expect(await walk({ paid: 'yes' }, 1)).toEqual(await uidsOf({ paid: 'yes' }))
  })

  it('reads accounts and membership ends by an index, and facts of a person by their id', async () => {
    await db.asOwner(
      `with made as (
         insert into users (id, uid, invite_code, password_hash, language, created_at)
         select gen_random_uuid(), 200000000 + n, 'MANY' || n, 'x', 'en', now() - n * interval '1 minute' from generate_series(1, 5000) n
         returning id)
       insert into memberships (user_id, expires_at) select id, now() + random() * interval '900 days' from made`,
    )
    await db.asOwner('analyze users')
    await db.asOwner('analyze memberships')
    const planOf = async (run: (listening: Queryable) => Promise<unknown>) => {
      const asked: Statement<unknown>[] = []
      await run({ query: async (statement: Statement<unknown>) => (asked.push(statement), []) } as unknown as Queryable)
      const [{ text, values }] = asked as [Statement<unknown>]
      return JSON.stringify(await db.asOwner(`explain ${text}`, [...values]))
    }
    expect(await planOf((read) => listNewestUids(read, 200_000_900, 50))).toContain('users_created')
    expect(await planOf((read) => listEndingUids(read, 7, null, 50))).toMatch(
      /Index Cond: \(+(memberships\.)?expires_at/,
    )
    const ids = await listNewestUids(db.database, null, 50)
    const facts = await planOf((read) =>
      listPeopleOf(
        read,
        { paid: 'no' },
        ids.map(({ userId }) => userId),
        50,
      ),
    )
    expect(facts).not.toMatch(/Seq Scan on (memberships|orders)/)
    expect(facts.match(/Index Cond: \(user_id = u\.id\)/g)?.length).toBeGreaterThanOrEqual(4)
  })
})
