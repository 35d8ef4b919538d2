import { generateKeyPairSync } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { pino } from 'pino'
import { afterEach, describe, expect, it } from 'vitest'
import { createRates, RateUnavailable } from '#server/modules/chains/exchange-rates.ts'
import { createRpcPool, RpcFailed } from '#server/modules/chains/rpc.ts'
import {
  ProviderSilent,
  type NewAttempt,
  type PaymentProvider,
  type RefundRequest,
} from '#server/modules/payments/providers/port.ts'
import { createAlipay } from '#server/modules/payments/providers/alipay.ts'
import { createEpay, type EpayConfig } from '#server/modules/payments/providers/epay.ts'
import { createStripe } from '#server/modules/payments/providers/stripe.ts'
import { createUnionpay } from '#server/modules/payments/providers/unionpay.ts'
import { createWechat } from '#server/modules/payments/providers/wechat.ts'
import type { RateConfig } from '#server/platform/crypto-config.ts'
import { foreignAnswers, foreignNames, sendForeign, startUntrustedServer } from '#tests/support/foreign-answers.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const privateKeyPem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()

let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
/** Gateway that gives this answer to every request. */
async function gateway(answer: (response: ServerResponse) => void): Promise<string> {
  server = createServer((request, response) => {
    request.resume()
    answer(response)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const notifyUrl = 'https://shop.example/webhooks'
const returnUrl = () => 'https://shop.example/purchased'
const opened = (endpoint: string, timeoutMs: number): Record<string, PaymentProvider> => ({
  alipay: createAlipay({
    config: { appId: '1', sellerId: '2', privateKeyPem, alipayPublicKeyPem: publicPem, gateway: endpoint },
    notifyUrl,
    returnUrl,
    timeoutMs,
  }),
  wechat: createWechat({
    config: {
      appId: '1',
      merchantId: '1900000001',
      serial: 'AB',
      privateKeyPem,
      platformKeys: { P: publicPem },
      apiV3Key: 'k'.repeat(32),
      endpoint,
    },
    notifyUrl,
    returnUrl,
    timeoutMs,
  }),
  unionpay: createUnionpay({
    config: { merchantId: '777290058110048', certId: '1', privateKeyPem, endpoint } as Parameters<
      typeof createUnionpay
    >[0]['config'],
    notifyUrl,
    returnUrl,
    timeoutMs,
  } as Parameters<typeof createUnionpay>[0]),
  stripe: createStripe({ config: { secretKey: 'sk_test_1', webhookSecret: 'w', endpoint }, returnUrl, timeoutMs }),
  'epay, MD5': openEpay(endpoint, timeoutMs, { kind: 'md5', keys: ['k'.repeat(32)], isNamed: false }),
  'epay, RSA': openEpay(endpoint, timeoutMs, { kind: 'rsa', privateKey: privateKeyPem, platformKeys: [publicPem] }),
})
const openEpay = (endpoint: string, timeoutMs: number, signing: EpayConfig['signing']): PaymentProvider =>
  createEpay({
    id: 'epay1',
    config: { gateway: endpoint, pid: '1001', methods: ['alipay', 'wechat'], opens: 'api', refunds: true, signing },
    notifyUrl,
    returnUrl,
    timeoutMs,
  })
const names = ['alipay', 'wechat', 'unionpay', 'stripe', 'epay, MD5', 'epay, RSA']
const ask = async (name: string, endpoint: string, timeoutMs: number): Promise<unknown> => {
  const amount = { amountMinor: 1, currency: 'CNY' as const }
  const ref = { id: '01JD0000000000000000000000', amount, providerRef: 'cs_test_1' }
  return opened(endpoint, timeoutMs)[name]!.query(ref)
}
/** All methods of the provider that make a request. */
const every = (provider: PaymentProvider): Record<string, () => Promise<unknown>> => {
  const id = '01JD0000000000000000000000'
  const amount = { amountMinor: 1, currency: 'CNY' as const }
  const ref = { id, amount, providerRef: 'cs_test_1' }
  const expiresAt = new Date(Date.now() + 3_600_000)
  const attempt = {
    id,
    orderId: id,
    method: provider.id === 'epay1' ? 'alipay' : provider.id,
    amount,
    subject: 'x',
    expiresAt,
    device: 'computer',
    clientIp: null,
  }
  const refund: RefundRequest = { refundId: id, ref, providerTxnId: 'pi_1', amount, reason: 'x' }
  return {
    create: () => provider.create(attempt as unknown as NewAttempt),
    query: () => provider.query(ref),
    ...(provider.caps.canClose && { close: () => provider.close(ref) }),
    refund: () => provider.refund(refund),
    queryRefund: () => provider.queryRefund(refund),
    ...(provider.listSettled && { listSettled: () => provider.listSettled!('2026-11-01') }),
    ...(provider.listDisputes && { listDisputes: () => provider.listDisputes!(new Date(0)) }),
    ...(provider.findPayer && { findPayer: () => provider.findPayer!('pi_1') }),
  }
}
const askNode = (endpoint: string, timeoutMs: number) => {
  const network = { id: 'x', chainId: 1, batch: 1, rpcs: [{ url: endpoint, timeoutMs }] }
  const pool = createRpcPool(network as unknown as Parameters<typeof createRpcPool>[0], pino({ level: 'silent' }))
  return pool.withRpc((rpc) => rpc.call('eth_blockNumber'))
}
const ratesOf = (url: string) =>
  createRates({ kind: 'http', url, maxAgeSeconds: 60, spreadBps: 0 } as unknown as RateConfig)

describe.each(names)('calls to %s', (name) => {
  it.each(foreignNames)('every call is treated as unanswered when the gateway sends %s', async (foreign) => {
    const endpoint = await gateway((response) => sendForeign(response, foreignAnswers[foreign]))
    for (const [call, act] of Object.entries(every(opened(endpoint, 4_000)[name]!)))
      expect(await act().catch((reason: unknown) => reason), call).toBeInstanceOf(ProviderSilent)
  })

  it('every call is treated as unanswered when the certificate of the gateway is unknown', async () => {
    const untrusted = await startUntrustedServer()
    try {
      for (const [call, act] of Object.entries(every(opened(untrusted.url, 4_000)[name]!)))
        expect(await act().catch((reason: unknown) => reason), call).toBeInstanceOf(ProviderSilent)
      expect(untrusted.requests()).toBe(0)
    } finally {
      untrusted.close()
    }
  })

  it('a call is treated as unanswered when its answer trickles in without an end', async () => {
    const endpoint = await gateway((response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const drip = setInterval(() => response.write(' '), 20)
      response.on('close', () => clearInterval(drip))
    })
    await expect(ask(name, endpoint, 400)).rejects.toBeInstanceOf(ProviderSilent)
  })

  it.each<[string, (endpoint: string) => [number, Record<string, string>, string]]>([
    ['a page of HTML', () => [200, { 'content-type': 'text/html' }, '<html><body>Bad gateway</body></html>']],
    ['nothing', () => [200, {}, '']],
    ['a redirect to itself', (endpoint) => [302, { location: endpoint }, '']],
    ['a redirect to our own machine', () => [307, { location: 'http://169.254.169.254/' }, '']],
    ['null', () => [200, { 'content-type': 'application/json' }, 'null']],
  ])('a provider that answers %s counts as unanswered', async (_what, answer) => {
    let endpoint = ''
    endpoint = await gateway((response) => {
      const [status, headers, body] = answer(endpoint)
      response.writeHead(status, headers).end(body)
    })
    await expect(ask(name, endpoint, 20_000)).rejects.toBeInstanceOf(ProviderSilent)
  })
})

/** Answer of 100 kB that unpacks to 100 MB. */
const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 32))
const packed = { 'content-type': 'application/json', 'content-encoding': 'gzip' }

it.each([
  ['alipay', /maxResponseSize|max size|exceeded/i],
  ['wechat', 'maxContentLength'],
  ['unionpay', 'more than'],
])('a compressed answer of %s is not unpacked without a limit', async (name, reason) => {
  const endpoint = await gateway((response) => response.writeHead(200, packed).end(bomb))
  await expect(ask(name, endpoint, 60_000)).rejects.toThrow(reason)
})

it('a compressed answer of a blockchain node is not unpacked without a limit', async () => {
  const endpoint = await gateway((response) => response.writeHead(200, packed).end(bomb))
  const asked = askNode(endpoint, 60_000)
  await expect(asked).rejects.toBeInstanceOf(RpcFailed)
  await expect(asked).rejects.toThrow('more than')
})

describe('foreign answer', () => {
  it.each(foreignNames)(
    'a foreign answer from a blockchain node or exchange rate source (%s) counts as an outage',
    async (foreign) => {
      const endpoint = await gateway((response) => sendForeign(response, foreignAnswers[foreign]))
      await expect(askNode(endpoint, 4_000)).rejects.toBeInstanceOf(RpcFailed)
      await expect(ratesOf(endpoint)('USDT', new Date())).rejects.toBeInstanceOf(RateUnavailable)
    },
  )

  it('an unknown certificate of a blockchain node or exchange rate source is treated as an outage', async () => {
    const untrusted = await startUntrustedServer()
    try {
      await expect(askNode(untrusted.url, 4_000)).rejects.toBeInstanceOf(RpcFailed)
      await expect(ratesOf(untrusted.url)('USDT', new Date())).rejects.toBeInstanceOf(RateUnavailable)
      expect(untrusted.requests()).toBe(0)
    } finally {
      untrusted.close()
    }
  })

  it('a redirect of an exchange rate source to another host is not followed', async () => {
    const other = createServer((_request, response) =>
      response.end(JSON.stringify({ at: new Date().toISOString(), usd: { USDT: '1' }, cnyPerUsd: '7' })),
    )
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
    const endpoint = await gateway((response) => response.writeHead(302, { location }).end())
    await expect(ratesOf(location)('USDT', new Date())).resolves.toBeTruthy()
    await expect(ratesOf(endpoint)('USDT', new Date())).rejects.toBeInstanceOf(RateUnavailable)
    other.close()
  })
})
