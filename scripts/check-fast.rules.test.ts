import { expect, test } from 'vitest'
import { choosePlan } from './check-fast.rules.ts'

test('a server file is checked without the types of pages', () => {
  expect(choosePlan(['server/platform/log.ts'])).toEqual({
    formatted: ['server/platform/log.ts'],
    linted: ['server/platform/log.ts'],
    related: ['server/platform/log.ts'],
    integration: [],
    types: { server: true, web: false },
  })
})

test('a page is checked without the types of the server', () => {
  expect(choosePlan(['web/pages/home.tsx']).types).toEqual({ server: false, web: true })
})

test.each(['shared/money.ts', 'package-lock.json', 'tsconfig.base.json'])(
  'all types are checked after a change of %s',
  (name) => {
    expect(choosePlan([name]).types).toEqual({ server: true, web: true })
  },
)

test('a changed integration test runs itself, and test support files run no test', () => {
  const plan = choosePlan(['tests/integration/groups/groups.test.ts', 'tests/support/app.ts'])
  expect(plan.integration).toEqual(['tests/integration/groups/groups.test.ts'])
  expect(plan.related).toEqual([])
})

test('documents are only format-checked, and pictures not at all', () => {
  const plan = choosePlan(['README.md', 'docs/pictures/home.png'])
  expect(plan.formatted).toEqual(['README.md'])
  expect([plan.linted, plan.related, plan.integration].flat()).toEqual([])
  expect(plan.types).toEqual({ server: false, web: false })
})
