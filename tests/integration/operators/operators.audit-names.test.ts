import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionNames } from '#shared/contract/operator.ts'
import { auditNames } from '#shared/contract/operator/old-names.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 2 })
})
afterAll(() => db.drop())

const write = async (action: string, details: object = {}) => {
  const id = randomUUID()
  await db.asOwner(
    `insert into audit_log (id, operator, action, subject, details) values ($1, 'ada', $2, 'a test', $3)`,
    [id, action, JSON.stringify(details)],
  )
  return id
}
const read = async (id: string) =>
  (
    await db.asOwner<{ action: string; recorded: string }>(
      'select action, recorded_as as recorded from audit_entries where id = $1',
      [id],
    )
  )[0]

it('an audit row of an earlier release is read under the name of today, and keeps its own', async () => {
  expect(Object.keys(auditNames).length).toBeGreaterThan(30)
  for (const [recorded, action] of Object.entries(auditNames))
    expect(await read(await write(recorded))).toEqual({ action, recorded })
  const restored = await write('goods sale', { after: { onSale: true } })
  expect(await read(restored)).toEqual({ action: 'plans.restore', recorded: 'goods sale' })
})

it('an audit row of today is read under its own name', async () => {
  for (const recorded of [...actionNames, 'operators.sign-in', 'approvals.ask'])
    expect(await read(await write(recorded))).toEqual({ action: recorded, recorded })
})
