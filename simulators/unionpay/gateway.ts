import { createHash, createVerify } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  GatewayRefusal,
  type GatewayPayment,
  type GatewayRefund,
  type Reason,
} from '../fake-gateway/gateway-payments.ts'
import { signText } from '../alipay/signing.ts'
import { cardHolderOf } from '../fake-gateway/card-holder.ts'
import { strangersKey, withFaults } from '../fake-gateway/misbehave.ts'
import type { SignedNotification, Wire } from '../fake-gateway/fake-gateway.ts'
import { cashierPath, type Counter } from '../fake-gateway/gateway-pages.ts'
import { reportFile } from './settlement-report.ts'

export const unionpayMerchant = { merchantId: '777290058110001', certId: '68759663125' } as const
export type UnionpayKeys = {
  readonly merchantPublicPem: string
  readonly providerPrivatePem: string
  readonly providerCertPem: string
}
type UnionpayFields = Readonly<Record<string, string>>

const beijing = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
const fromBeijing = (digits: string): number =>
  Date.parse(digits.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z')) - 8 * 3_600_000
const digestOf = (fields: UnionpayFields): string =>
  createHash('sha256')
    .update(
      Object.keys(fields)
        .filter((name) => name !== 'signature' && fields[name] !== '')
        .toSorted()
        .map((name) => `${name}=${fields[name]}`)
        .join('&'),
    )
    .digest('hex')

/** The real certificate has CRLF line ends, so the simulated one gets them too. */
const crlf = (pem: string): string => pem.replaceAll(/\r?\n/g, '\r\n')

export function signUnionpay(
  fields: UnionpayFields,
  { providerPrivatePem, providerCertPem }: Pick<UnionpayKeys, 'providerPrivatePem' | 'providerCertPem'>,
): UnionpayFields {
  const whole = {
    version: '5.1.0',
    encoding: 'UTF-8',
    signMethod: '01',
    signPubKeyCert: crlf(providerCertPem),
    ...fields,
  }
  return { ...whole, signature: signText(digestOf(whole), providerPrivatePem) }
}
/** Writes a notification as a URL-encoded form. Answers to calls are not encoded. */
export const writeUnionpayForm = (fields: UnionpayFields): SignedNotification => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const merchant = { merId: unionpayMerchant.merchantId, accessType: '0', bizType: '000000' }
const went = { respCode: '00', respMsg: 'success[0000000]' }
const found = { issuerIdentifyMode: '0', origRespCode: went.respCode, origRespMsg: went.respMsg }
const settled = (txn: string, amountMinor: number, at: number): UnionpayFields => ({
  queryId: txn,
  currencyCode: '156',
  txnAmt: String(amountMinor),
  settleAmt: String(amountMinor),
  settleCurrencyCode: '156',
  settleDate: beijing(at).slice(4, 8),
  traceNo: txn.slice(-6),
  traceTime: beijing(at).slice(4),
})
export function customerInfo({ txn }: Pick<GatewayPayment, 'txn'>): string {
  const { name, phone } = cardHolderOf(txn)
  return Buffer.from(`{customerNm=${name}&phoneNo=${phone}}`).toString('base64')
}
const consumption = (gatewayPayment: GatewayPayment): UnionpayFields => ({
  ...merchant,
  txnType: '01',
  txnSubType: '07',
  orderId: gatewayPayment.number,
  txnTime: gatewayPayment.extra.txnTime ?? '',
})
const refunding = (gatewayPayment: GatewayPayment, refund: GatewayRefund): UnionpayFields => ({
  ...merchant,
  txnType: '04',
  txnSubType: '00',
  orderId: refund.number,
  txnTime: gatewayPayment.extra[refund.number] ?? '',
  origQryId: gatewayPayment.txn,
  reqReserved: gatewayPayment.number,
})

export const unionpayPaid = (gatewayPayment: GatewayPayment): UnionpayFields => ({
  ...consumption(gatewayPayment),
  ...settled(gatewayPayment.txn, gatewayPayment.paidMinor, gatewayPayment.paidAt ?? 0),
  // Card number of the payer. Real UnionPay sends it in full only to shops with a special contract, which a test
  // simulates by setting a payer.
  accNo: gatewayPayment.payer ?? cardHolderOf(gatewayPayment.txn).maskedAccount,
  customerInfo: customerInfo(gatewayPayment),
  payCardType: '01',
  ...went,
})
export const unionpayRefunded = (gatewayPayment: GatewayPayment, refund: GatewayRefund): UnionpayFields => ({
  ...refunding(gatewayPayment, refund),
  ...settled(refund.txn, refund.amountMinor, refund.at),
  ...went,
})

/** Answer to a query: repeats the type and numbers of the queried payment or refund and adds two result codes. */
export function unionpayPayment(gatewayPayment: GatewayPayment): UnionpayFields {
  const query = { ...consumption(gatewayPayment), ...went, txnAmt: String(gatewayPayment.totalMinor), settleAmt: '0' }
  if (gatewayPayment.paidAt === null)
    return gatewayPayment.closedAt === null
      ? { ...query, origRespCode: '05', origRespMsg: 'accepted, ask again later[6154037]' }
      : { ...query, origRespCode: '39', origRespMsg: 'the order is over[2040004]' }
  return { ...unionpayPaid(gatewayPayment), ...found }
}
export function unionpayRefund(gatewayPayment: GatewayPayment, refund: GatewayRefund): UnionpayFields {
  const { state, txn, amountMinor } = refund
  if (state === undefined) return { ...unionpayRefunded(gatewayPayment, refund), ...found }
  const query = {
    ...refunding(gatewayPayment, refund),
    ...went,
    queryId: txn,
    txnAmt: String(amountMinor),
    settleAmt: '0',
  }
  return state === 'pending'
    ? { ...query, ...found, origRespCode: '05', origRespMsg: 'accepted, ask again later[6154037]' }
    : { ...query, ...found, origRespCode: '63', origRespMsg: 'the state of the card[1000054]' }
}

export const unionpayWire = (keys: UnionpayKeys): Wire => ({
  write(gatewayPayment, { kind, refund }) {
    if (kind === 'paid') return writeUnionpayForm(signUnionpay(unionpayPaid(gatewayPayment), keys))
    if (refund && refund.state === undefined)
      return writeUnionpayForm(signUnionpay(unionpayRefunded(gatewayPayment, refund), keys))
    return null
  },
})

const refusals: Record<Reason, string> = {
  unknown: '34',
  paid: '12',
  closed: '39',
  not_paid: '35',
  too_much: '36',
  other_content: '12',
}

export function registerUnionpay(app: FastifyInstance, { fakeGateway, faults }: Counter, keys: UnionpayKeys): void {
  const answerTo = (
    name: string,
    request: FastifyRequest,
    reply: FastifyReply,
    perform: (form: UnionpayFields) => UnionpayFields,
  ) => {
    const form = request.body as UnionpayFields
    const echo = Object.fromEntries(
      ['txnType', 'txnSubType', 'orderId', 'txnTime', 'txnAmt', 'origQryId', 'reqReserved', 'settleDate'].flatMap(
        (field) => (form[field] ? [[field, form[field]]] : []),
      ),
    )
    return withFaults(
      faults,
      name,
      { request, reply },
      {
        perform: (): UnionpayFields => {
          if (!isMerchants(form, keys)) return { ...merchant, ...echo, respCode: '11', respMsg: 'signature' }
          return { ...merchant, ...echo, ...went, ...perform(form) }
        },
        refuse: (reason) => ({ ...merchant, ...echo, respCode: refusals[reason], respMsg: reason }),
        quota: () => ({ ...merchant, ...echo, respCode: '02', respMsg: 'closed for now' }),
        systemError: () => ({ ...merchant, ...echo, respCode: '06', respMsg: 'system busy' }),
        answer: (result, wrong) => {
          const stated = wrong === 'another' ? { ...result, orderId: '01JCANOTHERTRADE0000000000' } : result
          const signed = signUnionpay(
            stated,
            wrong === 'forged' ? { ...keys, providerPrivatePem: strangersKey() } : keys,
          )
          const fields = wrong === 'unsigned' ? { ...signed, signature: '' } : signed
          return reply.type('text/plain; charset=utf-8').send(
            Object.entries(fields)
              .map(([field, value]) => `${field}=${value}`)
              .join('&'),
          )
        },
      },
    )
  }

  app.post('/unionpay/gateway/api/backTransReq.do', (request, reply) => {
    const { txnType = '' } = request.body as UnionpayFields
    return answerTo(txnType === '04' ? 'refund' : 'create', request, reply, (form) => {
      const { orderId: number = '', txnAmt = '', backUrl: notifyUrl = '', txnTime = '', payTimeout = '' } = form
      // UnionPay accepts order numbers of 8 to 40 letters and digits.
      if (!/^[0-9A-Za-z]{8,40}$/.test(number) || !/^[1-9]\d*$/.test(txnAmt)) return { respCode: '10' }
      if (txnType === '04') return refund(form)
      if (form.currencyCode !== '156' || form.txnSubType !== '07') return { respCode: '10' }
      if (fakeGateway.find(number)) return { respCode: '12' }
      const gatewayPayment = fakeGateway.open({
        number,
        subject: number,
        currency: 'CNY',
        totalMinor: Number(txnAmt),
        notifyUrl,
        returnUrl: '',
        expiresAt: fromBeijing(payTimeout),
        extra: { txnTime },
      })
      return { qrCode: `http://${request.host}${cashierPath('unionpay', gatewayPayment)}` }
    })
  })
  function refund({ origQryId: txn = '', orderId: number = '', txnAmt, txnTime = '' }: UnionpayFields): UnionpayFields {
    const gatewayPayment = fakeGateway.findByTxn(txn)
    if (!gatewayPayment) return { respCode: '35' }
    if (gatewayPayment.refunds.some((known) => known.number === number)) return { respCode: '12' }
    // A refund is identified by its number and time, as a payment is.
    fakeGateway.remember(gatewayPayment, { [number]: txnTime })
    return { queryId: fakeGateway.refund(gatewayPayment, number, Number(txnAmt)).refund.txn }
  }

  app.post('/unionpay/gateway/api/queryTrans.do', (request, reply) =>
    answerTo('query', request, reply, ({ orderId = '', txnTime }) => {
      const gatewayPayment = fakeGateway.find(orderId)
      if (gatewayPayment && gatewayPayment.extra.txnTime === txnTime) return unionpayPayment(gatewayPayment)
      const owner = fakeGateway.findByRefund(orderId)
      const made = owner?.refunds.find((known) => known.number === orderId)
      if (!owner || !made || owner.extra[orderId] !== txnTime) throw new GatewayRefusal('unknown')
      return unionpayRefund(owner, made)
    }),
  )

  app.post('/unionpay/fileTransfer.do', (request, reply) =>
    answerTo('bill', request, reply, ({ txnType, txnSubType, fileType, settleDate = '' }) => {
      if (txnType !== '76' || txnSubType !== '01' || fileType !== '00' || !/^\d{4}$/.test(settleDate))
        return { respCode: '10' }
      const { merchantId } = unionpayMerchant
      return {
        ...(reportFile(fakeGateway.gatewayPayments, settleDate, {
          now: fakeGateway.now,
          merchantId,
          foreignLines: fakeGateway.foreignLines,
          layout: fakeGateway.layout,
        }) ?? {
          respCode: '98',
        }),
      }
    }),
  )
}

const isMerchants = (form: UnionpayFields, keys: UnionpayKeys): boolean =>
  form.version === '5.1.0' &&
  form.merId === unionpayMerchant.merchantId &&
  form.certId === unionpayMerchant.certId &&
  createVerify('RSA-SHA256')
    .update(digestOf(form))
    .verify(keys.merchantPublicPem, form.signature ?? '', 'base64')
