import { createCipheriv, createHash, createVerify, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { signText } from '../alipay/signing.ts'
import { type GatewayPayment, type GatewayRefund, type Reason } from '../fake-gateway/gateway-payments.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { strangersKey, withFaults, type Wrong } from '../fake-gateway/misbehave.ts'
import type { SignedNotification, Wire } from '../fake-gateway/fake-gateway.ts'
import { cashierPath, type Counter } from '../fake-gateway/gateway-pages.ts'
import { report } from './settlement-report.ts'

export const wechatMerchant = {
  appId: 'wx2026000000000001',
  merchantId: '1900000001',
  serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  platformKeyId: 'PUB_KEY_ID_0119000000012026000000000001',
} as const
export type WechatKeys = {
  readonly merchantPublicPem: string
  readonly providerPrivatePem: string
  readonly apiV3Key: string
}
type Answer = { status: number; body: unknown }

const rfc3339 = (at: number): string => `${new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`

export function signedHeaders(body: string, key: string, at = Date.now()): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000))
  const nonce = randomBytes(16).toString('hex')
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': wechatMerchant.platformKeyId,
    'wechatpay-signature': signText(`${timestamp}\n${nonce}\n${body}\n`, key),
  }
}

export function writeWechatEvent(
  keys: WechatKeys,
  eventType: string,
  resource: object,
  { at = Date.now(), id = randomUUID() }: { at?: number; id?: string } = {},
): SignedNotification {
  const nonce = randomBytes(6).toString('hex')
  const aad = eventType.startsWith('REFUND') ? 'refund' : 'transaction'
  const cipher = createCipheriv('aes-256-gcm', keys.apiV3Key, nonce)
  cipher.setAAD(Buffer.from(aad))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(resource), 'utf8'), cipher.final(), cipher.getAuthTag()])
  const body = JSON.stringify({
    id,
    create_time: rfc3339(at),
    resource_type: 'encrypt-resource',
    event_type: eventType,
    summary: eventType,
    resource: {
      original_type: aad,
      algorithm: 'AEAD_AES_256_GCM',
      ciphertext: sealed.toString('base64'),
      associated_data: aad,
      nonce,
    },
  })
  return { headers: { 'content-type': 'application/json', ...signedHeaders(body, keys.providerPrivatePem, at) }, body }
}

/** Writes WeChat's notifications. WeChat notifies about payments and refunds, not about closed orders. */
export const wechatWire = (keys: WechatKeys): Wire => ({
  write(gatewayPayment, { kind, refund }) {
    if (kind === 'paid') return writeWechatEvent(keys, 'TRANSACTION.SUCCESS', transactionOf(gatewayPayment))
    if (!refund || refund.state === 'pending') return null
    const what = refund.state === 'failed' ? 'ABNORMAL' : 'SUCCESS'
    return writeWechatEvent(keys, `REFUND.${what}`, wechatRefundNotice(gatewayPayment, refund))
  },
})

export function transactionOf(gatewayPayment: GatewayPayment): Record<string, unknown> {
  const state =
    gatewayPayment.paidAt !== null
      ? gatewayPayment.refunds.length > 0
        ? 'REFUND'
        : 'SUCCESS'
      : gatewayPayment.closedAt !== null
        ? gatewayPayment.extra.declined
          ? 'PAYERROR'
          : 'CLOSED'
        : 'NOTPAY'
  return {
    appid: wechatMerchant.appId,
    mchid: wechatMerchant.merchantId,
    out_trade_no: gatewayPayment.number,
    trade_state: state,
    trade_state_desc: state,
    ...(gatewayPayment.paidAt !== null && {
      transaction_id: `42000${gatewayPayment.txn}`,
      trade_type: gatewayPayment.extra.type ?? 'NATIVE',
      bank_type: 'OTHERS',
      success_time: rfc3339(gatewayPayment.paidAt),
      // Payer of the payment. Each payment has its own, unless a test sets one.
      payer: {
        openid:
          gatewayPayment.payer === undefined
            ? cardHolderOf(gatewayPayment.txn).openId
            : `oUpF8uMuAJO_${gatewayPayment.payer}`,
      },
      amount: {
        total: gatewayPayment.paidMinor,
        payer_total: gatewayPayment.paidMinor,
        currency: 'CNY',
        payer_currency: 'CNY',
      },
    }),
  }
}

const accountOf = ({ txn }: GatewayPayment): string => `招商银行信用卡${cardHolderOf(txn).maskedAccount}`
export const wechatRefund = (gatewayPayment: GatewayPayment, refund: GatewayRefund): Record<string, unknown> => ({
  refund_id: `50000${refund.txn}`,
  out_refund_no: refund.number,
  transaction_id: `42000${gatewayPayment.txn}`,
  out_trade_no: gatewayPayment.number,
  channel: 'ORIGINAL',
  user_received_account: accountOf(gatewayPayment),
  ...(refund.state === undefined && { success_time: rfc3339(refund.at) }),
  create_time: rfc3339(refund.at),
  status: refundStatus(refund),
  funds_account: 'AVAILABLE',
  amount: {
    total: gatewayPayment.paidMinor,
    refund: refund.amountMinor,
    payer_total: gatewayPayment.paidMinor,
    payer_refund: refund.amountMinor,
    settlement_total: gatewayPayment.paidMinor,
    settlement_refund: refund.amountMinor,
    discount_refund: 0,
    currency: 'CNY',
  },
  promotion_detail: [],
})
const refundStatus = ({ state }: GatewayRefund): string =>
  state === 'pending' ? 'PROCESSING' : state === 'failed' ? 'ABNORMAL' : 'SUCCESS'
/**
 * Content of a refund notification, in which WeChat uses another name for the status than in answers and omits the
 * currency.
 */
export const wechatRefundNotice = (gatewayPayment: GatewayPayment, refund: GatewayRefund): Record<string, unknown> => ({
  mchid: wechatMerchant.merchantId,
  out_trade_no: gatewayPayment.number,
  transaction_id: `42000${gatewayPayment.txn}`,
  out_refund_no: refund.number,
  refund_id: `50000${refund.txn}`,
  refund_status: refundStatus(refund),
  ...(refund.state === undefined && { success_time: rfc3339(refund.at) }),
  user_received_account: accountOf(gatewayPayment),
  amount: {
    total: gatewayPayment.paidMinor,
    refund: refund.amountMinor,
    payer_total: gatewayPayment.paidMinor,
    payer_refund: refund.amountMinor,
  },
})

const refusals: Record<Reason, [number, string]> = {
  unknown: [404, 'ORDER_NOT_EXIST'],
  paid: [400, 'ORDERPAID'],
  closed: [400, 'ORDER_CLOSED'],
  not_paid: [400, 'INVALID_REQUEST'],
  too_much: [403, 'NOT_ENOUGH'],
  other_content: [400, 'INVALID_REQUEST'],
}
const refuse = (status: number, code: string): Answer => ({ status, body: { code, message: code } })

export function registerWechat(app: FastifyInstance, { fakeGateway, faults }: Counter, keys: WechatKeys): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  const answerTo = (
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    perform: (body: Record<string, unknown>) => Answer,
  ) =>
    withFaults(
      faults,
      name,
      { request, reply },
      {
        perform: () => {
          const refusal = checkAuthorization(request, keys)
          if (refusal) return refuse(401, refusal)
          return perform(
            typeof request.body === 'string' && request.body !== ''
              ? (JSON.parse(request.body) as Record<string, unknown>)
              : {},
          )
        },
        refuse: (reason) => refuse(...refusals[reason]),
        answer: (result, wrong) => send(reply, result, wrong, keys),
        quota: () => refuse(403, 'RULE_LIMIT'),
        systemError: () => refuse(500, 'SYSTEM_ERROR'),
      },
    )

  for (const type of ['native', 'h5'] as const)
    app.post(`/wechat/v3/pay/transactions/${type}`, (request, reply) =>
      answerTo('create', request, reply, (body) => {
        const {
          out_trade_no: number,
          description: subject,
          notify_url: notifyUrl,
          time_expire: expire,
        } = body as Record<string, string>
        const { total, currency } = body.amount as { total: number; currency: string }
        if (
          body.mchid !== wechatMerchant.merchantId ||
          body.appid !== wechatMerchant.appId ||
          !number ||
          !(total > 0) ||
          currency !== 'CNY'
        )
          return refuse(400, 'PARAM_ERROR')
        if (type === 'h5' && !(body.scene_info as { payer_client_ip?: string } | undefined)?.payer_client_ip)
          return refuse(400, 'PARAM_ERROR')
        const gatewayPayment = fakeGateway.openOnce({
          number,
          subject: subject ?? '',
          currency: 'CNY',
          totalMinor: total,
          notifyUrl: notifyUrl ?? '',
          returnUrl: '',
          expiresAt: Date.parse(expire ?? ''),
          extra: { type: type === 'h5' ? 'MWEB' : 'NATIVE' },
        })
        const address = `http://${request.host}${cashierPath('wechat', gatewayPayment)}`
        return { status: 200, body: type === 'h5' ? { h5_url: address } : { code_url: address } }
      }),
    )
  app.get<{ Params: { number: string }; Querystring: { mchid?: string } }>(
    '/wechat/v3/pay/transactions/out-trade-no/:number',
    (request, reply) =>
      answerTo('query', request, reply, () =>
        request.query.mchid === wechatMerchant.merchantId
          ? { status: 200, body: transactionOf(fakeGateway.get(request.params.number)) }
          : refuse(400, 'PARAM_ERROR'),
      ),
  )
  app.post<{ Params: { number: string } }>('/wechat/v3/pay/transactions/out-trade-no/:number/close', (request, reply) =>
    answerTo('close', request, reply, () => {
      fakeGateway.close(fakeGateway.get(request.params.number))
      return { status: 204, body: null }
    }),
  )
  type BillDay = { Querystring: { bill_date?: string; bill_type?: string } }
  app.get<BillDay>('/wechat/v3/bill/tradebill', (request, reply) =>
    answerTo('bill', request, reply, () => {
      const { bill_date: day = '', bill_type: type = 'ALL' } = request.query
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || type !== 'ALL') return refuse(400, 'PARAM_ERROR')
      const text = report(fakeGateway.gatewayPayments, day, wechatMerchant, fakeGateway)
      if (text === null) return refuse(400, 'NO_STATEMENT_EXIST')
      return {
        status: 200,
        body: {
          hash_type: 'SHA1',
          hash_value: createHash('sha1').update(text).digest('hex'),
          download_url: `http://${request.host}/wechat/v3/billdownload/file?token=${day}`,
        },
      }
    }),
  )
  // The request for the report file is signed, but the file in the response is not.
  app.get<{ Querystring: { token?: string } }>('/wechat/v3/billdownload/file', async (request, reply) => {
    if (checkAuthorization(request, keys)) return reply.code(401).send()
    const text = report(fakeGateway.gatewayPayments, request.query.token ?? '', wechatMerchant, fakeGateway) ?? ''
    const forged = faults.take('bill-file') ? text.replace('`SUCCESS`', '`REFUND`').replace(',`0.60%', ',`0.61%') : text
    return reply.type('text/plain; charset=utf-8').send(forged)
  })
  app.post('/wechat/v3/refund/domestic/refunds', (request, reply) =>
    answerTo('refund', request, reply, (body) => {
      const txn = String(body.transaction_id).slice(5)
      const gatewayPayment = fakeGateway.findByTxn(txn)
      const { refund, total } = body.amount as { refund: number; total: number }
      if (!gatewayPayment) return refuse(404, 'RESOURCE_NOT_EXISTS')
      if (total !== gatewayPayment.paidMinor) return refuse(400, 'INVALID_REQUEST')
      return {
        status: 200,
        body: wechatRefund(
          gatewayPayment,
          fakeGateway.refund(gatewayPayment, String(body.out_refund_no), refund).refund,
        ),
      }
    }),
  )
  app.get<{ Params: { number: string } }>('/wechat/v3/refund/domestic/refunds/:number', (request, reply) =>
    answerTo('refund-query', request, reply, () => {
      const { number } = request.params
      const gatewayPayment = fakeGateway.findByRefund(number)
      const made = gatewayPayment?.refunds.find((known) => known.number === number)
      return gatewayPayment && made
        ? { status: 200, body: wechatRefund(gatewayPayment, made) }
        : refuse(404, 'RESOURCE_NOT_EXISTS')
    }),
  )
}

function checkAuthorization(request: FastifyRequest, keys: WechatKeys): string | null {
  const header = request.headers.authorization ?? ''
  const parts = Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  )
  if (!header.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return 'SIGN_ERROR'
  if (parts.mchid !== wechatMerchant.merchantId || parts.serial_no !== wechatMerchant.serial) return 'SIGN_ERROR'
  if (!(Math.abs(Date.now() / 1000 - Number(parts.timestamp)) <= 300)) return 'SIGN_ERROR'
  const body = typeof request.body === 'string' ? request.body : ''
  const text = `${request.method}\n${request.url}\n${parts.timestamp}\n${parts.nonce_str}\n${body}\n`
  return createVerify('RSA-SHA256')
    .update(text)
    .verify(keys.merchantPublicPem, parts.signature ?? '', 'base64')
    ? null
    : 'SIGN_ERROR'
}

function send(reply: FastifyReply, { status, body }: Answer, wrong: Wrong, keys: WechatKeys): FastifyReply {
  const stated =
    wrong === 'another' ? { ...(body as object), out_trade_no: '01JCANOTHERTRADE0000000000', out_refund_no: 'x' } : body
  const text = stated === null ? '' : JSON.stringify(stated)
  const key = wrong === 'forged' ? strangersKey() : keys.providerPrivatePem
  if (wrong !== 'unsigned') reply.headers(signedHeaders(text, key))
  reply.code(status)
  return text === '' ? reply.send() : reply.type('application/json').send(text)
}
