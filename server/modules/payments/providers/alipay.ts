import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import type { AlipaySdk, AlipaySdkCommonResult } from 'alipay-sdk'
import { fromDecimal, money, toDecimal } from '#shared/money.ts'
import { within } from '#server/platform/deadline.ts'
import { lazily, loadPackage } from '#server/platform/lazily.ts'
import { createAlipayReport } from './alipay-report.ts'
import { factsOfTrade, fromBeijingTime, toBeijingTime, type StatedTrade } from './alipay-wire.rules.ts'
import { BadNotification, callTimeoutMs, ProviderRefused, ProviderSilent } from './port.ts'
import type {
  AttemptRef,
  Created,
  Fact,
  NewAttempt,
  Notification,
  PaymentProvider,
  RefundRequest,
  ReturnUrl,
} from './port.ts'

/**
 * Maximum bytes of a response. Responses have a few kilobytes, but the library decompresses them in one step, to up to
 * a thousand times their size.
 */
const maxBytes = 64 * 1024
const boundedAgent = lazily(() => {
  const { Agent } = loadPackage('undici') as typeof import('undici')
  return new Agent({ maxResponseSize: maxBytes })
})
/** Loads Alipay's SDK only on use, because it takes 40 MB of memory. */
const alipaySdk = lazily(() => loadPackage('alipay-sdk') as typeof import('alipay-sdk'))

export type AlipayConfig = {
  readonly appId: string
  readonly sellerId: string
  readonly privateKeyPem: string
  readonly alipayPublicKeyPem: string
  readonly gateway: string
}
type AlipayOptions = {
  config: AlipayConfig
  notifyUrl: string
  /** URL to which the browser returns after payment. Its parameters are never trusted. */
  returnUrl: ReturnUrl
  /** Timeout of a call in milliseconds; `callTimeoutMs` if absent, which it must not exceed. */
  timeoutMs?: number
}

export function createAlipay({
  config,
  notifyUrl,
  returnUrl,
  timeoutMs = callTimeoutMs,
}: AlipayOptions): PaymentProvider {
  const sdk = lazily(() => {
    const made = new (alipaySdk().AlipaySdk)({
      appId: config.appId,
      privateKey: config.privateKeyPem,
      keyType: config.privateKeyPem.includes('BEGIN RSA') ? 'PKCS1' : 'PKCS8',
      alipayPublicKey: config.alipayPublicKeyPem,
      gateway: config.gateway,
      timeout: timeoutMs,
      proxyAgent: boundedAgent(),
    })
    // Parses the keys once, because parsing them for each request takes as long as signing it.
    Object.assign(made.config, {
      privateKey: createPrivateKey(made.config.privateKey),
      alipayPublicKey: createPublicKey(made.config.alipayPublicKey),
    })
    return made
  })
  const gateway = createGateway(sdk, timeoutMs)

  async function query(ref: AttemptRef): Promise<readonly Fact[] | 'not_found'> {
    const answer = await gateway('alipay.trade.query', { outTradeNo: ref.id })
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return 'not_found'
    return tradeFacts(
      tradeOf(answer, ref.id),
      rawHash(JSON.stringify(answer)),
      answer.buyerOpenId || answer.buyerUserId,
    )
  }

  async function queryRefund({
    refundId,
    ref,
  }: Pick<RefundRequest, 'refundId' | 'ref'>): Promise<Fact | 'pending' | 'not_found'> {
    const answer = await gateway('alipay.trade.fastpay.refund.query', {
      outTradeNo: ref.id,
      outRequestNo: refundId,
      // Alipay returns the time of the refund only on request.
      queryOptions: ['gmt_refund_pay'],
    })
    if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return 'not_found'
    expectSuccess(answer)
    // An answer without a refund status means that no refund with this number succeeded, so the number may be sent
    // again.
    if (answer.refundStatus !== 'REFUND_SUCCESS') return 'not_found'
    const amount = fromDecimal(String(answer.refundAmount), 'CNY')
    if (answer.outTradeNo !== ref.id || answer.outRequestNo !== refundId || !amount)
      throw new ProviderSilent('an answer about another refund')
    return {
      provider: 'alipay',
      kind: 'refunded',
      attemptId: ref.id,
      providerTxnId: String(answer.tradeNo),
      refundId,
      amount,
      at: fromBeijingTime(answer.gmtRefundPay) ?? new Date(),
      rawHash: rawHash(JSON.stringify(answer)),
    }
  }

  const bizOf = (attempt: NewAttempt) => ({
    outTradeNo: attempt.id,
    totalAmount: toDecimal(attempt.amount),
    subject: attempt.subject,
    timeExpire: toBeijingTime(attempt.expiresAt),
  })

  /**
   * Signs the URL of the payment page, which the phone's browser opens. Makes no call to Alipay, so nothing can be left
   * half-created.
   */
  function openPhonePage(attempt: NewAttempt): Created {
    const url = sdk().pageExecute('alipay.trade.wap.pay', 'GET', {
      timestamp: toBeijingTime(new Date()),
      notifyUrl,
      returnUrl: returnUrl(attempt.orderId),
      bizContent: { ...bizOf(attempt), productCode: 'QUICK_WAP_WAY', quitUrl: returnUrl(attempt.orderId, 'unpaid') },
    })
    return { pay: { kind: 'redirect', url }, providerRef: null }
  }

  /** Creates the QR code that the buyer scans with the Alipay app. Alipay has no trade until the code is scanned. */
  async function openCode(attempt: NewAttempt): Promise<Created> {
    const answer = await gateway('alipay.trade.precreate', bizOf(attempt), { notifyUrl })
    if (answer.code !== '10000') {
      const said = answer.subCode ?? answer.code
      throw mayStand.has(said) ? new ProviderSilent(`precreate: ${said}`) : new ProviderRefused(said)
    }
    const content: unknown = answer.qrCode
    if (answer.outTradeNo !== attempt.id || typeof content !== 'string' || content === '')
      throw new ProviderSilent('an answer about another trade')
    return { pay: { kind: 'qr', content }, providerRef: null }
  }

  return {
    id: 'alipay',
    caps: { currencies: ['CNY'], canClose: true, partialRefund: true, minTtlSec: 60, deniesFailedRefunds: true },

    async create(attempt: NewAttempt): Promise<Created> {
      if (attempt.amount.currency !== 'CNY') throw new ProviderRefused('Alipay is paid in CNY')
      return attempt.device === 'phone' ? openPhonePage(attempt) : openCode(attempt)
    },

    parseNotification({ raw }): Notification {
      const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(raw))) as Partial<
        Record<string, string>
      >
      // Accepts only RSA2. The SDK would use any algorithm that the sender names, and "RSA" means SHA-1.
      if (form.sign_type !== 'RSA2') throw new BadNotification('sign_type is not RSA2')
      if (!sdk().checkNotifySignV2(form)) throw new BadNotification('the signature is wrong')
      if (form.app_id !== config.appId) throw new BadNotification('another app_id')
      if (form.notify_type === 'dback_status_sync') return readReturned(form)
      if (form.seller_id !== config.sellerId) throw new BadNotification('another seller_id')
      // The URL with which the browser returns to the shop is signed in the same way, but is no notification.
      if (form.notify_type !== 'trade_status_sync' || !form.notify_id) throw new BadNotification('not about a trade')
      const facts = tradeFacts(
        {
          tradeNo: form.trade_no ?? '',
          outTradeNo: form.out_trade_no ?? '',
          status: form.trade_status ?? '',
          total: form.total_amount ?? '',
          currency: form.trans_currency,
          paidAt: fromBeijingTime(form.gmt_payment),
          refundedTotal: form.refund_fee,
          statedAt: fromBeijingTime(form.gmt_refund ?? form.gmt_close ?? form.notify_time) ?? new Date(),
        },
        rawHash(raw),
        form.buyer_open_id || form.buyer_id,
      )
      return { eventId: form.notify_id, facts }
    },

    // Alipay reads only the response body, and repeats the notification until the body is `success`.
    reply: (outcome) =>
      outcome === 'committed'
        ? { status: 200, body: 'success' }
        : { status: outcome === 'retry' ? 503 : 400, body: 'fail' },

    query,

    async close(ref) {
      const answer = await gateway('alipay.trade.close', { outTradeNo: ref.id })
      if (answer.code === '10000') return 'closed'
      if (answer.subCode === 'ACQ.TRADE_NOT_EXIST') return 'not_found'
      // Alipay refuses to close a paid trade and a closed one with the same code, so query which it is.
      const facts = await query(ref)
      if (facts === 'not_found') return 'not_found'
      if (facts.some((fact) => fact.kind === 'paid')) return 'already_paid'
      if (facts.some((fact) => fact.kind === 'closed')) return 'closed'
      throw new ProviderSilent(`close: ${answer.subCode ?? answer.code}`)
    },

    async refund(request) {
      const { refundId, ref, amount, reason } = request
      const answer = await gateway('alipay.trade.refund', {
        outTradeNo: ref.id,
        tradeNo: request.providerTxnId,
        refundAmount: toDecimal(money(amount.amountMinor, 'CNY')),
        refundReason: reason,
        outRequestNo: refundId,
      })
      if (answer.code !== '10000') {
        const said = answer.subCode ?? answer.code
        throw finalRefusals.has(said) ? new ProviderRefused(said) : new ProviderSilent(`refund: ${said}`)
      }
      // The answer contains only the total refunded so far, so query the amount of this refund by its number.
      const stated = await queryRefund(request)
      return stated === 'not_found' ? 'pending' : stated
    },

    queryRefund,
    listSettled: createAlipayReport(config, gateway, timeoutMs),
  }
}

type Answer = AlipaySdkCommonResult & { subCode?: string }
type Gateway = (
  method: string,
  bizContent: Record<string, unknown>,
  common?: { readonly notifyUrl: string },
) => Promise<Answer>

/**
 * Calls the gateway. A failed, late or unsigned answer and "system error" become ProviderSilent. The SDK's HTTP client
 * repeats calls after a lost connection, which is harmless because each call carries our idempotent number.
 */
function createGateway(sdk: () => AlipaySdk, timeoutMs: number): Gateway {
  return async (method, bizContent, more) => {
    // Requires `validateSign`, because the SDK otherwise trusts any answer. Sends the time in Beijing's zone, because
    // the SDK would use that of the machine.
    const common = { timestamp: toBeijingTime(new Date()), ...more, bizContent }
    const answer = await within(timeoutMs, sdk().exec(method, common, { validateSign: true })).catch(
      (error: unknown) => {
        throw new ProviderSilent(`${method}: ${error instanceof Error ? error.message.slice(0, 200) : 'failed'}`, {
          cause: error,
        })
      },
    )
    if (answer.code === '20000' || /SYSTEM_ERROR/.test(String(answer.subCode)))
      throw new ProviderSilent(`${method}: ${answer.subCode}`)
    return answer
  }
}

/**
 * Error codes of a creation call that may mean that the trade already exists under its number. Only a query can tell.
 */
const mayStand = new Set(['ACQ.TRADE_HAS_SUCCESS', 'ACQ.TRADE_HAS_CLOSE', 'ACQ.CONTEXT_INCONSISTENT'])

/** Error codes after which a refund will never happen. After any other error code it may still happen. */
const finalRefusals = new Set(
  [
    'INVALID_PARAMETER',
    'TRADE_NOT_EXIST',
    'TRADE_STATUS_ERROR',
    'TRADE_HAS_FINISHED',
    'TRADE_NOT_ALLOW_REFUND',
    'NOT_ALLOW_PARTIAL_REFUND',
    'ONLINE_TRADE_VOUCHER_NOT_ALLOW_REFUND',
    'REFUND_AMT_NOT_EQUAL_TOTAL',
    'REFUND_FEE_ERROR',
    'REASON_TRADE_REFUND_FEE_ERR',
    'REASON_TRADE_BEEN_FREEZEN',
    'SELLER_BALANCE_NOT_ENOUGH',
    'BUYER_ERROR',
  ].map((code) => `ACQ.${code}`),
)

/**
 * Result of a card refund at the bank (fields of `alipay.trade.refund.depositback.completed`). S: the refund arrived.
 * F: the bank returned the refund, so Alipay put it into the buyer's Alipay balance. The amount stays refunded, but for
 * any state except S a review tells an operator, because the buyer may ask for it.
 */
function readReturned(form: Partial<Record<string, string>>): Notification {
  const { notify_id: eventId, out_trade_no: attemptId = '', out_request_no: refundId = '', dback_status: state } = form
  if (!eventId || !attemptId) throw new BadNotification('not about a refund')
  const details = { provider: 'alipay', refundId, state, amount: form.dback_amount, at: form.bank_ack_time }
  const asks = state === 'S' ? [] : [{ attemptId, reason: 'refund_returned', subject: refundId, details } as const]
  return { eventId, facts: [], asks }
}

/** Throws ProviderSilent for a failed query, because it says nothing about the payment. */
function expectSuccess(answer: Answer): void {
  if (answer.code !== '10000') throw new ProviderSilent(answer.subCode ?? answer.code)
}

/**
 * The signature does not cover the request, so a signed answer about another trade could be replayed. Checks which
 * trade the answer is about.
 */
function tradeOf(answer: Answer, outTradeNo: string): StatedTrade {
  expectSuccess(answer)
  if (answer.outTradeNo !== outTradeNo) throw new ProviderSilent('an answer about another trade')
  return {
    tradeNo: String(answer.tradeNo ?? ''),
    outTradeNo,
    status: String(answer.tradeStatus),
    total: String(answer.totalAmount),
    currency: answer.transCurrency,
    paidAt: fromBeijingTime(answer.sendPayDate),
    refundedTotal: undefined,
    statedAt: new Date(),
  }
}

/**
 * Facts of a trade. `payer`: account id of the payer, in its new or old form. An id with asterisks is ignored, because
 * many payers share it. Throws `BadNotification` if the number, status or amount is unknown.
 */
function tradeFacts(trade: StatedTrade, hash: string, payer: unknown): Fact[] {
  const facts = trade.outTradeNo ? factsOfTrade(trade) : null
  if (!facts) throw new BadNotification(`trade ${trade.outTradeNo} in status ${trade.status} over ${trade.total}`)
  return facts.map((fact) => ({
    ...fact,
    provider: 'alipay',
    attemptId: trade.outTradeNo,
    refundId: null,
    ...(fact.kind === 'paid' && typeof payer === 'string' && /^[\w-]+$/.test(payer) && { payer }),
    rawHash: hash,
  }))
}

const rawHash = (raw: string | Uint8Array): string => createHash('sha256').update(raw).digest('hex')
