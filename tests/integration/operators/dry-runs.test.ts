import { inject, afterAll, beforeAll, expect, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { undo } from '#text/en/undo.ts'
import { readConfig } from '#server/platform/config.ts'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Person } from '../affiliates/affiliates.setup.ts'
import { runAction } from '#tests/support/run-action.ts'

let db: TestDatabase
let affiliate: Person
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  affiliate = await openCompany(db).affiliate()
})
afterAll(() => db.drop())

const run = (action: ActionName, values: Parameters<typeof runAction>[2], dryRun = false) =>
  runAction(
    { database: db.database, config: readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }) },
    action,
    values,
    dryRun,
  )
const kept = () =>
  db.asOwner(
    `select (select count(*) from audit_log)::int as audit, (select count(*) from benefit_stock)::int as stock,
      (select string_agg(state || coalesce(tier, '-'), ' ') from affiliates) as affiliates`,
  )

it('a dry run describes the action, is refused for the same reasons, and changes nothing', async () => {
  const user = String(affiliate.uid)
  const file = path.join(inject('dataDir'), 'stock.tsv')
  await writeFile(file, 'a@example.com\tsecret\thttps://example.com/a\n')
  const stock = { kind: 'video', file, 'name-en': 'Video', 'name-zh': '视频' }
  const before = await kept()
  expect(await run('affiliates.set-tier', { user, tier: 'top' }, true)).toMatch(
    /^Would set the tier .* from auto to top/,
  )
  expect(await run('affiliates.suspend', { user, reason: 'odd' }, true)).toMatch(/^Would suspend/)
  expect(await run('benefits.import', stock, true)).toBe(
    `Would add 1 accounts of video: 0 → 1 in stock; 0 exist already.\n${undo.none.accounts}`,
  )
  const refused: [ActionName, Record<string, string>, RegExp][] = [
    ['affiliates.set-tier', { user, tier: 'gold' }, /have no tier gold/],
    ['benefits.withdraw', { kind: 'video', account: 'a@example.com', reason: 'broken' }, /in circulation/],
    ['payouts.cancel', { id: '00000000-0000-4000-8000-000000000000', reason: 'wrong' }, /There is no such payout/],
  ]
  for (const [action, values, reason] of refused)
    for (const dryRun of [true, false]) await expect(run(action, values, dryRun)).rejects.toThrow(reason)
  expect(await kept()).toEqual(before)
  expect(await run('benefits.import', stock, false)).toBe('Added 1 accounts of video: 0 → 1 in stock; 0 exist already.')
  await expect(run('benefits.import', stock)).rejects.toThrow('video has all of these accounts already')
  expect(await kept()).not.toEqual(before)
})
