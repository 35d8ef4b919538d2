import { createDecipheriv, createHash, createPublicKey, createVerify, timingSafeEqual } from 'node:crypto'
import { lazily, loadPackage } from '#server/platform/lazily.ts'
import { BadNotification, ProviderRefused, ProviderSilent } from './port.ts'
import { createWechatBill } from './wechat-bill.ts'
import type { AttemptRef, Fact, NewAttempt, Notification, PaymentProvider, RefundRequest } from './port.ts'

export type WechatConfig = {
  readonly appId: string
  readonly merchantId: string
  readonly serial: string
  readonly privateKeyPem: string
  readonly platformKeyId: string
  readonly platformKeyPem: string
  readonly apiV3Key: string
  readonly endpoint: string
}
export type WechatOptions = {
  config: WechatConfig
  notifyUrl: string
  returnUrl: (orderId: string) => string
  timeoutMs?: number
}

/** What WeChat says of a payment, by a notification or in answer to a query. */
type Transaction = {
  appid?: string
  mchid?: string
  out_trade_no?: string
  transaction_id?: string
  trade_state?: string
  success_time?: string
  payer?: { openid?: string }
  amount?: { total?: number; currency?: string }
}
/** In a notification the status has another name. */
type RefundState = {
  mchid?: string
  out_trade_no?: string
  transaction_id?: string
  out_refund_no?: string
  status?: string
  refund_status?: string
  success_time?: string
  create_time?: string
  amount?: { refund?: number; currency?: string }
}
type Answer = { status: number; data: unknown }

const skewMs = 5 * 60_000

export function createWechat({ config, notifyUrl, returnUrl, timeoutMs = 8_000 }: WechatOptions): PaymentProvider {
  const call = createCaller(config, timeoutMs)
  const platformKey = createPublicKey(config.platformKeyPem)
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
      if (headers['wechatpay-serial'] !== config.platformKeyId) throw new BadNotification('signed under another serial')
      const isSigned = createVerify('RSA-SHA256')
        .update(`${timestamp}\n${nonce}\n${text}\n`)
        .verify(platformKey, headers['wechatpay-signature'] ?? '', 'base64')
      if (!isSigned) throw new BadNotification('the signature is wrong')
      if (now && !(Math.abs(now.getTime() - Number(timestamp) * 1000) <= skewMs))
        throw new BadNotification('not sent just now')
      const event = readJson(text) as { id?: string; event_type?: string; resource?: Resource } | null
      if (!event?.id || !event.resource) throw new BadNotification('not an event')
      const opened = readJson(decrypt(event.resource, config.apiV3Key))
      if (typeof opened !== 'object' || opened === null) throw new BadNotification('the resource is no object')
      const hash = hashOf(raw)
      if (event.event_type?.startsWith('REFUND.'))
        return { eventId: event.id, facts: refundFacts(opened, config, hash) }
      return { eventId: event.id, facts: transactionFacts(opened, config, hash) }
    },

    // WeChat reads the HTTP status; the body is for its logs.
    reply: (outcome) =>
      outcome === 'committed'
        ? { status: 200, body: '{"code":"SUCCESS"}' }
        : { status: outcome === 'retry' ? 503 : 401, body: '{"code":"FAIL","message":"not accepted"}' },

    query,

    async close(ref) {
      const answer = await call('POST', `${path(ref)}/close`, { mchid: config.merchantId })
      if (answer.status === 204) return 'closed'
      // Paid, closed or never heard of: the query tells them apart.
      const facts = await query(ref)
      if (facts === 'not_found') return 'not_found'
      if (facts.some((fact) => fact.kind === 'paid')) return 'already_paid'
      if (facts.some((fact) => fact.kind === 'closed')) return 'closed'
      throw new ProviderSilent(`close: ${answer.status}`)
    },

    async refund({ refundId, ref, providerTxnId, amount, reason }) {
      // WeChat wants to hear the whole payment's amount, which may not be the one that was asked for.
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
    listSettled: createWechatBill(config, call, timeoutMs),
  }
}

const wechatSdk = lazily(() => loadPackage('wechatpay-axios-plugin') as typeof import('wechatpay-axios-plugin'))
type WechatClient = {
  client: { request(path: string, method: string, data: unknown, config: object): Promise<Answer> }
}

type Caller = (method: 'GET' | 'POST', path: string, data?: object) => Promise<Answer>

/** The library signs, and verifies answers; with every status let through it verifies refusals too. */
function createCaller(config: WechatConfig, timeoutMs: number): Caller {
  const open = lazily(
    () =>
      new (wechatSdk().Wechatpay)({
        mchid: config.merchantId,
        serial: config.serial,
        privateKey: config.privateKeyPem,
        certs: { [config.platformKeyId]: config.platformKeyPem },
        baseURL: config.endpoint,
        timeout: timeoutMs,
        maxRedirects: 0,
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
    // 401 is about our own key: mended by an operator, not by giving up.
    if (answer.status >= 500 || answer.status === 429 || answer.status === 401 || code === 'SYSTEM_ERROR')
      throw new ProviderSilent(`${method} ${path}: ${answer.status} ${code}`)
    return answer
  }
}

const codeOf = ({ status, data }: Answer): string => (data as { code?: string } | null)?.code ?? String(status)

/** For `create`: nothing was opened, whatever the reason. */
function expectSuccess(answer: Answer): unknown {
  if (answer.status === 200) return answer.data
  throw new ProviderRefused(codeOf(answer))
}

/** For everything else: a no, like a quota or a missing permission, says nothing about what was asked. */
function expectAnswer(answer: Answer): unknown {
  if (answer.status === 200) return answer.data
  throw new ProviderSilent(codeOf(answer))
}

/** With these no money went, and none will under this number. */
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

type Resource = { algorithm?: string; ciphertext?: string; associated_data?: string; nonce?: string }

/** AES-256-GCM: without `final()` a changed amount would decrypt and nobody would notice. */
function decrypt({ algorithm, ciphertext = '', associated_data: aad = '', nonce = '' }: Resource, key: string): string {
  if (algorithm !== 'AEAD_AES_256_GCM') throw new BadNotification('another algorithm')
  const bytes = Buffer.from(ciphertext, 'base64')
  if (bytes.length < 17) throw new BadNotification('too short')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(-16))
    decipher.setAAD(Buffer.from(aad))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch (error) {
    throw new BadNotification('the resource cannot be opened', { cause: error })
  }
}

function transactionFacts(trade: Transaction, config: WechatConfig, rawHash: string): Fact[] {
  if (!same(trade.mchid, config.merchantId)) throw new BadNotification('another merchant')
  if (!same(trade.appid, config.appId)) throw new BadNotification('another app')
  const { out_trade_no: attemptId, trade_state: state, transaction_id: txn, amount } = trade
  if (!attemptId) throw new BadNotification('about no payment')
  const fact = (kind: Fact['kind'], amountMinor: number, currency: string, at: Date): Fact => ({
    provider: 'wechat',
    kind,
    attemptId,
    providerTxnId: txn || attemptId,
    refundId: null,
    amount: { amountMinor, currency },
    at,
    ...(kind === 'paid' && trade.payer?.openid && { payer: trade.payer.openid }),
    rawHash,
  })
  switch (state ?? '') {
    case 'NOTPAY':
    case 'USERPAYING':
    case 'ACCEPT':
      return []
    case 'CLOSED':
    case 'REVOKED':
      return [fact('closed', 0, 'CNY', new Date())]
    case 'PAYERROR':
      return [fact('failed', 0, 'CNY', new Date())]
    // REFUND: it was paid, and something of it went back; how much is said by the refund itself.
    case 'SUCCESS':
    case 'REFUND':
      if (!txn || !amount || !isAmount(amount.total) || !trade.success_time)
        throw new BadNotification('a payment without its number, amount or time')
      return [fact('paid', amount.total, amount.currency ?? 'CNY', readTime(trade.success_time))]
    default:
      throw new BadNotification(`a payment in status ${state}`)
  }
}

function refundFacts(refund: RefundState, config: WechatConfig, rawHash: string): Fact[] {
  if (!same(refund.mchid, config.merchantId)) throw new BadNotification('another merchant')
  return refund.refund_status === 'SUCCESS' ? [refundFact(refund, rawHash)] : []
}

function refundFact(refund: RefundState, rawHash: string): Fact {
  const { out_trade_no: attemptId, transaction_id: providerTxnId, out_refund_no: refundId, amount } = refund
  if (!attemptId || !providerTxnId || !refundId || !amount || !isAmount(amount.refund))
    throw new BadNotification('a refund without its numbers or amount')
  return {
    provider: 'wechat',
    kind: 'refunded',
    attemptId,
    providerTxnId,
    refundId,
    amount: { amountMinor: amount.refund, currency: amount.currency ?? 'CNY' },
    at: refund.success_time ? readTime(refund.success_time) : new Date(),
    rawHash,
  }
}

function refundOf(refund: RefundState, refundId: string, ref: AttemptRef): Fact | 'pending' {
  if (refund.out_refund_no !== refundId || refund.out_trade_no !== ref.id)
    throw new ProviderSilent('an answer about another refund')
  if (refund.status === 'PROCESSING') return 'pending'
  if (refund.status !== 'SUCCESS') throw new ProviderRefused(String(refund.status))
  return refundFact(refund, hashOf(JSON.stringify(refund)))
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
const same = (stated: string | undefined, own: string): boolean =>
  stated !== undefined && stated.length === own.length && timingSafeEqual(Buffer.from(stated), Buffer.from(own))
const hashOf = (raw: string | Uint8Array): string => createHash('sha256').update(raw).digest('hex')

function readTime(text: string): Date {
  const at = new Date(text)
  if (Number.isNaN(at.getTime())) throw new BadNotification('a time that is none')
  return at
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
