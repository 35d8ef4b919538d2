import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { operatorRoles } from '#shared/contract/operator/roles.ts'
import { runAction } from '#server/operator/run-action.ts'
import { sql } from '#server/platform/sql.ts'
import { lockOrder } from '#server/workflows/payments/apply/lock-order.ts'
import { orderStatuses } from '#shared/order-outcome.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { createSeededRandom } from '#tests/support/contract-inputs.ts'
import { countRounds } from '#tests/support/race-rounds.ts'
import { drawSeed } from '#tests/support/seed.ts'
import { perform, performed } from '#tests/support/operator-acts.ts'
import { ben } from '#tests/support/operators.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import type { FieldNotes } from '#shared/contract/operator/fields.ts'
import { rawWordsIn } from '#tests/support/chinese-preview.ts'
import { openFullShop, shopConfig, type Examples, type FullShop } from './full-shop.setup.ts'

/** Actions that query a chain first. Their own tests cover their previews. */
const onChains: readonly ActionName[] = ['crypto.refund-sent', 'crypto.rescan']
const acts = actionNames.filter((name) => operatorActions[name].kind === 'act' && !onChains.includes(name))

const seed = drawSeed()
let shop: FullShop
let db: TestDatabase
let examples: Examples
const config = shopConfig
beforeAll(async () => {
  shop = await openFullShop()
  ;({ db, examples } = shop)
})
afterAll(() => shop.close())

async function everything(): Promise<string> {
  const tables = await db.asOwner<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss') order by 1`,
  )
  expect(tables.length).toBeGreaterThan(60)
  const sums = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::text || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as sum from ${name} t`,
  )
  return JSON.stringify(await db.asOwner(`${sums.join(' union all ')} order by name`))
}

it('every action with effects has an example', () => {
  expect(Object.keys(examples).toSorted()).toEqual(acts.toSorted())
})

it.each(acts)('a preview of "%s" describes the effects and changes no row of any table', async (name) => {
  const before = await everything()
  // Only payout files use TRON, whose token contract they need; recording a payout would query its node.
  const how = { operator: ben, preview: true, config: config(name === 'payouts.file' ? 'tron' : 'ethereum') }
  const output = await performed(db.database, name, examples[name] as never, how)
  expect(output).toBeTypeOf('object')
  expect(await everything()).toBe(before)
  expect(await rawWordsIn(name, examples[name] ?? {}, output)).toEqual([])
})

it('a preview neither waits for rows locked by customers nor blocks them, and says so', async () => {
  const { order } = examples['orders.refund']!
  const how = { operator: ben, preview: true, config: config() }
  let isHeld = () => {}
  let release = () => {}
  const held = new Promise<void>((resolve) => (isHeld = resolve))
  const released = new Promise<void>((resolve) => (release = resolve))
  const customer = db.database.transaction(async (tx) => {
    await lockOrder(tx, order)
    isHeld()
    await released
  })
  await held
  try {
    // The customer's transaction continues only after each preview was refused.
    const refused = 'Another action is working on this now, and a preview does not wait'
    await expect(perform(db.database, 'orders.refund', examples['orders.refund']!, how)).rejects.toThrow(refused)
    await expect(perform(db.database, 'commissions.hold', examples['commissions.hold']!, how)).rejects.toThrow(refused)
  } finally {
    release()
    await customer
  }
  expect(await perform(db.database, 'orders.refund', examples['orders.refund']!, how)).toBeTypeOf('object')
})

it('the lock timeout of a preview does not leak into other transactions', async () => {
  const [{ waits } = { waits: '' }] = await db.database.transaction((tx) =>
    tx.query(sql<{ waits: string }>`select current_setting('lock_timeout') as waits`),
  )
  expect(waits).toBe('0')
})

const asRead = (ran: Awaited<ReturnType<typeof runAction>>) =>
  ran.ok
    ? { done: true, takesTwo: ran.value.proposal !== null || Boolean(ran.value.takesTwo) }
    : { done: false, status: ran.refusal.status, sentence: ran.refusal.sentence }

it('a preview refuses exactly what the action would refuse, for every action and role in random order', async () => {
  const pairs = acts.flatMap((name) => operatorRoles.map((role) => ({ name, role })))
  const shuffled = fc.sample(fc.shuffledSubarray(pairs, { minLength: pairs.length }), { seed, numRuns: 1 }).flat()
  const differences: unknown[] = []
  const done = new Set<string>()
  for (const [turn, { name, role }] of shuffled.entries()) {
    const run = (preview: boolean) =>
      runAction(name, async () => JSON.parse(JSON.stringify(examples[name])) as Readonly<Record<string, unknown>>, {
        database: db.database,
        config: config(name === 'payouts.file' ? 'tron' : 'ethereum'),
        operator: { ...ben, role },
        preview,
        confirm: async () => ({ ok: true, value: null }),
      })
    const [previewed, acted] = [asRead(await run(true)), asRead(await run(false))]
    if (acted.done) done.add(name)
    if (JSON.stringify(previewed) !== JSON.stringify(acted)) differences.push({ turn, name, role, previewed, acted })
  }
  // Most actions succeeded at least once; the rest had nothing left to change.
  expect(done.size).toBeGreaterThan(80)
  expect(differences).toEqual([])
})

/** Actions about a user, order, refund or review, each tried on every such object. */
const aboutMoney = acts.flatMap((name) => {
  const fields = Object.entries(
    (operatorActions[name] as OperatorAction).input.properties as Record<string, FieldNotes>,
  )
  const targets = fields.flatMap(
    ([field, { holds }]): { field: string; kind: 'user' | 'order' | 'refund' | 'review' }[] => {
      if (holds === 'user' || holds === 'order') return [{ field, kind: holds }]
      return field === 'refund' || field === 'review' ? [{ field, kind: field }] : []
    },
  )
  return targets.length > 0 ? [{ name, targets }] : []
})

/** Changes that no operator makes. Some are applied between two actions. */
const happenings = [
  `update orders set status = $1, paid_at = coalesce(paid_at, now()) where id = $2`,
  `update payment_attempts set status = (array['open', 'paid', 'failed', 'closed'])[1 + $3::int % 4] where order_id = $2 and $1::text is not null`,
  `update refunds set status = (array['requested', 'sent', 'done', 'failed'])[1 + $3::int % 4] where order_id = $2 and $1::text is not null`,
  `update memberships set expires_at = now() + make_interval(days => $3::int % 60 - 30)
   where user_id = (select user_id from orders where id = $2) and $1::text is not null`,
  `update review_items set resolved_at = case when $3::int % 2 = 0 then now() end where order_id = $2 and $1::text is not null`,
  `update orders set payable_until = now() + make_interval(mins => $3::int % 60 - 30) where id = $2 and $1::text is not null`,
] as const

it('a preview refuses what the action would refuse, in random states of orders, payments and memberships', async () => {
  const random = createSeededRandom(seed)
  const list = async (query: string) => (await db.asOwner<{ id: string }>(query)).map(({ id }) => id)
  const targets = {
    user: await list('select uid::text as id from users'),
    order: await list('select id::text from orders'),
    refund: await list('select id from refunds'),
    review: await list('select id::text from review_items'),
  }
  const differences: unknown[] = []
  const outcomes = new Set<string>()
  for (let turn = 0; turn < countRounds(5_000, 150); turn++) {
    const [status, order] = [random.oneOf(orderStatuses), random.oneOf(targets.order)]
    // The schema refuses some of these states; they are skipped.
    await db.asOwner(random.oneOf(happenings), [status, order, random.below(1_000)]).catch(() => [])
    // The daily limits change at random, because acts above them need a second operator.
    await db.asOwner(
      `insert into settings (key, value) values ('operatorLimits', $1) on conflict (key) do update set value = excluded.value`,
      [{ personActs: random.oneOf([1, 1_000]), giftPeople: random.oneOf([1, 1_000]) }],
    )
    const { name, targets: fields } = random.oneOf(aboutMoney)
    const role = random.chance(60) ? 'owner' : random.oneOf(operatorRoles)
    const input = structuredClone(examples[name]) as Record<string, unknown>
    for (const { field, kind } of fields) {
      const target = random.oneOf(targets[kind])
      if (field in input) input[field] = Array.isArray(input[field]) ? [target] : target
    }
    const run = (preview: boolean) =>
      runAction(name, async () => structuredClone(input), {
        database: db.database,
        config: config('ethereum'),
        operator: { ...ben, role },
        preview,
        confirm: async () => ({ ok: true, value: null }),
      }).then(asRead, (error: unknown) => ({ done: false, threw: String(error) }))
    const [previewed, acted] = [await run(true), await run(false)]
    outcomes.add(`${name} ${acted.done}`)
    if (JSON.stringify(previewed) !== JSON.stringify(acted))
      differences.push({ turn, name, role, input, previewed, acted })
  }
  expect(differences).toEqual([])
  // Both outcomes occurred: refused and carried out.
  for (const isDone of ['true', 'false'])
    expect([...outcomes].filter((outcome) => outcome.endsWith(isDone)).length).toBeGreaterThan(10)
})
