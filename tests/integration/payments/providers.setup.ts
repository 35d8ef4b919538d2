import { Buffer } from 'node:buffer'
import type { Currency } from '#shared/money.ts'
import { makeCertificate } from '#simulators/demo/demo-certificate.ts'
import type { ProviderId } from '#server/modules/payments/providers/port.ts'
import type { Method } from '#shared/method.ts'
import type { FaultKind } from '#simulators/faults.ts'
import { readKeys, type SimulatorKeys } from '#simulators/build-simulator.ts'
import { signParams, signText } from '#simulators/alipay/signing.ts'
import { signMd5, type EpayKeys } from '#simulators/epay/signing.ts'
import { epayPaid, epayPid, isRsa, writeEpay, type EpayName } from '#simulators/epay/wire.ts'
import { stateOf } from '#simulators/fake-gateway/gateway-payments.ts'
import { stripeSession, writeStripeEvent } from '#simulators/stripe/gateway.ts'
import type { Gateway, SignedNotification } from '#simulators/fake-gateway/fake-gateway.ts'
import { signUnionpay, unionpayPaid, writeUnionpayForm } from '#simulators/unionpay/gateway.ts'
import { transactionOf, writeWechatEvent } from '#simulators/wechat/gateway.ts'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import type { Placed, Shop } from './payments.setup.ts'

export const keysFolder = () => path.join(inject('dataDir'), 'keys')
type GatewayCall = 'create' | 'query' | 'close' | 'refund' | 'refund-query'
type PayHow = { deltaMinor?: number; late?: boolean; notify?: number; payer?: string }

/** Operations at a gateway that the tests share for all providers. */
export type GatewayDriver = {
  readonly id: ProviderId
  readonly method: Method
  readonly currency: Currency
  readonly totalMinor: number
  readonly canClose: boolean
  /** True if the provider signs answers. */
  readonly signsAnswers: boolean
  pay(placed: Placed, how?: PayHow): void
  isClosed(placed: Placed): boolean
  refunds(placed: Placed): readonly number[]
  /** Makes all further refunds wait; with `false`, no longer. */
  holdRefunds(on: boolean): void
  /** Completes the last refund, or returns it from the bank. `quiet`: without a notification. */
  settleRefund(placed: Placed, end: 'done' | 'failed', quiet?: boolean): void
  fault(call: GatewayCall, kind: FaultKind, times?: number): void
  /** The notification of the payment as it was sent. */
  notification(placed: Placed): SignedNotification
  /** Notifications with valid signatures and false contents, each with its expected result. */
  forgeries(
    placed: Placed,
  ): readonly (readonly [string, SignedNotification, 'refused' | 'amount_mismatch' | 'currency_mismatch'])[]
}

const makeKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
let strangers: ReturnType<typeof makeKeys>[] | undefined
/** Returns a key pair that belongs to no provider. All forgeries share two, because making a pair takes 0.1 s. */
const stranger = (which: 0 | 1 = 0) => (strangers ??= [makeKeys(), makeKeys()])[which]!
const pem = (key: ReturnType<typeof makeKeys>['privateKey']) => key.export({ type: 'pkcs8', format: 'pem' }) as string
const tamper = (notification: SignedNotification, from: string | RegExp, to: string): SignedNotification => {
  const body = notification.body.replace(from, to)
  if (body === notification.body) throw new Error(`nothing to tamper with: ${String(from)}`)
  return { ...notification, body }
}
/** The parameters of a notification that is a form. */
export const readForm = ({ body }: SignedNotification): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body))
const without = (notification: SignedNotification, header: string): SignedNotification => ({
  ...notification,
  headers: Object.fromEntries(Object.entries(notification.headers).filter(([name]) => name !== header)),
})

type CoreDriver = Pick<GatewayDriver, 'forgeries' | 'method' | 'currency' | 'canClose' | 'signsAnswers'> & {
  totalMinor?: number
}

function gatewayDriver(id: Gateway, { simulator }: Shop, rest: CoreDriver): GatewayDriver {
  const { fakeGateway, faults } = simulator.counters[id]
  return {
    id,
    totalMinor: 26_800,
    ...rest,
    pay: (placed, how) => fakeGateway.pay(fakeGateway.get(placed.attemptId), how),
    isClosed: (placed) => stateOf(fakeGateway.get(placed.attemptId)) === 'closed',
    refunds: (placed) => fakeGateway.get(placed.attemptId).refunds.map(({ amountMinor }) => amountMinor),
    holdRefunds: (on) => fakeGateway.holdRefunds(on),
    settleRefund(placed, end, quiet = false) {
      fakeGateway.dropNotifications(quiet)
      fakeGateway.settleRefund(
        fakeGateway.get(placed.attemptId),
        fakeGateway.get(placed.attemptId).refunds.at(-1)!.number,
        end,
      )
      fakeGateway.dropNotifications(false)
    },
    // The SDKs of Alipay and Stripe repeat a call by themselves after a broken connection, Stripe's under the same
    // idempotency key. Such a fault is therefore set twice.
    fault: (call, kind, times = ['alipay', 'stripe'].includes(id) && (kind === 'lost' || kind === 'reset') ? 2 : 1) =>
      faults.add({ method: id === 'unionpay' && call === 'refund-query' ? 'query' : call, kind, times, ms: 0 }),
    notification: (placed) =>
      fakeGateway.notices.find(({ number, kind }) => number === placed.attemptId && kind === 'paid')!,
  }
}

export function alipayDriver(shop: Shop): GatewayDriver {
  const { providerPrivatePem } = readKeys(keysFolder()).alipay
  const { fakeGateway } = shop.simulator.counters.alipay
  const write = (placed: Placed, change: Record<string, string> = {}, key = providerPrivatePem): SignedNotification => {
    const notification = fakeGateway.notices.find(({ number, kind }) => number === placed.attemptId && kind === 'paid')!
    const { sign: _sign, sign_type: _type, ...params } = readForm(notification)
    return { ...notification, body: new URLSearchParams(signParams({ ...params, ...change }, key)).toString() }
  }
  return gatewayDriver('alipay', shop, {
    method: 'alipay',
    currency: 'CNY',
    canClose: true,
    signsAnswers: true,
    forgeries: (placed) => [
      ['unsigned', tamper(write(placed), /sign=[^&]*/, 'sign='), 'refused'],
      ['changed after signing', tamper(write(placed), '268.00', '268.01'), 'refused'],
      ["a sandbox's key", write(placed, {}, pem(stranger().privateKey)), 'refused'],
      ['another app', write(placed, { app_id: '2026000000000002' }), 'refused'],
      ['another seller', write(placed, { seller_id: '2088000000000002' }), 'refused'],
      ['one unit less', write(placed, { total_amount: '267.99' }), 'amount_mismatch'],
      ['one unit more', write(placed, { total_amount: '268.01' }), 'amount_mismatch'],
      ['another currency', write(placed, { trans_currency: 'USD' }), 'currency_mismatch'],
    ],
  })
}

export function wechatDriver(shop: Shop): GatewayDriver {
  const { wechat: keys } = readKeys(keysFolder())
  const { fakeGateway } = shop.simulator.counters.wechat
  const write = (placed: Placed, change: object, own = keys, at = Date.now()) =>
    writeWechatEvent(
      own,
      'TRANSACTION.SUCCESS',
      { ...transactionOf(fakeGateway.get(placed.attemptId)), ...change },
      { at },
    )
  const amount = (total: number, currency = 'CNY') => ({ amount: { total, payer_total: total, currency } })
  return gatewayDriver('wechat', shop, {
    method: 'wechat',
    currency: 'CNY',
    canClose: true,
    signsAnswers: true,
    forgeries(placed) {
      const genuine = write(placed, {})
      const probe = `WECHATPAY/SIGNTEST/${genuine.headers['wechatpay-signature']}`
      return [
        ['unsigned', without(genuine, 'wechatpay-signature'), 'refused'],
        [
          'a probe of the signature',
          { ...genuine, headers: { ...genuine.headers, 'wechatpay-signature': probe } },
          'refused',
        ],
        ['changed after signing', tamper(genuine, 'TRANSACTION', 'TRANSACTIOM'), 'refused'],
        ["a sandbox's key", write(placed, {}, { ...keys, providerPrivatePem: pem(stranger().privateKey) }), 'refused'],
        [
          'another serial',
          { ...genuine, headers: { ...genuine.headers, 'wechatpay-serial': 'PUB_KEY_ID_0' } },
          'refused',
        ],
        ['sealed with another key', write(placed, {}, { ...keys, apiV3Key: '0'.repeat(32) }), 'refused'],
        [
          'an amount changed in the seal, signed',
          flipSeal(
            genuine,
            keys,
            JSON.stringify(transactionOf(fakeGateway.get(placed.attemptId))).indexOf('"total":') + 8,
          ),
          'refused',
        ],
        ['six minutes old', write(placed, {}, keys, Date.now() - 360_000), 'refused'],
        ['from six minutes ahead', write(placed, {}, keys, Date.now() + 360_000), 'refused'],
        ['another merchant', write(placed, { mchid: '1900000002' }), 'refused'],
        ['another app', write(placed, { appid: 'wx2026000000000002' }), 'refused'],
        ['one unit less', write(placed, amount(26_799)), 'amount_mismatch'],
        ['one unit more', write(placed, amount(26_801)), 'amount_mismatch'],
        ['another currency', write(placed, amount(26_800, 'USD')), 'currency_mismatch'],
      ]
    },
  })
}

/**
 * Flips one bit of the encrypted notification, which changes 26800 fen to 36800, and signs the envelope validly. Only
 * the authentication tag of the encryption can reveal it.
 */
function flipSeal(notification: SignedNotification, keys: SimulatorKeys['wechat'], at: number): SignedNotification {
  const event = JSON.parse(notification.body) as { resource: { ciphertext: string } }
  const bytes = Buffer.from(event.resource.ciphertext, 'base64')
  bytes[at] = bytes[at]! ^ 1
  const fresh = writeWechatEvent(keys, 'TRANSACTION.SUCCESS', {})
  const body = JSON.stringify({ ...event, resource: { ...event.resource, ciphertext: bytes.toString('base64') } })
  const { 'wechatpay-timestamp': timestamp, 'wechatpay-nonce': nonce } = fresh.headers
  const signature = signText(`${timestamp}\n${nonce}\n${body}\n`, keys.providerPrivatePem)
  return { body, headers: { ...fresh.headers, 'wechatpay-signature': signature } }
}

export function unionpayDriver(shop: Shop): GatewayDriver {
  const { unionpay: keys } = readKeys(keysFolder())
  const { fakeGateway } = shop.simulator.counters.unionpay
  const root = createPrivateKey(readFileSync(path.join(keysFolder(), 'unionpay-root-private.pem')))
  const write = (placed: Placed, change: Record<string, string> = {}, own: Partial<typeof keys> = {}) =>
    writeUnionpayForm(
      signUnionpay({ ...unionpayPaid(fakeGateway.get(placed.attemptId)), ...change }, { ...keys, ...own }),
    )
  const signer = '041@8310000000083040@中国银联股份有限公司@00000001'
  /** Creates a certificate and key whose subject, issuer, issuer's key and validity the test chooses. */
  function makeSigner(change: { subject?: string; issuer?: string; key?: typeof root; from?: Date; to?: Date }) {
    const { publicKey, privateKey } = stranger()
    const { subject = signer, issuer = 'CFCA TEST OCA1', key = root, ...dates } = change
    return {
      providerPrivatePem: pem(privateKey),
      providerCertPem: makeCertificate({ subject, issuer, issuerKey: key, publicKey, isAuthority: false, ...dates }),
    }
  }
  return gatewayDriver('unionpay', shop, {
    method: 'unionpay',
    currency: 'CNY',
    canClose: false,
    signsAnswers: true,
    forgeries: (placed) => [
      ['unsigned', tamper(write(placed), /signature=[^&]*/, 'signature='), 'refused'],
      ['changed after signing', tamper(write(placed), 'txnAmt=26800', 'txnAmt=26801'), 'refused'],
      ['signed by a stranger', write(placed, {}, { providerPrivatePem: pem(stranger().privateKey) }), 'refused'],
      ["an attacker's own certificate", write(placed, {}, makeSigner({ key: stranger(1).privateKey })), 'refused'],
      [
        "the sandbox's certificate",
        write(placed, {}, makeSigner({ subject: '041@Z12@00040000:SIGN@00000001' })),
        'refused',
      ],
      ['a certificate that is over', write(placed, {}, makeSigner({ to: new Date(Date.now() - 1_000) })), 'refused'],
      [
        'a certificate of tomorrow',
        write(placed, {}, makeSigner({ from: new Date(Date.now() + 86_400_000) })),
        'refused',
      ],
      ['another merchant', write(placed, { merId: '777290058110002' }), 'refused'],
      ['another version', write(placed, { version: '5.0.0' }), 'refused'],
      ['one unit less', write(placed, { txnAmt: '26799' }), 'amount_mismatch'],
      ['one unit more', write(placed, { txnAmt: '26801' }), 'amount_mismatch'],
      ['another currency', write(placed, { currencyCode: '840' }), 'currency_mismatch'],
    ],
  })
}

export function stripeDriver(shop: Shop, method: Method, currency: Currency, totalMinor: number): GatewayDriver {
  const { webhookSecret } = readKeys(keysFolder()).stripe
  const { fakeGateway } = shop.simulator.counters.stripe
  const type = 'checkout.session.completed'
  const write = (
    placed: Placed,
    change: object = {},
    options: { at?: number; livemode?: boolean } = {},
    secret = webhookSecret,
  ) => writeStripeEvent(secret, type, { ...stripeSession(fakeGateway.get(placed.attemptId)), ...change }, options)
  return gatewayDriver('stripe', shop, {
    method,
    currency,
    totalMinor,
    canClose: true,
    signsAnswers: false,
    forgeries: (placed) => [
      ['unsigned', without(write(placed), 'stripe-signature'), 'refused'],
      ['changed after signing', tamper(write(placed), `"amount_total":${totalMinor}`, '"amount_total":1'), 'refused'],
      ["another endpoint's secret", write(placed, {}, {}, 'whsec_of_somebody_else'), 'refused'],
      ['of the other mode', write(placed, {}, { livemode: true }), 'refused'],
      ['six minutes old', write(placed, {}, { at: Date.now() - 360_000 }), 'refused'],
      ['from six minutes ahead', write(placed, {}, { at: Date.now() + 360_000 }), 'refused'],
      ['one unit less', write(placed, { amount_total: totalMinor - 1 }), 'amount_mismatch'],
      ['one unit more', write(placed, { amount_total: totalMinor + 1 }), 'amount_mismatch'],
      ['another currency', write(placed, { currency: 'eur' }), 'currency_mismatch'],
    ],
  })
}

/**
 * Settings of an EPay gateway that takes the methods which the direct providers would take otherwise. `more`:
 * additional settings, named without their prefix.
 */
export function epayEnv(id: EpayName, more: Record<string, string> = {}): Record<string, string> {
  const files: Record<string, string> = isRsa(id)
    ? { PRIVATE_KEY_FILE: 'epay-merchant-private.pem', PLATFORM_KEY_FILE: 'epay-provider-public.pem' }
    : { KEY_FILE: 'epay.key' }
  const own = {
    GATEWAY: `http://localhost:{port}/${id}`,
    PID: epayPid[id],
    VERSION: isRsa(id) ? 'V2' : 'V1',
    OPENS: 'api',
    REFUNDS: 'on',
    ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, path.join(keysFolder(), file)])),
    ...more,
  }
  return {
    PAYMENT_ROUTES: `alipay:CNY=${id},wechat:CNY=${id}`,
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [`${id.toUpperCase()}_${name}`, value])),
  }
}

/** EPay in version 1 (`epay1`, MD5) or 2 (`epay2`, RSA). */
export function epayDriver(shop: Shop, id: EpayName): GatewayDriver {
  const { epay: keys } = readKeys(keysFolder())
  const { fakeGateway } = shop.simulator.counters[id]
  const paramsOf = ({ attemptId }: Placed) =>
    epayPaid(id, fakeGateway.get(attemptId), shop.simulator.epay[id], Date.now())
  const write = (placed: Placed, change: Record<string, string> = {}, own: Partial<EpayKeys> = {}) =>
    writeEpay(id, { ...paramsOf(placed), ...change }, { ...keys, ...own })
  const joined = (params: Readonly<Record<string, string>>): SignedNotification => ({
    ...write({ attemptId: params.out_trade_no ?? '' } as Placed),
    body: new URLSearchParams(params).toString(),
  })
  /**
   * Signs the values in their URL-encoded form instead of the decoded one, which gives another signature for escaped
   * characters.
   */
  const signedEncoded = (placed: Placed) => {
    const params = { ...paramsOf(placed), name: '一年 & more' }
    const encoded = Object.entries(params).map(([field, value]) => [field, encodeURIComponent(value)] as const)
    return joined({ ...params, sign: signMd5(Object.fromEntries(encoded), keys.key).sign ?? '', sign_type: 'MD5' })
  }
  const own: [string, (placed: Placed) => SignedNotification][] = isRsa(id)
    ? [
        ["a stranger's key", (placed) => write(placed, {}, { providerPrivatePem: pem(stranger().privateKey) })],
        ['signed by MD5 with the shared key', (placed) => joined(signMd5(paramsOf(placed), keys.key))],
        ['signed by MD5 without a key', (placed) => joined(signMd5(paramsOf(placed), ''))],
      ]
    : [
        ["another merchant's key", (placed) => write(placed, {}, { key: '0'.repeat(32) })],
        ['an empty key', (placed) => write(placed, {}, { key: '' })],
        ['signed with &key=, which is not set', (placed) => joined(signMd5(paramsOf(placed), keys.key, '&key='))],
        ['signed over encoded values', signedEncoded],
      ]
  const twice = (placed: Placed, before: boolean): SignedNotification => {
    const notification = write(placed)
    const { body } = notification
    return { ...notification, body: before ? `money=0.01&${body}` : `${body}&money=0.01` }
  }
  return gatewayDriver(id, shop, {
    method: 'alipay',
    currency: 'CNY',
    canClose: isRsa(id),
    signsAnswers: isRsa(id),
    forgeries: (placed) => [
      ['unsigned', tamper(write(placed), /sign=[^&]*/, 'sign='), 'refused'],
      ['without sign', tamper(write(placed), /&sign=[^&]*/, ''), 'refused'],
      ['changed after signing', tamper(write(placed), 'money=268', 'money=269'), 'refused'],
      ...own.map(([name, make]) => [name, make(placed), 'refused'] as const),
      ['another merchant', write(placed, { pid: '1009' }), 'refused'],
      ['the merchant of the other version', write(placed, { pid: epayPid[isRsa(id) ? 'epay1' : 'epay2'] }), 'refused'],
      ['a second sum before the signed one', twice(placed, true), 'refused'],
      ['a second sum after the signed one', twice(placed, false), 'refused'],
      ...['268,00', '2.68e2', '-268.00', '268.001', '', '268.00 '].map(
        (money) => [`the sum "${money}"`, write(placed, { money }), 'refused'] as const,
      ),
      ['no order number', write(placed, { out_trade_no: '' }), 'refused'],
      ['no payment number', write(placed, { trade_no: '' }), 'refused'],
      ['one cent', write(placed, { money: '0.01' }), 'amount_mismatch'],
      ['one unit less', write(placed, { money: '267.99' }), 'amount_mismatch'],
      ['one unit more', write(placed, { money: '268.01' }), 'amount_mismatch'],
    ],
  })
}

export async function post(shop: Shop, id: ProviderId, { headers, body, method }: SignedNotification): Promise<number> {
  const url = `${shop.app.config.publicOrigin}/webhooks/${id}`
  const response =
    method === 'GET' ? await fetch(`${url}?${body}`) : await fetch(url, { method: 'POST', headers, body })
  await response.text()
  return response.status
}
