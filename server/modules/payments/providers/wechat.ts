import { createPublicKey, createVerify } from 'node:crypto'
import { lazily, loadPackage } from '#server/platform/lazily.ts'
import { BadNotification, callTimeoutMs, ProviderRefused, ProviderSilent } from './port.ts'
import { createWechatReport } from './wechat-report.ts'
import {
  decrypt,
  hashOf,
  readJson,
  readTime,
  refundFacts,
  refundOf,
  transactionFacts,
  type RefundState,
  type Resource,
  type Transaction,
} from './wechat-facts.ts'
import type { AttemptRef, Fact, NewAttempt, Notification, PaymentProvider, RefundRequest, ReturnUrl } from './port.ts'

export type WechatConfig = {
  readonly appId: string
  readonly merchantId: string
  readonly serial: string
  readonly privateKeyPem: string
  /** WeChat's public keys by id or certificate serial. During a key rollover two are in use. */
  readonly platformKeys: Readonly<Record<string, string>>
  readonly apiV3Key: string
  readonly endpoint: string
}
type WechatOptions = {
  config: WechatConfig
  notifyUrl: string
  returnUrl: ReturnUrl
  timeoutMs?: number
}

type Answer = { status: number; data: unknown }

const skewMs = 5 * 60_000

export function createWechat({
  config,
  notifyUrl,
  returnUrl,
  timeoutMs = callTimeoutMs,
}: WechatOptions): PaymentProvider {
  const call = createCaller(config, timeoutMs)
  const platformKeys = new Map(Object.entries(config.platformKeys).map(([id, pem]) => [id, createPublicKey(pem)]))
  const path = (ref: AttemptRef) => `v3/pay/transactions/out-trade-no/${ref.id}`

  async function query(ref: AttemptRef): Promise<readonly Fact[] | 'not_found'> {
    const answer = await call('GET', `${path(ref)}?mchid=${config.merchantId}`)
    if (answer.status === 404) return 'not_found'
    const trade = expectAnswer(answer) as Transaction
    if (trade.out_trade_no !== ref.id) throw new ProviderSilent('an answer about another payment')
    return transactionFacts(trade, config, hashOf(JSON.stringify(trade)))
  }

  async function queryRefund({
    refundId,
    ref,
  }: Pick<RefundRequest, 'refundId' | 'ref'>): Promise<Fact | 'pending' | 'not_found'> {
    const answer = await call('GET', `v3/refund/domestic/refunds/${refundId}`)
    if (answer.status === 404) return 'not_found'
    return refundOf(expectAnswer(answer) as RefundState, refundId, ref)
  }

  return {
    id: 'wechat',
    caps: { currencies: ['CNY'], canClose: true, partialRefund: true, minTtlSec: 60 },

    async create(attempt: NewAttempt) {
      if (attempt.amount.currency !== 'CNY') throw new ProviderRefused('WeChat Pay is paid in CNY')
      const phone = attempt.device === 'phone'
      const answer = await call('POST', `v3/pay/transactions/${phone ? 'h5' : 'native'}`, {
        appid: config.appId,
        mchid: config.merchantId,
        description: attempt.subject,
        out_trade_no: attempt.id,
        time_expire: `${attempt.expiresAt.toISOString().slice(0, 19)}Z`,
        notify_url: notifyUrl,
        amount: { total: attempt.amount.amountMinor, currency: 'CNY' },
        ...(phone && { scene_info: { payer_client_ip: attempt.clientIp ?? '127.0.0.1', h5_info: { type: 'Wap' } } }),
      })
      const { code_url: codeUrl, h5_url: h5Url } = expectSuccess(answer) as { code_url?: string; h5_url?: string }
      if (!phone && codeUrl) return { pay: { kind: 'qr', content: codeUrl }, providerRef: null }
      if (!h5Url) throw new ProviderSilent('an answer without a way to pay')
      const url = new URL(h5Url)
      url.searchParams.set('redirect_url', returnUrl(attempt.orderId))
      return { pay: { kind: 'redirect', url: url.href }, providerRef: null }
    },

    parseNotification({ raw, headers, now }): Notification {
      const text = new TextDecoder().decode(raw)
      const { 'wechatpay-timestamp': timestamp = '', 'wechatpay-nonce': nonce = '' } = headers
      const platformKey = platformKeys.get(headers['wechatpay-serial'] ?? '')
      if (!platformKey) throw new BadNotification('signed under another serial')
      const isSigned = createVerify('RSA-SHA256')
        .update(`${timestamp}\n${nonce}\n${text}\n`)
        .verify(platformKey, headers['wechatpay-signature'] ?? '', 'base64')
      if (!isSigned) throw new BadNotification('the signature is wrong')
      if (now && !(Math.abs(now.getTime() - Number(timestamp) * 1000) <= skewMs))
        throw new BadNotification('not sent just now')
      const event = readJson(text) as {
        id?: string
        event_type?: string
        create_time?: string
        resource?: Resource
      } | null
      if (!event?.id || !event.resource) throw new BadNotification('not an event')
      const opened = readJson(decrypt(event.resource, config.apiV3Key))
      if (typeof opened !== 'object' || opened === null) throw new BadNotification('the resource is no object')
      const hash = hashOf(raw)
      if (event.event_type?.startsWith('REFUND.'))
        return {
          eventId: event.id,
          facts: refundFacts(opened, config, { at: readTime(event.create_time ?? ''), rawHash: hash }),
        }
      return { eventId: event.id, facts: transactionFacts(opened, config, hash) }
    },

    // WeChat reads only the HTTP status; the body is for WeChat's logs.
    reply: (outcome) =>
      outcome === 'committed'
        ? { status: 200, body: '{"code":"SUCCESS"}' }
        : { status: outcome === 'retry' ? 503 : 401, body: '{"code":"FAIL","message":"not accepted"}' },

    query,

    async close(ref) {
      const answer = await call('POST', `${path(ref)}/close`, { mchid: config.merchantId })
      if (answer.status === 204) return 'closed'
      // A refusal to close leaves open whether the order is paid, closed or unknown. A query tells.
      const facts = await query(ref)
      if (facts === 'not_found') return 'not_found'
      if (facts.some((fact) => fact.kind === 'paid')) return 'already_paid'
      if (facts.some((fact) => fact.kind === 'closed')) return 'closed'
      throw new ProviderSilent(`close: ${answer.status}`)
    },

    async refund({ refundId, ref, providerTxnId, amount, reason }) {
      // A refund request must contain the amount of the whole payment, which may differ from the attempt's, so query
      // it.
      const facts = await query(ref)
      const paid = facts === 'not_found' ? undefined : facts.find((fact) => fact.providerTxnId === providerTxnId)
      const answer = await call('POST', 'v3/refund/domestic/refunds', {
        transaction_id: providerTxnId,
        out_refund_no: refundId,
        reason: reason.slice(0, 80),
        notify_url: notifyUrl,
        amount: { refund: amount.amountMinor, total: (paid ?? ref).amount.amountMinor, currency: amount.currency },
      })
      const said = codeOf(answer)
      if (answer.status !== 200 && finalRefusals.has(said)) throw new ProviderRefused(said)
      return refundOf(expectAnswer(answer) as RefundState, refundId, ref)
    },

    queryRefund,
    listSettled: createWechatReport(config, call, timeoutMs),
  }
}

const wechatSdk = lazily(() => loadPackage('wechatpay-axios-plugin') as typeof import('wechatpay-axios-plugin'))
type WechatClient = {
  client: { request(path: string, method: string, data: unknown, config: object): Promise<Answer> }
}

type Caller = (method: 'GET' | 'POST', path: string, data?: object) => Promise<Answer>

/**
 * Creates the function that calls WeChat. The library signs requests and verifies answers; every HTTP status is
 * allowed, so that it verifies refusals as well.
 */
function createCaller(config: WechatConfig, timeoutMs: number): Caller {
  const open = lazily(
    () =>
      new (wechatSdk().Wechatpay)({
        mchid: config.merchantId,
        serial: config.serial,
        privateKey: config.privateKeyPem,
        certs: { ...config.platformKeys },
        baseURL: config.endpoint,
        timeout: timeoutMs,
        maxRedirects: 0,
        // Maximum bytes of an answer after decompression.
        maxContentLength: 1024 * 1024,
        validateStatus: () => true,
      }) as unknown as WechatClient,
  )
  return async (method, path, data) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await open()
      .client.request(path, method.toLowerCase(), data, { signal })
      .catch((error: unknown) => {
        const said = error instanceof Error ? error.message.slice(0, 200) : 'failed'
        throw new ProviderSilent(`${method} ${path}: ${said}`, { cause: error })
      })
    const { code } = (answer.data ?? {}) as { code?: string }
    // 401 means that our own key is wrong: a retry can succeed once an operator has corrected it.
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401 || code === 'SYSTEM_ERROR')
      throw new ProviderSilent(`${method} ${path}: ${answer.status} ${code}`)
    return answer
  }
}

const codeOf = ({ status, data }: Answer): string => (data as { code?: string } | null)?.code ?? String(status)

/**
 * Returns the data of an answer to `create`. A refusal means that nothing was opened; answers that leave this open have
 * already thrown ProviderSilent.
 */
function expectSuccess(answer: Answer): unknown {
  if (answer.status === 200) return answer.data
  throw new ProviderRefused(codeOf(answer))
}

/**
 * Returns the data of an answer to any other call. An error such as a quota or a missing permission says nothing about
 * the payment.
 */
function expectAnswer(answer: Answer): unknown {
  if (answer.status === 200) return answer.data
  throw new ProviderSilent(codeOf(answer))
}

/** Error codes after which a refund did not and will not happen under this number. */
const finalRefusals = new Set([
  'PARAM_ERROR',
  'INVALID_REQUEST',
  'NOT_ENOUGH',
  'USER_ACCOUNT_ABNORMAL',
  'RESOURCE_NOT_EXISTS',
  'ORDER_NOT_EXIST',
  'MCH_NOT_EXISTS',
  'APPID_MCHID_NOT_MATCH',
])
