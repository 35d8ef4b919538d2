import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { digestPayer, savePayersSecret } from './payer-digest.ts'
import type { Fact, PaymentProvider } from './providers/port.ts'

const digest = createKeyedDigest(randomBytes(32))
const fact: Fact = {
  provider: 'alipay',
  kind: 'paid',
  attemptId: 'a',
  providerTxnId: 't',
  refundId: null,
  amount: { amountMinor: 1, currency: 'CNY' },
  at: new Date(0),
  rawHash: '',
}
const provider = (facts: readonly Fact[]) =>
  ({
    id: 'alipay',
    parseNotification: () => ({ eventId: 'e', facts }),
    query: async () => facts,
    findPayer: async (txn: string) => (txn === 'unknown' ? null : '2088123'),
  }) as unknown as PaymentProvider

it('makes different payer digests for different accounts, providers and keys', () => {
  const one = digestPayer(digest, 'alipay', '2088123')
  expect(one).toMatch(/^[0-9a-f]{64}$/)
  expect(digestPayer(digest, 'alipay', '2088123')).toBe(one)
  const others = [
    digestPayer(digest, 'wechat', '2088123'),
    digestPayer(digest, 'alipay', '2088124'),
    digestPayer(createKeyedDigest(randomBytes(32)), 'alipay', '2088123'),
  ]
  expect(others).not.toContain(one)
})

it('returns payers only as digests from notifications, status queries and lookups', async () => {
  const secret = savePayersSecret(provider([{ ...fact, payer: '2088123' }, fact]), digest)
  const hidden = [{ ...fact, payer: digestPayer(digest, 'alipay', '2088123') }, fact]
  expect(secret.parseNotification({ raw: Buffer.alloc(0), headers: {}, now: null })).toEqual({
    eventId: 'e',
    facts: hidden,
  })
  expect(await secret.query({ id: 'a', amount: { amountMinor: 1, currency: 'CNY' }, providerRef: null })).toEqual(
    hidden,
  )
  expect([await secret.findPayer?.('t'), await secret.findPayer?.('unknown')]).toEqual([hidden[0]?.payer, null])
})
