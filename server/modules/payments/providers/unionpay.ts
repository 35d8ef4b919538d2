import { createHash } from 'node:crypto'
import { readBody } from '#server/platform/read-body.ts'
import { decodeTime } from 'ulid'
import { fromBeijingDayDigits, toBeijingDigits } from '../beijing-time.rules.ts'
import { maxReportBytes } from './fetch-file.ts'
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
  /** Where files are asked for: a host of its own at UnionPay. */
  readonly fileUrl: string
}
export type UnionpayOptions = { config: UnionpayConfig; notifyUrl: string; timeoutMs?: number }

/** The one currency of UnionPay's domestic gateway, by its ISO number. */
const yuan = '156'
/** Accepted, in progress, or too busy to say: ask again. */
const undecided = new Set(['03', '04', '05', '06'])
/**
 * With these no money went back, and none will under this number: the form or an element is wrong, the payment is not one
 * that can be given back, the amount is too large, the card or its bank says no.
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
/** Done; the second one with a remark that changes nothing about the money. */
const went = new Set(['00', 'A6'])
/** Closed for now, a signature, a number that is known or is not, asked too often: nothing about the transaction itself. */
const aboutAsking = new Set(['', '02', '11', duplicate, notFound, '37'])
/** Types of transactions. */
const consumption = '01'
const refunding = '04'
const querying = '00'
type TransactionType = typeof consumption | typeof refunding

/** UnionPay finds an order by its number *and* the time at which it was sent: that time is the one in our number. */
const sentAt = (id: string): Date => new Date(decodeTime(id))

/** ACP 5.1.0. Buyers pay by a code: a computer shows it, a phone opens the address that it holds. */
export function createUnionpay({ config, notifyUrl, timeoutMs = callTimeoutMs }: UnionpayOptions): PaymentProvider {
  const post = createPoster(config, timeoutMs)
  const common = { channelType: '08', merId: config.merchantId, accessType: '0' }

  /**
   * The state of a payment or a refund under our number. The answer carries the type of what it is about, and not the
   * query's own; only where nothing was found does it repeat that one.
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
    // Of what was taken in, every other code means that it failed; but for those that are about the asking.
    if (aboutAsking.has(origRespCode)) throw new ProviderSilent(`refund: ${origRespCode}`)
    return refundFact(
      { ...answer, respCode: origRespCode, respMsg: answer.origRespMsg ?? '' },
      { refundId, attemptId: ref.id, providerTxnId },
    )
  }

  return {
    id: 'unionpay',
    // There is no call that closes an order: it ends by `payTimeout`.
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
      // Sent before: the first answer was lost, and with it the code. No one can pay by it.
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
      // The answer to a query is signed alike, and its code says that the query went well, not the payment.
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
        // Comes back with the notification, which does not name the order that was paid.
        reqReserved: request.ref.id,
      })
      const { respCode = '' } = answer
      if (undecided.has(respCode)) return 'pending'
      if (finalRefusals.has(respCode)) throw new ProviderRefused(respCode)
      if (respCode !== '00' && respCode !== duplicate) throw new ProviderSilent(`refund: ${respCode}`)
      // "00" means that it was taken in; whether the money went is asked.
      const stated = await queryRefund(request)
      return stated === 'not_found' ? 'pending' : stated
    },

    queryRefund,
    listSettled: createUnionpayReport(config, post),
  }
}

/** `path`: below the endpoint, or a whole address. */
type Poster = (path: string, fields: UnionpayForm) => Promise<UnionpayForm>

/** An answer that is late, unsigned or signed by anyone else is no answer: ProviderSilent. */
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

/** An answer repeats number and time of what it is about. Its type, too, is the one that was sent, but for a query's. */
const answersTo = (asked: UnionpayForm, answer: UnionpayForm): boolean =>
  ['orderId', 'txnTime'].every((field) => answer[field] === asked[field]) &&
  (asked.txnType === querying || answer.txnType === asked.txnType)

const amountOf = (form: UnionpayForm): number => {
  if (!/^\d{1,12}$/.test(form.txnAmt ?? '')) throw new BadNotification('an amount that is none')
  return Number(form.txnAmt)
}
/** A currency that we do not sell in keeps its number: rules only compare it. */
const currencyOf = (form: UnionpayForm): string => (form.currencyCode === yuan ? 'CNY' : String(form.currencyCode))
const hashOf = (form: UnionpayForm): string => createHash('sha256').update(JSON.stringify(form)).digest('hex')

/**
 * What tells one card from others: its number or its token, if the shop's contract gives either. A masked number is many
 * people's, and one that is encrypted is another each time.
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
  // Any other code means that this try failed; the code may still be paid until its time is over.
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

/** `respCode` is the refund's own: it went, or it came to nothing. */
function refundFact(form: UnionpayForm, about: { refundId: string; attemptId: string; providerTxnId: string }): Fact {
  const { respCode = '', respMsg = '' } = form
  const isDone = went.has(respCode)
  return {
    provider: 'unionpay',
    kind: isDone ? 'refunded' : 'refund_failed',
    ...about,
    ...(!isDone && { failure: `${respCode} ${respMsg}`.trim() }),
    // Refunds need not say their currency: it is the payment's.
    amount: { amountMinor: amountOf(form), currency: form.currencyCode === undefined ? 'CNY' : currencyOf(form) },
    // When a refund failed is not said: it is known from now on.
    at: (isDone && fromBeijingDayDigits(form.traceTime, sentAt(about.refundId))) || new Date(),
    rawHash: hashOf(form),
  }
}
