import { createPrivateKey, createPublicKey, privateDecrypt, publicEncrypt, constants, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { makeNonce, signWith } from '../../support/sign-call.ts'
import { HttpRejected, originalClient, sealOriginally } from '../../support/original-client.ts'

let on: TestApp
let off: TestApp
beforeAll(async () => {
  ;[on, off] = await Promise.all([createTestApp({ env: { CLIENT_COMPAT: 'on' } }), createTestApp()])
})
afterAll(() => Promise.all([on.close(), off.close()]))

const publicPem = (pem: string) => createPublicKey(pem).export({ type: 'spki', format: 'pem' }).toString()
const compatPem = () => on.config.clientCompat!.signingKeys.web!
const clientOf = (app: TestApp, { language = 'en_US', platform = 'web', publicKeyPem = publicPem(compatPem()) } = {}) =>
  originalClient({
    platform,
    language,
    publicKeyPem,
    async send(url, headers, payload) {
      const { statusCode, headers: answered, body } = await app.app.inject({ method: 'POST', url, headers, payload })
      return { http: statusCode, pragma: answered.pragma as string | undefined, text: body }
    },
  })
let people = 0
const newPerson = () => ({
  accountName: `original.${process.pid}.${++people}`,
  password: 'correct horse 42',
  agreed: true,
})

describe('legacy client with compatibility switched on', () => {
  it('a legacy client reads configuration and plans, registers, is signed in, and gets errors by code', async () => {
    const client = clientOf(on)
    expect(await client.call('/api/system/system_client_config')).toMatchObject({ code: 200, status: 'OK' })
    expect(await client.call('/api/payment/payment_shop')).toMatchObject({ code: 200 })
    const person = newPerson()
    expect(await client.call('/api/user/user_register_username', person)).toMatchObject({
      code: 200,
      status: 'OK',
      msg: '',
    })
    expect([client.token, client.registerToken !== null]).toEqual([null, true])
    expect(await client.call('/api/system/system_user_info')).toMatchObject({ code: 200 })
    expect(client.token).toMatch(/^wf_/)
    expect(await client.call('/api/user/user_get_device_list')).toMatchObject({ code: 200 })
    const taken = await clientOf(on).call('/api/user/user_register_username', {
      ...person,
      password: 'another horse 43',
    })
    expect(taken).toMatchObject({ code: 409, status: 'AccountNameTaken' })
    client.token = `wf_${'A'.repeat(43)}`
    expect(await client.call('/api/user/user_get_device_list')).toMatchObject({ code: 401, status: 'Unauthorized' })
    expect(await client.call('/api/system/no_such_call')).toMatchObject({ code: 404, status: 'NotFound' })
  })

  it.each([
    ['en', 'Please log in'],
    ['en_US', 'Please log in'],
    ['en-GB', 'Please log in'],
    ['EN', 'Please log in'],
    ['en-US,en;q=0.9', 'Please log in'],
    ['zh_CN', '登录'],
    ['zh-CN', '登录'],
    ['zh-Hans', '登录'],
    ['ZH_TW', '登录'],
    ['', '登录'],
    ['enx', '登录'],
  ])('the language header %s is understood', async (language, words) => {
    const { msg } = await clientOf(on, { language }).call('/api/user/user_get_device_list')
    expect(msg.toLowerCase()).toContain(words.toLowerCase())
  })

  it('a legacy client is refused when compatibility is off', async () => {
    await expect(clientOf(off).call('/api/system/system_client_config')).rejects.toThrow(HttpRejected)
    await expect(clientOf(off).call('/api/user/user_get_device_list')).rejects.toThrow('HTTP 401')
    const headers = { platform: 'web', language: 'en_US', 'content-type': 'application/json' }
    const answer = await off.app.inject({
      method: 'POST',
      url: '/v4/test/api/user/user_get_device_list',
      headers,
      payload: '{}',
    })
    expect(answer.json<{ msg: string }>().msg).toContain('登录')
  })

  it('the compatibility mode for old apps changes nothing for webhooks, health checks and current clients', async () => {
    expect((await on.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' })).statusCode).toBe(
      (await off.app.inject({ method: 'POST', url: '/webhooks/stripe', payload: '{}' })).statusCode,
    )
    expect(await on.call('/api/system/system_client_config', {})).toMatchObject({ code: 200 })
    const payload = { nonce: makeNonce(), timestamp: Date.now() }
    const first = await on.call('/api/system/system_client_config', {}, { signature: on.sign(payload) })
    const again = sealOriginally(publicPem(compatPem()), JSON.stringify(payload))
    expect(first.code).toBe(200)
    expect(await on.call('/api/system/system_client_config', {}, { signature: again })).toMatchObject({
      status: 'InvalidSignature',
    })
  })
})

describe('signature key with PKCS#1 v1.5', () => {
  const refusal = async (signature: string) => {
    const { http, raw } = await on.call('/api/system/system_client_config', {}, { signature })
    return `${http} ${raw.replace(/"requestId":"[^"]+"/, '')}`
  }

  it('every kind of invalid signature gets the same response', async () => {
    const key = createPublicKey(compatPem())
    const raw = (block: Buffer) => publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block).toString('base64')
    const padded = (text: Buffer, head = [0, 2]) => {
      const filler = Buffer.from(randomBytes(253 - text.length).map((byte) => byte | 1))
      return raw(Buffer.concat([Buffer.from(head), filler, Buffer.from([0]), text]))
    }
    const good = Buffer.from(JSON.stringify({ nonce: makeNonce(), timestamp: Date.now() }))
    // A correctly padded block built by hand is accepted, so the wrong ones below fail for their own reasons.
    expect((await on.call('/api/system/system_client_config', {}, { signature: padded(good) })).code).toBe(200)
    const bad = {
      'no padding at all': raw(Buffer.concat([Buffer.from([0]), Buffer.alloc(255, 7)])),
      'another kind of block': padded(good, [0, 1]),
      'a first byte that is not 0': padded(good, [1, 2]),
      'no end of the padding': raw(Buffer.concat([Buffer.from([0, 2]), Buffer.alloc(254, 9)])),
      'padding that is too short': raw(Buffer.concat([Buffer.from([0, 2, 1, 1, 0]), Buffer.alloc(251, 9)])),
      'well padded, and empty': padded(Buffer.alloc(0)),
      'well padded, and no JSON': padded(Buffer.from('{')),
      'well padded, and another shape': padded(Buffer.from('{"nonce":5}')),
      'well padded, and too old': padded(
        Buffer.from(JSON.stringify({ nonce: makeNonce(), timestamp: Date.now() - 600_000 })),
      ),
      'a number that is no remainder of the modulus': Buffer.alloc(256, 255).toString('base64'),
      'another length': Buffer.alloc(255, 1).toString('base64'),
      'no base64': '***',
    }
    const answers = await Promise.all(
      Object.entries(bad).map(async ([name, signature]) => [name, await refusal(signature)]),
    )
    const [[, expected]] = answers as [[string, string]]
    expect(expected).toContain('InvalidSignature')
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(Object.keys(bad).map((name) => [name, expected])))
  })

  it('invalid padding decrypts to other bytes instead of an error, so that timing reveals nothing', () => {
    const key = createPrivateKey(compatPem())
    const padding = constants.RSA_PKCS1_PADDING
    for (let round = 0; round < 50; round++) {
      const sealed = randomBytes(256)
      sealed[0] = 0
      expect(() => privateDecrypt({ key, padding }, sealed)).not.toThrow()
    }
  })

  it("PKCS#1 v1.5 and RSA-OAEP keys do not accept each other's signatures", async () => {
    const oaepPem = publicPem(on.config.signingKeys.web)
    await expect(
      clientOf(on, { publicKeyPem: oaepPem }).call('/api/system/system_client_config'),
    ).resolves.toMatchObject({ status: 'InvalidSignature' })
    const signature = signWith(createPublicKey(compatPem()))
    expect(await on.call('/api/system/system_client_config', {}, { signature })).toMatchObject({
      status: 'InvalidSignature',
    })
  })
})
