import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AliyunSmsConfig, TwilioConfig } from '#server/platform/config.ts'
import { DeliveryFailed, DeliveryRefused } from '#server/platform/delivery.ts'
import { createSmsSender, smsReaches } from '#server/platform/sms/create-sms-sender.ts'
import { foreignAnswers, foreignNames, startUntrustedServer } from '#tests/support/foreign-answers.ts'

type Request = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }

/** Simulated provider on a real socket: stores requests and returns the configured answer. */
let server: Server
let endpoint = ''
let requests: Request[] = []
let answer: { code: number; body: unknown; drop?: boolean } = { code: 200, body: {} }
let raw: { code: number; headers: Readonly<Record<string, string>>; body: string } | null = null
beforeEach(async () => {
  requests = []
  raw = null
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://localhost')
      requests.push({
        method: request.method ?? '',
        url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      })
      if (raw) return response.writeHead(raw.code, raw.headers).end(raw.body)
      if (answer.drop) return response.destroy()
      response.writeHead(answer.code, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  endpoint = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

const aliyun = (): AliyunSmsConfig => ({
  accessKeyId: 'LTAI-test',
  accessKeySecret: 'aliyun-secret',
  signName: '畅行',
  codeTemplate: 'SMS_1',
  noticeTemplate: null,
  endpoint,
})
const twilio = (): TwilioConfig => ({ accountSid: 'AC123', authToken: 'twilio-token', from: '+15005550006', endpoint })
const sms = (to: string, code: string | null = '012345') => ({ id: 'message-1', to, text: `Code ${code}`, code })
const ok = { code: 200, body: { Code: 'OK', Message: 'OK' } }

describe('Aliyun', () => {
  const send = (code: string | null = '012345') =>
    createSmsSender({ aliyun: aliyun(), twilio: null, outboxUrl: null })(sms('+8613800138000', code))

  it('Aliyun gets a template with the code under a valid signature', async () => {
    answer = ok
    await send()
    const { url, headers, method } = requests[0]!
    expect(method).toBe('POST')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      OutId: 'message-1',
      PhoneNumbers: '13800138000',
      SignName: '畅行',
      TemplateCode: 'SMS_1',
      TemplateParam: '{"code":"012345"}',
    })
    expect(headers).toMatchObject({ 'x-acs-action': 'SendSms', 'x-acs-version': '2017-05-25' })
    expect(Math.abs(Date.parse(String(headers['x-acs-date'])) - Date.now())).toBeLessThan(5_000)
    const [, signed, signature] =
      /^ACS3-HMAC-SHA256 Credential=LTAI-test,SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(
        String(headers.authorization),
      )!
    const names = signed!.split(';')
    expect(names).toEqual([...names].toSorted())
    expect(names).toEqual(
      expect.arrayContaining(['host', 'x-acs-action', 'x-acs-content-sha256', 'x-acs-date', 'x-acs-signature-nonce']),
    )
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const lines = names.map((name) => `${name}:${String(headers[name])}\n`).join('')
    const canonical = ['POST', '/', url.search.slice(1), lines, signed, hash('')].join('\n')
    expect(signature).toBe(
      createHmac('sha256', 'aliyun-secret')
        .update(`ACS3-HMAC-SHA256\n${hash(canonical)}`)
        .digest('hex'),
    )
  })

  it('Aliyun requests never repeat a nonce', async () => {
    answer = ok
    await Promise.all([send(), send()])
    expect(new Set(requests.map(({ headers }) => headers['x-acs-signature-nonce'])).size).toBe(2)
  })

  it('Aliyun errors are told apart as permanent or temporary', async () => {
    answer = { code: 200, body: { Code: 'isv.MOBILE_NUMBER_ILLEGAL' } }
    await expect(send()).rejects.toBeInstanceOf(DeliveryRefused)
    for (const now of [
      { code: 200, body: { Code: 'isv.AMOUNT_NOT_ENOUGH' } },
      { code: 500, body: {} },
      { code: 200, body: {}, drop: true },
    ]) {
      answer = now
      await expect(send()).rejects.toBeInstanceOf(DeliveryFailed)
    }
  })

  it('Aliyun sends no notice without a template', async () => {
    await expect(send(null)).rejects.toBeInstanceOf(DeliveryRefused)
    expect(requests).toEqual([])
  })
})

describe('Twilio', () => {
  const send = () => createSmsSender({ aliyun: null, twilio: twilio(), outboxUrl: null })(sms('+14155552671'))

  it('Twilio gets the text as a form with account and token', async () => {
    answer = { code: 201, body: { sid: 'SM1' } }
    await send()
    const { url, headers, body } = requests[0]!
    expect(url.pathname).toBe('/2010-04-01/Accounts/AC123/Messages.json')
    expect(headers.authorization).toBe(`Basic ${Buffer.from('AC123:twilio-token').toString('base64')}`)
    expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      To: '+14155552671',
      From: '+15005550006',
      Body: 'Code 012345',
    })
  })

  it('Twilio errors are told apart as permanent or temporary, without naming the number', async () => {
    answer = { code: 400, body: { code: 21211, message: "The 'To' number +14155552671 is not valid" } }
    await expect(send()).rejects.toMatchObject({ constructor: DeliveryRefused, message: 'twilio: 400 21211' })
    answer = { code: 429, body: { code: 20429 } }
    await expect(send()).rejects.toBeInstanceOf(DeliveryFailed)
    answer = { code: 200, body: {}, drop: true }
    await expect(send()).rejects.toBeInstanceOf(DeliveryFailed)
  })
})

it('an SMS to a mainland number goes through Aliyun, and any other through Twilio', async () => {
  const both = createSmsSender({ aliyun: aliyun(), twilio: twilio(), outboxUrl: null })
  answer = { code: 200, body: { Code: 'OK', sid: 'SM1' } }
  await both(sms('+8613800138000'))
  await both(sms('+85251234567'))
  expect(requests.map(({ url }) => url.pathname)).toEqual(['/', '/2010-04-01/Accounts/AC123/Messages.json'])
  const only = { aliyun: aliyun(), twilio: null, outboxUrl: null }
  expect([smsReaches(only, '+8613800138000'), smsReaches(only, '+14155552671')]).toEqual([true, false])
  await expect(createSmsSender(only)(sms('+14155552671'))).rejects.toBeInstanceOf(DeliveryRefused)
})

describe('foreign answer in place of an SMS provider', () => {
  const sendAll = (): Promise<void>[] => [
    createSmsSender({ aliyun: aliyun(), twilio: null, outboxUrl: null })(sms('+8613800138000')),
    createSmsSender({ aliyun: null, twilio: twilio(), outboxUrl: null })(sms('+14155550100')),
    createSmsSender({ aliyun: null, twilio: null, outboxUrl: `${endpoint}/outbox/sms` })(sms('+14155550100')),
  ]

  it.each(foreignNames)(
    'no SMS is recorded as sent or as finally refused after a foreign answer: %s',
    async (foreign) => {
      const { status, headers, body } = foreignAnswers[foreign]
      raw = { code: status, headers, body }
      await Promise.all(sendAll().map((sending) => expect(sending).rejects.toBeInstanceOf(DeliveryFailed)))
    },
  )

  it('no SMS is sent after a redirect', async () => {
    raw = { code: 307, headers: { location: `${endpoint}/elsewhere` }, body: '' }
    await Promise.allSettled(sendAll())
    expect(requests.map(({ url }) => url.pathname)).not.toContain('/elsewhere')
    expect(requests).toHaveLength(3)
  })

  it('no SMS is recorded as sent or as finally refused when the certificate of the provider is unknown', async () => {
    const untrusted = await startUntrustedServer()
    endpoint = untrusted.url
    try {
      await Promise.all(sendAll().map((sending) => expect(sending).rejects.toBeInstanceOf(DeliveryFailed)))
      expect(untrusted.requests()).toBe(0)
    } finally {
      untrusted.close()
    }
  })
})
