import { createHash } from 'node:crypto'
import { readBody } from '#server/platform/read-body.ts'
import { decodeTime } from 'ulid'
import { fromBeijingDayDigits, toBeijingDigits } from '../beijing-time.rules.ts'
import { maxReportBytes } from './day-list.ts'
import { BadNotification, callTimeoutMs, ProviderRefused, ProviderSilent } from './port.ts'
import type { AttemptRef, Fact, NewAttempt, Notification, PaymentProvider, RefundRequest } from './port.ts'
import { createUnionpayReport } from './unionpay-report.ts'
import { readAnswer, refuseForm, signForm, type UnionpayForm } from './unionpay-signature.ts'

export type UnionpayConfig = {
  readonly merchantId: string
  readonly certId: string
  readonly privateKeyPem: string
  readonly rootCertPem: string
  readonly middleCertPem: string | null
  readonly signerName: string
  readonly endpoint: string
  /** URL for files, which UnionPay serves from another host. */
  readonly fileUrl: string
}
type UnionpayOptions = { config: UnionpayConfig; notifyUrl: string; timeoutMs?: number }

/** ISO number of CNY, the only currency of UnionPay's domestic gateway. */
const yuan = '156'
/** Response codes for accepted, in progress or busy. The result must be queried later. */
const undecided = new Set(['03', '04', '05', '06'])
/**
 * Codes after which a refund did not and will not happen under this number: invalid form or field, payment not
 * refundable, amount too large, rejected by the card or its bank.
 */
const finalRefusals = new Set([
  '10',
  '13',
  '30',
  '33',
  '35',
  '36',
  '38',
  '40',
  '60',
  '61',
  '62',
  '63',
  '64',
  '65',
  '66',
])
const notFound = '34'
const duplicate = '12'
/** Response codes for success. A6: success with a defect that does not affect the money. */
const went = new Set(['00', 'A6'])
/**
 * Response codes about the query itself: maintenance, signature, duplicate or unknown number, too many queries. They
 * say nothing about the transaction.
 */
const aboutAsking = new Set(['', '02', '11', duplicate, notFound, '37'])
/** Values of UnionPay's transaction type (`txnType`). */
const consumption = '01'
const refunding = '04'
const querying = '00'
type TransactionType = typeof consumption | typeof refunding

/** UnionPay identifies an order by number *and* sending time. We derive the time from our number. */
const sentAt = (id: string): Date => new Date(decodeTime(id))

/** UnionPay ACP 5.1.0. Buyers pay by a QR code: a computer shows it, and a phone opens the URL in it. */
export function createUnionpay({ config, notifyUrl, timeoutMs = callTimeoutMs }: UnionpayOptions): PaymentProvider {
  const post = createPoster(config, timeoutMs)
  const common = { channelType: '08', merId: config.merchantId, accessType: '0' }

  /**
   * Queries a payment or refund by our number. The answer has the type of the transaction, or that of the query if
   * nothing was found.
   */
  async function ask(id: string, about: TransactionType): Promise<UnionpayForm | 'not_found'> {
    const answer = await post('gateway/api/queryTrans.do', {
      ...common,
      bizType: '000000',
      txnType: querying,
      txnSubType: '00',
      orderId: id,
      txnTime: toBeijingDigits(sentAt(id)),
    })
    if (answer.respCode === notFound) return 'not_found'
    if (answer.respCode !== '00') throw new ProviderSilent(`query: ${answer.respCode}`)
    if (answer.txnType !== about) throw new ProviderSilent('an answer about another kind of transaction')
    return answer
  }

  async function query(ref: AttemptRef): Promise<readonly Fact[] | 'not_found'> {
    const answer = await ask(ref.id, consumption)
    return answer === 'not_found'
      ? 'not_found'
      : paymentFacts({ ...answer, respCode: answer.origRespCode ?? '' }, ref.id)
  }

  async function queryRefund({
    refundId,
    ref,
    providerTxnId,
  }: Pick<RefundRequest, 'refundId' | 'ref' | 'providerTxnId'>): Promise<Fact | 'pending' | 'not_found'> {
    const answer = await ask(refundId, refunding)
    if (answer === 'not_found') return 'not_found'
    const { origRespCode = '' } = answer
    if (undecided.has(origRespCode)) return 'pending'
    // Any other code of an accepted refund means that the refund failed, except codes about the query itself.
    if (aboutAsking.has(origRespCode)) throw new ProviderSilent(`refund: ${origRespCode}`)
    return refundFact(
      { ...answer, respCode: origRespCode, respMsg: answer.origRespMsg ?? '' },
      { refundId, attemptId: ref.id, providerTxnId },
    )
  }

  return {
    id: 'unionpay',
    // UnionPay cannot close orders; they end at their `payTimeout`.
    caps: { currencies: ['CNY'], canClose: false, partialRefund: true, minTtlSec: 60 },

    async create(attempt: NewAttempt) {
      if (attempt.amount.currency !== 'CNY') throw new ProviderRefused('UnionPay is paid in CNY')
      const answer = await post('gateway/api/backTransReq.do', {
        ...common,
        bizType: '000000',
        txnType: consumption,
        txnSubType: '07',
        orderId: attempt.id,
        txnTime: toBeijingDigits(sentAt(attempt.id)),
        txnAmt: String(attempt.amount.amountMinor),
        currencyCode: yuan,
        payTimeout: toBeijingDigits(attempt.expiresAt),
        backUrl: notifyUrl,
      })
      // UnionPay may have created the order; retry under the same number.
      if (undecided.has(answer.respCode ?? '')) throw new ProviderSilent(`create: ${answer.respCode}`)
      // A duplicate order means that the first answer was lost, and the QR code with it, so nobody can pay this order.
      if (answer.respCode === duplicate || answer.respCode !== '00' || !answer.qrCode)
        throw new ProviderRefused(answer.respCode ?? 'no code')
      const { qrCode } = answer
      const isAddress = attempt.device === 'phone' && /^https?:/.test(qrCode)
      return {
        pay: isAddress ? { kind: 'redirect', url: qrCode } : { kind: 'qr', content: qrCode },
        providerRef: null,
      }
    },

    parseNotification({ raw, now }): Notification {
      const form = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(raw)))
      const refusal = refuseForm(form, config, now ?? new Date())
      if (refusal) throw new BadNotification(refusal)
      if (form.merId !== config.merchantId) throw new BadNotification('another merchant')
      // Answers to queries have the same kind of signature, but `origRespCode` marks them: they report success of the
      // query, not of the payment.
      if (form.origRespCode !== undefined) throw new BadNotification('the answer to a query')
      const { txnType, queryId, orderId, origQryId, reqReserved: attemptId, respCode } = form
      if (!queryId || !orderId) throw new BadNotification('without its numbers')
      const eventId = `${txnType}:${queryId}:${respCode}`
      if (txnType === consumption) return { eventId, facts: paymentFacts(form, orderId) }
      if (txnType !== refunding) throw new BadNotification(`about a transaction of type ${txnType}`)
      if (!attemptId || !origQryId) throw new BadNotification('a refund of nothing')
      const about = { refundId: orderId, attemptId, providerTxnId: origQryId }
      const isOver = respCode !== undefined && !undecided.has(respCode) && !aboutAsking.has(respCode)
      return { eventId, facts: isOver ? [refundFact(form, about)] : [] }
    },

    reply: (outcome) =>
      outcome === 'committed'
        ? { status: 200, body: 'ok' }
        : { status: outcome === 'retry' ? 503 : 400, body: 'not accepted' },

    query,
    close: async () => 'unsupported',

    async refund(request) {
      const answer = await post('gateway/api/backTransReq.do', {
        ...common,
        bizType: '000000',
        txnType: refunding,
        txnSubType: '00',
        orderId: request.refundId,
        txnTime: toBeijingDigits(sentAt(request.refundId)),
        origQryId: request.providerTxnId,
        txnAmt: String(request.amount.amountMinor),
        backUrl: notifyUrl,
        // UnionPay repeats this field in the notification, which otherwise does not name the paid order.
        reqReserved: request.ref.id,
      })
      const { respCode = '' } = answer
      if (undecided.has(respCode)) return 'pending'
      if (finalRefusals.has(respCode)) throw new ProviderRefused(respCode)
      if (respCode !== '00' && respCode !== duplicate) throw new ProviderSilent(`refund: ${respCode}`)
      // "00" only means that the refund was accepted. Query whether the money moved.
      const stated = await queryRefund(request)
      return stated === 'not_found' ? 'pending' : stated
    },

    queryRefund,
    listSettled: createUnionpayReport(config, post),
  }
}

/** Posts a form to UnionPay. `path`: relative to the endpoint, or an absolute URL. */
type Poster = (path: string, fields: UnionpayForm) => Promise<UnionpayForm>

/** Posts forms. Throws ProviderSilent if the answer is late, unsigned, wrongly signed, or about another request. */
function createPoster(config: UnionpayConfig, timeoutMs: number): Poster {
  return async (path, fields) => {
    const form = signForm(
      { version: '5.1.0', encoding: 'UTF-8', signMethod: '01', certId: config.certId, ...fields },
      config.privateKeyPem,
    )
    const silent = (why: string, cause?: unknown) => new ProviderSilent(`${path}: ${why}`, { cause })
    let text: string
    try {
      const response = await fetch(new URL(path, config.endpoint), {
        method: 'POST',
        body: new URLSearchParams(form),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      })
      if (response.status !== 200) throw new Error(`HTTP ${response.status}`)
      text = new TextDecoder().decode(await readBody(response, maxReportBytes))
    } catch (error) {
      throw silent(error instanceof Error ? error.message : 'failed', error)
    }
    const answer = readAnswer(text)
    const refusal = refuseForm(answer, config, new Date())
    if (refusal) throw silent(refusal)
    if (answer.merId !== config.merchantId || !answersTo(fields, answer)) throw silent('another answer')
    return answer
  }
}

/** True if the answer repeats the request's number, time and, except for queries, type. */
const answersTo = (asked: UnionpayForm, answer: UnionpayForm): boolean =>
  ['orderId', 'txnTime'].every((field) => answer[field] === asked[field]) &&
  (asked.txnType === querying || answer.txnType === asked.txnType)

const amountOf = (form: UnionpayForm): number => {
  if (!/^\d{1,12}$/.test(form.txnAmt ?? '')) throw new BadNotification('an amount that is none')
  return Number(form.txnAmt)
}
/** Unknown currencies keep their number, because the rules only compare currencies. */
const currencyOf = (form: UnionpayForm): string => (form.currencyCode === yuan ? 'CNY' : String(form.currencyCode))
const hashOf = (form: UnionpayForm): string => createHash('sha256').update(JSON.stringify(form)).digest('hex')

/**
 * Identity of a card: its number or token, if the shop's contract includes one. Masked numbers are shared by many
 * cards, and encrypted ones change each time.
 */
function payerOf({ accNo = '', tokenPayData = '' }: UnionpayForm): string | null {
  const token = /[{&]token=(\d+)[&}]/.exec(tokenPayData)?.[1]
  return token ?? (/^\d{12,19}$/.test(accNo) ? accNo : null)
}

function paymentFacts(form: UnionpayForm, attemptId: string): Fact[] {
  const { respCode = '', queryId } = form
  if (undecided.has(respCode) || respCode === notFound) return []
  const isPaid = went.has(respCode)
  if (isPaid && !queryId) throw new BadNotification('a payment without its number')
  // Any other code means that this try to pay failed, but the buyer can scan the QR code again until it expires.
  if (!isPaid) return []
  const since = /^[0-9A-HJKMNP-TV-Z]{26}$/.test(attemptId) ? sentAt(attemptId) : new Date()
  const payer = payerOf(form)
  return [
    {
      provider: 'unionpay',
      kind: 'paid',
      attemptId,
      providerTxnId: queryId ?? '',
      refundId: null,
      amount: { amountMinor: amountOf(form), currency: currencyOf(form) },
      at: fromBeijingDayDigits(form.traceTime, since) ?? new Date(),
      ...(payer !== null && { payer }),
      rawHash: hashOf(form),
    },
  ]
}

/** Fact of a refund. `respCode` is the result of the refund itself. */
function refundFact(form: UnionpayForm, about: { refundId: string; attemptId: string; providerTxnId: string }): Fact {
  const { respCode = '', respMsg = '' } = form
  const isDone = went.has(respCode)
  return {
    provider: 'unionpay',
    kind: isDone ? 'refunded' : 'refund_failed',
    ...about,
    ...(!isDone && { failure: `${respCode} ${respMsg}`.trim() }),
    // Refunds may omit the currency, which is the payment's.
    amount: { amountMinor: amountOf(form), currency: form.currencyCode === undefined ? 'CNY' : currencyOf(form) },
    // Failures have no time of their own, so the current time is used, as for a refund that lacks its time.
    at: (isDone && fromBeijingDayDigits(form.traceTime, sentAt(about.refundId))) || new Date(),
    rawHash: hashOf(form),
  }
}
