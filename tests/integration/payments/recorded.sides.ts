import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { createAlipay } from '#server/modules/payments/providers/alipay.ts'
import { createEpay, type EpayConfig } from '#server/modules/payments/providers/epay.ts'
import { createStripe } from '#server/modules/payments/providers/stripe.ts'
import { createWechat } from '#server/modules/payments/providers/wechat.ts'
import { createUnionpay } from '#server/modules/payments/providers/unionpay.ts'
import type { PaymentProvider } from '#server/modules/payments/providers/port.ts'
import { readKeys } from '#simulators/build-simulator.ts'
import type { GatewayPayment } from '#simulators/fake-gateway/gateway-payments.ts'
import { FakeGateway, type Gateway } from '#simulators/fake-gateway/fake-gateway.ts'
import {
  signUnionpay,
  unionpayMerchant,
  unionpayPaid,
  unionpayPayment,
  unionpayRefund,
  unionpayRefunded,
  writeUnionpayForm,
} from '#simulators/unionpay/gateway.ts'
import { signParams, signText } from '#simulators/alipay/signing.ts'
import { signRsa } from '#simulators/epay/signing.ts'
import { epayOrder, epayPaid, epayPid, isRsa, usualManners, writeEpay, type EpayName } from '#simulators/epay/wire.ts'
import { alipayRefundState, alipayTrade } from '#simulators/alipay/answers.ts'
import { merchant as alipayMerchant, notificationOf } from '#simulators/alipay/wire.ts'
import { stripeRefund, stripeSession, writeStripeEvent } from '#simulators/stripe/gateway.ts'
import {
  signedHeaders,
  transactionOf,
  wechatMerchant,
  wechatRefund,
  wechatRefundNotice,
  writeWechatEvent,
} from '#simulators/wechat/gateway.ts'
import { refOf, type Json, type Wire } from './recorded.setup.ts'

const folder = path.join(inject('dataDir'), 'keys')
const key = (file: string) => readFileSync(path.join(folder, file), 'utf8')
const keys = readKeys(folder)
const notifyUrl = 'https://shop.example/webhooks'

/** Settings of a simulated provider: how it encodes messages, and the options of its adapter. */
type Side = {
  readonly id: string
  readonly wire: Wire
  readonly open: (endpoint: string) => PaymentProvider
  /** Answers of the simulator in the situations of the recordings, by file name. */
  readonly simulated: Readonly<Record<string, Json>>
  readonly providerTxnId: string
  readonly ref: ReturnType<typeof refOf>
}

/** Four payments at the gateway: open, paid, partly refunded, and closed unpaid. */
function gatewayPayments(gateway: Gateway): Record<'open' | 'paid' | 'refunded' | 'closed', GatewayPayment> {
  const fakeGateway = new FakeGateway(gateway, null, { write: () => null })
  const draft = { subject: 'x', currency: 'CNY', totalMinor: 26_800, notifyUrl: '', returnUrl: '' } as const
  const open = (number: string) =>
    fakeGateway.open({ ...draft, number, expiresAt: Date.now() + 60_000, extra: { session: 'cs_1', url: 'http://x' } })
  const [paid, refunded, closed] = [open('paid'), open('refunded'), open('closed')]
  for (const gatewayPayment of [paid, refunded]) fakeGateway.pay(gatewayPayment)
  fakeGateway.refund(refunded, 'refund', 1_000)
  fakeGateway.close(closed)
  return { open: open('open'), paid, refunded, closed }
}
const unionpayPayments = gatewayPayments('unionpay')

const signed = (answer: Json) => signUnionpay(answer as Record<string, string>, keys.unionpay)
export const unionpay: Side = {
  id: 'unionpay',
  wire: {
    answer: (answer) => ({
      status: 200,
      headers: { 'content-type': 'text/html;charset=UTF-8' },
      body: Object.entries(signed(answer))
        .map(([field, value]) => `${field}=${value}`)
        .join('&'),
    }),
    notify: (answer) => writeUnionpayForm(signed(answer)),
  },
  open: (endpoint) =>
    createUnionpay({
      config: {
        ...unionpayMerchant,
        privateKeyPem: key('unionpay-merchant-private.pem'),
        rootCertPem: key('unionpay-root.pem'),
        middleCertPem: null,
        signerName: '中国银联股份有限公司',
        endpoint,
        fileUrl: `${endpoint}file`,
      },
      notifyUrl,
    }),
  simulated: {
    'query-paid': signed(unionpayPayment(unionpayPayments.paid)),
    'query-unpaid': signed(unionpayPayment(unionpayPayments.open)),
    'refund-done': signed(unionpayRefund(unionpayPayments.refunded, unionpayPayments.refunded.refunds[0]!)),
    'notification-paid': signed(unionpayPaid(unionpayPayments.paid)),
    'notification-refunded': signed(unionpayRefunded(unionpayPayments.refunded, unionpayPayments.refunded.refunds[0]!)),
  },
  providerTxnId: '742511202206441203568',
  ref: refOf('CNY', 26_800, null),
}

type Http = { status: number; body: Json }
const returnUrl = () => 'https://shop.example/purchased'

const alipayPayments = gatewayPayments('alipay')
const withCode = (answer: Json): Json => ({ code: '10000', msg: 'Success', ...answer })
const written = { id: '1', at: Date.now(), privateKeyPem: keys.alipay.providerPrivatePem }

export const alipay: Side = {
  id: 'alipay',
  wire: {
    answer(answer) {
      const [[name, said] = ['', {}]] = Object.entries(answer)
      const text = JSON.stringify(said)
      const body = `{"${name}":${text},"sign":"${signText(text, keys.alipay.providerPrivatePem)}"}`
      return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body }
    },
    notify: (answer) => ({
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...signParams(answer as Record<string, string>, keys.alipay.providerPrivatePem),
      }).toString(),
    }),
  },
  open: (endpoint) =>
    createAlipay({
      config: {
        ...alipayMerchant,
        privateKeyPem: key('alipay-merchant-private.pem'),
        alipayPublicKeyPem: key('alipay-provider-public.pem'),
        gateway: `${endpoint}gateway.do`,
      },
      notifyUrl,
      returnUrl,
    }),
  simulated: {
    'query-paid': withCode(alipayTrade(alipayPayments.paid)),
    'query-unpaid': withCode(alipayTrade(alipayPayments.open)),
    'query-closed': withCode(alipayTrade(alipayPayments.closed)),
    'refund-done': withCode(
      alipayRefundState(alipayPayments.refunded, alipayPayments.refunded.refunds[0], 'gmt_refund_pay'),
    ),
    'notification-paid': notificationOf(alipayPayments.paid, written),
    'notification-refunded-in-part': notificationOf(alipayPayments.refunded, { ...written, requestNo: 'refund' }),
  },
  providerTxnId: '2025112022001480561412345678',
  ref: refOf('CNY', 26_800, null),
}

const wechatPayments = gatewayPayments('wechat')
export const wechatSide = (serial: string = wechatMerchant.platformKeyId): Side => ({
  id: 'wechat',
  wire: {
    answer(answer) {
      const { status, body } = answer as Http
      const text = JSON.stringify(body)
      const signature = { ...signedHeaders(text, keys.wechat.providerPrivatePem), 'wechatpay-serial': serial }
      return { status, headers: { 'content-type': 'application/json', ...signature }, body: text }
    },
    notify(answer) {
      const { event_type: type, resource } = answer as { event_type: string; resource: object }
      const { headers, body } = writeWechatEvent(keys.wechat, type, resource)
      return { headers: { ...headers, 'wechatpay-serial': serial }, body }
    },
  },
  open: (endpoint) =>
    createWechat({
      config: {
        ...wechatMerchant,
        privateKeyPem: key('wechat-merchant-private.pem'),
        // Both keys are valid: the certificate used until now, and the key that replaces it.
        platformKeys: {
          [certificateSerial]: key('wechat-provider-public.pem'),
          [wechatMerchant.platformKeyId]: key('wechat-provider-public.pem'),
        },
        apiV3Key: keys.wechat.apiV3Key,
        endpoint,
      },
      notifyUrl,
      returnUrl,
    }),
  simulated: {
    'query-unpaid': transactionOf(wechatPayments.open),
    'refund-done': wechatRefund(wechatPayments.refunded, wechatPayments.refunded.refunds[0]!),
    'notification-refunded': wechatRefundNotice(wechatPayments.refunded, wechatPayments.refunded.refunds[0]!),
  },
  providerTxnId: '4200001900202511201234567890',
  ref: refOf('CNY', 26_800, null),
})
export const certificateSerial = '5157F09EFDC096DE15EBE81A47057A7232F1B8E2'
export const wechat = wechatSide()

const stripePayments = gatewayPayments('stripe')
export const stripe: Side = {
  id: 'stripe',
  wire: {
    answer(answer) {
      const { status, body } = answer as Http
      return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    },
    notify(answer) {
      const { type, object } = answer as { type: string; object: Record<string, unknown> }
      return writeStripeEvent(keys.stripe.webhookSecret, type, object)
    },
  },
  open: (endpoint) => createStripe({ config: { ...keys.stripe, endpoint }, returnUrl }),
  simulated: {
    'query-paid': stripeSession(stripePayments.paid),
    'query-unpaid': stripeSession(stripePayments.open),
    'refund-done': stripeRefund(stripePayments.refunded, stripePayments.refunded.refunds[0]!),
    'refund-pending': stripeRefund(stripePayments.refunded, {
      ...stripePayments.refunded.refunds[0]!,
      state: 'pending',
    }),
    'notification-paid': stripeSession(stripePayments.paid),
    'notification-refund-done': stripeRefund(stripePayments.refunded, stripePayments.refunded.refunds[0]!),
    'notification-refund-failed': stripeRefund(stripePayments.refunded, {
      ...stripePayments.refunded.refunds[0]!,
      state: 'failed',
    }),
  },
  providerTxnId: 'pi_3QFixture00000000000001',
  ref: refOf('USD', 4_490, 'cs_test_a1Fixture0000000000000001'),
}

/** Signs an answer of version 2. Error answers, and lists within an answer, are not signed. */
function epayAnswer(name: EpayName, answer: Json): Json {
  if (!isRsa(name) || answer.code !== 0) return answer
  const timed: Readonly<Record<string, string | number>> = {
    ...(answer as Record<string, string | number>),
    timestamp: String(Math.floor(Date.now() / 1_000)),
  }
  const values = Object.entries(timed).map(([field, value]) => [field, String(value)] as const)
  const { sign, sign_type: type } = signRsa(Object.fromEntries(values), keys.epay.providerPrivatePem)
  return { ...timed, sign, sign_type: type }
}

function epaySide(id: 'epay-v1' | 'epay-v2', name: EpayName, signing: EpayConfig['signing']): Side {
  const payments = gatewayPayments(name)
  for (const payment of Object.values(payments)) payment.extra.type = 'alipay'
  const state = (payment: GatewayPayment): Json => ({
    code: isRsa(name) ? 0 : 1,
    ...(!isRsa(name) && { msg: 'succ' }),
    ...epayOrder(name, payment, usualManners()),
  })
  return {
    id,
    wire: {
      answer: (answer) => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=UTF-8' },
        body: JSON.stringify(epayAnswer(name, answer)),
      }),
      notify: (answer) => writeEpay(name, answer as Record<string, string>, keys.epay),
    },
    open: (gateway) =>
      createEpay({
        id: name,
        config: { gateway, pid: epayPid[name], methods: ['alipay', 'wechat'], opens: 'api', refunds: true, signing },
        notifyUrl,
        returnUrl,
      }),
    simulated: {
      'query-paid': state(payments.paid),
      'query-unpaid': state(payments.open),
      'notification-paid': epayPaid(name, payments.paid, usualManners(), Date.now()),
    },
    providerTxnId: '2025112014063912345',
    ref: refOf('CNY', 26_800, null),
  }
}

export const epayV1 = epaySide('epay-v1', 'epay1', { kind: 'md5', keys: [keys.epay.key], isNamed: false })
export const epayV2 = epaySide('epay-v2', 'epay2', {
  kind: 'rsa',
  privateKey: key('epay-merchant-private.pem'),
  platformKeys: [key('epay-provider-public.pem')],
})
