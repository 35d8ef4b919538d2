import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readTermsAt } from '#server/modules/catalog/affiliate-terms.service.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { planContent } from '#server/workflows/site/publish-content.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany } from './affiliates.setup.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

const before = new Date('2026-11-01T12:00:00Z')
/** Terms of before there were reserves. */
const old = {
  ...defaultTerms,
  tiers: defaultTerms.tiers.map((tier) =>
    Object.fromEntries(Object.entries(tier).filter(([name]) => name !== 'reserve')),
  ),
}
async function migrateTerms(): Promise<void> {
  const file = new URL('../../../server/db/migrations/146.do.reserves.sql', import.meta.url)
  const text = await readFile(file, 'utf8')
  await db.asOwner(text.slice(text.indexOf('insert into affiliate_terms'), text.indexOf('-- What counted without')))
  await db.asOwner(text.slice(text.indexOf('update affiliate_terms')))
}

it('a shop without anyone begins with a reserve; one that runs keeps what it had, also for orders to be paid, and publishes its files', async () => {
  await migrateTerms()
  expect(await readTermsAt(db.database, before)).toEqual(defaultTerms)
  await openCompany(db).affiliate()
  await migrateTerms()
  expect(await readTermsAt(db.database, before)).toEqual(old)
  const file = { path: 'affiliate-terms.json', text: JSON.stringify(old) }
  expect(await planContent(db.database, [file], false)).toMatchObject({ terms: null, faults: [] })
})

it('terms in force that could not be published today keep no other text from being published', async () => {
  const held = { ...defaultTerms, version: 900, risk: { acts: { tier_jump: 'hold' } } }
  await db.asOwner(
    `insert into affiliate_terms (version, since, terms, published_by) values (900, '2026-01-01', $1, 'test')`,
    [JSON.stringify(held)],
  )
  const plan = (terms: object) =>
    planContent(db.database, [{ path: 'affiliate-terms.json', text: JSON.stringify(terms) }], false)
  expect(await plan(held)).toMatchObject({ terms: null, faults: [] })
  expect((await plan({ ...held, version: 901 })).faults).toEqual([
    'affiliate-terms.json: risk.acts.tier_jump is not off, ask',
  ])
  await db.asOwner('delete from affiliate_terms where version = 900')
})

it('what counted before the first publication counts on for orders of that time', async () => {
  await db.asOwner(`update affiliate_terms set published_at = now()`)
  expect(await readTermsAt(db.database, before)).toEqual(defaultTerms)
  await migrateTerms()
  expect(await readTermsAt(db.database, before)).toEqual(old)
})
