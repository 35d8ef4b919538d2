import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'

let db: TestDatabase
let folder: string
let ann: OperatorDesk
let lee: OperatorDesk
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  folder = await mkdtemp(path.join(os.tmpdir(), 'wayfare-terms-'))
  ann = await OperatorDesk.open(db, readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') }))
  await ann.firstOwner()
  lee = (await ann.hire('lee', 'owner')).desk
})
afterAll(async () => {
  await Promise.all([ann, lee].map((desk) => desk.close()))
  await rm(folder, { recursive: true, force: true })
  await db.drop()
})

const today = () => new Date().toISOString().slice(0, 10)
async function publish(desk: OperatorDesk, change: Partial<AffiliateTerms>): Promise<string> {
  const file = path.join(folder, 'terms.json')
  await writeFile(file, JSON.stringify({ ...defaultTerms, since: today(), ...change }))
  return desk.run(['terms', 'publish', '--file', file])
}
const current = async () => (await readSettings(db.database)).affiliateTerms

it('one owner can publish affiliate terms within the bounds after reading every changed number', async () => {
  const printed = await publish(ann, { version: 2, holdDays: 10 })
  expect(printed).toContain(`days of hold: ${defaultTerms.holdDays} → 10`)
  expect(printed).toContain('Published version 2')
  expect(await current()).toMatchObject({ version: 2, holdDays: 10 })
})

it('affiliate terms beyond the bounds wait until another owner approves them', async () => {
  const printed = await publish(ann, { version: 3, holdDays: 0, minPayoutMinor: 0 })
  expect(printed).toContain('the hold is 0 days, below 7; the minimum payout is 0 cents, below 2000')
  expect(await current()).toMatchObject({ version: 2 })
  const id = /approvals grant --id (\S+)/.exec(printed)?.[1] ?? ''
  await expect(ann.run(['approvals', 'grant', '--id', id])).rejects.toThrow(/another operator|prepared/i)
  expect(await current()).toMatchObject({ version: 2 })
  // The prepared terms are published, even if the file has changed since.
  await writeFile(path.join(folder, 'terms.json'), '{}')
  await lee.run(['approvals', 'grant', '--id', id])
  expect(await current()).toMatchObject({ version: 3, holdDays: 0, minPayoutMinor: 0 })
})

it('invalid affiliate terms are refused at once', async () => {
  await expect(publish(ann, { version: 9, holdDays: -1 })).rejects.toThrow(/holdDays must be a whole number from 0/)
})
