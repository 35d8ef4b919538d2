import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { ActionInput } from '#shared/contract/operator.ts'
import { listEntries, type AuditFilter } from '#server/modules/audit/audit.queries.ts'
import { readConfig } from '#server/platform/config.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { runAction } from '#tests/support/run-action.ts'

const count = 1_200
const start = Date.UTC(2026, 0, 1)
let db: TestDatabase
type Row = { id: string; at: Date; operator: string; action: string; subject: string }
let all: Row[]
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
  await db.asOwner('delete from audit_log')
  // Three rows share each time, so pages end between equal times.
  await db.asOwner(
    `insert into audit_log (id, at, operator, action, subject, details)
     select gen_random_uuid(), $2::timestamptz + make_interval(mins => (n / 3)::int),
       (array['ada', 'Ben', 'system'])[1 + n % 3],
       (array['orders.refund', 'orders.upgrade', 'plans.restore', 'plans.retire', 'people.block'])[1 + n % 5],
       (array['order A1B2-' || n, 'user ' || 300000000 + n, 'plans', 'batch 50% off_' || n])[1 + n % 4],
       jsonb_build_object('after', jsonb_build_object('onSale', n % 2 = 0), 'n', n)
     from generate_series(1, $1::int) n`,
    [count, new Date(start)],
  )
  await db.asOwner('vacuum analyze audit_log')
  all = await db.asOwner<Row>('select id, at, operator, action, subject from audit_log order by at desc, id desc')
})
afterAll(() => db.drop())

async function pagesOf(filter: Omit<ActionInput<'audit.list'>, 'after'>): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined; ;) {
    const { items, next } = await perform(db.database, 'audit.list', {
      ...filter,
      ...(after !== undefined && { after }),
    })
    ids.push(...items.map(({ id }) => id))
    if (next === null) return ids
    after = String(next)
  }
}

const isAbout = (subject: string, typed: string): boolean =>
  [subject, subject.slice(subject.indexOf(' ') + 1)].some((text) => text.toLowerCase().startsWith(typed.toLowerCase()))

it('every audit log entry that matches any filter is on exactly one page, newest first', async () => {
  const day = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
  const filters = fc.record(
    {
      operator: fc.constantFrom('ada', 'ADA', 'ben', 'system', 'carl'),
      action: fc.constantFrom('orders.refund', 'plans.restore', 'plans.retire', 'people.block', 'refund'),
      subject: fc.constantFrom('order a1b2-1', 'A1B2-11', 'user', '3000004', 'plan', '50%', '50% off_9', '%', '_', ' '),
      from: fc.integer({ min: 0, max: 400 }).map(day),
      until: fc.integer({ min: 0, max: 400 }).map(day),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const fitting = all.filter(
        ({ operator, action, subject, at }) =>
          (filter.operator === undefined || operator.toLowerCase() === filter.operator.toLowerCase()) &&
          (filter.action === undefined || action === filter.action) &&
          (filter.subject === undefined || isAbout(subject, filter.subject)) &&
          (filter.from === undefined || at >= new Date(filter.from)) &&
          (filter.until === undefined || at < new Date(filter.until)),
      )
      expect(await pagesOf(filter)).toEqual(fitting.map(({ id }) => id))
    }),
    { numRuns: 40, examples: [[{}], [{ action: 'orders.refund' }], [{ action: 'plans.restore' }]] },
  )
})

it('an audit log entry is shown with its details', async () => {
  const old = all.find(({ action }) => action === 'plans.restore')!
  const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
  const shown = await runAction({ database: db.database, config }, 'audit.show', { id: old.id })
  expect(shown).toMatch(/action: plans[.]restore/)
  expect(shown).toMatch(/details: \{.*"n":\d+/)
  await expect(perform(db.database, 'audit.show', { id: '00000000-0000-4000-8000-000000000000' })).rejects.toThrow(
    'There is no audit row',
  )
})

it('audit log pages use an index for every filter combination', async () => {
  const nothing: AuditFilter = { operator: null, action: null, subject: null, from: null, until: null }
  const plans: string[] = []
  const explained = {
    ...db.database,
    query: async ({ text, values }: { text: string; values: readonly unknown[] }) => {
      const plan = await db.asOwner<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values])
      plans.push(plan.map((line) => line['QUERY PLAN']).join('\n'))
      return []
    },
  } as unknown as typeof db.database
  for (const filter of [
    nothing,
    { ...nothing, operator: 'ada' },
    { ...nothing, action: 'people.block' },
    { ...nothing, subject: 'order a1b2-77' },
    { ...nothing, from: new Date(start), until: new Date(start + 3_600_000) },
  ])
    await listEntries(explained, filter, all[600]!.id, 50)
  expect(plans).toHaveLength(5)
  for (const plan of plans) expect(plan).not.toContain('Seq Scan on audit_log')
})
