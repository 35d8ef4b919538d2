import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkOwners, checkSql } from '../../../scripts/check-sql.ts'
import { createProgram } from '../../../scripts/sql-check/find-statements.ts'
import { judgeViews } from '../../../scripts/sql-check/judge-views.ts'
import * as owners from '#server/db/owners.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** Returns the problems that the SQL check finds in this code, without file and line. */
async function problemsOf(body: string, file = 'simulators/demo/planted.repo.ts'): Promise<string[]> {
  const source = `import { sql as tag } from '#server/platform/sql.ts'\nexport const planted = (${body})\n`
  const { statements, problems } = await checkSql(createProgram([], { [file]: source }), testDatabase.connection)
  expect(statements).toBe(1)
  return problems.map((problem) => problem.replace(`${file}:2 `, ''))
}

test.each([
  ['the right type', '{ id: string; uid: number; invitedBy: string | null; createdAt: Date }', []],
  [
    'a wrong base type',
    '{ id: number; uid: number; invitedBy: string | null; createdAt: Date }',
    ['"id" is uuid; its type is number'],
  ],
  [
    'a column that may be null and is not typed so',
    '{ id: string; uid: number; invitedBy: string; createdAt: Date }',
    ['"invitedBy" may be null; its type is string'],
  ],
  [
    'a column that is never null and is typed so',
    '{ id: string; uid: number | null; invitedBy: string | null; createdAt: Date }',
    ['"uid" is never null; its type is number | null'],
  ],
  [
    'a missing column',
    '{ id: string; uid: number; invitedBy: string | null }',
    ['column "createdAt" is not in the row type'],
  ],
  [
    'a made-up column',
    '{ id: string; uid: number; invitedBy: string | null; createdAt: Date; name: string }',
    ['"name" of the row type is not among the columns'],
  ],
])('the row type of an SQL statement is compared with its columns: %s', async (_name, type, problems) => {
  const text = 'select id, uid, invited_by as "invitedBy", created_at as "createdAt" from users'
  expect(await problemsOf(`() => tag<${type}>\`${text}\``)).toEqual(problems)
})

describe('a list of columns', () => {
  const file = 'simulators/demo/planted.repo.ts'
  const check = (body: string, list = 'uid, created_at as "createdAt"') => {
    const source = [
      `import { columns, sql } from '#server/platform/sql.ts'`,
      `export const labels = columns\`${list}\``,
      `export const planted = ${body}`,
    ]
    return checkSql(createProgram([], { [file]: source.join('\n') }), testDatabase.connection)
  }

  test('a list of columns is part of the SQL text, and its columns are compared with the row type', async () => {
    const statement = (type: string) =>
      check(
        `(id: string, uid: number) => sql<${type}>\`select id, \${labels} from users where id = \${id} and uid = \${uid}\``,
      )
    expect(await statement('{ id: string; uid: number; createdAt: Date }')).toEqual({ statements: 1, problems: [] })
    expect((await statement('{ id: string; uid: number; createdAt: string }')).problems).toEqual([
      `${file}:3 "createdAt" is timestamptz; its type is string`,
    ])
    const wrong = check(
      `(id: Date) => sql<{ uid: number; createdAt: Date }>\`select \${labels} from users where id = \${id}\``,
    )
    expect((await wrong).problems).toEqual([`${file}:3 parameter $1 is uuid, but gets Date`])
  })

  test.each([
    'const few = columns`uid`\nconst pick = (all: boolean) => sql`select ${all ? labels : few} from users`',
    'const pick = (list: typeof labels) => sql`select ${list} from users`',
    'const pick = (list: typeof labels | string) => sql`select ${list} from users`',
    'const pick = () => { const few = columns`uid`; return sql`select ${few} from users` }',
    'let few = columns`uid`\nconst pick = () => sql`select ${few} from users`',
    'const few = columns`uid${1}`\nconst pick = () => sql`select ${few} from users`',
  ])('a list of columns is refused unless it is a constant of its module: %s', async (body) => {
    await expect(check(`null\n${body}`)).rejects.toThrow(/columns (are not a constant of a module|take no values)/)
  })
})

test("a check constraint's values must be covered by a union of literals", async () => {
  const statement = (type: string) => problemsOf(`() => tag<{ kind: ${type} }>\`select kind from session_tokens\``)
  expect(await statement(`'full' | 'register'`)).toEqual([])
  expect(await statement('string')).toEqual([])
  expect(await statement(`'full'`)).toEqual([`"kind" may also be register; its type is "full"`])
})

test('a column of an outer join may be typed nullable or not', async () => {
  const text = 'select u.uid, i.value from users u left join account_identifiers i on i.user_id = u.id'
  expect(await problemsOf(`() => tag<{ uid: number; value: string | null }>\`${text}\``)).toEqual([])
})

test('a parameter of the wrong type is reported', async () => {
  expect(await problemsOf('(id: string, uid: number) => tag`update users set uid = ${uid} where id = ${id}`')).toEqual(
    [],
  )
  expect(await problemsOf('(id: string, uid: Date) => tag`update users set uid = ${uid} where id = ${id}`')).toEqual([
    'parameter $1 is int4, but gets Date',
  ])
  expect(await problemsOf('(ids: string[]) => tag`delete from sessions where id = any(${ids})`')).toEqual([])
  expect(await problemsOf('(ids: number[]) => tag`delete from sessions where id = any(${ids})`')).toEqual([
    'parameter $1 is _uuid, but gets number[]',
  ])
  expect(await problemsOf('(value: object) => tag`update settings set value = ${value}`')).toEqual([
    'parameter $1 is jsonb, but gets object',
  ])
})

test('invalid SQL or missing rights are reported by PostgreSQL', async () => {
  expect(await problemsOf('() => tag`delete from membership_grants`')).toEqual([
    'PostgreSQL refuses it: permission denied for table membership_grants',
  ])
  expect(await problemsOf('() => tag`select nothing from users`')).toEqual([
    'PostgreSQL refuses it: column "nothing" does not exist',
  ])
})

const inOrders = (statement: string) => problemsOf(`() => tag\`${statement}\``, 'server/modules/orders/planted.repo.ts')
const refused = (what: 'reads' | 'writes or locks', table: string, module: string) =>
  `${what} the table "${table}" of the module ${module}: ask its functions, or read a view in server/db/views`

test.each([
  ['reads', "select 1 from refunds where id = 'x'", [refused('reads', 'refunds', 'payments')]],
  ['writes', "update refunds set reason = 'x'", [refused('writes or locks', 'refunds', 'payments')]],
  [
    'inserts into',
    'insert into device_lists (user_id) select user_id from orders',
    [refused('writes or locks', 'device_lists', 'devices')],
  ],
  ['deletes from', 'delete from sessions', [refused('writes or locks', 'sessions', 'sessions')]],
  [
    'locks',
    'select u.uid from orders o join users u on u.id = o.user_id for update of u',
    [refused('writes or locks', 'users', 'accounts')],
  ],
  [
    'joins',
    'select o.id from orders o left join groups g on g.id = o.group_id',
    [refused('reads', 'groups', 'groups')],
  ],
  [
    'reads in a CTE',
    'with r as (select order_id from refunds) select o.id from orders o join r on r.order_id = o.id',
    [refused('reads', 'refunds', 'payments')],
  ],
  [
    'writes in a CTE',
    "with r as (delete from promo_uses returning order_id) update orders set status = 'x' from r where id = r.order_id",
    [refused('writes or locks', 'promo_uses', 'promo-codes')],
  ],
  [
    'reads in a sub-select',
    'select (select count(*) from goods)::int as n from orders',
    [refused('reads', 'goods', 'catalog')],
  ],
  [
    'reads in a condition',
    'delete from limit_counters where exists (select from orders)',
    [refused('writes or locks', 'limit_counters', 'limits')],
  ],
])("a statement that %s another module's table is refused", async (_name, statement, problems) => {
  expect(await inOrders(statement)).toEqual(problems)
})

test("a statement may use its module's tables and views of others", async () => {
  expect(await inOrders('update orders set seats = 1 where id in (select order_id from order_events)')).toEqual([])
  expect(await inOrders('select 1 from orders o join account_labels a on a.user_id = o.user_id')).toEqual([])
})

test("a statement that calls another module's function, or belongs to no module, is refused", async () => {
  expect(await inOrders("select forget_unpaid_groups('{}', 1)")).toEqual([
    'calls the function "forget_unpaid_groups" of the module groups',
  ])
  expect(await problemsOf('() => tag`select 1 from orders`', 'server/workflows/planted.repo.ts')).toEqual([
    'stands in no module: SQL belongs to the module that owns its tables',
  ])
})

describe('table owners', () => {
  let own: TestDatabase
  beforeEach(async () => {
    own = await createTestDatabase()
  })
  afterEach(() => own.drop())

  test('the list of owners matches the schema', async () => {
    expect(await checkOwners(own.connection)).toEqual([])
  })

  test('every table, view and function has exactly one owner, and removed ones are reported', async () => {
    await own.asOwner('create table planted (id int)')
    await own.asOwner('create view planted_view as select id from planted')
    await own.asOwner("create function planted_function() returns int language sql as 'select 1'")
    await own.asOwner('drop table sms_spent')
    expect(await checkOwners(own.connection)).toEqual([
      'the table "planted" has no owner in server/db/owners.ts',
      'server/db/owners.ts names the table "sms_spent", which does not exist',
      'the view "planted_view" has no owner in server/db/owners.ts',
      'the function "planted_function" has no owner in server/db/owners.ts',
    ])
    const twice = { ...owners, tables: { ...owners.tables, audit: ['audit_log', 'planted', 'orders'] } }
    expect(await checkOwners(own.connection, twice)).toContain('the table "orders" has two owners')
  })

  test('a view may read only tables of its owner', async () => {
    await own.asOwner(
      'create view planted as select o.id, r.reason from orders o left join refunds r on r.order_id = o.id',
    )
    const views = { ...owners.views, planted: { owner: 'orders', reason: 'planted' } }
    expect(await checkOwners(own.connection, { ...owners, views })).toEqual([
      'the view "planted" of the module orders reads "refunds" of the module payments',
    ])
  })

  test('a function may use only tables of its owner and declared others', async () => {
    await own.asOwner(`create function planted() returns void language plpgsql as $$
      declare refunds int := 0; -- sessions
      begin delete from order_events e using groups g where g.id = e.reason; execute 'truncate promo_uses'; end $$`)
    const listed = (alsoTouches: string[]) => ({
      ...owners,
      functions: { ...owners.functions, planted: { owner: 'orders', alsoTouches, reason: 'planted' } },
    })
    const touches = (table: string, module: string) =>
      `the function "planted" of the module orders touches "${table}" of the module ${module}`
    expect(await checkOwners(own.connection, listed(['refunds']))).toEqual([
      touches('promo_uses', 'promo-codes'),
      touches('groups', 'groups'),
    ])
    expect(await checkOwners(own.connection, listed(['refunds', 'groups', 'promo_uses', 'goods']))).toEqual([
      'the function "planted" does not touch "goods" of another module, as server/db/owners.ts says',
    ])
  })
})

test('a changed view needs a migration', async () => {
  expect(await judgeViews()).toEqual([])
  expect(await judgeViews(['create view planted as select 1'])).toEqual([
    expect.stringMatching(/^server\/db\/views has changed: add a migration with the line "-- views: \w{16}"$/),
  ])
})
