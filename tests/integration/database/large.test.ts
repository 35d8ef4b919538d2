import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetExpired } from '#server/modules/sessions/sessions.service.ts'
import { forgetOldSignIns, forgetOldStrangers } from '#server/modules/sessions/sign-in-events.queries.ts'
import { verifyLedger } from '#server/modules/ledger/verify-ledger.ts'
import { listAttemptsSince } from '#server/modules/payments/review-queue.queries.ts'
import { fill } from '../../../lab/large/fill.ts'
import { sizesOf } from '../../../lab/large/row-numbers.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database.ts'

/**
 * Small version of the shop that `npm run lab -- large` generates. Rows written by this test's login must satisfy all
 * foreign keys, checks and unique indexes.
 */
let db: TestDatabase
let client: pg.Client
const lines: string[] = []
const isWhole: boolean[] = []
const sizes = sizesOf(6_000, 1_000)
beforeAll(async () => {
  db = await createTestDatabase()
  client = new pg.Client(db.connection)
  await client.connect()
  await client.query(`set timezone to 'UTC'`)
  // The first process that fills the database is interrupted in the middle. Another one continues its work.
  const first = new pg.Client(db.connection)
  await first.connect()
  isWhole.push(
    await fill(
      first,
      sizes,
      (line) => lines.push(line),
      () => lines.length === 3,
    ),
  )
  await first.end()
  isWhole.push(await fill(client, sizes, (line) => lines.push(line)))
})
afterAll(async () => {
  await client.end()
  await db.drop()
})
const count = async (from: string) => (await db.asOwner<{ n: number }>(`select count(*)::int as n from ${from}`))[0]!.n

describe('large generated shop', () => {
  it('a generated shop has the requested sizes, and progress is reported', async () => {
    expect(await count('orders')).toBe(6_000)
    expect(await count(`users where invite_code like 'L%' and length(invite_code) = 8`)).toBeGreaterThanOrEqual(
      sizes.users,
    )
    for (const table of [
      `payment_facts where kind = 'refunded'`,
      `payment_facts where kind = 'disputed'`,
      'membership_grants where reverses is not null',
      'commissions where reverses is not null',
      `settlements where state = 'paid'`,
      `promo_uses where status = 'used'`,
      'referrals',
      'devices',
      'session_tokens',
      'signed_nonces',
      'marketing_visits',
      'review_items',
    ])
      expect(await count(table), table).toBeGreaterThan(0)
    expect(lines.at(-1)).toContain('1,000 of 1,000')
  })

  it('an interrupted generation continues, runs each step once, and adds nothing to a complete shop', async () => {
    expect(isWhole).toEqual([false, true])
    const steps = lines.map((line) => line.slice(0, 24).trim())
    expect(new Set(steps).size).toBe(steps.length)
    const again: string[] = []
    await client.query('discard temp')
    expect(await fill(client, sizes, (line) => again.push(line))).toBe(true)
    expect(again).toEqual([])
    expect(await count('orders')).toBe(6_000)
  })

  it('generation is refused if data exists or generating a shop with other sizes was begun', async () => {
    await expect(fill(client, sizesOf(6_001, 1_000), () => {})).rejects.toThrow('is being filled with 6000 orders')
    await db.asOwner('alter schema large rename to elsewhere')
    await expect(fill(client, sizes, () => {})).rejects.toThrow('only one that was just made is filled')
    await db.asOwner('alter schema elsewhere rename to large')
  })

  it('the ledger is verified page by page with progress, with the same result as at once', async () => {
    const told: number[] = []
    const inPages = await verifyLedger(db.database, { pageSize: 1_000, onProgress: (orders) => told.push(orders) })
    expect(inPages.problems).toEqual([])
    expect(told).toEqual([1_000, 2_000, 3_000, 4_000, 5_000, 6_000])
    expect(await verifyLedger(db.database)).toEqual(inPages)
    const [totals] = await db.asOwner<{ debit: string }>(`select sum(amount_minor)::text as debit from ledger_postings`)
    expect(String(inPages.balances.reduce((sum, { debitMinor }) => sum + debitMinor, 0))).toBe(totals!.debit)
  })

  it('an error in the last order or a payout is found across pages', async () => {
    const [last] = await db.asOwner<{ id: string; order_id: string }>(
      `select f.id, a.order_id from payment_facts f join payment_attempts a on a.id = f.attempt_id
       where f.kind = 'paid' order by a.order_id desc limit 1`,
    )
    await db.asOwner(`update payment_facts set amount_minor = amount_minor + 1 where id = $1`, [last!.id])
    await db.asOwner(
      `update settlements set amount_minor = amount_minor + 1 where id = (select min(id::text)::uuid from settlements)`,
    )
    const { problems } = await verifyLedger(db.database, { pageSize: 1_000 })
    await db.asOwner(`update payment_facts set amount_minor = amount_minor - 1 where id = $1`, [last!.id])
    await db.asOwner(
      `update settlements set amount_minor = amount_minor - 1 where id = (select min(id::text)::uuid from settlements)`,
    )
    expect(problems.filter((problem) => problem.startsWith(`order ${last!.order_id}: payment`))).toHaveLength(1)
    expect(problems.filter((problem) => problem.startsWith('commissions: the payout'))).toHaveLength(1)
  })

  it('the comparison with providers covers attempts from the given time on only', async () => {
    const [newest] = await db.asOwner<{ id: string; created_at: Date }>(
      `select id, created_at from payment_attempts order by id desc offset 50 limit 1`,
    )
    const since = newest!.created_at
    const known = await db.asOwner<{ id: string }>(
      `select id from payment_attempts where created_at >= $1 order by id`,
      [since],
    )
    const listed = await listAttemptsSince(db.database, { since, after: '', provider: null }, 1_000)
    expect(listed.map(({ id }) => id)).toEqual(known.map(({ id }) => id))
    // An attempt with an older id cannot be of today, whatever its row says, because ids are ordered by time.
    await db.asOwner(`update payment_attempts set created_at = now() where id = (select min(id) from payment_attempts)`)
    expect(await listAttemptsSince(db.database, { since, after: '', provider: null }, 1_000)).toHaveLength(known.length)
  })

  it('cleanup deletes everything expired in one run of batches', async () => {
    await db.asOwner(
      `insert into signed_nonces (nonce, seen_at) select 'more ' || n, now() - interval '1 hour' from generate_series(1, 25000) n`,
    )
    await forgetExpired(db.database)
    expect(await count(`signed_nonces where seen_at < now() - interval '12 minutes'`)).toBe(0)
    expect(await count(`sessions where ends_at < now() - interval '1 day'`)).toBe(0)
    expect(await count('sessions')).toBeGreaterThan(0)
    expect(await forgetOldSignIns(db.database, 5)).toBe(5)
    await db.asOwner(
      `update sign_in_events set user_id = null where at > now() - interval '3 days' and at < now() - interval '2 days'`,
    )
    const strangers = await count('sign_in_events where user_id is null')
    expect(strangers).toBeGreaterThan(0)
    expect(await forgetOldStrangers(db.database, 1_000)).toBe(strangers)
  })
})
