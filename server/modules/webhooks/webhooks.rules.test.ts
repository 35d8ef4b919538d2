import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signWebhook } from '#server/platform/sign-webhook.ts'
import { secretsAt } from './endpoint-secrets.ts'
import {
  answerLength,
  decideAfter,
  excerptOf,
  failingDays,
  messageId,
  payloadOf,
  readRetryAfter,
} from './webhooks.rules.ts'

const now = new Date('2026-11-29T12:00:00Z')
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

/**
 * Test vectors of the reference implementations of Standard Webhooks, read on 2026-11-29 at commit b2fa7b8 of
 * github.com/standard-webhooks/standard-webhooks: `sign function works` and `multi sig payload is valid` of
 * libraries/javascript/src/webhook.test.ts. The same vectors are in libraries/go/webhook_test.go and
 * libraries/python/tests/test_webhooks.py.
 */
describe('signatures of Standard Webhooks', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }
  const published = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const prefixed = (base64: string) => `whsec_${base64}`
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='

  it('signs like the reference libraries, with and without the prefix of the secret', () => {
    for (const known of [prefixed(published), published])
      expect(signWebhook([known], message)).toEqual({
        'content-type': 'application/json',
        'webhook-id': message.id,
        'webhook-timestamp': '1614265330',
        'webhook-signature': signature,
      })
  })

  it('separates the signatures of two secrets by a space, the new one first', () => {
    const other = Buffer.alloc(24, 'another secret').toString('base64')
    const signed = signWebhook([prefixed(other), prefixed(published)], message)['webhook-signature']!.split(' ')
    expect(signed).toHaveLength(2)
    expect(signed[1]).toBe(signature)
    const key = Buffer.from(other, 'base64')
    expect(signed[0]).toBe(
      `v1,${createHmac('sha256', key).update(`${message.id}.1614265330.${message.body}`).digest('base64')}`,
    )
  })

  it('signs with the former secret until its hours are over', () => {
    const secrets = { url: 'https://hooks.example/', secret: 'new', former: 'old' }
    expect(secretsAt(secrets, new Date(now.getTime() + 1), now)).toEqual(['new', 'old'])
    expect(secretsAt(secrets, now, now)).toEqual(['new'])
    expect(secretsAt(secrets, null, now)).toEqual(['new'])
    expect(secretsAt({ ...secrets, former: null }, new Date(now.getTime() + 1), now)).toEqual(['new'])
  })
})

describe('next step after a delivery attempt', () => {
  const healthy = { failures: 0, failingSince: null }
  const fails = (status: number | null, more: object = {}, retryAfter: number | null = null, random = 0.5) =>
    decideAfter({ status, retryAfter }, { ...healthy, ...more }, now, random)

  it.each([200, 201, 204, 299])('status %i completes the webhook delivery', (status) => {
    expect(fails(status, { failures: 4, failingSince: ago(1_000) })).toEqual({
      state: 'delivered',
      pause: null,
      endpoint: 'on',
    })
  })

  it.each([null, 199, 300, 302, 400, 404, 429, 500, 502, 503])('status %s causes another attempt', (status) => {
    expect(fails(status)).toEqual({ state: 'waiting', pause: 5, endpoint: 'on' })
  })

  it('status 410 ends the webhook delivery and switches the endpoint off', () => {
    expect(fails(410)).toEqual({ state: 'failed', pause: null, endpoint: 'said-gone' })
  })

  it('ten attempts take a little more than three days, as in the schedule of the specification', () => {
    const pauses = Array.from({ length: 9 }, (_, failures) => fails(500, { failures }).pause!)
    expect(pauses).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400])
    // The last row of the retry schedule in spec/standard-webhooks.md, version 1.0.0, is "24 hours | 75:35:05".
    expect(pauses.reduce((sum, pause) => sum + pause)).toBe(75 * 3_600 + 35 * 60 + 5)
    expect(fails(500, { failures: 9 })).toEqual({ state: 'failed', pause: null, endpoint: 'on' })
  })

  it('pauses between delivery attempts vary by a fifth', () => {
    expect([0, 0.999_999].map((random) => fails(500, { failures: 3 }, null, random).pause)).toEqual([5_760, 8_640])
    fc.assert(
      fc.property(fc.nat(8), fc.double({ min: 0, max: 0.999, noNaN: true }), (failures, random) => {
        const middle = fails(500, { failures }).pause!
        const { pause } = fails(500, { failures }, null, random)
        expect(Math.abs(pause! - middle)).toBeLessThanOrEqual(Math.ceil(middle / 5))
      }),
    )
  })

  it('the receiver can ask for a longer pause before the next attempt, of a day at most, but not for a shorter one', () => {
    expect(fails(429, {}, 120).pause).toBe(120)
    expect(fails(503, {}, 10_000_000).pause).toBe(86_400)
    expect(fails(503, { failures: 3 }, 1).pause).toBe(7_200)
  })

  it('an endpoint that only failed for five days is switched off', () => {
    expect(failingDays * 24).toBeGreaterThan(76)
    expect(fails(500, { failingSince: ago(failingDays * 24 - 0.01) }).endpoint).toBe('on')
    expect(fails(500, { failingSince: ago(failingDays * 24) })).toEqual({
      state: 'waiting',
      pause: 5,
      endpoint: 'failed',
    })
  })
})

describe('answer of a webhook receiver', () => {
  it.each<[string | undefined, number | null]>([
    [undefined, null],
    ['120', 120],
    [' 7 ', 7],
    ['soon', null],
    ['-5', null],
    ['Sun, 29 Nov 2026 12:01:40 GMT', 100],
    ['Sun, 29 Nov 2026 11:00:00 GMT', 0],
  ])('reads Retry-After %s as %s seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds)
  })

  it('keeps the beginning of the answer without control characters', () => {
    expect(excerptOf('a\r\nb\u0000c')).toBe('a b c')
    expect(excerptOf('x'.repeat(answerLength + 9))).toHaveLength(answerLength)
    expect(excerptOf(`${'x'.repeat(answerLength - 1)}😀`).isWellFormed()).toBe(true)
  })
})

describe('webhook payload', () => {
  const at = new Date('2026-11-29T10:00:00.123Z')
  const read = (...given: Parameters<typeof payloadOf>) => JSON.parse(payloadOf(...given)) as object
  const order = { order: 'o', amountMinor: 26_800, currency: 'CNY' }

  it('has type, timestamp and data as Standard Webhooks recommends, and contact details only if asked for', () => {
    const event = { kind: 'order.paid', at, data: order } as const
    expect(read(event, { uid: 5, contact: null })).toEqual({
      type: 'order.paid',
      timestamp: '2026-11-29T10:00:00.123Z',
      data: { ...order, user: { uid: 5 } },
    })
    expect(read(event, { uid: 5, contact: { email: 'a@b.example', phone: null } })).toMatchObject({
      data: { user: { uid: 5, email: 'a@b.example', phone: null } },
    })
    expect(read({ kind: 'test', at, data: {} }, null)).toEqual({ type: 'test', timestamp: at.toISOString(), data: {} })
  })

  it.each([
    [{ expiresAt: '2026-11-29T10:00:00.124Z' }, 'active', 'paid'],
    [{ expiresAt: '2026-11-29T10:00:00.123Z' }, 'expired', 'paid'],
    [{ expiresAt: null }, 'expired', 'paid'],
    [{ expiresAt: '2027-01-01T00:00:00Z', blocked: true }, 'blocked', 'paid'],
    [{ expiresAt: '2027-01-01T00:00:00Z', blocked: true, erased: true }, 'erased', 'paid'],
    [{ expiresAt: '2027-01-01T00:00:00Z', trialFrom: '2026-11-29T10:00:00Z' }, 'active', 'trial'],
    [{ expiresAt: '2027-01-01T00:00:00Z', trialFrom: '2026-12-29T10:00:00Z' }, 'active', 'paid'],
  ])('for a membership with %j the state is "%s" and the plan "%s" at the time of the event', (facts, state, plan) => {
    const base = { version: 3, maxDevices: 5, trialFrom: null, blocked: false, erased: false }
    const { data } = read({ kind: 'membership.changed', at, data: { ...base, ...facts } }, null) as { data: object }
    expect(data).toEqual({
      version: 3,
      maxDevices: 5,
      state,
      plan,
      expiresAt: state === 'erased' || facts.expiresAt === null ? null : new Date(facts.expiresAt).toISOString(),
    })
  })

  it('the message id of an event has no full stop, because signatures separate by it', () => {
    expect(messageId('0192aef0-0000-7000-8000-00000000000a')).toBe('evt_0192aef000007000800000000000000a')
  })
})
