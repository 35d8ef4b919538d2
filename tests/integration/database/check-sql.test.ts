import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkSql } from '../../../scripts/check-sql.ts'
import { createProgram } from '../../../scripts/sql-check/find-statements.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let testDatabase: TestDatabase
beforeAll(async () => {
  testDatabase = await createTestDatabase()
})
afterAll(() => testDatabase.drop())

/** The problems of a source that exists only here, without the place in front. */
async function problemsOf(body: string): Promise<string[]> {
  const source = `import { sql as tag } from '#server/platform/sql.ts'\nexport const planted = (${body})\n`
  const { statements, problems } = await checkSql(
    createProgram([], { 'server/planted.repo.ts': source }),
    testDatabase.connection,
  )
  expect(statements).toBe(1)
  return problems.map((problem) => problem.replace(/^server\/planted\.repo\.ts:2 /, ''))
}

test.each([
  ['the true type', '{ id: string; uid: number; invitedBy: string | null; createdAt: Date }', []],
  [
    'a wrong base type',
    '{ id: number; uid: number; invitedBy: string | null; createdAt: Date }',
    ['"id" is uuid; its type is number'],
  ],
  [
    'a forgotten null',
    '{ id: string; uid: number; invitedBy: string; createdAt: Date }',
    ['"invitedBy" may be null; its type is string'],
  ],
  [
    'a null that never comes',
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
])('%s', async (_name, type, problems) => {
  const text = 'select id, uid, invited_by as "invitedBy", created_at as "createdAt" from users'
  expect(await problemsOf(`() => tag<${type}>\`${text}\``)).toEqual(problems)
})

test('the values that a check constraint allows belong into a union of literals', async () => {
  const statement = (type: string) => problemsOf(`() => tag<{ kind: ${type} }>\`select kind from session_tokens\``)
  expect(await statement(`'full' | 'register'`)).toEqual([])
  expect(await statement('string')).toEqual([])
  expect(await statement(`'full'`)).toEqual([`"kind" may also be register; its type is "full"`])
})

test('an outer join may leave any column empty, so both types pass', async () => {
  const text = 'select u.uid, i.value from users u left join account_identifiers i on i.user_id = u.id'
  expect(await problemsOf(`() => tag<{ uid: number; value: string | null }>\`${text}\``)).toEqual([])
})

test('a parameter of the wrong type is refused', async () => {
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

test('what the application may not do, or what is not SQL, is refused by PostgreSQL itself', async () => {
  expect(await problemsOf('() => tag`delete from membership_grants`')).toEqual([
    'PostgreSQL refuses it: permission denied for table membership_grants',
  ])
  expect(await problemsOf('() => tag`select nothing from users`')).toEqual([
    'PostgreSQL refuses it: column "nothing" does not exist',
  ])
})
