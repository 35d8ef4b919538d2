import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { actionNames, operatorActions, type ActionName } from '#shared/contract/operator.ts'
import { operatorRoles } from '#shared/contract/operator/roles.ts'
import { refuse } from '#server/platform/act.ts'
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

/** Actions that query a blockchain first. Their own tests cover their previews. */
const onChains: readonly ActionName[] = ['crypto.refund-sent', 'crypto.rescan']
const acts = actionNames.filter((name) => operatorActions[name].kind === 'act' && !onChains.includes(name))

const seed = drawSeed()
let shop: FullShop
let db: TestDatabase
let examples: Examples
const config = shopConfig
/** Digest of all rows after the last preview, and so before the next one. */
let rows: string
beforeAll(async () => {
  shop = await openFullShop()
  ;({ db, examples } = shop)
  rows = await everything()
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
  // PostgreSQL plans this statement for twice as long as it runs, unless it is prepared.
  return JSON.stringify(await db.asOwner(`${sums.join(' union all ')} order by name`, [], 'sums'))
}

it('every action with effects has an example', () => {
  expect(Object.keys(examples).toSorted()).toEqual(acts.toSorted())
})

it.each(acts)('a preview of "%s" describes the effects and changes no row of any table', async (name) => {
  const before = rows
  // Only payout files use TRON, whose token contract they need; recording a payout would query its node.
  const how = { operator: ben, preview: true, config: config(name === 'payouts.file' ? 'tron' : 'ethereum') }
  const output = await performed(db.database, name, examples[name] as never, how)
  expect(output).toBeTypeOf('object')
  rows = await everything()
  expect(rows).toBe(before)
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
    const run = (preview: boolean, isCodeRight = true) =>
      runAction(name, async () => JSON.parse(JSON.stringify(examples[name])) as Readonly<Record<string, unknown>>, {
        database: db.database,
        config: config(name === 'payouts.file' ? 'tron' : 'ethereum'),
        operator: { ...ben, role },
        preview,
        confirm: confirmWith(isCodeRight),
      }).then(asRead)
    const found = await tryWithoutCode(name, run)
    if (found.acted.done) done.add(name)
    if (found.isDifferent) differences.push({ turn, name, role, ...found })
  }
  // Most actions succeeded at least once; the rest had nothing left to change.
  expect(done.size).toBeGreaterThan(80)
  expect(differences).toEqual([])
})

const confirmWith = (isRight: boolean) => async () =>
  isRight ? ({ ok: true, value: null } as const) : refuse('WrongFactorCode', 'operator.wrongCode')

type Read = { readonly done: boolean; readonly sentence?: unknown }
const isAboutCode = ({ sentence }: Read) =>
  typeof sentence === 'object' && sentence !== null && 'code' in sentence && sentence.code === 'operator.wrongCode'

/**
 * Runs a preview, the action with a wrong code and the action. The preview must say what the action says, and a wrong
 * code may matter only where nothing else is wrong.
 */
async function tryWithoutCode<R extends Read>(
  name: ActionName,
  run: (preview: boolean, isCodeRight?: boolean) => Promise<R>,
) {
  const previewed = await run(true)
  const asksCode = (operatorActions[name] as OperatorAction).stepUp !== undefined
  const withoutCode = asksCode ? await run(false, false) : null
  const acted = await run(false)
  const isCodeLast =
    withoutCode === null ||
    (acted.done ? isAboutCode(withoutCode) : JSON.stringify(withoutCode) === JSON.stringify(acted))
  const isDifferent = !isCodeLast || JSON.stringify(previewed) !== JSON.stringify(acted)
  return { previewed, withoutCode, acted, isDifferent }
}

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
  `update orders set status = $1, paid_at = coalesce(paid_at, now()) where id = $2 and $3::int is not null`,
  `update payment_attempts set status = (array['open', 'paid', 'failed', 'closed'])[1 + $3::int % 4] where order_id = $2 and $1::text is not null`,
  `update refunds set status = (array['requested', 'sent', 'done', 'failed'])[1 + $3::int % 4] where order_id = $2 and $1::text is not null`,
  `update memberships set expires_at = now() + make_interval(days => $3::int % 60 - 30)
   where user_id = (select user_id from orders where id = $2) and $1::text is not null`,
  `update review_items set resolved_at = case when $3::int % 2 = 0 then now() end where order_id = $2 and $1::text is not null`,
  `update orders set payable_until = now() + make_interval(mins => $3::int % 60 - 30) where id = $2 and $1::text is not null`,
  // Two changes: one blocks the account, the other unblocks it.
  `insert into account_blocks (user_id) select user_id from orders where id = $2 and $1::text is not null and $3::int is not null`,
  `delete from account_blocks where user_id = (select user_id from orders where id = $2) and $1::text is not null and $3::int is not null`,
  // Adds a dispute of the bank, or returns its money.
  `insert into payment_facts (id, provider, kind, attempt_id, provider_txn_id, reference, currency, amount_minor, occurred_at, source, raw_hash)
   select gen_random_uuid(), f.provider, (array['disputed', 'dispute_won'])[1 + $3::int % 2], f.attempt_id, f.provider_txn_id, 'D', f.currency,
     f.amount_minor, now(), 'notification', '' from payment_facts f join payment_attempts a on a.id = f.attempt_id
   where a.order_id = $2 and f.kind = 'paid' and $1::text is not null on conflict do nothing`,
  // Marks the account as erased or as due for erasure, or removes that mark.
  `insert into account_deletions (user_id, erase_at, erased_at)
   select user_id, now() + interval '1 day', case when $3::int % 4 = 0 then now() end from orders where id = $2 and $1::text is not null`,
  `delete from account_deletions where user_id = (select user_id from orders where id = $2) and $1::text is not null and $3::int is not null`,
  // Turns the membership time into time that came with an import.
  `update membership_grants set source = 'import' where user_id = (select user_id from orders where id = $2) and source = 'operator'
   and $1::text is not null and $3::int is not null`,
] as const

type Field = {
  readonly enum?: readonly unknown[]
  readonly type?: string
  readonly month?: true
  readonly pattern?: string
}

/** Changes some input fields to other values of the same type, valid and invalid ones. */
function vary(name: ActionName, input: Record<string, unknown>, random: ReturnType<typeof createSeededRandom>): void {
  const fields = (operatorActions[name] as OperatorAction).input.properties as Record<string, Field & FieldNotes>
  for (const [field, { enum: values, type, month, pattern, holds }] of Object.entries(fields)) {
    if (holds !== undefined || random.chance(60)) continue
    if (values) input[field] = random.oneOf(values)
    else if (type === 'boolean') input[field] = random.chance(50)
    else if (type === 'integer') input[field] = random.oneOf([0, 1, 30, 400, 3_660, 4_000])
    else if (month) input[field] = random.oneOf(['2026-01', '2026-13', '2999-01', 'October', '2020-02'])
    else if (pattern?.startsWith('^[0-9]{1,9}'))
      input[field] = random.oneOf(['0', '0.01', '1', '100', '799.99', '800', '9999999'])
    else continue
    if (random.chance(20)) delete input[field]
  }
}

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
  const happened = new Set<string>()
  for (let turn = 0; turn < countRounds(5_000, 150); turn++) {
    const [status, order] = [random.oneOf(orderStatuses), random.oneOf(targets.order)]
    // The schema refuses some of these states; they are skipped.
    const happening = random.oneOf(happenings)
    const result = await db.asOwner(happening, [status, order, random.below(1_000)]).catch(() => null)
    if (result) happened.add(happening)
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
    vary(name, input, random)
    const run = (preview: boolean, isCodeRight = true) =>
      runAction(name, async () => structuredClone(input), {
        database: db.database,
        config: config('ethereum'),
        operator: { ...ben, role },
        preview,
        confirm: confirmWith(isCodeRight),
      }).then(asRead, (error: unknown) => ({ done: false, threw: String(error) }))
    const found = await tryWithoutCode(name, run)
    outcomes.add(`${name} ${found.acted.done}`)
    if (found.isDifferent) differences.push({ turn, name, role, input, ...found })
  }
  expect(differences).toEqual([])
  expect([...happenings].filter((each) => !happened.has(each))).toEqual([])
  // Both outcomes occurred: refused and carried out.
  for (const isDone of ['true', 'false'])
    expect([...outcomes].filter((outcome) => outcome.endsWith(isDone)).length).toBeGreaterThan(10)
})
