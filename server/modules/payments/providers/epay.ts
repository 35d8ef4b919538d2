import { createHash } from 'node:crypto'
import { fromDecimal, money, toDecimal } from '#shared/money.ts'
import type { EpayGateway } from '#shared/providers.ts'
import { isRecord, readJson } from '#server/platform/read-body.ts'
import { isNumber } from './day-list.rules.ts'
import { createEpayList } from './epay-list.ts'
import { createSigner, isAmbiguous, type EpaySigning } from './epay-signature.ts'
import {
  fieldsOf,
  readEpayForm,
  cutName,
  factsOfPaid,
  refusalOf,
  stateOf,
  stepOf,
  typeOf,
  type EpayFields,
  type EpayFact,
  type EpayMethod,
} from './epay-wire.rules.ts'
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

export type EpayConfig = {
  /** Base URL of the gateway's calls; ends with a slash. */
  readonly gateway: string
  readonly pid: string
  readonly methods: readonly EpayMethod[]
  /**
   * Way to open a payment. `page`: the buyer goes to the gateway's page. `api`: the gateway is asked for a QR code
   * first.
   */
  readonly opens: 'page' | 'api'
  /** True if the gateway takes refunds of this merchant by API. */
  readonly refunds: boolean
  /** Signature method. MD5 means version 1 of the protocol, and RSA version 2. */
  readonly signing: EpaySigning
}
type EpayOptions = {
  id: EpayGateway
  config: EpayConfig
  notifyUrl: string
  returnUrl: ReturnUrl
  timeoutMs?: number
}

/** Maximum bytes of a response. Responses have a few kilobytes, and pages of orders about a hundred. */
const maxBytes = 512 * 1024
/** Maximum length of the part of a gateway's error sentence that is kept. */
const maxWords = 120

type Answer = { readonly fields: EpayFields; readonly body: Readonly<Record<string, unknown>> }
type Call = { readonly method?: 'GET'; readonly form: EpayFields }

/**
 * Account at an EPay (易支付) gateway, in either version of the protocol. Version 1 signs only payment requests and
 * notifications: its query answers are only as trustworthy as the connection.
 */
export function createEpay({
  id,
  config,
  notifyUrl,
  returnUrl,
  timeoutMs = callTimeoutMs,
}: EpayOptions): PaymentProvider {
  const { pid, gateway } = config
  const signer = createSigner(config.signing)
  const secrets = config.signing.kind === 'md5' ? config.signing.keys : []
  const [key = ''] = secrets

  /**
   * Removes our keys from a gateway's sentence, because some gateways repeat the key when they explain a wrong
   * signature, and cuts it to `maxWords` characters.
   */
  const clean = (words: string): string =>
    secrets.reduce((text, secret) => text.replaceAll(secret, '***'), words).slice(0, maxWords)

  /**
   * Calls the gateway. Errors name the call and never its URL, which in version 1 contains the key. Redirects are
   * refused for the same reason.
   */
  async function call(path: string, { method, form }: Call): Promise<Answer> {
    const url = new URL(path, gateway)
    for (const [name, value] of method === 'GET' ? Object.entries(form) : []) url.searchParams.set(name, value)
    const name = path.split('?', 1)[0] ?? ''
    const body = await fetch(url, {
      ...(method === 'GET' ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
      .then((response) => (response.status === 200 ? readJson(response, maxBytes) : `HTTP ${response.status}`))
      .catch((error: unknown) => (error instanceof Error && error.name === 'TimeoutError' ? 'too late' : 'no answer'))
    if (!isRecord(body)) throw new ProviderSilent(`${name}: ${typeof body === 'string' ? body : 'not an answer'}`)
    return { fields: fieldsOf(body), body }
  }

  /** Signed call of version 2. Answers about success are always signed; only some gateways sign refusals. */
  async function callSigned(path: string, form: EpayFields): Promise<Answer> {
    const answer = await call(path, { form: signer.sign({ pid, ...form }) })
    const { code, sign = '' } = answer.fields
    if (code === undefined) throw new ProviderSilent(`${path}: an answer without a code`)
    if ((code === '0' || sign !== '') && !signer.isSigned(answer.fields))
      throw new ProviderSilent(`${path}: the signature is wrong`)
    return answer
  }

  const isV2 = config.signing.kind === 'rsa'
  const refused = ({ msg = '' }: EpayFields, name: string) => new ProviderSilent(`${name}: ${clean(msg)}`)

  const orderOf = (attempt: NewAttempt, type: string): EpayFields => ({
    pid,
    type,
    out_trade_no: attempt.id,
    notify_url: notifyUrl,
    return_url: returnUrl(attempt.orderId),
    name: cutName(attempt.subject),
    money: toDecimal(attempt.amount),
  })

  /**
   * Signs the URL of the gateway's payment page, to which the buyer's browser goes. If the gateway already has the
   * order, the page continues it.
   */
  function openPage(order: EpayFields): Created {
    const url = new URL(isV2 ? 'api/pay/submit' : 'submit.php', gateway)
    url.search = new URLSearchParams(signer.sign(order)).toString()
    return { pay: { kind: 'redirect', url: url.href }, providerRef: null }
  }

  async function create(attempt: NewAttempt): Promise<Created> {
    const type = typeOf(attempt.method)
    if (attempt.amount.currency !== 'CNY' || type === null || !config.methods.some((own) => own === attempt.method))
      throw new ProviderRefused('this gateway does not take the method in this currency')
    const order = orderOf(attempt, type)
    if (config.opens === 'page') return openPage(order)
    const device = attempt.device === 'phone' ? 'mobile' : 'pc'
    const form = { ...order, clientip: attempt.clientIp ?? '127.0.0.1', device }
    const { fields } = isV2
      ? await callSigned('api/pay/create', { ...form, method: 'web' })
      : await call('mapi.php', { form: signer.sign(form) })
    if (fields.code === undefined) throw new ProviderSilent('create: an answer without a code')
    if (fields.code !== (isV2 ? '0' : '1')) {
      const why = refusalOf(fields.msg ?? '')
      throw why === 'stands' || why === 'busy'
        ? refused(fields, 'create')
        : new ProviderRefused(clean(fields.msg ?? ''))
    }
    const pay = stepOf(fields, attempt.device, gateway)
    return pay ? { pay, providerRef: null } : openPage(order)
  }

  /** Queries an order by our number. The answer must repeat this number, and our merchant id if it names a merchant. */
  async function findOrder(ref: AttemptRef): Promise<EpayFields | 'not_found'> {
    const { fields, body } = isV2
      ? await callSigned('api/pay/query', { out_trade_no: ref.id })
      : await call('api.php', { method: 'GET', form: { act: 'order', pid, key, out_trade_no: ref.id } })
    if (fields.code !== (isV2 ? '0' : '1')) {
      if (refusalOf(fields.msg ?? '') === 'unknown_order') return 'not_found'
      throw refused(fields, 'query')
    }
    // Some gateways of version 1 put the order into a `data` object.
    const order = !isV2 && fields.out_trade_no === undefined && isRecord(body.data) ? fieldsOf(body.data) : fields
    if (order.out_trade_no !== ref.id || (order.pid !== undefined && order.pid !== pid))
      throw new ProviderSilent('query: an answer about another order')
    return order
  }

  const toFacts = (attemptId: string, facts: readonly EpayFact[], hash: string): readonly Fact[] =>
    facts.map(({ method, ...fact }) => ({
      ...fact,
      provider: id,
      attemptId,
      refundId: null,
      ...(fact.kind === 'paid' && { method }),
      rawHash: hash,
    }))

  async function query(ref: AttemptRef): Promise<readonly Fact[] | 'not_found'> {
    const order = await findOrder(ref)
    if (order === 'not_found') return order
    const state = stateOf(order.status)
    if (state === 'open') return []
    const { status, refundmoney: _refunded, ...rest } = order
    const facts = factsOfPaid(isV2 ? order : rest, new Date())
    if ((state !== 'paid' && state !== 'refunded') || !facts)
      throw new ProviderSilent(`query: an order in state ${clean(String(status))}`)
    return toFacts(ref.id, facts, hashOf(JSON.stringify(order)))
  }

  type Refunded = { readonly providerTxnId: string; readonly refundId: string; readonly amountMinor: number }
  const refundFact = (kind: 'refunded' | 'refund_failed', ref: AttemptRef, made: Refunded, raw: EpayFields): Fact => ({
    provider: id,
    kind,
    attemptId: ref.id,
    providerTxnId: made.providerTxnId,
    refundId: made.refundId,
    ...(kind === 'refund_failed' && { failure: 'the gateway says that the refund failed' }),
    amount: { amountMinor: made.amountMinor, currency: 'CNY' },
    at: new Date(),
    rawHash: hashOf(JSON.stringify(raw)),
  })

  /** Queries a refund by our number, in version 2. */
  async function findRefund({ refundId, ref }: Pick<RefundRequest, 'refundId' | 'ref'>): Promise<Fact | 'not_found'> {
    const { fields } = await callSigned('api/pay/refundquery', { out_refund_no: refundId })
    if (fields.code !== '0') {
      if (refusalOf(fields.msg ?? '') === 'unknown_refund') return 'not_found'
      throw refused(fields, 'refundquery')
    }
    const amount = fromDecimal(fields.money ?? '', 'CNY')
    const { trade_no: providerTxnId = '', status } = fields
    if (fields.out_refund_no !== refundId || fields.out_trade_no !== ref.id || !amount || !isNumber(providerTxnId))
      throw new ProviderSilent('refundquery: an answer about another refund')
    if (status !== '0' && status !== '1') throw new ProviderSilent('refundquery: a refund in an unknown state')
    const made = { providerTxnId, refundId, amountMinor: amount.amountMinor }
    return refundFact(status === '1' ? 'refunded' : 'refund_failed', ref, made, fields)
  }

  /** Queries the order instead of the refund, because version 1 of the protocol has no refund numbers. */
  async function findWholeRefund({
    refundId,
    ref,
  }: Pick<RefundRequest, 'refundId' | 'ref'>): Promise<Fact | 'not_found'> {
    const order = await findOrder(ref)
    if (order === 'not_found') return order
    const state = stateOf(order.status)
    const amount = fromDecimal(order.money ?? '', 'CNY')
    const { trade_no: providerTxnId = '' } = order
    if (state === 'paid') return 'not_found'
    if (state !== 'refunded' || !amount || !isNumber(providerTxnId))
      throw new ProviderSilent(`query: an order in state ${clean(order.status ?? '')}`)
    return refundFact('refunded', ref, { providerTxnId, refundId, amountMinor: amount.amountMinor }, order)
  }

  /**
   * A gateway without refunds cannot be asked about a refund, so the state of the order must show that none was made.
   */
  async function queryRefund(
    request: Pick<RefundRequest, 'refundId' | 'ref' | 'providerTxnId'>,
  ): Promise<Fact | 'not_found'> {
    if (!isV2) return findWholeRefund(request)
    return findRefund(request).catch(async (error: unknown): Promise<'not_found'> => {
      if (config.refunds) throw error
      const order = await findOrder(request.ref)
      if (order !== 'not_found' && stateOf(order.status) === 'paid' && !Number(order.refundmoney)) return 'not_found'
      throw error
    })
  }

  async function refund(request: RefundRequest): Promise<Fact | 'pending'> {
    const { refundId, ref, amount, providerTxnId } = request
    if (!config.refunds) throw new ProviderRefused('this gateway takes no refunds by API')
    // Version 1 takes only full refunds, because the later state of an order shows only whether all of the payment was
    // returned.
    if (!isV2 && amount.amountMinor !== ref.amount.amountMinor)
      throw new ProviderRefused('this gateway refunds whole payments only')
    const form = { trade_no: providerTxnId, money: toDecimal(money(amount.amountMinor, 'CNY')) }
    const { fields } = isV2
      ? await callSigned('api/pay/refund', { ...form, out_refund_no: refundId })
      : await call('api.php?act=refund', { form: { pid, key, ...form } })
    // Success codes of version 1: older gateways answer 1, newer ones 0. Refusals have negative codes.
    if (fields.code !== '0' && (isV2 || fields.code !== '1')) {
      const why = refusalOf(fields.msg ?? '')
      throw why === 'final' || why === 'unknown_order'
        ? new ProviderRefused(clean(fields.msg ?? ''))
        : refused(fields, 'refund')
    }
    if (!isV2) return refundFact('refunded', ref, { providerTxnId, refundId, amountMinor: amount.amountMinor }, fields)
    const stated = await findRefund(request)
    return stated === 'not_found' ? 'pending' : stated
  }

  async function close(ref: AttemptRef): Promise<'closed' | 'already_paid' | 'not_found' | 'unsupported'> {
    if (!isV2) return 'unsupported'
    const { fields } = await callSigned('api/pay/close', { out_trade_no: ref.id })
    if (fields.code === '0') return 'closed'
    // A refusal to close means that the order is paid, or that its payment method cannot be closed. A query
    // distinguishes the two.
    const facts = await query(ref)
    if (facts === 'not_found') return 'not_found'
    return facts.length > 0 ? 'already_paid' : 'unsupported'
  }

  return {
    id,
    caps: {
      currencies: ['CNY'],
      canClose: isV2,
      partialRefund: isV2,
      minTtlSec: 60,
      methods: config.methods,
      notifiesByGet: true,
    },
    create,

    parseNotification({ raw }): Notification {
      const form = readEpayForm(new TextDecoder().decode(raw))
      if (!form) throw new BadNotification('a parameter is named twice')
      if (isAmbiguous(form)) throw new BadNotification('the signed text can be read in two ways')
      if (!signer.isSigned(form)) throw new BadNotification('the signature is wrong')
      if (form.pid !== pid) throw new BadNotification('another pid')
      const { out_trade_no: attemptId = '', trade_status: status, trade_no: number, type } = form
      if (!isNumber(attemptId)) throw new BadNotification('no order number')
      const { refundmoney: _refunded, status: _status, ...paid } = form
      const facts = factsOfPaid(paid, new Date())
      if (!facts) throw new BadNotification('no payment number or no amount')
      return {
        // The id includes the payment method. Otherwise a notification with a wrong method would hide the later one
        // with the right method.
        eventId: `${number} ${status} ${type}`,
        facts: status === 'TRADE_SUCCESS' ? toFacts(attemptId, facts, hashOf(raw)) : [],
      }
    },

    // Gateways look for `success` anywhere in the response, and repeat the notification without it.
    reply: (outcome) =>
      outcome === 'committed'
        ? { status: 200, body: 'success' }
        : { status: outcome === 'retry' ? 503 : 400, body: 'fail' },

    query,
    close,
    refund,
    queryRefund,
    ...(isV2 && { listSettled: createEpayList(pid, listPage) }),
  }

  async function listPage(form: EpayFields): Promise<Readonly<Record<string, unknown>>> {
    const { fields, body } = await callSigned('api/merchant/orders', form)
    if (fields.code !== '0') throw refused(fields, 'orders')
    return body
  }
}

const hashOf = (raw: string | Uint8Array): string => createHash('sha256').update(raw).digest('hex')
