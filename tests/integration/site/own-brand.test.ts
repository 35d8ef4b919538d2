import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import type { ConsoleInvitation } from '#shared/console.ts'
import type { Call } from '#shared/contract/call.ts'
import { contract } from '#shared/contract/customer.ts'
import { exportLists } from '#shared/contract/operator/export-columns.ts'
import { actionNames, operatorActions } from '#shared/contract/operator.ts'
import type { OperatorAction } from '#shared/contract/operator/action.ts'
import { saveSetting } from '#server/modules/catalog/catalog.service.ts'
import { exportSources } from '#server/workflows/exports/export-rows.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { createSeededRandom, makeValid, type Known } from '#tests/support/contract-inputs.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { OperatorDesk } from '#tests/support/operator-desk.ts'
import { ensureBuilt } from '../../../scripts/build.ts'
import { openCompany } from '../affiliates/affiliates.setup.ts'
import { makeOwned, openAccessFixture, password, type AccessFixture } from '../wire/access.setup.ts'

/**
 * A shop that had its own brand from its first minute. Everything that its servers answer is searched for the name,
 * colours and drawing of the product, with which a shop without a brand begins. Pages, pictures and mails are searched in
 * two-brands.test.ts.
 */
const traces = /wayfare|畅行|#006d52|#ffcb36|M8\.5 14\.5/i
const origin = 'https://duck.example'
const own = {
  brand: { en: 'Duckbridge', 'zh-CN': '鸭桥' },
  links: { github: `${origin}/code`, support: `${origin}/help` },
  look: { main: '#8a1c4f', accent: '#9be7ff', corners: 'square' },
  seller: { name: 'Duck Ltd.', address: 'Pond 1', taxNumber: 'D-1', email: 'help@duck.example' },
} as const

let fixture: AccessFixture
let desk: OperatorDesk
beforeAll(async () => {
  await ensureBuilt()
  fixture = await openAccessFixture({ env: { PUBLIC_ORIGIN: origin, MAIL_FROM: 'hello@duck.example' } })
  const { database } = fixture.app.db
  await database.transaction(async (tx) => {
    for (const [key, value] of Object.entries(own)) await saveSetting(tx, key, value)
  })
  // The demo's releases and example links, which a production shop does not have, carry the name of the product.
  await fixture.app.db.asOwner(
    `delete from client_releases; delete from settings where key in ('affiliateContact', 'proof')`,
  )
  desk = await OperatorDesk.open(fixture.app.db, fixture.app.config)
})
afterAll(async () => {
  await desk.close()
  await fixture.close()
})

/** Answers that contain a trace of the product's own brand, each with the words around it. */
function tracesIn(answers: ReadonlyMap<string, string>): string[] {
  return [...answers].flatMap(([name, text]) => {
    const at = traces.exec(text)?.index
    return at === undefined ? [] : [`${name}: …${text.slice(Math.max(0, at - 60), at + 60)}…`]
  })
}

it('every customer call of a shop with its own brand answers without a trace of the brand of the product', async () => {
  const { app } = fixture
  const company = openCompany(app.db)
  const answers = new Map<string, string>()
  const done = new Set<string>()
  const random = createSeededRandom(101)
  // Calls that end the session or the account come last.
  const ends = /logout|end_|delete|unbind|reset|password/
  const calls = Object.entries<Call>(contract).toSorted(([a], [b]) => Number(ends.test(a)) - Number(ends.test(b)))
  for (const language of ['en', 'zh_CN']) {
    const person = await fixture.affiliate()
    const { orderId } = await company.buy(person)
    const owned = await makeOwned(app, person)
    const known: Known = {
      goodsId: ['plan-12'],
      currency: ['CNY'],
      method: ['alipay'],
      expectedTotalMinor: [26_800],
      password: [password],
      agreed: [true],
      size: [2],
      orderId: [orderId],
      group: [owned.groupId],
      sessionId: [owned.sessionId],
      id: [owned.deviceId],
      identifier: ['a.person@example.com'],
    }
    for (const [name, call] of calls) {
      const input = makeValid(call.input, random, known, false) as object
      const { statusCode, headers, body } = await app.app.inject({
        method: 'POST',
        url: apiPrefix('TEST') + name,
        headers: { language, platform: 'web', deviceid: 'web', authorization: person.token },
        payload: { ...input, ...(call.signed && { signature: app.sign() }) },
      })
      if (statusCode === 200) done.add(name)
      answers.set(`${name} in ${language}`, `${JSON.stringify(headers)}\n${body}`)
    }
    await app.db.asOwner('delete from limit_counters')
  }
  for (const url of ['/openapi.json', '/healthz', '/.well-known/security.txt', '/nowhere.json', '/user/nowhere']) {
    const { headers, body } = await app.app.inject({ url })
    answers.set(url, `${JSON.stringify(headers)}\n${body}`)
  }
  expect(tracesIn(answers)).toEqual([])
  for (const name of ['payment_receipt', 'payment_receipt_print', 'user_export_data', 'user_totp_begin'])
    expect(
      [...done].some((each) => each.endsWith(name)),
      name,
    ).toBe(true)
  expect(done.size).toBeGreaterThan(45)
})

it('the console of a shop with its own brand answers without a trace of the brand of the product, to every action', async () => {
  const { app } = fixture
  const answers = new Map<string, string>()
  const ann = await desk.firstOwner()
  const browser = new ConsoleBrowser(app.app, app.config.consoleOrigin)
  const note = (name: string, answer: object) => answers.set(name, JSON.stringify(answer))
  note('sign-in', await browser.signIn({ ...ann, code: await desk.code(ann) }))
  note('me', await browser.ask('GET', '/me'))
  note('new passkey', await browser.ask('POST', '/passkeys/new'))
  const { invitationLink } = await perform(
    app.db.database,
    'operators.invite',
    { name: 'sue', role: 'support' },
    { config: app.config },
  )
  const token = invitationLink.slice(invitationLink.indexOf('=') + 1)
  const invitation = await new ConsoleBrowser(app.app, origin).ask<ConsoleInvitation>('POST', '/invitation', { token })
  expect(decodeURIComponent(invitation.data.totpUri)).toContain('issuer=duck.example')
  note('invitation', invitation)
  let shown = 0
  for (const name of actionNames) {
    const { kind, input }: OperatorAction = operatorActions[name]
    const random = createSeededRandom(7)
    const values = makeValid(input, random, {}, false) as Record<string, unknown>
    const answer = await browser.act(name, { input: values, mode: kind === 'read' ? 'read' : 'preview' })
    if (answer.http === 200) shown++
    note(name, answer)
  }
  expect(shown).toBeGreaterThan(50)
  for (const list of exportLists) {
    const { page, cells } = exportSources[list]
    const rows = await page(app.db.database, {}, null, 1_000)
    note(`export of ${list}`, [
      Object.keys(cells),
      rows.map((row) => Object.values(cells).map((cell) => cell(row as never))),
    ])
  }
  const openapi = await app.app.inject({ url: '/api/operator/v1/openapi.json' })
  note('openapi', { headers: openapi.headers, body: openapi.body })
  expect(tracesIn(answers)).toEqual([])
})

it('no built script or style sheet contains the name of the product, also in names of downloaded files', () => {
  const dist = path.join(import.meta.dirname, '../../../dist')
  const files = ['client', 'console'].flatMap((part) =>
    readdirSync(path.join(dist, part), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:js|css|html)$/.test(name))
      .map((name) => [`${part}/${name}`, readFileSync(path.join(dist, part, name), 'utf8')] as const),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(([, text]) => /wayfare|畅行/i.test(text)).map(([name]) => name)).toEqual([])
})
