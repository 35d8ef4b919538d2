import { currencies, type Currency } from '#shared/money.ts'
import { epayGateways, routedProviders, type EpayGateway, type RoutedProvider } from '#shared/providers.ts'
import type { Setting } from './environment.ts'
import { account as epayAccount, readEpayAccounts } from './epay-config.ts'
import { ConfigError, type CheckFile, type SettingsReader } from './read-setting.ts'
import { checkCertificate, checkPrivateKey, checkPublicKey, privateKeyPem, publicKeyPem } from './rsa-keys.ts'

const routedMethods = ['alipay', 'wechat', 'unionpay', 'card'] as const
type PaymentRoute = {
  readonly method: (typeof routedMethods)[number]
  readonly currency: Currency
  readonly provider: RoutedProvider
}

export function readPaymentAccounts(settings: SettingsReader) {
  const accounts = {
    alipay: alipay(settings),
    wechat: wechat(settings),
    unionpay: unionpay(settings),
    stripe: stripe(settings),
  }
  const epay = readEpayAccounts(settings)
  const all = { ...accounts, ...epay }
  return { ...accounts, epay, paymentRoutes: settings.attempt(() => routes(settings.values.PAYMENT_ROUTES, all), []) }
}

/**
 * Reads the account of one payment provider, from the environment or from keys entered in the console. Null if its
 * first setting is missing.
 */
export const readAccount = (settings: SettingsReader, id: RoutedProvider): object | null => {
  const readers = { alipay, wechat, unionpay, stripe }
  return id in readers ? readers[id as keyof typeof readers](settings) : epayAccount(settings, id as EpayGateway)
}

/** Payment routes if PAYMENT_ROUTES is not set. */
export const defaultRoutesOf = (accounts: Accounts): PaymentRoute[] => routes(undefined, accounts)

export type PaymentAccounts = Readonly<ReturnType<typeof readPaymentAccounts>>

/**
 * Default payment routes in order of preference: of several for one method and currency, the first whose provider has
 * an account is used.
 */
const defaultRoutes = [
  'alipay:CNY=alipay,wechat:CNY=wechat,unionpay:CNY=unionpay,card:CNY=stripe,card:USD=stripe,alipay:USD=stripe,wechat:USD=stripe,unionpay:USD=stripe',
  ...epayGateways.map((id) => `alipay:CNY=${id},wechat:CNY=${id}`),
].join(',')

type Accounts = Readonly<Record<RoutedProvider, object | null>> & Readonly<ReturnType<typeof readEpayAccounts>>

const isServed = ({ method, provider }: PaymentRoute, accounts: Accounts): boolean => {
  const account = accounts[provider]
  const served: readonly string[] = account && 'methods' in account ? account.methods : [method]
  return account !== null && served.includes(method)
}

/**
 * Parses comma-separated `method:CURRENCY=provider`. Throws if an operator's route names a provider that has no account
 * or does not serve the method, or repeats a method and currency; such default routes are skipped.
 */
function routes(asked: string | undefined, accounts: Accounts): PaymentRoute[] {
  const parsed = (asked ?? defaultRoutes).split(',').map((text) => parseRoute(text.trim()))
  for (const { provider } of parsed)
    if (asked !== undefined && !accounts[provider])
      throw new ConfigError(`PAYMENT_ROUTES names ${provider}, which has no account.`)
  const nameOf = ({ method, currency }: PaymentRoute) => `${method}:${currency}`
  if (asked !== undefined) {
    const names = parsed.map(nameOf)
    const twice = names.find((name, index) => names.indexOf(name) !== index)
    if (twice) throw new ConfigError(`PAYMENT_ROUTES names ${twice} twice.`)
    const unserved = parsed.find((route) => !isServed(route, accounts))
    if (unserved)
      throw new ConfigError(
        `PAYMENT_ROUTES sends ${unserved.method} to ${unserved.provider}, but ${unserved.provider.toUpperCase()}_METHODS does not name it.`,
      )
  }
  const served = parsed.filter((route) => isServed(route, accounts))
  return served.filter((route, index) => served.findIndex((other) => nameOf(other) === nameOf(route)) === index)
}

function parseRoute(text: string): PaymentRoute {
  const [, method, currency, provider] = /^(\w+):(\w+)=(\w+)$/.exec(text) ?? []
  const route = {
    method: routedMethods.find((known) => known === method),
    currency: currencies.find((known) => known === currency),
    provider: routedProviders.find((known) => known === provider),
  }
  const direct = { alipay: 'alipay', wechat: 'wechat', unionpay: 'unionpay', card: 'stripe' } as const
  const { method: m, currency: c, provider: p } = route
  const isEpay = epayGateways.some((id) => id === p) && (m === 'alipay' || m === 'wechat')
  // Providers other than Stripe are paid in yuan. A direct provider serves only its own method, an EPay gateway two.
  if (m && c && p && (p === 'stripe' || (c === 'CNY' && (direct[m] === p || isEpay))))
    return { method: m, currency: c, provider: p }
  throw new ConfigError(`PAYMENT_ROUTES: "${text}" is no route like wechat:CNY=wechat or card:USD=stripe.`)
}

function alipay({ text, file, values }: SettingsReader) {
  if (!values.ALIPAY_APP_ID) return null
  return {
    appId: values.ALIPAY_APP_ID,
    sellerId: text('ALIPAY_SELLER_ID'),
    privateKeyPem: privateKeyPem(file('ALIPAY_PRIVATE_KEY_FILE', checkPrivateKey(2048))),
    alipayPublicKeyPem: publicKeyPem(file('ALIPAY_PUBLIC_KEY_FILE', checkPublicKey)),
    gateway: text('ALIPAY_GATEWAY'),
  }
}

function wechat(settings: SettingsReader) {
  const { text, file, values } = settings
  if (!values.WECHAT_MERCHANT_ID) return null
  const check: CheckFile = (key) =>
    key.trim().length === 32 ? null : { code: 'apiV3Key', words: 'does not hold 32 characters' }
  return {
    appId: text('WECHAT_APP_ID'),
    merchantId: values.WECHAT_MERCHANT_ID,
    serial: text('WECHAT_CERT_SERIAL'),
    privateKeyPem: privateKeyPem(file('WECHAT_PRIVATE_KEY_FILE', checkPrivateKey(2048))),
    platformKeys: platformKeys(settings),
    apiV3Key: file('WECHAT_API_V3_KEY_FILE', check).trim(),
    endpoint: text('WECHAT_ENDPOINT'),
  }
}

/**
 * WeChat's public keys and platform certificates, by the id or serial number that its answers name. Two are valid
 * during a rotation. Needs as many ids as files, in the same order.
 */
function platformKeys(settings: SettingsReader): Readonly<Record<string, string>> {
  const list = (name: Setting) =>
    settings
      .text(name)
      .split(',')
      .map((part) => part.trim())
  const [ids, files] = [list('WECHAT_PLATFORM_KEY_ID'), list('WECHAT_PLATFORM_KEY_FILE')]
  if (!settings.values.WECHAT_PLATFORM_KEY_ID || !settings.values.WECHAT_PLATFORM_KEY_FILE) return {}
  if (ids.length !== files.length || ids.includes('') || new Set(ids).size !== ids.length) {
    settings.fault(
      'WECHAT_PLATFORM_KEY_ID and WECHAT_PLATFORM_KEY_FILE name as many keys, each once, in the same order.',
      { setting: 'WECHAT_PLATFORM_KEY_ID', code: 'platformKeys' },
    )
    return {}
  }
  return Object.fromEntries(
    ids.map((id, index) => [
      id,
      publicKeyPem(settings.fileAt('WECHAT_PLATFORM_KEY_FILE', files[index] ?? '', checkPublicKey)),
    ]),
  )
}

function unionpay({ text, file, values }: SettingsReader) {
  if (!values.UNIONPAY_MERCHANT_ID) return null
  return {
    merchantId: values.UNIONPAY_MERCHANT_ID,
    certId: text('UNIONPAY_CERT_ID'),
    privateKeyPem: privateKeyPem(file('UNIONPAY_PRIVATE_KEY_FILE', checkPrivateKey(2048))),
    rootCertPem: file('UNIONPAY_ROOT_CERT_FILE', checkCertificate),
    middleCertPem: values.UNIONPAY_MIDDLE_CERT_FILE ? file('UNIONPAY_MIDDLE_CERT_FILE', checkCertificate) : null,
    // Company name in the third part of the common name of UnionPay's signing certificate.
    signerName: '中国银联股份有限公司',
    endpoint: text('UNIONPAY_ENDPOINT'),
    fileUrl: text('UNIONPAY_FILE_URL'),
  }
}

function stripe({ text, file, values, production }: SettingsReader) {
  if (!values.STRIPE_SECRET_KEY_FILE) return null
  // With a Stripe test key in PROD, the shop would sell for free, because test webhooks would be trusted.
  const check: CheckFile = (key) =>
    production && !/^(sk|rk)_live_/.test(key.trim())
      ? { code: 'liveKey', words: 'does not hold a live key, which APP_ENV=PROD needs' }
      : /^(sk|rk)_(live|test)_\S+$/.test(key.trim())
        ? null
        : { code: 'stripeKey', words: 'does not hold a secret or restricted key of Stripe (sk_… or rk_…)' }
  const checkWebhook: CheckFile = (key) =>
    /^whsec_\S+$/.test(key.trim())
      ? null
      : { code: 'webhookSecret', words: 'does not hold a signing secret of an endpoint (whsec_…)' }
  return {
    secretKey: file('STRIPE_SECRET_KEY_FILE', check).trim(),
    webhookSecret: file('STRIPE_WEBHOOK_SECRET_FILE', checkWebhook).trim(),
    endpoint: text('STRIPE_ENDPOINT'),
  }
}
