import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiPrefix } from '#shared/api-values.ts'
import type { Call } from '#shared/contract/call.ts'
import { contract } from '#shared/contract/customer.ts'
import { importStock } from '#server/modules/benefits/benefits.service.ts'
import { createChains } from '#server/modules/chains/create-chains.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { startSession } from '#server/modules/sessions/sessions.service.ts'
import { createKeyring } from '#server/platform/keyring.ts'
import { createLog } from '#server/platform/log.ts'
import { createJobs } from '#server/create-jobs.ts'
import { createMessageDeps } from '#server/workflows/accounts/messages/message-deps.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { watchChain } from '#server/workflows/crypto/watch-chain.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createSeededRandom, makeValid } from '../../support/contract-inputs.ts'
import { drawSeed } from '../../support/seed.ts'
import { createUser } from '../../support/factories.ts'
import { makeJobsDue } from '../../support/jobs.ts'

const canary = (name: string) => `canary${name}${randomBytes(12).toString('hex')}`
const secrets = {
  'password of the mail server': canary('mail'),
  'token of the SMS provider': canary('twilio'),
  'key of the other SMS provider': canary('aliyun'),
  'key of a node': canary('rpc'),
  'key of the other node': canary('rpc'),
  'key of the rates': canary('rates'),
  'key of Stripe': `sk_test_${canary('stripe')}`,
  'secret of Stripe': `whsec_${canary('hook')}`,
  'password of a benefit': canary('benefit'),
}
const port = 9

let app: TestApp
const logged: string[] = []
const answered: string[] = []
const log = createLog(
  'TEST',
  'trace',
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(chunk.toString())
      done()
    },
  }),
)
beforeAll(async () => {
  const file = (name: string, text: string) => {
    const place = path.join(inject('dataDir'), `${randomBytes(6).toString('hex')}-${name}`)
    writeFileSync(place, text)
    return place
  }
  const node = (key: string) => ({ url: `http://127.0.0.1:${port}/v3/${key}`, timeoutMs: 500 })
  const crypto = {
    networks: {
      polygon: { addresses: 'pool', rpcs: [node(secrets['key of a node']), node(secrets['key of the other node'])] },
    },
    rates: { kind: 'http', url: `http://127.0.0.1:${port}/rates?key=${secrets['key of the rates']}` },
  }
  app = await createTestApp({
    log,
    env: {
      // Nothing listens on this port: every provider call fails and is logged.
      SIMULATOR_PORT: String(port),
      SMTP_URL: `smtp://mailer:${secrets['password of the mail server']}@127.0.0.1:${port}`,
      MAIL_FROM: 'hello@wayfare.example',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: secrets['token of the SMS provider'],
      TWILIO_FROM: '+15005550006',
      TWILIO_ENDPOINT: `http://127.0.0.1:${port}`,
      ALIYUN_SMS_ACCESS_KEY_ID: 'id',
      ALIYUN_SMS_ACCESS_KEY_SECRET: secrets['key of the other SMS provider'],
      ALIYUN_SMS_SIGN_NAME: 'Wayfare',
      ALIYUN_SMS_CODE_TEMPLATE: 'SMS_1',
      ALIYUN_SMS_ENDPOINT: `http://127.0.0.1:${port}`,
      STRIPE_SECRET_KEY_FILE: file('stripe.key', secrets['key of Stripe']),
      STRIPE_WEBHOOK_SECRET_FILE: file('hook.key', secrets['secret of Stripe']),
      STRIPE_ENDPOINT: `http://127.0.0.1:${port}`,
      CRYPTO_CONFIG_FILE: file('crypto.json', JSON.stringify(crypto)),
    },
    payments: createPayments,
  })
})
afterAll(() => app.close())

/** Some characters from the middle of an encoded private key, by which the key is recognized. */
const middleOf = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, '').slice(60, 120)

/** Distinctive parts of all secrets in the configuration and the rows, by which a leak is detected. */
function everySecret(): Map<string, string> {
  const found = new Map<string, string>(Object.entries(secrets))
  const { config } = app
  for (const [platform, pem] of Object.entries(config.signingKeys))
    found.set(`signing key of ${platform}`, middleOf(pem))
  found.set('key of the database', Buffer.from(config.secretKey.root.bytes).toString('hex'))
  found.set('key of the database, as base64', Buffer.from(config.secretKey.root.bytes).toString('base64'))
  found.set('key of Alipay', middleOf(config.alipay!.privateKeyPem))
  found.set('key of WeChat Pay', middleOf(config.wechat!.privateKeyPem))
  found.set('v3 key of WeChat Pay', config.wechat!.apiV3Key)
  found.set('key of UnionPay', middleOf(config.unionpay!.privateKeyPem))
  return found
}

const random = createSeededRandom(drawSeed())
async function make(pathOf: string, input: object, token?: string): Promise<void> {
  const { signed = false } = contract[pathOf as keyof typeof contract] as Call
  const response = await app.app.inject({
    method: 'POST',
    url: apiPrefix('TEST') + pathOf,
    headers: { platform: 'web', language: 'en', deviceid: 'web', ...(token !== undefined && { authorization: token }) },
    payload: { ...input, ...(signed && { signature: app.sign() }) },
  })
  answered.push(JSON.stringify(response.headers), response.body)
}

it('secrets appear in no answer or log, even when every provider fails', async () => {
  const { database } = app.db
  const { userId } = await createUser(database)
  const signIn = () =>
    startSession(database, { userId, platform: 'web', deviceId: 'web', kind: 'full', origin: { from: 'proof' } })
  const keyring = createKeyring(app.config.secretKey)
  const item = { account: 'canary', password: secrets['password of a benefit'], link: 'https://benefit.example' }
  await database.transaction((tx) =>
    importStock(tx, keyring, { kind: 'music', names: { en: 'Music', 'zh-CN': '音乐' }, items: [item] }, 'ada'),
  )

  for (const [call, { input }] of Object.entries<Call>(contract)) {
    const made = makeValid(input, random) as object
    await make(call, made)
    await make(call, made, await signIn())
    await make(call, { ...made, signature: 'x', extra: 'x' }, `wf_${'A'.repeat(43)}`)
  }
  for (const method of ['alipay', 'wechat', 'unionpay', 'card'] as const)
    for (const [currency, expectedTotalMinor] of [
      ['CNY', 26_800],
      ['USD', 4_490],
    ] as const) {
      const idempotencyKey = crypto.randomUUID()
      await make(
        '/api/payment/payment_purchase',
        { goodsId: 'plan-12', currency, method, expectedTotalMinor, idempotencyKey },
        await signIn(),
      )
    }
  const register = { purpose: 'register' } as const
  await make('/api/user/user_send_code', { ...register, kind: 'email', identifier: 'canary@example.com' })
  await make('/api/user/user_send_code', { ...register, kind: 'phone', identifier: '+14155552671' })
  await make('/api/user/user_send_code', { ...register, kind: 'phone', identifier: '+8613900139000' })
  for (const provider of ['alipay', 'wechat', 'unionpay', 'stripe']) {
    const request = {
      method: 'POST',
      url: `/webhooks/${provider}`,
      payload: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    } as const
    const response = await app.app.inject(request)
    answered.push(JSON.stringify(response.headers), response.body)
  }
  const chains = await createChains(app.config.crypto!, log)
  const network = chains.find('polygon')!
  await watchChain({ database, log, chains, digest: createKeyedDigest(app.config.secretKey) }, network).catch(
    (err: unknown) => log.error({ err }, 'watching failed'),
  )
  const jobs = createJobs({
    database,
    payments: app.payments,
    log,
    messages: createMessageDeps(app.config, database, log),
  })
  await makeJobsDue(app.db.asOwner)
  await jobs.drain()

  const inLog = logged.join('\n')
  const inAnswers = answered.join('\n')
  const inRows = JSON.stringify(
    await app.db.asOwner(
      `select output::text from pgboss.job union all select encode(sealed_password, 'escape') from benefit_stock`,
    ),
  )
  for (const [name, secret] of everySecret()) {
    expect([name, secret.length > 15]).toEqual([name, true])
    expect([name, 'log', inLog.includes(secret)]).toEqual([name, 'log', false])
    expect([name, 'answers', inAnswers.includes(secret)]).toEqual([name, 'answers', false])
    expect([name, 'rows', inRows.includes(secret)]).toEqual([name, 'rows', false])
  }
  // Each failure is logged, so the secrets were really used.
  for (const said of ['job failed', 'watching failed', 'ECONNREFUSED'])
    expect([said, inLog.includes(said)]).toEqual([said, true])
})
