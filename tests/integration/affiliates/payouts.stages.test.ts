import { afterAll, beforeAll, expect, it } from 'vitest'
import { payoutStages, type PayoutStage } from '#shared/payout-stages.ts'
import { setPayout } from '#server/modules/affiliates/affiliates.queries.ts'
import type { Operator } from '#server/platform/act.ts'
import { perform, preparePayouts } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'
import { openCompany, type Company } from './affiliates.setup.ts'
import { earnBy, lastMonth, payableAffiliate, payOut } from './payouts.setup.ts'

let db: TestDatabase
let company: Company
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 8 })
  company = openCompany(db)
})
afterAll(() => db.drop())

type Row = { id: string; userId: string }
async function settle(count: number): Promise<Row[]> {
  const people: string[] = []
  for (let n = 0; n < count; n++) {
    const affiliate = await payableAffiliate(company)
    people.push(affiliate.userId)
    await earnBy(company, affiliate, 40_000 + n * 100)
  }
  await preparePayouts(db.database, { period: lastMonth(), operator: ada })
  const rows = await db.asOwner<Row>(
    `select id, affiliate_id as "userId" from settlements where affiliate_id = any($1::uuid[])`,
    [people],
  )
  return people.map((userId) => rows.find((row) => row.userId === userId)!)
}
const list = (stage?: PayoutStage, operator: Operator = ben) =>
  perform(db.database, 'payouts.list', stage ? { stage } : {}, { operator })
const stageOf = async (id: string, operator: Operator = ben) => {
  const found: string[] = []
  for (const stage of payoutStages)
    if ((await list(stage, operator)).items.some((each) => each.id === id)) found.push(stage)
  return found
}

it('each payout has one stage and a reason when it cannot be approved, and counts match the lists', async () => {
  const [free, rests, suspended, nowhere, changed, approved, paid, proven] = (await settle(8)) as [
    Row,
    Row,
    Row,
    Row,
    Row,
    Row,
    Row,
    Row,
  ]
  await db.database.transaction((tx) =>
    setPayout(tx, rests.userId, { chain: 'tron', address: `T${'9'.repeat(33)}`, restHours: 72 }),
  )
  await db.asOwner(`update affiliates set state = 'suspended', reason = 'odd' where user_id = $1`, [suspended.userId])
  await db.asOwner(`update affiliates set payout_chain = null, payout_address = null where user_id = $1`, [
    nowhere.userId,
  ])
  // Removes one row of the payout, which only a sum over the rows can detect.
  await db.asOwner(
    `update commissions set settlement_id = null where id = (select id from commissions where settlement_id = $1 limit 1)`,
    [changed.id],
  )
  const address = async ({ id }: Row) => (await list()).items.find((each) => each.id === id)!.address
  await perform(
    db.database,
    'payouts.approve',
    { id: approved.id, address: await address(approved) },
    { operator: ben },
  )
  await payOut(db, paid.id)
  await payOut(db, proven.id)
  await db.asOwner(`update settlements set on_chain = 'confirmed' where id = $1`, [proven.id])

  expect(await Promise.all([free, rests, approved, paid, proven].map(({ id }) => stageOf(id)))).toEqual([
    ['checked'],
    ['prepared'],
    ['approved'],
    ['paid'],
    ['proven'],
  ])
  expect(await stageOf(free.id, ada)).toEqual(['checked'])
  expect((await list('checked', ada)).items.find(({ id }) => id === free.id)?.whyNot).toBe('own')

  expect(await Promise.all([rests, suspended, nowhere, changed].map(({ id }) => stageOf(id, ada)))).toEqual(
    Array.from({ length: 4 }, () => ['prepared']),
  )

  const { items } = await list()
  const byAda = new Map((await list(undefined, ada)).items.map((each) => [each.id, each.whyNot]))
  const shown = new Map(items.map((each) => [each.id, each]))
  const open = [free, rests, suspended, nowhere, changed]
  const named = open.map(({ id }) => `${id}=${shown.get(id)!.address || 'none'}`)
  const { lines } = await perform(
    db.database,
    'payouts.approve-batch',
    { payouts: named },
    { operator: ben, preview: true },
  )
  expect(open.map(({ id }) => shown.get(id)!.whyNot)).toEqual([
    null,
    'payout_address_fresh',
    'suspended',
    'no_address',
    'refunded',
  ])
  expect(open.map(({ id }) => lines.find((line) => line.id === id)!.why)).toEqual(
    open.map(({ id }) => shown.get(id)!.whyNot),
  )
  expect(open.map(({ id }) => byAda.get(id))).toEqual(open.map(({ id }) => shown.get(id)!.whyNot ?? 'own'))
  expect(shown.get(rests.id)?.restsUntil).toBeInstanceOf(Date)
  expect(shown.get(free.id)?.restsUntil).toBeNull()

  const { stages } = await perform(db.database, 'payouts.stages', {}, { operator: ben })
  expect(await perform(db.database, 'payouts.stages', {}, { operator: ada })).toEqual({ stages })
  const asked: { text: string; values: readonly unknown[] }[] = []
  const watched = {
    ...db.database,
    query: ((statement) => (asked.push(statement), db.database.query(statement))) as typeof db.database.query,
  }
  expect(await perform(watched, 'payouts.stages', {}, { operator: ben })).toEqual({ stages })
  const sizes = (part: string) => asked.filter(({ text }) => text.includes(part)).map(({ values }) => values[0])
  expect(asked).toHaveLength(4)
  expect(sizes('payout_shared_with')).toEqual([expect.objectContaining({ length: 4 })])
  expect(sizes('"linesMinor"')).toEqual([expect.objectContaining({ length: 5 })])
  const lists = await Promise.all(payoutStages.map((stage) => list(stage)))
  expect(stages).toEqual(
    payoutStages.map((stage, index) => ({
      stage,
      payouts: lists[index]!.items.length,
      amount: {
        amountMinor: lists[index]!.items.reduce((sum, each) => sum + each.amount.amountMinor, 0),
        currency: 'USD',
      },
      more: false,
    })),
  )
  expect(stages.reduce((sum, { payouts }) => sum + payouts, 0)).toBe(8)
})
