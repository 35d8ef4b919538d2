import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
})
afterAll(() => db.drop())

/** Normal use of each form. A discount is either a percentage or an amount, so one optional field is filled in. */
const normal: readonly (readonly [ActionName, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  [
    'plans.add',
    { id: 'plan-opt', nameEn: 'Opt', nameZh: '试用', months: 1, devices: 5, currency: 'CNY', price: '20' },
    [],
  ],
  ['plans.describe', { id: 'plan-opt', position: 77 }, ['position']],
  ['plans.set-price', { id: 'plan-opt', currency: 'CNY', price: '21' }, ['price']],
  ['plans.retire', { id: 'plan-opt' }, []],
  ['plans.restore', { id: 'plan-opt' }, []],
  ['promos.create', { code: 'OPTIONAL1', percent: '10', note: 'a test' }, ['percent']],
  ['promos.create', { code: 'OPTIONAL2', offCny: '2.00', note: 'a test' }, ['offCny']],
]

it.each(normal)(
  'the action %s demands only the fields that its form marks as required (%#)',
  async (name, input, besides) => {
    const required: readonly string[] = operatorActions[name].input.required ?? []
    expect(Object.keys(input).toSorted()).toEqual([...new Set([...required, ...besides])].toSorted())
    await perform(db.database, name, input as never)
  },
)
