import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { ActionName } from '#shared/contract/operator.ts'
import { operatorRoles, type OperatorRole } from '#shared/contract/operator/roles.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'
import { openCompany, type Company } from '../affiliates/affiliates.setup.ts'
import { earnBy, lastMonth, payableAffiliate, randomHash } from '../affiliates/payouts.setup.ts'

let shop: TestApp
let desk: OperatorDesk
let company: Company
const browsers = {} as Record<OperatorRole | 'otherOwner', ConsoleBrowser>

async function signIn(person: Person): Promise<ConsoleBrowser> {
  const browser = new ConsoleBrowser(shop.app, shop.config.publicOrigin)
  const { name, secret } = person
  expect((await browser.signIn({ name, secret, code: await desk.code(person) })).http).toBe(200)
  return browser
}

beforeAll(async () => {
  shop = await createTestApp({ env: { PUBLIC_ORIGIN: 'https://vpn.example' } })
  company = openCompany(shop.db)
  desk = await OperatorDesk.open(shop.db, shop.config)
  browsers.owner = await signIn(await desk.firstOwner())
  for (const [place, name, role] of [
    ['finance', 'finn', 'finance'],
    ['support', 'sue', 'support'],
    ['viewer', 'vic', 'viewer'],
    ['otherOwner', 'bea', 'owner'],
  ] as const) {
    const hired = await desk.hire(name, role)
    browsers[place] = await signIn(hired.person)
    await hired.desk.close()
  }
})
beforeEach(async () => {
  await shop.db.asOwner('delete from limit_counters')
  await shop.db.asOwner('update operator_sessions set factor_at = now()')
})
afterAll(async () => {
  await desk.close()
  await shop.close()
})

type Done = { readonly how: 'done' | 'by two'; readonly output: Record<string, unknown> }
/** Previews and executes an action as the console does; another owner approves if it needs two. */
async function carryOut(by: keyof typeof browsers, name: ActionName, input: object): Promise<Done | string> {
  const browser = browsers[by]
  const shown = await browser.preview(name, input)
  if (shown.http !== 200) return shown.data.message
  const seen = shown.data.seen ?? undefined
  const act = { input: { ...input }, mode: 'act', key: randomUUID(), ...(seen !== undefined && { seen }) } as const
  const ran = await browser.act(name, act)
  if (ran.http !== 200) throw new Error(`${name}, accepted in its preview, is refused: ${ran.data.message}`)
  const { proposal, output } = ran.data
  if (proposal === null) return { how: 'done', output: output as Record<string, unknown> }
  const { id } = proposal
  const other = browsers.otherOwner
  const looked = await other.preview('approvals.grant', { id })
  const granted = await other.act('approvals.grant', {
    input: { id },
    mode: 'act',
    key: randomUUID(),
    ...(looked.data.seen && { seen: looked.data.seen }),
  })
  if (granted.http !== 200) throw new Error(`${name} is not granted: ${granted.data.message}`)
  return { how: 'by two', output: (granted.data.output as { output: Record<string, unknown> }).output }
}
const shortOf = (answer: Done | string): string => (typeof answer === 'string' ? answer : answer.how)
const names = { owner: 'ann', finance: 'finn', support: 'sue', viewer: 'vic' } as const
const needs = (label: string, role: OperatorRole, has: OperatorRole): string =>
  role === 'owner'
    ? `“${label}” is only for owners; ${names[has]} has the role ${has}.`
    : `“${label}” needs the role ${role} or above; ${names[has]} has the role ${has}.`

it.each(operatorRoles)(
  'a payout as %s: prepared by one operator, approved and recorded by another, or refused with the role that may',
  async (role) => {
    const affiliate = await payableAffiliate(company)
    await earnBy(company, affiliate, 50_000)
    const prepared = await carryOut(role, 'payouts.prepare', { period: lastMonth().slice(0, 7) })
    const may = role === 'owner' || role === 'finance'
    expect(shortOf(prepared)).toBe(may ? 'done' : needs('Prepare settlements', 'finance', role))
    if (!may) return
    const [settlement] = await shop.db.asOwner<{ id: string }>(
      `select id from settlements where affiliate_id = $1 and state = 'prepared'`,
      [affiliate.userId],
    )
    const { id } = settlement!
    const address = `T${affiliate.userId}`
    const alone = await carryOut(role, 'payouts.approve', { id, address })
    expect(alone).toBe('You prepared this payout. Another operator must approve it.')
    const other = role === 'owner' ? 'finance' : 'owner'
    expect(shortOf(await carryOut(other, 'payouts.approve', { id, address }))).toBe('done')
    expect(shortOf(await carryOut(other, 'payouts.paid', { id, hash: randomHash() }))).toBe('done')
  },
)

it.each(operatorRoles)(
  'a fraud case as %s: read with its evidence, and decided, or refused with the role that may',
  async (role) => {
    const [friend, inviter] = [await company.person(), await company.affiliate()]
    const id = randomUUID()
    await shop.db.asOwner('insert into risk_cases (id) values ($1)', [id])
    await shop.db.asOwner(
      `insert into risk_events (id, case_id, rule, act, terms_version, user_id, inviter_id, other_ids, period, details)
     values (gen_random_uuid(), $1, 'same_payer', 'hold', 1, $2, $3, array[$3::uuid], '', '{}')`,
      [id, friend.userId, inviter.userId],
    )
    const read = await browsers[role].read('cases.show', { id })
    expect([read.http, read.data.output]).toMatchObject([200, { state: 'open', events: [{ rule: 'same_payer' }] }])
    const decided = await carryOut(role, 'cases.release', { id, reason: 'Two sisters.' })
    const may = role === 'owner' || role === 'finance'
    expect(shortOf(decided)).toBe(may ? 'done' : needs('Release all', 'finance', role))
    const after = await browsers[role].read('cases.show', { id })
    expect(after.data.output).toMatchObject({ state: may ? 'released' : 'open' })
  },
)

it.each(operatorRoles)(
  'a node and a panel as %s: listed, and added by two owners, or refused with the role that may',
  async (role) => {
    expect((await browsers[role].read('nodes.list')).http).toBe(200)
    expect((await browsers[role].read('tunnels.providers')).http).toBe(200)
    const node = {
      name: `Node ${role}`,
      group: 'eu',
      protocol: 'shadowsocks',
      host: 'node.example.org',
      port: 443,
      serves: 'both',
    }
    const added = await carryOut(role, 'nodes.add', node)
    expect(shortOf(added)).toBe(role === 'owner' ? 'by two' : needs('Add a node', 'owner', role))
    const panel = {
      provider: `hook-${role}`,
      kind: 'webhook',
      url: 'https://panel.example.org/receiver',
      signingSecret: `whsec_${randomBytes(32).toString('base64')}`,
      serves: ['paid'],
    }
    const set = await carryOut(role, 'tunnels.set-provider', panel)
    expect(shortOf(set)).toBe(role === 'owner' ? 'by two' : needs('Set up a tunnel provider', 'owner', role))
    const { data } = await browsers[role].read('nodes.list')
    expect(JSON.stringify(data.output).includes(node.name)).toBe(role === 'owner')
  },
)

it.each(operatorRoles)('a legal text as %s: drafted from support on, and published by an owner alone', async (role) => {
  const text = 'clause/refund-policy'
  await shop.db.asOwner(`delete from content_drafts`)
  const opened = await browsers[role].read('content.open', { text })
  expect(opened.http).toBe(200)
  const { fields, draft } = opened.data.output as { fields: Record<string, string>; draft: null }
  expect(draft).toBeNull()
  const [known] = await shop.db.asOwner<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from content_texts where kind = 'clause' and slug = 'refund-policy'`,
  )
  const words = { markdownEn: `${fields.markdownEn}\n\nBy ${role}.`, markdownZh: `${fields.markdownZh}\n\n${role}。` }
  const base = { baseEn: known!.version, baseZh: known!.version }
  const draftOf = (by: OperatorRole) =>
    carryOut(by, 'content.save-draft', { ...fields, ...words, ...base, text, expect: 0 })
  const saved = await draftOf(role)
  expect(shortOf(saved)).toBe(role === 'viewer' ? needs('Save a draft', 'support', role) : 'done')
  const drafted = typeof saved === 'string' ? await draftOf('support') : saved
  const { version } = (drafted as Done).output
  const published = await carryOut(role, 'content.publish-text', { text, expect: version })
  const wanted = { owner: /^(?:done|by two)$/, viewer: /needs the role support/ } as const
  expect(shortOf(published)).toMatch(role in wanted ? wanted[role as keyof typeof wanted] : /only for owners/)
  const shown = await shop.db.asOwner<{ markdown: string }>(
    `select markdown from content_texts where kind = 'clause' and slug = 'refund-policy' and language = 'en' order by version desc limit 1`,
  )
  expect(shown[0]?.markdown.includes(`By ${role}.`) ?? false).toBe(role === 'owner')
})

it.each(operatorRoles)(
  'a price as %s: previewed with its effects and set, or refused with the role that may',
  async (role) => {
    expect((await browsers[role].read('plans.show', { id: 'plan-12' })).http).toBe(200)
    const price = { owner: '267.00', finance: '266.00', support: '265.00', viewer: '264.00' }[role]
    const set = await carryOut(role, 'plans.set-price', { id: 'plan-12', currency: 'CNY', price })
    const may = role === 'owner' || role === 'finance'
    expect(shortOf(set)).toBe(may ? 'done' : needs('Set a price', 'finance', role))
    const [row] = await shop.db.asOwner<{ minor: number }>(
      `select price_minor::int as minor from goods_prices where goods_id = 'plan-12' and currency = 'CNY'`,
    )
    expect(row!.minor === Math.round(Number(price) * 100)).toBe(may)
  },
)
