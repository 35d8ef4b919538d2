import { createHash, createSign, createVerify } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BillError, type Bill, type BillRefund, type Reason } from '../till/bills.ts'
import { cardHolderOf } from '../till/card-holder.ts'
import { strangersKey, withFaults } from '../till/misbehave.ts'
import type { Letter, Wire } from '../till/till.ts'
import { cashierPath, type Counter } from '../till/till-pages.ts'
import { reportFile } from './settlement-report.ts'

export const unionpayMerchant = { merchantId: '777290058110001', certId: '68759663125' } as const
export type UnionpayKeys = {
  readonly merchantPublicPem: string
  readonly providerPrivatePem: string
  readonly providerCertPem: string
}
export type UnionpayFields = Readonly<Record<string, string>>

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

/** Its certificate comes with both characters at each end of line. */
const crlf = (pem: string): string => pem.replaceAll(/\r?\n/g, '\r\n')

/** Signs as UnionPay does, its certificate among the fields. */
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
  return { ...whole, signature: createSign('RSA-SHA256').update(digestOf(whole)).sign(providerPrivatePem, 'base64') }
}
/** Notifications are forms, URL-encoded; answers are not. */
export const writeUnionpayForm = (fields: UnionpayFields): Letter => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: new URLSearchParams(fields).toString(),
})

const merchant = { merId: unionpayMerchant.merchantId, accessType: '0', bizType: '000000' }
const went = { respCode: '00', respMsg: 'success[0000000]' }
const found = { issuerIdentifyMode: '0', origRespCode: went.respCode, origRespMsg: went.respMsg }
/** What is settled of a transaction that went well, and when. */
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
/** In base64, as UnionPay wraps what a shop was told of its customer. */
export function customerInfo({ txn }: Pick<Bill, 'txn'>): string {
  const { name, phone } = cardHolderOf(txn)
  return Buffer.from(`{customerNm=${name}&phoneNo=${phone}}`).toString('base64')
}
const consumption = (bill: Bill): UnionpayFields => ({
  ...merchant,
  txnType: '01',
  txnSubType: '07',
  orderId: bill.number,
  txnTime: bill.extra.txnTime ?? '',
})
const refunding = (bill: Bill, refund: BillRefund): UnionpayFields => ({
  ...merchant,
  txnType: '04',
  txnSubType: '00',
  orderId: refund.number,
  txnTime: bill.extra[refund.number] ?? '',
  origQryId: bill.txn,
  reqReserved: bill.number,
})

/** The notification of a payment. */
export const unionpayPaid = (bill: Bill): UnionpayFields => ({
  ...consumption(bill),
  ...settled(bill.txn, bill.paidMinor, bill.paidAt ?? 0),
  // Whole only for shops whose contract says so: for those that a test names a card to.
  accNo: bill.payer ?? cardHolderOf(bill.txn).maskedAccount,
  customerInfo: customerInfo(bill),
  payCardType: '01',
  ...went,
})
/** The notification of a refund. */
export const unionpayRefunded = (bill: Bill, refund: BillRefund): UnionpayFields => ({
  ...refunding(bill, refund),
  ...settled(refund.txn, refund.amountMinor, refund.at),
  ...went,
})

/** The answer to a query: it has the type and the numbers of what it is about, and two codes. */
export function unionpayPayment(bill: Bill): UnionpayFields {
  const query = { ...consumption(bill), ...went, txnAmt: String(bill.totalMinor), settleAmt: '0' }
  if (bill.paidAt === null)
    return bill.closedAt === null
      ? { ...query, origRespCode: '05', origRespMsg: 'accepted, ask again later[6154037]' }
      : { ...query, origRespCode: '39', origRespMsg: 'the order is over[2040004]' }
  return { ...unionpayPaid(bill), ...found }
}
export function unionpayRefund(bill: Bill, refund: BillRefund): UnionpayFields {
  const { state, txn, amountMinor } = refund
  if (state === undefined) return { ...unionpayRefunded(bill, refund), ...found }
  const query = { ...refunding(bill, refund), ...went, queryId: txn, txnAmt: String(amountMinor), settleAmt: '0' }
  return state === 'pending'
    ? { ...query, ...found, origRespCode: '05', origRespMsg: 'accepted, ask again later[6154037]' }
    : { ...query, ...found, origRespCode: '63', origRespMsg: 'the state of the card[1000054]' }
}

export const unionpayWire = (keys: UnionpayKeys): Wire => ({
  write(bill, { kind, refund }) {
    if (kind === 'paid') return writeUnionpayForm(signUnionpay(unionpayPaid(bill), keys))
    if (refund && refund.state === undefined)
      return writeUnionpayForm(signUnionpay(unionpayRefunded(bill, refund), keys))
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

export function registerUnionpay(app: FastifyInstance, { till, faults }: Counter, keys: UnionpayKeys): void {
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
      // UnionPay takes 8 to 40 letters and digits.
      if (!/^[0-9A-Za-z]{8,40}$/.test(number) || !/^[1-9]\d*$/.test(txnAmt)) return { respCode: '10' }
      if (txnType === '04') return refund(form)
      if (form.currencyCode !== '156' || form.txnSubType !== '07') return { respCode: '10' }
      if (till.find(number)) return { respCode: '12' }
      const bill = till.open({
        number,
        subject: number,
        currency: 'CNY',
        totalMinor: Number(txnAmt),
        notifyUrl,
        returnUrl: '',
        expiresAt: fromBeijing(payTimeout),
        extra: { txnTime },
      })
      return { qrCode: `http://${request.host}${cashierPath('unionpay', bill)}` }
    })
  })
  function refund({ origQryId: txn = '', orderId: number = '', txnAmt, txnTime = '' }: UnionpayFields): UnionpayFields {
    const bill = till.findByTxn(txn)
    if (!bill) return { respCode: '35' }
    if (bill.refunds.some((known) => known.number === number)) return { respCode: '12' }
    // When a refund was sent is part of its name, as it is of a payment's.
    till.remember(bill, { [number]: txnTime })
    return { queryId: till.refund(bill, number, Number(txnAmt)).refund.txn }
  }

  app.post('/unionpay/gateway/api/queryTrans.do', (request, reply) =>
    answerTo('query', request, reply, ({ orderId = '', txnTime }) => {
      const bill = till.find(orderId)
      if (bill && bill.extra.txnTime === txnTime) return unionpayPayment(bill)
      const owner = till.findByRefund(orderId)
      const made = owner?.refunds.find((known) => known.number === orderId)
      if (!owner || !made || owner.extra[orderId] !== txnTime) throw new BillError('unknown')
      return unionpayRefund(owner, made)
    }),
  )

  app.post('/unionpay/fileTransfer.do', (request, reply) =>
    answerTo('bill', request, reply, ({ txnType, txnSubType, fileType, settleDate = '' }) => {
      if (txnType !== '76' || txnSubType !== '01' || fileType !== '00' || !/^\d{4}$/.test(settleDate))
        return { respCode: '10' }
      const { merchantId } = unionpayMerchant
      return { ...(reportFile(till.bills, settleDate, { now: till.now, merchantId }) ?? { respCode: '98' }) }
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
