import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { judgeKeys } from '../../../scripts/portability/judge-keys.ts'
import { keyExceptions } from '../../../scripts/portability/key-exceptions.ts'
import { placements } from '../../../scripts/portability/placements.ts'
import { readKeys } from '../../../scripts/portability/read-keys.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase
let client: pg.Client
beforeAll(async () => {
  db = await createTestDatabase()
  client = new pg.Client(db.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await db.drop()
})

const named = keyExceptions.flatMap(({ keys }) => keys)

/** Additional findings with these statements in the schema, which is then rolled back. */
async function foundBy(statements: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(statements)
    return judgeKeys(await readKeys(client)).filter((line) => !named.includes(line))
  } finally {
    await client.query('rollback')
  }
}

it('table keys that Citus, YugabyteDB or CockroachDB would refuse are exactly the listed ones', async () => {
  const keys = await readKeys(client)
  expect(keys.columns.size).toBeGreaterThan(130)
  expect(judgeKeys(keys)).toEqual(named.toSorted())
  expect([...placements.keys()].filter((table) => !keys.columns.has(table))).toEqual([])
})

describe('additional table keys are found', () => {
  it.each([
    ['create table more (a int primary key)', ['more: lies nowhere']],
    ['create table more (user_id uuid primary key references users)', []],
    ['create table more (id uuid primary key, user_id uuid)', ['more (id)']],
    ['create table more (id uuid, user_id uuid, primary key (user_id, id))', []],
    [
      'create table more (user_id uuid, a int); create unique index on more (lower(a::text)) where a > 0',
      ['more (…) of some'],
    ],
    ['create table more (user_id uuid, a int); create index on more (a)', []],
    ['create table more (user_id uuid, a int); create unique index on more (a) include (user_id)', ['more (a)']],
    ['alter table orders add unique (user_id, created_at)', []],
    ['alter table receipts add unique (issued_at)', ['receipts (issued_at)']],
    ['create table more (user_id uuid, order_id uuid references orders)', ['more (order_id) → orders']],
    [
      'alter table orders add unique (user_id, id); create table more (user_id uuid, order_id uuid, foreign key (user_id, order_id) references orders (user_id, id))',
      [],
    ],
    [
      'alter table orders add unique (user_id, id); create table more (user_id uuid, other uuid, order_id uuid, foreign key (other, order_id) references orders (user_id, id))',
      ['more (other, order_id) → orders'],
    ],
    ['alter table goods add made_by uuid references users', ['goods (made_by) → users']],
    ['create table more (user_id uuid, goods_id text references goods)', []],
    ['create table more (user_id uuid, seen uuid references exports)', ['more (seen) → exports']],
    ['alter table group_seats add beside text references groups', ['group_seats (beside) → groups']],
    ['create table more (user_id uuid unique deferrable)', ['more (user_id): deferrable']],
    [
      'create table more (user_id uuid references users on delete set null)',
      ['more (user_id) → users: writes the column that refers'],
    ],
    ['create table more (user_id uuid references users deferrable)', ['more (user_id) → users: deferrable']],
    [
      'create table more (user_id uuid, a int, unique nulls not distinct (user_id, a))',
      ['more (user_id, a): nulls not distinct'],
    ],
    [
      'create table more (user_id uuid, a bigint generated always as identity, unique (user_id, a))',
      ['more (user_id, a): a sequence'],
    ],
    ['create table more (user_id uuid, a serial, unique (user_id, a))', ['more (user_id, a): a sequence']],
    ['create table more (user_id uuid, exclude using btree (user_id with =))', ['more: exclusion']],
  ])('a key that a distributed database would refuse is found after: %s', async (statements, found) => {
    expect(await foundBy(statements)).toEqual(found)
  })
})
