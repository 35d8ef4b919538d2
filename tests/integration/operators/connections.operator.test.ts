import { createServer } from 'node:http'
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import path from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import { pino } from 'pino'
import { ulid } from 'ulid'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ActionInput } from '#shared/contract/operator.ts'
import { createPayments } from '#server/modules/payments/create-payments.ts'
import { runAction } from '#server/operator/run-action.ts'
import { describeEnvironment } from '#server/platform/environment.ts'
import { readConnection } from '#server/platform/connection-config.ts'
import { readConfig, type Config } from '#server/platform/config.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { parseSecretKeys, type KeySet } from '#server/platform/secret-keys.ts'
import { loadConnections } from '#server/workflows/connections/load-connections.ts'
import { recordHealth } from '#server/workflows/connections/record-health.ts'
import { withoutSecrets } from '#server/workflows/connections/test-connection.ts'
import { readStates } from '#server/workflows/alerts/read-states.ts'
import { placeOrder } from '#server/workflows/orders/place-order.ts'
import { readOrder } from '#server/workflows/orders/read-orders.ts'
import { demoAccount } from '#simulators/chain/start-chain.ts'
import { isMd5Signed, signMd5 } from '#simulators/epay/signing.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { dumpTexts } from '#tests/support/dump-texts.ts'
import { createUser } from '#tests/support/factories.ts'
import { perform } from '#tests/support/operator-acts.ts'
import { ada, ben } from '#tests/support/operators.ts'
import { findSecret } from '#tests/support/secret-forms.ts'
import { soundMachine } from '#tests/support/sound-machine.ts'

const [oldKey, newKey] = ['kOld7Tz2Qm9Rb4Xc', 'kNew3Vw8Lp1Sd6Yh']
const gateway = { EPAY3_GATEWAY: 'https://pay.example/', EPAY3_PID: '7001', EPAY3_METHODS: 'alipay' }
const epay = (key: string, more: Readonly<Record<string, string>> = {}): ActionInput<'connections.set'> => ({
  connection: 'epay3',
  values: JSON.stringify({ ...gateway, EPAY3_KEY_FILE: key, ...more }),
  reason: 'merchant account of the shop',
})

let app: TestApp
const log: string[] = []
const where = () => ({ config: app.config, operator: ada })
const set = async (input: ActionInput<'connections.set'>) => {
  await perform(app.db.database, 'connections.set', input, where())
  await loadConnections(app.db.database, app.config)
}
const shown = async () =>
  (await perform(app.db.database, 'connections.list', {}, where())).connections.find(
    ({ connection }) => connection === 'epay3',
  )

type Wish = Parameters<typeof runAction>[2]
const run = (name: Parameters<typeof runAction>[0], input: object, more: Partial<Wish> = {}) =>
  runAction(name, async () => ({ ...input }), {
    database: app.db.database,
    config: app.config,
    operator: { ...ada, role: 'owner' },
    confirm: async () => ({ ok: true, value: null }),
    ...more,
  })
const refusalOf = async (name: Parameters<typeof runAction>[0], input: object, more: Partial<Wish> = {}) => {
  const ran = await run(name, input, more)
  return ran.ok ? 'accepted' : ran.refusal.sentence.code
}

async function placed(): Promise<{ attemptId: string; payUrl: URL; orderId: string; userId: string }> {
  const { userId } = await createUser(app.db.database)
  const { orderId } = await placeOrder(
    {
      database: app.db.database,
      payments: app.payments,
      log: pino({ level: 'silent' }),
      digest: createKeyedDigest(app.config.secretKey),
    },
    {
      userId,
      goodsId: 'plan-1',
      currency: 'CNY',
      method: 'alipay',
      expectedTotalMinor: 3_500,
      idempotencyKey: crypto.randomUUID(),
      device: 'desktop',
    },
  )
  const [attempt] = await app.db.asOwner<{ id: string }>('select id from payment_attempts where order_id = $1', [
    orderId,
  ])
  const { pay } = await readOrder(app.db.database, userId, orderId, 'en')
  return { attemptId: attempt!.id, payUrl: new URL(pay.kind === 'redirect' ? pay.url : 'about:blank'), orderId, userId }
}

/** Notification of version 1 about a paid order, written like those of `simulators/epay`. */
async function notify(attemptId: string, key: string): Promise<number> {
  const form = {
    pid: '7001',
    trade_no: `2026${Date.now()}${Math.floor(Math.random() * 1_000)}`,
    out_trade_no: attemptId,
    type: 'alipay',
    name: 'Wayfare',
    money: '35.00',
    trade_status: 'TRADE_SUCCESS',
  }
  const signed = signMd5(form, key) as Record<string, string>
  const answer = await app.app.inject({
    method: 'GET',
    url: `/webhooks/epay3?${new URLSearchParams(signed).toString()}`,
  })
  return answer.statusCode
}
const isSignedWith = (url: URL, key: string): boolean => isMd5Signed(Object.fromEntries(url.searchParams), key)

beforeAll(async () => {
  app = await createTestApp({
    env: { SIMULATOR: 'off', TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'x', TWILIO_FROM: '+15005550006' },
    log: pino({ level: 'trace' }, { write: (line: string) => void log.push(line) }),
  })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.asOwner('delete from connection_keys; delete from audit_log; delete from operator_proposals')
  await loadConnections(app.db.database, app.config)
})

describe('keys entered in the console', () => {
  it('entered keys serve new payments without a restart, and the former keys serve earlier payments only', async () => {
    expect(app.payments.ids).not.toContain('epay3')
    expect(await notify('01ARZ3NDEKTSV4RRFFQ69G5FAV', oldKey)).toBe(404)
    await set(epay(oldKey))
    const early = await placed()
    expect(isSignedWith(early.payUrl, oldKey)).toBe(true)
    const second = await placed()
    await app.db.asOwner(`select pg_sleep(0.01)`)
    await set(epay(newKey))
    const late = await placed()
    expect(isSignedWith(late.payUrl, newKey)).toBe(true)
    expect(await notify(ulid(Date.now() + 61_000), oldKey)).toBe(400)
    expect(await notify(ulid(Date.now() + 50_000), oldKey)).not.toBe(400)
    expect(await notify(late.attemptId, newKey)).toBe(200)
    expect(await notify(early.attemptId, oldKey)).toBe(200)
    expect(await notify(second.attemptId, newKey)).toBe(200)
    expect(await shown()).toMatchObject({ source: 'console', setBy: 'ada', formerUntil: expect.any(Date) })
    await app.db.asOwner(`update connection_keys set kept_until = now() where ended_at is not null`)
    await loadConnections(app.db.database, app.config)
    expect(await notify((await placed()).attemptId, oldKey)).toBe(400)
    expect(await notify(early.attemptId, oldKey)).toBe(400)
  })

  it('leaked keys end at once, also for earlier payments', async () => {
    await set(epay(oldKey))
    const early = await placed()
    await set({ ...epay(newKey), leaked: true })
    expect(await notify(early.attemptId, oldKey)).toBe(400)
    expect(await app.db.asOwner('select id from connection_keys')).toHaveLength(1)
  })

  it('a key stays saved if its field is left empty', async () => {
    await set(epay(oldKey))
    await set({ ...epay(''), values: JSON.stringify({ EPAY3_KEY_FILE: newKey, EPAY3_PID: '' }) })
    expect(app.config.epay.epay3).toMatchObject({ pid: '7001', signing: { keys: [newKey] } })
  })

  it('removed keys still serve earlier payments, but no new ones', async () => {
    await set(epay(oldKey))
    const early = await placed()
    await app.db.asOwner(`select pg_sleep(0.01)`)
    await perform(app.db.database, 'connections.remove', { connection: 'epay3', reason: 'x' }, where())
    await loadConnections(app.db.database, app.config)
    expect(app.payments.offers).toEqual([])
    expect(app.payments.accounts.map(({ id }) => id)).toEqual(['crypto'])
    await expect(placed()).rejects.toThrow('MethodNotOffered')
    expect(await notify(early.attemptId, oldKey)).toBe(200)
  })

  it('a change of keys takes two operators, and nobody sees the keys on the way', async () => {
    const ran = await run('connections.set', epay(newKey))
    if (!ran.ok) throw new Error(ran.refusal.sentence.code)
    const { proposal, input } = ran.value
    expect(input['values']).toBe('***')
    expect(await app.db.asOwner('select id from connection_keys')).toEqual([])
    const [row] = await app.db.asOwner<{ options: object; sealed: Buffer }>(
      'select options, sealed from operator_proposals',
    )
    expect(row!.options).toMatchObject({ values: '…', connection: 'epay3' })
    expect(row!.sealed.length).toBeGreaterThan(100)
    for (const role of ['owner', 'support', 'viewer'] as const) {
      const show = await run('approvals.show', { id: proposal!.id }, { operator: { ...ben, role } })
      expect(JSON.stringify(show)).toContain('***')
      expect(JSON.stringify(show)).not.toContain(newKey)
    }
    expect(await refusalOf('approvals.grant', { id: proposal!.id })).not.toBe('accepted')
    const granted = await run('approvals.grant', { id: proposal!.id }, { operator: { ...ben, role: 'owner' } })
    expect(granted.ok).toBe(true)
    expect(JSON.stringify(granted)).not.toContain(newKey)
    expect(await app.db.asOwner('select sealed from operator_proposals')).toEqual([{ sealed: null }])
    await loadConnections(app.db.database, app.config)
    expect(app.config.epay.epay3).toMatchObject({ pid: '7001' })
  })

  it('the second owner sees which account the money would go to, and another destination counts as another account', async () => {
    await set(epay(oldKey))
    const other = JSON.stringify({ EPAY3_GATEWAY: 'https://elsewhere.example/' })
    const ran = await run('connections.set', { ...epay(oldKey), values: other })
    if (!ran.ok) throw new Error(ran.refusal.sentence.code)
    const show = await run('approvals.show', { id: ran.value.proposal!.id }, { operator: { ...ben, role: 'owner' } })
    if (!show.ok) throw new Error(show.refusal.sentence.code)
    const { before, now } = show.value.output as { before: unknown; now: unknown }
    const key = expect.stringMatching(/^•••• [0-9a-f]{8}$/)
    const seen = {
      change: { code: 'connection.otherAccount' },
      changes: [
        { name: 'EPAY3_GATEWAY', before: 'https://pay.example/', after: 'https://elsewhere.example/' },
        { name: 'EPAY3_PID', before: '7001', after: '7001' },
        { name: 'EPAY3_KEY_FILE', before: key, after: key },
        { name: 'EPAY3_METHODS', before: 'alipay', after: 'alipay' },
      ],
    }
    expect(before).toMatchObject(seen)
    expect(now).toMatchObject(seen)
  })

  it('a changed number, URL or Stripe key counts as another account, and no other changed key does', async () => {
    const changeOf = async (connection: string, values: Record<string, string>) => {
      const ran = await run('connections.set', { connection, values: JSON.stringify(values), reason: 'x' })
      if (!ran.ok) throw new Error(ran.refusal.sentence.code)
      await app.db.asOwner('delete from operator_proposals')
      return (ran.value.output as { change: { code: string } }).change.code
    }
    const pem = (file: string) => readFileSync(path.join(inject('dataDir'), `keys/${file}.pem`), 'utf8')
    const privateKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const alipay = {
      ALIPAY_APP_ID: '2021004199999999',
      ALIPAY_SELLER_ID: '2088999999999999',
      ALIPAY_PRIVATE_KEY_FILE: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      ALIPAY_PUBLIC_KEY_FILE: pem('alipay-provider-public'),
    }
    const stripe = { STRIPE_SECRET_KEY_FILE: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET_FILE: 'whsec_1' }
    const mail = { SMTP_URL: 'smtp://u:first@mail.example:587', MAIL_FROM: 'shop@mail.example' }
    expect(await changeOf('stripe', stripe)).toBe('connection.added')
    await set({ connection: 'alipay', values: JSON.stringify(alipay), reason: 'x' })
    await set({ connection: 'stripe', values: JSON.stringify(stripe), reason: 'x' })
    await set({ connection: 'mail', values: JSON.stringify(mail), reason: 'x' })
    await set(epay(oldKey))
    const elsewhere = [
      ['alipay', { ALIPAY_APP_ID: '2021004188888888' }],
      ['alipay', { ALIPAY_SELLER_ID: '2088999999999998' }],
      ['alipay', { ALIPAY_GATEWAY: 'https://elsewhere.example/gateway.do' }],
      ['stripe', { STRIPE_SECRET_KEY_FILE: 'sk_test_0987654321' }],
      ['stripe', { STRIPE_ENDPOINT: 'https://elsewhere.example' }],
      ['mail', { SMTP_URL: 'smtp://u:first@elsewhere.example:587' }],
      ['epay3', { EPAY3_PID: '7002' }],
    ] as const
    for (const [connection, values] of elsewhere)
      expect([values, await changeOf(connection, values)]).toEqual([values, 'connection.otherAccount'])
    expect(await changeOf('epay3', { EPAY3_KEY_FILE: newKey })).toBe('connection.changed')
    expect(await changeOf('epay3', { EPAY3_METHODS: 'wechat' })).toBe('connection.changed')
    expect(await changeOf('mail', { SMTP_URL: 'smtp://u:second@mail.example:587' })).toBe('connection.changed')
  })

  it('keys are not approved if they would join other saved keys than those that the second owner saw', async () => {
    for (const meanwhile of [{ EPAY3_GATEWAY: 'https://elsewhere.example/' }, { EPAY3_KEY_FILE: newKey }]) {
      await set(epay(oldKey))
      const asked = { connection: 'epay3', values: JSON.stringify({ EPAY3_PID: '7002' }), reason: 'x' }
      const ran = await run('connections.set', asked)
      const id = ran.ok ? ran.value.proposal!.id : ''
      await set({ connection: 'epay3', values: JSON.stringify(meanwhile), reason: 'x' })
      const second = { operator: { ...ben, role: 'owner' } } as const
      expect(await refusalOf('approvals.grant', { id }, second)).toBe('proposal.differs')
      expect(app.config.epay.epay3).toMatchObject({ pid: '7001' })
      await app.db.asOwner('delete from connection_keys; delete from operator_proposals')
      await loadConnections(app.db.database, app.config)
    }
  })

  it('keys are deleted with a refused proposal', async () => {
    const ran = await run('connections.set', epay(newKey))
    const id = ran.ok ? ran.value.proposal!.id : ''
    await run('approvals.refuse', { id, reason: 'x' }, { operator: { ...ben, role: 'owner' } })
    expect(await app.db.asOwner('select sealed from operator_proposals')).toEqual([{ sealed: null }])
    expect(await app.db.asOwner('select id from connection_keys')).toEqual([])
  })

  it('entered keys are in no column and no log line in a readable form', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const alipay = {
      connection: 'alipay' as const,
      values: JSON.stringify({
        ALIPAY_APP_ID: '2021004199999999',
        ALIPAY_SELLER_ID: '2088999999999999',
        ALIPAY_PRIVATE_KEY_FILE: pem,
        ALIPAY_PUBLIC_KEY_FILE: readFileSync(path.join(inject('dataDir'), 'keys/alipay-provider-public.pem'), 'utf8'),
      }),
      reason: 'x',
    }
    await set(alipay)
    await set(epay(oldKey))
    await run('connections.set', epay(newKey))
    await run('connections.set', { ...epay(newKey), values: `{"EPAY3_KEY_FILE": "${newKey}"` })
    await placed()
    const dump = await dumpTexts(app.db)
    const middle = pem.replaceAll(/-----[^-]+-----|\s/g, '').slice(60, 120)
    for (const secret of [oldKey, newKey, middle, '2021004199999999']) {
      expect(findSecret(dump, secret), secret).toEqual([])
      expect(log.filter((line) => line.includes(secret))).toEqual([])
    }
    const listed = JSON.stringify(await perform(app.db.database, 'connections.list', {}, where()))
    for (const secret of [oldKey, newKey, middle]) expect(listed).not.toContain(secret)
    expect(listed).toContain('"ending":"9999"')
    expect(withoutSecrets(`bad sign ${oldKey}`, app.config.epay.epay3)).toBe('bad sign ***')
    const server = Object.assign(new URL('smtp://u@mail.example'), { password: 'p@ssword1' })
    expect(withoutSecrets('535 p@ssword1', { url: server.href })).toBe('535 ***')
  })

  it('entered keys are ignored if the environment configures the connection, and the console says so', async () => {
    const twilio = { connection: 'twilio', values: JSON.stringify({ TWILIO_ACCOUNT_SID: 'AC2' }), reason: 'x' }
    expect(await refusalOf('connections.set', twilio)).toBe('connection.inEnvironment')
    expect(await refusalOf('connections.remove', { connection: 'twilio', reason: 'x' })).toBe(
      'connection.inEnvironment',
    )
    await set(epay(oldKey))
    const config = readConfig({
      APP_ENV: 'TEST',
      DATA_DIR: inject('dataDir'),
      SIMULATOR: 'off',
      EPAY3_GATEWAY: 'https://own.example/',
      EPAY3_PID: '9',
      EPAY3_VERSION: 'V2',
      EPAY3_PRIVATE_KEY_FILE: path.join(inject('dataDir'), 'keys/epay-merchant-private.pem'),
      EPAY3_PLATFORM_KEY_FILE: path.join(inject('dataDir'), 'keys/epay-provider-public.pem'),
    })
    await loadConnections(app.db.database, config)
    expect(config.epay.epay3).toMatchObject({ gateway: 'https://own.example/', pid: '9' })
    const { connections } = await perform(app.db.database, 'connections.list', {}, { config, operator: ada })
    expect(connections.find(({ connection }) => connection === 'epay3')).toMatchObject({
      source: 'environment',
      ids: [],
    })
  })

  it('wrong keys are refused by the same rules as in the environment, each with the name of its setting', async () => {
    const faults = (id: Parameters<typeof readConnection>[0], values: Record<string, string>, config = app.config) =>
      readConnection(id, values, config).faults.map(({ setting, code }) => `${setting} ${code}`)
    expect(faults('epay3', { ...gateway })).toEqual(['EPAY3_KEY_FILE missing'])
    expect(faults('epay3', { ...gateway, EPAY3_KEY_FILE: 'short' })).toEqual(['EPAY3_KEY_FILE shortKey'])
    expect(faults('epay3', { ...gateway, EPAY3_VERSION: 'V2', EPAY3_PRIVATE_KEY_FILE: 'x' })).toEqual([
      'EPAY3_PRIVATE_KEY_FILE privateKey',
      'EPAY3_PLATFORM_KEY_FILE missing',
    ])
    expect(faults('epay3', { ...gateway, EPAY3_METHODS: 'card', EPAY3_KEY_FILE: oldKey })).toEqual([
      'EPAY3_METHODS methods',
    ])
    expect(faults('mail', { SMTP_URL: 'https://mail.example' })).toEqual(['MAIL_FROM missing', 'SMTP_URL form'])
    const stripe = { STRIPE_SECRET_KEY_FILE: 'sk_test_1234567890', STRIPE_WEBHOOK_SECRET_FILE: 'whsec_1' }
    expect(faults('stripe', stripe)).toEqual([])
    const production = { ...app.config, environment: 'PROD' } as Config
    expect(faults('stripe', stripe, production)).toEqual(['STRIPE_SECRET_KEY_FILE liveKey'])
    const key = readFileSync(path.join(inject('dataDir'), 'keys/epay.key'), 'utf8')
    expect(faults('epay3', { ...gateway, EPAY3_KEY_FILE: key }, production)).toEqual(['EPAY3_KEY_FILE demo'])
    expect(
      faults('epay3', { ...gateway, EPAY3_GATEWAY: 'http://pay.example', EPAY3_KEY_FILE: oldKey }, production),
    ).toEqual(['EPAY3_GATEWAY form'])
    expect(await refusalOf('connections.set', epay('short'))).toBe('connection.fault.shortKey')
    expect(await refusalOf('connections.set', { ...epay(oldKey), values: '[]' })).toBe('connection.noForm')
    expect(await refusalOf('connections.set', { ...epay(oldKey), values: '{"SMTP_URL":"x"}' })).toBe(
      'connection.noForm',
    )
    expect(await refusalOf('connections.set', { ...epay(oldKey), values: '{}' })).toBe('connection.nothingGiven')
    expect(await refusalOf('connections.remove', { connection: 'epay3', reason: 'x' })).toBe('connection.noKeys')
  })

  it('only owners enter keys; finance sees and tests connections, support does neither', async () => {
    const as = (role: 'support' | 'finance') => ({ operator: { ...ben, role } })
    expect(await refusalOf('connections.set', epay(oldKey), as('finance'))).not.toBe('accepted')
    expect(await refusalOf('connections.remove', { connection: 'epay3', reason: 'x' }, as('finance'))).not.toBe(
      'accepted',
    )
    expect(await refusalOf('connections.list', {}, as('finance'))).toBe('accepted')
    expect(await refusalOf('connections.list', {}, as('support'))).not.toBe('accepted')
    expect(await refusalOf('connections.test', { connection: 'epay3' }, as('support'))).not.toBe('accepted')
  })

  it('entered keys survive a new secret key, and if their secret key is lost, only their connection is off', async () => {
    await set(epay(oldKey))
    const old = Buffer.from(app.config.secretKey.root.bytes).toString('hex')
    const both = parseSecretKeys(`${'ab'.repeat(32)}\n${old}`) as KeySet
    const rotated = { ...app.config, secretKey: both } as Config
    const { resealed } = await perform(app.db.database, 'keys.reseal', {}, { config: rotated, operator: ada })
    expect(resealed).toBeGreaterThan(0)
    const [row] = await app.db.asOwner<{ sealed: Buffer }>('select sealed from connection_keys')
    expect(row!.sealed.subarray(0, 8).toString(), 'the mark of a newer key').toBe('wf-key-1')
    const fresh = (secretKey: KeySet): Config => {
      const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), SIMULATOR: 'off' })
      return Object.assign(config, { secretKey })
    }
    const withBoth = fresh(both)
    await loadConnections(app.db.database, withBoth)
    expect(withBoth.epay.epay3).toMatchObject({ signing: { keys: [oldKey] } })
    const lost = fresh(parseSecretKeys('cd'.repeat(32)) as KeySet)
    await loadConnections(app.db.database, lost)
    expect([lost.epay.epay3, lost.connections.broken]).toEqual([null, ['epay3']])
    expect(createPayments(lost).ids).toEqual(['crypto'])
    const { seen } = await readStates(app.db.database, {
      config: lost,
      now: new Date(),
      isOpen: () => false,
      machine: soundMachine,
      onFailure: () => {},
    })
    expect(seen.filter(({ kind }) => kind === 'connection-broken').map(({ subject }) => subject)).toEqual(['epay3'])
  })
})

const answering = async (answer: object, work: (origin: string) => Promise<void>) => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await work(`http://127.0.0.1:${port}/`)
  server.close()
  return asked
}
const test = async (connection: string, more: object = {}) => {
  const ran = await run('connections.test', { connection, ...more })
  return ran.ok ? (ran.value.output as { says: { code: string; params: object } }).says : ran.refusal.sentence
}

describe('tests of connections to other services', () => {
  it('a test asks for a payment that does not exist, and reports the answer of the service without our keys', async () => {
    const asked = await answering({ code: -1, msg: '订单号不存在' }, async (origin) => {
      await set(epay(oldKey, { EPAY3_GATEWAY: origin }))
      expect((await test('epay3')).code).toBe('connection.paymentWorks')
    })
    expect(asked).toEqual([expect.stringContaining('act=order')])
    await answering({ code: -3, msg: `商户密钥错误 ${oldKey}` }, async (origin) => {
      await set(epay(oldKey, { EPAY3_GATEWAY: origin }))
      const says = await test('epay3')
      expect(says.code).toBe('connection.fails')
      expect(JSON.stringify(says)).toContain('商户密钥错误')
      expect(JSON.stringify(says)).not.toContain(oldKey)
    })
    const audit = await app.db.asOwner(`select subject, details from audit_log where action = 'connections.test'`)
    expect(audit).toEqual([
      { subject: 'connection epay3', details: { begun: true } },
      { subject: 'connection epay3', details: { begun: true } },
    ])
  })

  it('a test is previewed without a call to the service, and refused for a service that is not set up', async () => {
    const asked = await answering({}, async (origin) => {
      await set(epay(oldKey, { EPAY3_GATEWAY: origin }))
      const ran = await run('connections.test', { connection: 'epay3' }, { preview: true })
      expect(ran).toMatchObject({ ok: true, value: { output: { says: { code: 'connection.paymentTest' } } } })
    })
    expect(asked).toEqual([])
    expect((await test('alipay')).code).toBe('connection.notSetUp')
    expect((await test('nothing')).code).toBe('connection.unknown')
    expect((await test('mail')).code).toBe('mail.noServer')
    expect((await test('twilio')).code).toBe('connection.needsPhone')
  })

  it('an operator can send five test SMS a day and run twenty tests an hour', async () => {
    const asked = await answering({ sid: 'SM1' }, async (origin) => {
      Object.assign(app.config, {
        sms: { ...app.config.sms, twilio: { ...app.config.sms!.twilio!, endpoint: origin.slice(0, -1) } },
      })
      for (let sent = 0; sent < 5; sent++)
        expect((await test('twilio', { phone: '+12025550143' })).code).toBe('connection.smsWorks')
      expect((await test('twilio', { phone: '+12025550143' })).code).toBe('connection.smsOften')
    })
    expect(asked).toHaveLength(5)
    expect(JSON.stringify(await app.db.asOwner('select * from audit_log'))).not.toContain('2025550143')
    await answering({ code: -1, msg: '订单号不存在' }, async (origin) => {
      await set(epay(oldKey, { EPAY3_GATEWAY: origin }))
      for (let made = 5; made < 20; made++) expect((await test('epay3')).code).toBe('connection.paymentWorks')
      expect((await test('epay3')).code).toBe('connection.testedOften')
    })
  })
})

describe('cryptocurrency entered in the console', () => {
  const xpub = demoAccount.publicExtendedKey
  const crypto = (values: Readonly<Record<string, string>>): ActionInput<'connections.set'> => ({
    connection: 'crypto',
    values: JSON.stringify(values),
    reason: 'wallet of the shop',
  })
  const offered = async () => {
    await app.refreshChains()
    return (await app.call('/api/payment/payment_crypto_options', {})).data.networks.map(({ id }) => id)
  }
  const currencies = () => app.payments.offers.find(({ method }) => method === 'crypto')?.currencies ?? []

  it('cryptocurrency is offered without a restart, changes with its form, and ends when it is removed', async () => {
    expect([await offered(), currencies()]).toEqual([[], []])
    const node = 'https://node.example/SECRETKEY7'
    await set(crypto({ CRYPTO_XPUB: xpub, CRYPTO_BSC_NODES: node, CRYPTO_TRON_NODES: node }))
    expect([await offered(), currencies()]).toEqual([['bsc', 'tron'], ['USD']])
    const list = await perform(app.db.database, 'connections.list', {}, where())
    expect(list.connections.filter(({ kind }) => kind === 'chain')).toMatchObject([
      { connection: 'crypto', source: 'console', ids: [{ setting: 'CRYPTO_XPUB', ending: xpub.slice(-4) }] },
      { connection: 'chain:bsc', source: 'console' },
      { connection: 'chain:tron', source: 'console' },
    ])
    expect(JSON.stringify(list)).not.toContain('SECRETKEY7')
    const before = app.config.crypto
    await loadConnections(app.db.database, app.config)
    expect(app.config.crypto, 'unchanged networks stay open').toBe(before)
    await set(crypto({ CRYPTO_CNY_PER_USD: '7.12', CRYPTO_TRON_TOKENS: 'off' }))
    expect([await offered(), currencies()]).toEqual([['bsc'], ['CNY', 'USD']])
    await perform(app.db.database, 'connections.remove', { connection: 'crypto', reason: 'x' }, where())
    await loadConnections(app.db.database, app.config)
    expect([await offered(), currencies()]).toEqual([[], []])
  })

  it('entering cryptocurrency takes two owners, who see the wallet key and the hosts of nodes, but no URL with a key', async () => {
    const node = 'https://node.example/SECRETKEY8'
    const ran = await run('connections.set', crypto({ CRYPTO_XPUB: xpub, CRYPTO_BSC_NODES: node }))
    if (!ran.ok) throw new Error(ran.refusal.sentence.code)
    const { proposal, output } = ran.value
    expect(output).toMatchObject({
      change: { code: 'connection.added' },
      changes: [
        { name: 'CRYPTO_XPUB', before: null, after: xpub },
        { name: 'CRYPTO_BSC_NODES', before: null, after: expect.stringMatching(/^node[.]example •••• [0-9a-f]{8}$/) },
      ],
    })
    expect(proposal).not.toBeNull()
    expect(await offered()).toEqual([])
    expect(findSecret(await dumpTexts(app.db), 'SECRETKEY8')).toEqual([])
  })

  it('a missing network and a mistyped wallet key are refused with the name of their field', async () => {
    expect(await refusalOf('connections.set', crypto({ CRYPTO_XPUB: xpub }))).toBe('connection.fault.noNetwork')
    const mistyped = xpub.slice(0, -1) + (xpub.endsWith('a') ? 'b' : 'a')
    const input = crypto({ CRYPTO_XPUB: mistyped, CRYPTO_BSC_NODES: 'https://node.example' })
    expect(await refusalOf('connections.set', input)).toBe('connection.fault.xpub')
  })

  it('a file named in the environment outweighs what was entered, and the console says so', async () => {
    await set(crypto({ CRYPTO_XPUB: xpub, CRYPTO_BSC_NODES: 'https://node.example' }))
    const file = path.join(inject('dataDir'), `crypto-${randomUUID()}.json`)
    const networks = { tron: { rpcs: [{ url: 'https://own.example' }] } }
    writeFileSync(file, JSON.stringify({ networks, rates: { kind: 'fixed' } }))
    const config = readConfig({ APP_ENV: 'TEST', DATA_DIR: inject('dataDir'), CRYPTO_CONFIG_FILE: file })
    await loadConnections(app.db.database, config)
    expect(config.crypto?.networks.map(({ id }) => id)).toEqual(['tron'])
    const input = crypto({ CRYPTO_CNY_PER_USD: '7' })
    const ran = await run('connections.set', input, { config })
    expect(ran).toMatchObject({
      ok: false,
      refusal: { sentence: { code: 'connection.inEnvironment', params: { setting: 'CRYPTO_CONFIG_FILE' } } },
    })
  })

  it('a test of cryptocurrency asks every node, and names its host and the first address of the wallet', async () => {
    await answering({ jsonrpc: '2.0', id: 0, result: '0x38' }, async (origin) => {
      await set(crypto({ CRYPTO_XPUB: xpub, CRYPTO_BSC_NODES: `${origin}SECRETKEY9\n${origin}other` }))
      const { privateKey } = demoAccount.derive('m/0/0')
      expect(await test('crypto')).toEqual({
        code: 'connection.cryptoWorks',
        params: {
          nodes: 2,
          networks: 1,
          address: privateKeyToAddress(`0x${Buffer.from(privateKey!).toString('hex')}`),
        },
      })
      expect(await test('chain:bsc')).toMatchObject({ code: 'connection.chainWorks' })
    })
    await answering({ jsonrpc: '2.0', id: 0, result: '0x1' }, async (origin) => {
      await set(crypto({ CRYPTO_BSC_NODES: `${origin}SECRETKEY9` }))
      const says = await test('crypto')
      expect(says).toMatchObject({ code: 'connection.fails' })
      expect(JSON.stringify(says)).toMatch(/127[.]0[.]0[.]1:\d+: the node is of chain 1, not 56/)
      expect(JSON.stringify(says)).not.toContain('SECRETKEY9')
    })
    const key = '0123456789abcdefSECRETKEY10'
    await answering({ jsonrpc: '2.0', id: 0, error: { message: `no project ${key}` } }, async (origin) => {
      const host = origin.replace('http://', '')
      for (const node of [
        `${origin}v3/${key}`,
        `${origin}?key=${key}`,
        `http://shop:${key}@${host}`,
        `http://shop:p%zz@${host}${key}`,
      ]) {
        await set(crypto({ CRYPTO_BSC_NODES: node }))
        const says = await test('crypto')
        expect(says).toMatchObject({ code: 'connection.fails' })
        expect(JSON.stringify([says, log])).not.toContain(key)
      }
    })
  })
})

it('a connection remembers the last success and the last failure of calls, and its notifications', async () => {
  const health = recordHealth(app.db.database)
  const { asked } = health.alsoMeasure()
  asked({ provider: 'epay3', operation: 'query', outcome: 'refused', seconds: 1 })
  asked({ provider: 'epay3', operation: 'query', outcome: 'silent', seconds: 1 })
  asked({ provider: 'epay3', operation: 'query', outcome: 'left_alone', seconds: 1 })
  health.onNotification('epay3', 'rejected')
  await health.flush()
  health.onNotification('epay3', 'accepted')
  await health.flush()
  expect(await shown()).toMatchObject({
    succeededAt: expect.any(Date),
    failedAt: expect.any(Date),
    failure: 'silent',
    notifiedAt: expect.any(Date),
    rejectedAt: expect.any(Date),
    source: 'none',
    missing: ['EPAY3_GATEWAY', 'EPAY3_PID', 'EPAY3_KEY_FILE'],
    notifyUrl: `${app.config.publicOrigin}/webhooks/epay3`,
  })
})

it('missing values of a connection are named by settings that exist in the environment', async () => {
  const { connections } = await perform(app.db.database, 'connections.list', {}, where())
  const lacking = connections.flatMap(({ missing }) => missing)
  expect(lacking).toContain('CRYPTO_CONFIG_FILE')
  const known = Object.keys(describeEnvironment(true))
  expect(lacking.filter((name) => !known.includes(name))).toEqual([])
})
