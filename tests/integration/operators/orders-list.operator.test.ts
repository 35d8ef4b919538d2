import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ActionInput } from '#shared/contract/operator.ts'
import { handlers } from '#server/operator/handlers.ts'
import { listNewest } from '#server/modules/orders/orders-page.queries.ts'
import type { Config } from '#server/platform/config.ts'
import type { Queryable } from '#server/platform/database.ts'
import { enqueueJob } from '#server/platform/jobs.ts'
import type { Statement } from '#server/platform/sql.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada } from '#tests/support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 4 })
})
afterAll(() => db.drop())

async function list(input: ActionInput<'orders.list'>) {
  const read = handlers['orders.list']
  const result = await read(
    db.database,
    input,
    { ...ada, role: 'viewer' },
    {
      config: {} as Config,
      emit: () => {},
      confirm: async () => ({ ok: true, value: null }),
    },
  )
  if (!result.ok) throw new Error(JSON.stringify(result.refusal.sentence))
  return result.value
}

describe('newest orders', () => {
  it('pages have no gaps or duplicates and filter by state, method, plan and day', async () => {
    const company = openCompany(db)
    const person = await company.person()
    const made: string[] = []
    for (let count = 0; count < 53; count++) made.push((await company.order(person)).orderId)
    const paid = await company.buy(person)
    // Several orders share one time, so the id decides.
    await db.asOwner(`update orders set created_at = date_trunc('minute', created_at)`)
    await db.asOwner(`update orders set created_at = now() - interval '100 days' where id = $1`, [made[0]])
    const first = await list({})
    const second = await list({ after: String(first.next) })
    const ids = [...first.items, ...second.items].map(({ id }) => id)
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 3, null])
    expect(new Set(ids)).toEqual(new Set([...made.slice(1), paid.orderId]))
    expect((await list({ status: 'paid' })).items).toMatchObject([{ id: paid.orderId, user: person.uid }])
    expect((await list({ method: 'card' })).items).toEqual([])
    expect((await list({ plan: 'plan-1' })).items).toEqual([])
    const old = new Date(Date.now() - 95 * 86_400_000).toISOString()
    expect((await list({ until: old })).items.map(({ id }) => id)).toEqual([made[0]])
    expect((await list({ from: '2020-01-01', until: old })).items).toHaveLength(1)
  })

  it('rare filter values are found by an index', async () => {
    const { orderId } = await openCompany(db).buy(await openCompany(db).person())
    // Two thousand orders that match no rare filter: none in review, paid by card or of an unsold plan.
    await db.asOwner(
      `insert into orders select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'number', 'FEW' || n, 'idempotency_key', 'few ' || n,
         'created_at', now() - n * interval '1 minute'))).* from orders o, generate_series(1, 2000) n where o.id = $1`,
      [orderId],
    )
    await db.asOwner('analyze orders')
    const all = { status: null, method: null, plan: null, from: new Date('2020-01-01'), until: null }
    for (const few of [{ status: 'review' }, { method: 'card' }, { plan: 'plan-1' }]) {
      const asked: Statement<unknown>[] = []
      const listening = { query: async (statement: Statement<unknown>) => (asked.push(statement), []) }
      await listNewest(listening as unknown as Queryable, { ...all, ...few }, null, 50)
      expect(asked).toHaveLength(1)
      const [{ text, values }] = asked as [Statement<unknown>]
      const plan = JSON.stringify(await db.asOwner(`explain ${text}`, [...values]))
      expect(plan, JSON.stringify(few)).toMatch(/Index Cond: \(+(status|method|goods_id) = /)
    }
  })
})

describe('dropping a failed job', () => {
  const drop = (job: string) => perform(db.database, 'jobs.drop', { job, reason: 'its order is gone' })

  it('only a dead job can be dropped, it never runs again, and the audit log keeps its contents', async () => {
    await enqueueJob(db.database, 'waits', { orderId: 'o-1' })
    const [job] = await db.asOwner<{ id: string }>(`select id from pgboss.job where data->>'kind' = 'waits'`)
    await expect(drop(job!.id)).rejects.toThrow('There is no failed job')
    await db.asOwner(`update pgboss.job set name = 'dead', source_name = name where id = $1`, [job!.id])
    expect(await drop(job!.id)).toMatchObject({ kind: 'waits', about: expect.stringContaining('o-1') as string })
    await expect(drop(job!.id)).rejects.toThrow('There is no failed job')
    expect(await db.asOwner(`select 1 from pgboss.job where data->>'kind' = 'waits'`)).toEqual([])
    const log = await db.asOwner<{ details: unknown }>(`select details from audit_log where action = 'jobs.drop'`)
    expect(JSON.stringify(log)).toContain('o-1')
  })
})
