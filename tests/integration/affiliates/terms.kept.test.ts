import { afterAll, beforeAll, expect, it } from 'vitest'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { say } from '#text/say.ts'
import { planContent } from '#server/workflows/site/publish-content.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.drop())

it('affiliate terms in force that could not be published today do not stop other texts from being published', async () => {
  const held = { ...defaultTerms, version: 900, risk: { acts: { tier_jump: 'hold' } } }
  await db.asOwner(
    `insert into affiliate_terms (version, since, terms, published_by) values (900, '2026-01-01', $1, 'test')`,
    [JSON.stringify(held)],
  )
  const plan = (terms: object) =>
    planContent(db.database, [{ path: 'affiliate-terms.json', text: JSON.stringify(terms) }], false)
  expect(await plan(held)).toMatchObject({ terms: null, faults: [] })
  const { faults } = await plan({ ...held, version: 901 })
  expect(faults.map((fault) => say('en', fault))).toEqual([
    'affiliate-terms.json: risk.acts.tier_jump must be one of off, ask',
  ])
  expect(faults.map((fault) => say('zh-CN', fault))).toEqual([
    'affiliate-terms.json：risk.acts.tier_jump 应为以下之一：off, ask',
  ])
  await db.asOwner('delete from affiliate_terms where version = 900')
})
