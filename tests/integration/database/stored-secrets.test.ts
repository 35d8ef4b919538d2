import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replyAddress } from '#server/modules/support/reply-address.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { grantTime } from '#server/modules/membership/membership.service.ts'
import { remindOfExpiry } from '#server/workflows/accounts/messages/remind-of-expiry.ts'
import type { ErrorData } from '#shared/errors.ts'
import { registerThroughApi } from '#tests/support/app.ts'
import { SoftAuthenticator } from '#tests/support/authenticator.ts'
import { ConsoleBrowser } from '#tests/support/console-browser.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { openIdentity, password, type IdentityTest } from '#tests/support/identity.ts'
import { asNative, givePlan, userIdOf } from '#tests/support/native.ts'
import { performed } from '#tests/support/operator-acts.ts'
import { codeOf, OperatorDesk } from '#tests/support/operator-desk.ts'
import { findSecret, formsOf } from '#tests/support/secret-forms.ts'
import { realityKeys } from '../tunnels/tunnels.setup.ts'

/** Kinds of secrets with the table that stores a digest or ciphertext; null if nothing is stored. */
const kinds = {
  'session token': 'session_tokens',
  'register token': 'session_tokens',
  'token that replaced another': 'session_tokens',
  'mark of a known browser': null,
  'password of a user': 'users',
  'password made for an app': 'users',
  'secret of an app': 'device_secrets',
  'pending sign-in': 'sign_in_steps',
  'verification code': 'sent_codes',
  'ticket of a verification code': 'sent_codes',
  'password reset code': 'sent_codes',
  'web login code': 'login_codes',
  'ticket of a web login': 'login_codes',
  'passkey challenge': 'passkey_challenges',
  'key of an authenticator app': 'totp_factors',
  'recovery code': 'recovery_codes',
  'code of an address change': 'account_changes',
  'link to stop or confirm a change': null,
  'link to unsubscribe': null,
  'mail address for replies to support': null,
  'redeem code': 'redeem_codes',
  'password of a benefit': 'benefit_stock',
  'subscription link': 'tunnel_links',
  'credential of a subscription link': null,
  'token of a node': 'tunnel_nodes',
  'token of an install line': 'tunnel_nodes',
  'private key of a node': 'tunnel_nodes',
  'feed token of a panel': 'tunnel_providers',
  'secret shared with a panel': 'tunnel_providers',
  'operator invitation': 'operators',
  'password of an operator': 'operators',
  'authenticator key of an operator': 'operators',
  'passkey challenge of an operator': 'operator_challenges',
  'session of an operator': 'operator_sessions',
  "address and signing secret of an operator's webhook": 'operator_notifications',
  "address and signing secrets of the shop's webhook": 'webhook_endpoints',
  'API key': 'api_keys',
  "link in the accountant's mail": 'accountant_mail',
  'keys of the deployment': null,
} satisfies Readonly<Record<string, string | null>>
type Kind = keyof typeof kinds

/** Values readable by anyone with the database, by column, each with the reason. */
const readable: Readonly<Record<string, string>> = {
  'invite code in users.invite_code': 'public: it stands in every shared link',
  'visit in marketing_visits.visit': 'names no person and opens nothing; a finder can only add steps to a visit',
}

/**
 * Server files that make random or derived values, with the kinds of secrets made there or the reason why there are
 * none.
 */
const makers: Readonly<Record<string, readonly Kind[] | string>> = {
  'app.ts': 'number of a request, for the log',
  'modules/account-changes/account-changes.service.ts': [
    'code of an address change',
    'link to stop or confirm a change',
  ],
  'modules/accounts/accounts.service.ts': 'number of an account',
  'modules/accounts/imported-account.ts': 'number of an account',
  'modules/accounts/invite-code.ts': 'public: it stands in every shared link',
  'modules/accounts/nameless-account.ts': 'number of an account',
  'modules/alerts/notification-settings.service.ts': ["address and signing secret of an operator's webhook"],
  'modules/device-accounts/device-accounts.service.ts': ['secret of an app'],
  'modules/groups/groups.service.ts': 'the organizer shares it, and members see it again: it must be readable',
  'modules/limits/device-mark.rules.ts': 'days of a mark in short form',
  'modules/limits/device-mark.ts': ['mark of a known browser'],
  'modules/limits/work.ts': 'puzzle, sent to whoever asks',
  'modules/login-codes/login-codes.service.ts': ['web login code', 'ticket of a web login'],
  'modules/operators/operator-passkeys.service.ts': ['session of an operator'],
  'modules/operators/operators.service.ts': ['operator invitation', 'session of an operator'],
  'modules/operators/shop-pass.ts': 'a keyed digest in a cookie or link, stored nowhere',
  'modules/orders/orders.service.ts': 'number of an order',
  'modules/payments/providers/wechat-report.ts': 'nonce of a request to WeChat Pay',
  'modules/redeem-codes/redeem-codes.service.ts': ['redeem code'],
  'modules/second-factors/second-factors.service.ts': ['recovery code'],
  'modules/sessions/sessions.service.ts': ['session token', 'register token', 'token that replaced another'],
  'modules/sign-in-steps/sign-in-steps.service.ts': ['pending sign-in'],
  'modules/support/reply-address.ts': ['mail address for replies to support'],
  'modules/tunnels/credential.ts': ['credential of a subscription link'],
  'modules/tunnels/links.service.ts': ['subscription link'],
  'modules/tunnels/nodes.service.ts': ['token of a node'],
  'modules/tunnels/panels/deliver.service.ts': 'claim of a delivery, for as long as it runs',
  'modules/tunnels/panels/webhook.ts': 'number of a message',
  'modules/tunnels/reality-keys.ts': ['private key of a node'],
  'modules/verification-codes/verification-codes.service.ts': [
    'verification code',
    'ticket of a verification code',
    'password reset code',
  ],
  'modules/api-keys/api-key.ts': ['API key'],
  'modules/webhooks/endpoint-secrets.ts': ["address and signing secrets of the shop's webhook"],
  'operator/find-edited.ts': 'digest of what a form showed',
  'platform/argon2.ts': 'password of nobody, in memory',
  'platform/imported-password.ts': 'salt of a password of another system',
  'platform/keyring.ts': 'nonce of an encryption',
  'platform/pkcs1-signatures.ts': 'decoy key, in memory',
  'platform/sms/aliyun.ts': 'nonce of a request to Aliyun',
  'platform/totp.ts': ['key of an authenticator app', 'authenticator key of an operator'],
  'platform/webauthn.ts': ['passkey challenge', 'passkey challenge of an operator'],
  'workflows/accounts/messages/stop-address.ts': ['link to unsubscribe'],
  'workflows/accounts/security/make-app-password.ts': ['password made for an app'],
  'workflows/affiliates/payouts/prepare-payouts.ts': 'name of a file',
  'workflows/affiliates/record-visit.ts': 'names no person and opens nothing',
  'workflows/crypto/watch-chain.ts': 'name of a process',
  'workflows/exports/mail-accountant.ts': ["link in the accountant's mail"],
  'workflows/support/answer-person.ts': 'key of a submission',
  'workflows/webhooks/deliver-webhooks.ts': 'claim of a delivery, for as long as it runs',
  'workflows/tunnels/manage-providers.ts': ['feed token of a panel'],
  'workflows/tunnels/read-feed.ts': 'place in the feed',
}
/** Calls that make random values, or derive and encode secrets. */
const making =
  /\brandom(?:Bytes|Int|UUID)\(|\bgetRandomValues|\bgenerateKey(?:Pair)?(?:Sync)?\(|new Secret\(|toString\('base64url'\)|createCipheriv\(|toString\(36\)/

let test: IdentityTest
let desk: OperatorDesk
let dump: Record<string, string>
const made: Partial<Record<Kind, string[]>> = {}
const note = (kind: Kind, ...secrets: (string | undefined)[]) => {
  for (const secret of secrets) {
    expect(secret, kind).toBeTruthy()
    ;(made[kind] ??= []).push(secret!)
  }
}
const challengeOf = (answer: { data: unknown }) => (answer.data as NonNullable<ErrorData>).challenge!
const open: Record<'invite code' | 'visit', string> = { 'invite code': '', visit: '' }

beforeAll(async () => {
  test = await openIdentity()
  desk = await OperatorDesk.open(test.db, test.config)
  await makeCustomerSecrets()
  await makeMailedSecrets()
  await makeShopSecrets()
  await makeOperatorSecrets()
  const { secretKey, signingKeys } = test.config
  note('keys of the deployment', Buffer.from(secretKey.root.bytes).toString('base64url'))
  for (const pem of Object.values(signingKeys)) note('keys of the deployment', pem.split('\n')[2])
  dump = await dumpTexts(test.db)
})
afterAll(async () => {
  await desk.close()
  await test.close()
})

async function makeCustomerSecrets() {
  note('password of a user', password)
  const { token, registerToken, uid } = await registerThroughApi(test, 'holds.secrets', password)
  note('session token', token)
  note('register token', registerToken)
  await test.db.asOwner(`update session_tokens set issued_at = now() - interval '61 minutes' where kind = 'full'`)
  const info = await test.call('/api/system/system_user_info', {}, { token })
  note('token that replaced another', info.pragma)
  open['invite code'] = info.data.inviteCode
  const visited = await test.app.inject({ method: 'POST', url: '/v4/test/marketing/visit', payload: { r: 'x' } })
  open.visit = visited.json<{ data: { visit: string } }>().data.visit
  const login = { accountName: 'holds.secrets', password, agreed: true }
  const back = await test.call('/api/user/user_login_username', login)
  const [, name, proof] = /known_device=([\w-]+)\.[\da-z]+~([\w-]+)/.exec(back.cookie ?? '') ?? []
  note('mark of a known browser', `${name}.${proof}`, proof)

  const phone = asNative(test, { platform: 'ios', deviceId: 'phone-of-secrets' })
  const app = await test.call('/api/user/user_register_deviceid', { agreed: true }, phone)
  note('secret of an app', app.data.deviceSecret)
  note('register token', app.pragma)
  const issued = await test.call('/api/user/user_web_login_code', {}, { token: back.pragma })
  const taken = (await test.call('/api/user/user_web_login_code', {}, { token: back.pragma })).data.code
  const asked = await test.call('/api/user/user_login_code', { code: taken })
  note('web login code', issued.data.code, taken)
  note('ticket of a web login', asked.data.ticket)
  note('passkey challenge', (await test.call('/api/user/user_passkey_options', {})).data.challenge)

  const key = new SoftAuthenticator(test.config.publicOrigin)
  const options = await test.call('/api/user/user_register_passkey_options', { accountName: 'key.of.secrets' })
  const answer = { accountName: 'key.of.secrets', inviteCode: '', agreed: true, passkeyName: 'Key' }
  const opened = await test.call('/api/user/user_register_passkey', { ...answer, response: key.create(options.data) })
  const begun = await test.call('/api/system/system_user_info', {}, { token: opened.pragma })
  const chosen = await test.call('/api/user/user_make_app_password', {}, { token: begun.pragma })
  note('password made for an app', chosen.data.password)

  await test.db.asOwner('delete from limit_counters')
  const { data } = await test.call('/api/user/user_totp_begin', { password }, { token: back.pragma })
  const on = await test.call('/api/user/user_totp_confirm', { code: codeOf(data.secret) }, { token: back.pragma })
  note('key of an authenticator app', data.secret)
  note('recovery code', ...on.data.recoveryCodes)
  note('pending sign-in', challengeOf(await test.call('/api/user/user_login_username', login)))

  await test.db.asOwner(`insert into settings (key, value) values ('supportInbox', 'true')`)
  await givePlan(test, uid, 3)
  const message = { idempotencyKey: 'a-message-of-secrets', text: 'Hello' }
  expect((await test.call('/api/user/support_write', message, { token: back.pragma })).status).toBe('OK')
  const [thread] = await test.db.asOwner<{ id: string }>('select id from support_threads')
  const address = replyAddress(createKeyedDigest(test.config.secretKey), 'help@vpn.example', thread!.id)
  note('mail address for replies to support', address.slice(address.indexOf('@') - 16, address.indexOf('@')))
}

async function makeMailedSecrets() {
  await test.db.asOwner('delete from limit_counters')
  const email = 'codes@secrets.example'
  const register = { purpose: 'register', kind: 'email', identifier: email } as const
  note('ticket of a verification code', (await test.call('/api/user/user_send_code', register)).data.ticket)
  note('verification code', await test.codeFor(email))
  const { uid } = await test.registerByEmail('owner@secrets.example')
  await test.forgetCodeLimits()
  const reset = { purpose: 'reset', kind: 'email', identifier: 'owner@secrets.example' } as const
  note('ticket of a verification code', (await test.call('/api/user/user_send_code', reset)).data.ticket)
  note('password reset code', await test.codeFor('owner@secrets.example'))
  const change = { user: String(uid), kind: 'email', address: 'new@secrets.example', reason: 'lost mailbox' } as const
  await performed(test.db.database, 'people.change-address', change, { config: test.config })
  const userId = await userIdOf(test, uid)
  await test.db.database.transaction((tx) =>
    grantTime(tx, { userId, source: 'operator', sourceId: crypto.randomUUID(), seconds: 31 * 86_400, note: null }),
  )
  await test.db.asOwner(`update memberships set expires_at = expires_at - interval '25 days' where user_id = $1`, [
    userId,
  ])
  await remindOfExpiry(test.db.database)
  const mails = [...(await test.messagesTo('new@secrets.example')), ...(await test.messagesTo('owner@secrets.example'))]
  const all = mails.map(({ text }) => text).join('\n')
  note('code of an address change', await test.codeFor('new@secrets.example'))
  note(
    'link to stop or confirm a change',
    ...[...all.matchAll(/account-change\/\w+\/([\w-]+)/g)].map(([, link]) => link),
  )
  note('link to unsubscribe', /mails\/stop\/([\w-]+)/.exec(all)?.[1])
  expect(made['link to stop or confirm a change']!.length).toBeGreaterThan(1)
}

async function makeShopSecrets() {
  const { db, config } = test
  const batch = { name: 'secrets', count: 3, months: 1, devices: 2 }
  note('redeem code', ...(await performed(db.database, 'redeem.create', batch, { config })).codes)
  const benefit = 'Xylophone-of-ann-77'
  const stock = { kind: 'films', file: `ann@films.example\t${benefit}\thttps://films.example/in` }
  await performed(db.database, 'benefits.import', { ...stock, nameEn: 'Films', nameZh: '电影' }, { config })
  note('password of a benefit', benefit)

  const reality = { security: 'reality', serverName: 'www.example.org', shortId: '6ba85179e30d4fc2', ...realityKeys }
  const server = { group: 'eu', protocol: 'vless', host: 'node.example.org', port: 443, serves: 'both' } as const
  const input = { ...server, name: 'Tokyo', file: JSON.stringify(reality) }
  note('token of a node', (await performed(db.database, 'nodes.add', input, { config })).nodeToken)
  note('token of a node', (await performed(db.database, 'nodes.rotate-token', { node: 'Tokyo' }, { config })).nodeToken)
  const { install } = await performed(db.database, 'nodes.install', { node: 'Tokyo' }, { config })
  note('token of an install line', install.split(' ').at(-1))
  note('private key of a node', realityKeys.privateKey)
  const shared = `whsec_${Buffer.alloc(32, 'secret of the panel').toString('base64')}`
  const file = JSON.stringify({ url: 'http://127.0.0.1:9/receiver', secrets: [shared] })
  const panel = { provider: 'hook', kind: 'webhook' as const, serves: ['paid', 'trial'], file }
  note('feed token of a panel', (await performed(db.database, 'tunnels.set-provider', panel, { config })).feedToken)
  note('secret shared with a panel', shared)

  const { token, uid } = await registerThroughApi(test, 'has.links')
  await givePlan(test, uid, 3)
  const link = await test.call('/api/user/user_add_tunnel_link', { name: 'My phone', os: 'ios' }, { token })
  note('subscription link', link.data.url.split('/').at(-1))
  const opened = await test.app.inject({
    url: new URL(link.data.url).pathname,
    headers: { 'user-agent': 'v2rayN/7.12' },
  })
  const uri = Buffer.from(opened.body, 'base64').toString()
  note('credential of a subscription link', /vless:\/\/([^@]+)@/.exec(uri)?.[1])
}

async function makeOperatorSecrets() {
  const { db, config } = test
  const ann = await desk.firstOwner()
  note('password of an operator', ann.secret)
  note('authenticator key of an operator', ann.totpSecret)
  const origin = config.consoleOrigin
  const browser = new ConsoleBrowser(test.app, origin)
  expect((await browser.signIn({ name: 'ann', secret: ann.secret, code: await desk.code(ann) })).http).toBe(200)
  const sessionOf = ({ cookie }: ConsoleBrowser) => cookie.split('=')[1]
  const key = new SoftAuthenticator(origin)
  type Options = { challenge: string; user: { id: string } }
  const { data } = await browser.ask<Options>('POST', '/passkeys/new')
  expect((await browser.ask('POST', '/passkeys', { name: 'A key', response: key.create(data) })).http).toBe(204)
  const other = new ConsoleBrowser(test.app, origin)
  const { challenge } = (await other.ask<Options>('POST', '/passkey')).data
  expect((await other.ask('POST', '/passkey/sign-in', { response: key.get(challenge) })).http).toBe(200)
  note('session of an operator', sessionOf(browser), sessionOf(other))
  note('mark of a known browser', browser.mark.split('~')[1])
  note('passkey challenge of an operator', (await other.ask<Options>('POST', '/passkey')).data.challenge)
  const printed = await desk.runAlone(['operators', 'invite', '--name', 'nora', '--role', 'viewer'])
  note('operator invitation', /#invitation=(\S+)/.exec(printed)?.[1])
  const books = 'books@secrets.example'
  await desk.runAlone(['exports', 'set-mail', '--email', books, '--language', 'en', '--reason', 'new accountant'])
  const [letter] = await test.messagesTo(books)
  note("link in the accountant's mail", /mails\/confirm\/accountant-([\w-]+)/.exec(letter?.text ?? '')?.[1])
  const address = 'https://chat.example/hook?key=Zambezi-river-of-alerts'
  const wishes = await performed(db.database, 'notifications.set', { webhookAddress: address }, { config })
  const receiver = {
    endpoint: 'books',
    eventKinds: ['order.paid'],
    webhookAddress: 'https://books.example/Limpopo-river-of-events',
  }
  const { webhookSecret: first } = await performed(db.database, 'webhooks.add', receiver, { config })
  const { webhookSecret } = await performed(db.database, 'webhooks.rotate-secret', { endpoint: 'books' }, { config })
  note(
    'API key',
    (await performed(db.database, 'api.make-key', { keyName: 'books', scopes: ['orders:read'] }, { config })).apiKey,
  )
  note("address and signing secrets of the shop's webhook", 'Limpopo-river-of-events', first, webhookSecret)
  note("address and signing secret of an operator's webhook", 'Zambezi-river-of-alerts', wishes.webhookSecret!)
}

describe('secrets in a dump of the database', () => {
  it.each(Object.keys(kinds) as Kind[])('no column holds a secret of the kind "%s" in a usable form', async (kind) => {
    const found = made[kind]?.flatMap((secret) => findSecret(dump, secret))
    expect(found).toEqual([])
    const table = kinds[kind]
    // The table stores something about the secret, so finding none of it proves something.
    expect(table === null || valuesOf(table) !== '').toBe(true)
  })

  it('values that are readable by design are found by the same search, in no other column', () => {
    const found = Object.entries(open).flatMap(([kind, value]) =>
      findSecret(dump, value).map((column) => `${kind} in ${column}`),
    )
    expect(found.toSorted()).toEqual(Object.keys(readable).toSorted())
  })

  it('a secret stored in any usable form is found', async () => {
    const secret = made['session token']![0]!
    const bytes = Buffer.from(secret.slice(3), 'base64url')
    const forms = {
      whole: `Bearer ${secret}`,
      upper: secret.toUpperCase(),
      hex: bytes.toString('hex'),
      bytes,
      'text as bytes': Buffer.from(secret),
      base64: bytes.toString('base64'),
      'base64 of text': Buffer.from(secret).toString('base64'),
      'base64url of JSON': Buffer.from(JSON.stringify({ a: 1, secret })).toString('base64url'),
      'in JSON': { deep: [{ secret }] },
      'bytes in JSON': bytes.toJSON(),
      reversed: Array.from(secret.slice(3)).toReversed().join(''),
    }
    const planted = Object.entries(forms).map(([name, value]) => ({
      name: name.replaceAll(' ', '_').toLowerCase(),
      value,
    }))
    for (const { name, value } of planted) {
      const type = Buffer.isBuffer(value) ? 'bytea' : typeof value === 'string' ? 'text' : 'jsonb'
      await test.db.asOwner(`create table planted_${name} (value ${type})`)
      await test.db.asOwner(`insert into planted_${name} values ($1)`, [value])
    }
    const columns = planted.map(({ name }) => `planted_${name}.value`)
    expect(findSecret(await dumpTexts(test.db), secret).toSorted()).toEqual(columns.toSorted())
    for (const code of made['verification code']!) expect(findSecret({ x: `code ${code}.` }, code)).toEqual(['x'])
    expect(formsOf(made['redeem code']![0]!).length).toBeGreaterThan(10)
  })

  it('every file of the server that makes random or derived values is listed with its secrets', () => {
    const folder = path.join(import.meta.dirname, '../../../server')
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
    )
    const found = files.filter((file) => making.test(readFileSync(path.join(folder, file), 'utf8')))
    expect(found.toSorted()).toEqual(Object.keys(makers).toSorted())
  })
})

const valuesOf = (table: string) =>
  Object.entries(dump)
    .filter(([column]) => column.startsWith(`${table}.`))
    .map(([, text]) => text.trim())
    .join('')
