import { randomBytes } from 'node:crypto'
import { Value } from 'typebox/value'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { actionNames, operatorActions, type ActionInput, type ActionName } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { defaultTerms } from '#server/modules/catalog/default-settings.ts'
import { recordAction } from '#server/modules/audit/audit.service.ts'
import type { PlainAct } from '#server/operator/handler.ts'
import { handlers } from '#server/operator/handlers.ts'
import { openForm } from '#server/operator/open-form.ts'
import { runAction } from '#server/operator/run-action.ts'
import type { Acting, Edited, Result } from '#server/platform/act.ts'
import { readConfig } from '#server/platform/config.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'
import { waitForWaiters } from '#tests/support/native.ts'
import { perform } from '#tests/support/operator-acts.ts'
import * as operators from '#tests/support/operators.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'

type EditName = {
  [N in ActionName]: (typeof operatorActions)[N] extends { readonly edits: readonly string[] } ? N : never
}[ActionName]
/**
 * Two conflicting changes of the same values. `theirs`: a different change at each call. `mine`: a change that differs
 * from all of them.
 */
type Edit<N extends EditName> = {
  readonly thing: Partial<ActionInput<N>>
  readonly mine: Partial<ActionInput<N>>
  readonly theirs: (turn: 1 | 2) => Partial<ActionInput<N>>
}
type Input = Readonly<Record<string, unknown>>

const names = actionNames.filter((name) => 'edits' in operatorActions[name]) as EditName[]
const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir') })
const ada: Acting = { ...operators.ada, role: 'owner' }
const ben: Acting = { ...operators.ben, role: 'owner' }
let db: TestDatabase
let edits: { readonly [N in EditName]: Edit<N> }
beforeAll(async () => {
  db = await createTestDatabase({ maxConnections: 6 })
  edits = await prepare()
})
afterAll(() => db.drop())

async function prepare(): Promise<typeof edits> {
  const { database } = db
  const { uid } = await openCompany(db).affiliate()
  const receiver = { url: 'https://receiver.example/', secrets: [`whsec_${randomBytes(32).toString('base64')}`] }
  const hook = { provider: 'hook', kind: 'webhook' as const, serves: ['paid'], file: JSON.stringify(receiver) }
  await perform(database, 'tunnels.set-provider', hook, { config })
  const place = { group: 'eu', protocol: 'trojan', host: 'n.example.org', port: 443, serves: 'paid' } as const
  const file = '{"serverName":"n.example.org"}'
  await perform(database, 'nodes.add', { name: 'stands', ...place, file }, { config })
  await perform(database, 'operators.invite', { name: 'sam', role: 'support' }, { config })
  await perform(database, 'segments.save', { name: 'payers', paid: 'yes' })
  await perform(database, 'replies.save', { name: 'arrived', textEn: 'It arrived', textZh: '已到账' })
  const books = {
    endpoint: 'books',
    webhookAddress: 'https://books.example/hook',
    eventKinds: ['order.paid', 'ticket.opened'],
  }
  await perform(database, 'webhooks.add', books, { config })
  await perform(database, 'notice.set', { en: 'We move a node', zh: '正在迁移节点' })
  const plan = { id: 'plan-edited', months: 1, devices: 2, nameEn: 'One', nameZh: '一', currency: 'CNY' } as const
  await perform(database, 'plans.add', { ...plan, price: '100', listPrice: '120' })
  const group = { id: plan.id, currency: 'CNY', size: 2 } as const
  await perform(database, 'plans.set-group-price', { ...group, price: '90' })
  const since = new Date().toISOString().slice(0, 10)
  const termsOf = (version: number) => ({ file: JSON.stringify({ ...defaultTerms, version, since }) })
  const reason = 'x'
  const stock = { kind: 'video', file: 'a@example.com\tsecret\thttps://example.com/a' }
  await perform(database, 'benefits.import', { ...stock, nameEn: 'Video', nameZh: '视频' }, { config })
  return {
    'benefits.describe': {
      thing: { kind: 'video' },
      mine: { nameEn: 'Films', nameZh: '视频' },
      theirs: (turn) => ({ nameEn: 'Video', nameZh: `影视 ${turn}` }),
    },
    'settings.set': {
      thing: { setting: 'refundDays' },
      mine: { value: '21', reason },
      theirs: (turn) => ({ value: String(13 + turn), reason }),
    },
    'rehearsals.set-price': {
      thing: { currency: 'CNY' },
      mine: { price: '2' },
      theirs: (turn) => ({ price: String(2 + turn) }),
    },
    'shop.switch': {
      thing: {},
      mine: { state: 'closed', reason },
      theirs: (turn) => ({ state: turn === 1 ? 'closed' : 'open', reason }),
    },
    'notice.set': {
      thing: {},
      mine: { en: 'Back soon', zh: '稍后恢复' },
      theirs: (turn) => ({ en: `Back at ${turn}`, zh: `${turn} 点恢复`, until: '2099-01-01T00:00:00.000Z' }),
    },
    'routes.set': {
      thing: { method: 'alipay', currency: 'CNY' },
      mine: { provider: 'stripe', reason },
      theirs: (turn) => ({ provider: turn === 1 ? 'stripe' : 'alipay', reason }),
    },
    'limits.change': {
      thing: {},
      mine: { promoPercent: 70, reason },
      theirs: (turn) => ({ promoPercent: 60 + turn, reason }),
    },
    'plans.set-price': {
      thing: { id: plan.id, currency: 'CNY' },
      mine: { price: '101', listPrice: '120' },
      theirs: (turn) => ({ price: '100', listPrice: String(120 + turn) }),
    },
    'plans.set-group-price': {
      thing: group,
      mine: { price: '89' },
      theirs: (turn) => ({ price: String(90 + turn) }),
    },
    'plans.describe': {
      thing: { id: plan.id },
      mine: { nameEn: 'Mine', nameZh: '我的' },
      theirs: (turn) => ({ badgeEn: `Best ${turn}`, badgeZh: `最佳 ${turn}` }),
    },
    'nodes.edit': {
      thing: { node: 'stands' },
      mine: { port: 8443 },
      theirs: (turn) => (turn === 1 ? { host: 'b.example.org' } : { file: '{"serverName":"c.example.org"}' }),
    },
    'tunnels.set-provider': {
      thing: { provider: 'hook' },
      mine: { kind: 'webhook', serves: ['none'] },
      theirs: (turn) => ({ kind: 'webhook', serves: turn === 1 ? ['trial'] : ['trial', 'paid'] }),
    },
    'operators.change': {
      thing: { name: 'sam' },
      mine: { role: 'finance' },
      theirs: (turn) => ({ role: turn === 1 ? 'viewer' : 'support' }),
    },
    'affiliates.set-tier': {
      thing: { user: String(uid) },
      mine: { tier: defaultTerms.tiers[0]!.id },
      theirs: (turn) => ({ tier: turn === 1 ? 'top' : 'auto' }),
    },
    'terms.publish': { thing: {}, mine: termsOf(200), theirs: (turn) => termsOf(100 + turn) },
    'webhooks.change': {
      thing: { endpoint: 'books' },
      mine: { eventKinds: ['order.paid'], withContact: true },
      theirs: (turn) => ({ eventKinds: turn === 1 ? ['order.refunded'] : ['ticket.opened', 'order.refunded'] }),
    },
    'replies.save': {
      thing: { name: 'arrived' },
      mine: { textEn: 'Mine', textZh: '我的' },
      theirs: (turn) => ({ textEn: 'Theirs', textZh: `他们的${turn}` }),
    },
    'segments.save': {
      thing: { name: 'payers' },
      mine: { paid: 'yes', spokenIn: 'en' },
      theirs: (turn) => ({ paid: 'no', seenWithin: turn }),
    },
  }
}

const open = async (name: EditName, thing: Input, expected?: string): Promise<Edited> => {
  const opened = await openForm(name, thing, { database: db.database, config, operator: ada, expect: expected })
  if (!opened.ok) throw new Error(opened.refusal.sentence.code)
  return opened.value
}
const isOwn = (result: Result<unknown>): boolean => result.ok || result.refusal.edited === undefined
const editedOf = (result: Result<unknown>): Edited => {
  if (result.ok || !result.refusal.edited) throw new Error(`was not refused for that: ${JSON.stringify(result)}`)
  return result.refusal.edited
}
const run = (name: EditName, input: Input, expected: string | undefined, preview = false) =>
  runAction(name, async () => input, {
    database: db.database,
    config,
    operator: ada,
    preview,
    expect: expected,
    confirm: async () => ({ ok: true, value: null }),
  })
/** Makes a change as Ben without approval. `held`: runs before the commit. */
const change = async (name: EditName, input: Input, held = async () => {}) => {
  type Steps = { readonly look?: (...given: unknown[]) => Promise<unknown>; readonly act: PlainAct }
  const { look, act } = handlers[name] as unknown as Steps
  const deps = { config, emit: () => {} }
  const seen = await look?.(db.database, input, ben, deps)
  await db.database.transaction(async (tx) => {
    const acted = await act(tx, input, ben, deps, seen)
    if (!acted.ok) throw new Error(acted.refusal.sentence.code)
    const { subject, details } = acted.value
    await recordAction(tx, { operator: ben, action: name, subject, details })
    await held()
  })
}
const audits = async () => (await db.asOwner<{ n: number }>('select count(*)::int as n from audit_log'))[0]!.n

it.each(names)(
  'the action %s is refused if another operator changed the same values since the form was opened',
  async (name) => {
    const { thing, mine, theirs } = edits[name] as Edit<EditName>
    const input = { ...thing, ...mine }
    const opened = await open(name, thing)
    const { input: schema, edits: naming } = operatorActions[name] as OperatorAction & { edits: readonly string[] }
    for (const [field, value] of Object.entries(opened.values ?? {})) {
      expect(naming).not.toContain(field)
      const isRight = value === undefined || Value.Check(schema.properties[field]!, value)
      expect([field, isRight]).toEqual([field, true])
    }
    expect(isOwn(await run(name, input, opened.expect, true))).toBe(true)
    expect(await open(name, thing, opened.expect)).toMatchObject({ values: opened.values, meanwhile: [] })

    await change(name, { ...thing, ...theirs(1) })
    const before = await audits()
    const told = [{ at: expect.any(Date) as Date, operator: ben.name, action: name }]
    for (const preview of [true, false]) {
      const edited = editedOf(await run(name, input, opened.expect, preview))
      expect(edited).toMatchObject({ values: (await open(name, thing)).values, meanwhile: told })
    }
    expect(await audits()).toBe(before)
    const again = await open(name, thing, opened.expect)
    expect(again.meanwhile).toEqual(told)
    expect(isOwn(await run(name, input, again.expect, true))).toBe(true)
    // Commands send no expected values, so nothing is compared.
    expect(isOwn(await run(name, input, undefined, true))).toBe(true)
  },
)

it.each(names)('the action %s waits for a concurrent change of the same values and is then refused', async (name) => {
  const { thing, mine, theirs } = edits[name] as Edit<EditName>
  const opened = await open(name, thing)
  const { promise, resolve: begun } = Promise.withResolvers<void>()
  const { promise: may, resolve: letGo } = Promise.withResolvers<void>()
  const changing = change(name, { ...thing, ...theirs(2) }, async () => {
    begun()
    await may
  })
  await Promise.race([promise, changing])
  const late = run(name, { ...thing, ...mine }, opened.expect)
  await waitForWaiters({ db }, 1)
  letGo()
  await changing
  expect(editedOf(await late).meanwhile).toMatchObject([{ operator: ben.name, action: name }])
})

it('form values are readable only by operators who may run the action', async () => {
  const asked = { database: db.database, config }
  const plan = { id: 'plan-edited', currency: 'CNY' }
  for (const role of ['viewer', 'support'] as const)
    expect(await openForm('plans.set-price', plan, { ...asked, operator: { ...ada, role } })).toMatchObject({
      ok: false,
      refusal: { status: 'Forbidden' },
    })
  const finance = { ...asked, operator: { ...ada, role: 'finance' } as const }
  expect(await openForm('plans.set-price', plan, finance)).toMatchObject({ ok: true })
  // Opening a form requires an object, no other fields, and an action that changes one.
  expect(await openForm('plans.set-price', { id: plan.id }, finance)).toMatchObject({ ok: false })
  expect(await openForm('plans.set-price', { ...plan, price: '1' }, finance)).toMatchObject({ ok: false })
  expect(await openForm('plans.retire', { id: plan.id }, finance)).toMatchObject({ ok: false })
})

it('a form for a new object starts empty, and submitting is refused if another operator created it meanwhile', async () => {
  const thing = { name: 'new ones' }
  const opened = await open('segments.save', thing)
  expect(opened.values).toBeNull()
  await change('segments.save', { ...thing, paid: 'no' })
  expect(editedOf(await run('segments.save', { ...thing, paid: 'yes' }, opened.expect)).values).toEqual({ paid: 'no' })
})
