import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { operatorApi } from '#shared/contract/operator-api.ts'
import { operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { openDatabase, type Database } from '#server/platform/database.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Wish } from '#server/operator/carry-out.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ada } from '#tests/support/operators.ts'

let app: TestApp
let readOnly: Database
beforeAll(async () => {
  app = await createTestApp()
  const { connection } = app.db
  readOnly = openDatabase({
    connection: { ...connection, options: '-c default_transaction_read_only=on' },
    maxConnections: 4,
    log: pino({ level: 'silent' }),
  })
})
afterAll(async () => {
  await readOnly.close()
  await app.close()
})

const inputs: Partial<Record<ActionName, Readonly<Record<string, unknown>>>> = {
  'today.show': { days: 7 },
  'figures.month-plans': { month: '2026-10' },
}
const lagging = Object.entries(operatorActions).flatMap(([name, action]) =>
  action.kind === 'read' && 'mayLag' in action ? [name as ActionName] : [],
)
const run = (name: ActionName, wish: Partial<Wish>) =>
  runAction(name, async () => inputs[name] ?? {}, {
    database: app.db.database,
    config: app.config,
    operator: { ...ada, role: 'owner' },
    confirm: async () => ({ ok: true, value: null }),
    ...wish,
  })

it.each([...new Set([...lagging, ...Object.values(operatorApi).map(({ action }) => action)])])(
  '%s, which a replica may answer, runs on a database that refuses writes',
  async (name) => {
    expect(await run(name, { database: readOnly })).toMatchObject({ ok: true })
  },
)

it('actions that may be a second old are read where old reads go, and all others from the primary', async () => {
  const asked: boolean[] = []
  const reads: Wish['reads'] = async (work, { isRepeatable = true } = {}) => {
    asked.push(isRepeatable)
    return work(readOnly)
  }
  for (const name of ['figures.days', 'ledger.verify', 'orders.list', 'people.list', 'messages.list'] as const)
    expect(await run(name, { reads })).toMatchObject({ ok: true })
  // The ledger check reports its progress, so it is not repeated on the primary.
  expect(asked).toEqual([true, false])
})
