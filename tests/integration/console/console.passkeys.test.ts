import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OperatorPasskeyRow } from '#shared/console.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { SoftAuthenticator } from '#tests/support/authenticator.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { OperatorDesk, type Person } from '#tests/support/operator-desk.ts'

let shop: TestApp
let desk: OperatorDesk
let ann: Person
let ben: Person
beforeAll(async () => {
  shop = await createTestApp()
  desk = await OperatorDesk.open(shop.db, shop.config)
  ann = await desk.firstOwner()
  const hired = await desk.hire('finn', 'finance')
  ben = hired.person
  await hired.desk.close()
})
beforeEach(() =>
  shop.db.asOwner('delete from limit_counters; delete from operator_passkeys; delete from operator_challenges'),
)
afterAll(async () => {
  await desk.close()
  await shop.close()
})

const origin = () => shop.config.consoleOrigin
const open = () => new ConsoleBrowser(shop.app, origin())
async function signedIn(person: Person): Promise<ConsoleBrowser> {
  const browser = open()
  const { name, secret } = person
  expect((await browser.signIn({ name, secret, code: await desk.code(person) })).http).toBe(200)
  return browser
}
const letFactorsAge = () => shop.db.asOwner(`update operator_sessions set factor_at = factor_at - interval '6 minutes'`)
type Options = { challenge: string; user: { id: string; name: string }; excludeCredentials: { id: string }[] }
const challenge = async (browser: ConsoleBrowser) => (await browser.ask<Options>('POST', '/passkey')).data.challenge
const list = async (browser: ConsoleBrowser) =>
  (await browser.ask<{ items: OperatorPasskeyRow[] }>('GET', '/passkeys')).data.items

async function add(browser: ConsoleBrowser, name = 'A stick'): Promise<SoftAuthenticator> {
  const authenticator = new SoftAuthenticator(origin())
  const options = (await browser.ask<Options>('POST', '/passkeys/new')).data
  const response = authenticator.create(options)
  expect((await browser.ask('POST', '/passkeys', { name, response })).http).toBe(204)
  return authenticator
}
const enter = async (authenticator: SoftAuthenticator, forgery = {}) => {
  const browser = open()
  const response = authenticator.get(await challenge(browser), forgery)
  return { browser, response, came: await browser.ask('POST', '/passkey/sign-in', { response }) }
}

it('a passkey signs in without name, password and code, with a fresh factor and an audit entry', async () => {
  const authenticator = await add(await signedIn(ann))
  const { browser, came, response } = await enter(authenticator)
  expect(came).toMatchObject({
    http: 200,
    data: { name: 'ann', role: 'owner', factorUntil: expect.any(String) as string },
  })
  expect((await browser.read('plans.list')).http).toBe(200)
  const rows = await shop.db.asOwner(
    `select action, operator from audit_log where action like 'operators.%passkey' or details->>'by' = 'passkey' order by at, id`,
  )
  expect(rows.slice(-2)).toEqual([
    { action: 'operators.add-passkey', operator: 'ann' },
    { action: 'operators.sign-in', operator: 'ann' },
  ])
  const again = await open().ask('POST', '/passkey/sign-in', { response })
  expect(again).toMatchObject({ data: { status: 'PasskeyRefused' }, cookies: [] })
})

it.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another domain', { rpId: 'evil.example' }],
  ['without finger, face or PIN', { verified: false }],
  ['in a frame', { crossOrigin: true }],
  ['of another account', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
])('a passkey %s is refused', async (_, forgery) => {
  const authenticator = await add(await signedIn(ann))
  const { came } = await enter(authenticator, forgery)
  expect(came).toMatchObject({ data: { status: 'PasskeyRefused' }, cookies: [] })
  expect((await enter(new SoftAuthenticator(origin()))).came.data.status).toBe('PasskeyRefused')
})

it('a passkey refreshes the factor only in a session of its own operator', async () => {
  const [his, hers] = [await signedIn(ben), await signedIn(ann)]
  const authenticator = await add(hers)
  await letFactorsAge()
  const promo = { input: { code: 'PASSKEY', percent: '5', note: 'a test' }, mode: 'act' } as const
  expect((await his.act('promos.create', promo)).data.status).toBe('FactorNeeded')
  const foreign = await his.ask('POST', '/passkey/factor', { response: authenticator.get(await challenge(his)) })
  expect(foreign.data.status).toBe('PasskeyRefused')
  expect((await his.act('promos.create', promo)).data.status).toBe('FactorNeeded')
  expect((await hers.act('promos.create', promo)).data.status).toBe('FactorNeeded')
  const own = await hers.ask('POST', '/passkey/factor', { response: authenticator.get(await challenge(hers)) })
  expect(own.http).toBe(200)
  expect((await hers.act('promos.create', promo)).http).toBe(200)
})

it('adding or removing a passkey needs a fresh factor, and foreign or duplicate passkeys are refused', async () => {
  const [his, hers] = [await signedIn(ben), await signedIn(ann)]
  const authenticator = await add(hers, '  The red stick ')
  const [kept] = await list(hers)
  expect(kept).toMatchObject({ name: 'The red stick', used: null })
  expect(await list(his)).toEqual([])
  expect((await his.ask('POST', '/passkeys/remove', { id: kept!.id })).http).toBe(404)
  const options = (await hers.ask<Options>('POST', '/passkeys/new')).data
  expect(options.excludeCredentials.map(({ id }) => id)).toEqual([authenticator.id])
  const twice = await hers.ask('POST', '/passkeys', { name: 'Twice', response: authenticator.create(options) })
  expect(twice.data.status).toBe('PasskeyKnown')
  const made = new SoftAuthenticator(origin()).create((await hers.ask<Options>('POST', '/passkeys/new')).data)
  expect((await his.ask('POST', '/passkeys', { name: 'His', response: made })).data.status).toBe('PasskeyRefused')
  await letFactorsAge()
  for (const [path, body] of [
    ['/passkeys/new', {}],
    ['/passkeys', { name: 'Late', response: made }],
    ['/passkeys/remove', { id: kept!.id }],
  ] as const)
    expect((await hers.ask('POST', path, body)).data.status).toBe('FactorNeeded')
  await hers.ask('POST', '/passkey/factor', { response: authenticator.get(await challenge(hers)) })
  expect((await hers.ask('POST', '/passkeys/remove', { id: kept!.id })).http).toBe(204)
  expect((await enter(authenticator)).came.data.status).toBe('PasskeyRefused')
  expect((await open().ask('GET', '/passkeys')).http).toBe(401)
})

it('the passkeys of an operator who was reset or disabled stop working', async () => {
  const authenticator = await add(await signedIn(ben))
  await shop.db.asOwner(`update operators set disabled_at = now() where name = 'finn'`)
  expect((await enter(authenticator)).came.data.status).toBe('PasskeyRefused')
  await shop.db.asOwner(`update operators set disabled_at = null where name = 'finn'`)
  expect((await enter(authenticator)).came.http).toBe(200)
  await desk.signIn(ann)
  await desk.runAlone(['operators', 'reset-factor', '--name', 'finn', '--reason', 'lost'])
  expect((await enter(authenticator)).came.data.status).toBe('PasskeyRefused')
  expect(await shop.db.asOwner('select from operator_passkeys')).toEqual([])
})

it("a customer's passkey is refused, and challenges are rate limited per network", async () => {
  const authenticator = new SoftAuthenticator(origin())
  const browser = open()
  authenticator.create({ challenge: await challenge(browser), user: { id: Buffer.alloc(16, 1).toString('base64url') } })
  expect((await enter(authenticator)).came.data.status).toBe('PasskeyRefused')
  await shop.db.asOwner('delete from limit_counters')
  let last = 0
  for (let round = 0; round < 201; round++)
    last = (await browser.ask('POST', '/passkey', undefined, { address: '198.51.100.20' })).http
  expect(last).toBe(429)
})
