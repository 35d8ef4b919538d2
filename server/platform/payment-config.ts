import { currencies, type Currency } from '#shared/money.ts'
import type { Setting } from './environment.ts'
import { ConfigError, type SettingsReader } from './read-setting.ts'

export type AlipayConfig = {
  readonly appId: string
  readonly sellerId: string
  readonly privateKeyPem: string
  readonly alipayPublicKeyPem: string
  /** Where the browser and the server reach Alipay; the simulator's address in DEV. */
  readonly gateway: string
}
export type WechatConfig = {
  readonly appId: string
  readonly merchantId: string
  /** The serial number of the merchant's certificate. */
  readonly serial: string
  readonly privateKeyPem: string
  /**
   * WeChat's public keys and platform certificates, under the ids or serials by which answers name them: two of them sign
   * while one takes the place of the other.
   */
  readonly platformKeys: Readonly<Record<string, string>>
  /** 32 characters; opens notifications. */
  readonly apiV3Key: string
  readonly endpoint: string
}
export type UnionpayConfig = {
  readonly merchantId: string
  readonly certId: string
  readonly privateKeyPem: string
  /** The certificates that UnionPay's signing certificate must hang on, root first. */
  readonly rootCertPem: string
  readonly middleCertPem: string | null
  /** The third part of the common name of UnionPay's signing certificate. */
  readonly signerName: string
  readonly endpoint: string
  /** Where settlement files are asked for. */
  readonly fileUrl: string
}
export type StripeConfig = { readonly secretKey: string; readonly webhookSecret: string; readonly endpoint: string }

export const paymentProviders = ['alipay', 'wechat', 'unionpay', 'stripe'] as const
export const routedMethods = ['alipay', 'wechat', 'unionpay', 'card'] as const
/** Which provider serves a method in a currency. */
export type PaymentRoute = {
  readonly method: (typeof routedMethods)[number]
  readonly currency: Currency
  readonly provider: (typeof paymentProviders)[number]
}

export type PaymentAccounts = {
  readonly alipay: AlipayConfig | null
  readonly wechat: WechatConfig | null
  readonly unionpay: UnionpayConfig | null
  readonly stripe: StripeConfig | null
  readonly paymentRoutes: readonly PaymentRoute[]
}

type Simulator = { readonly simulator: boolean; readonly simulatorPort: number }

/** The accounts at payment providers. Without one, outside PROD, the simulator's demo account stands in. */
export function readPaymentAccounts(settings: SettingsReader, at: Simulator): PaymentAccounts {
  const accounts = {
    alipay: alipay(settings, at),
    wechat: wechat(settings, at),
    unionpay: unionpay(settings, at),
    stripe: stripe(settings, at),
  }
  return { ...accounts, paymentRoutes: settings.attempt(() => routes(settings.values.PAYMENT_ROUTES, accounts), []) }
}

const defaultRoutes =
  'alipay:CNY=alipay,wechat:CNY=wechat,unionpay:CNY=unionpay,card:CNY=stripe,card:USD=stripe,alipay:USD=stripe,wechat:USD=stripe,unionpay:USD=stripe'

/** `method:CURRENCY=provider`, by commas. A route that was asked for needs its account; a default one is left out without. */
function routes(asked: string | undefined, accounts: Record<PaymentRoute['provider'], unknown>): PaymentRoute[] {
  const parsed = (asked ?? defaultRoutes).split(',').map((text) => parseRoute(text.trim()))
  for (const { provider } of parsed)
    if (asked !== undefined && !accounts[provider])
      throw new ConfigError(`PAYMENT_ROUTES names ${provider}, which has no account.`)
  const names = parsed.map(({ method, currency }) => `${method}:${currency}`)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new ConfigError(`PAYMENT_ROUTES names ${twice} twice.`)
  return parsed.filter(({ provider }) => accounts[provider])
}

function parseRoute(text: string): PaymentRoute {
  const [, method, currency, provider] = /^(\w+):(\w+)=(\w+)$/.exec(text) ?? []
  const route = {
    method: routedMethods.find((known) => known === method),
    currency: currencies.find((known) => known === currency),
    provider: paymentProviders.find((known) => known === provider),
  }
  const direct = { alipay: 'alipay', wechat: 'wechat', unionpay: 'unionpay', card: 'stripe' } as const
  const { method: m, currency: c, provider: p } = route
  // The direct providers serve their own method alone, and in yuan alone.
  if (m && c && p && (p === 'stripe' || (direct[m] === p && c === 'CNY')))
    return { method: m, currency: c, provider: p }
  throw new ConfigError(`PAYMENT_ROUTES: "${text}" is no route like wechat:CNY=wechat or card:USD=stripe.`)
}

function alipay(settings: SettingsReader, { simulator, simulatorPort }: Simulator): AlipayConfig | null {
  const { text, values } = settings
  if (values.ALIPAY_APP_ID)
    return {
      appId: values.ALIPAY_APP_ID,
      sellerId: text('ALIPAY_SELLER_ID'),
      privateKeyPem: settings.file('ALIPAY_PRIVATE_KEY_FILE'),
      alipayPublicKeyPem: settings.file('ALIPAY_PUBLIC_KEY_FILE'),
      gateway: text('ALIPAY_GATEWAY'),
    }
  if (!simulator) return null
  return {
    appId: '2026000000000001',
    sellerId: '2088000000000001',
    privateKeyPem: settings.demoFile('alipay-merchant-private.pem'),
    alipayPublicKeyPem: settings.demoFile('alipay-provider-public.pem'),
    gateway: `http://localhost:${simulatorPort}/alipay/gateway.do`,
  }
}

function wechat(settings: SettingsReader, { simulator, simulatorPort }: Simulator): WechatConfig | null {
  const { text, values } = settings
  if (values.WECHAT_MERCHANT_ID) {
    const check = (key: string) => (key.trim().length === 32 ? null : 'does not hold 32 characters')
    return {
      appId: text('WECHAT_APP_ID'),
      merchantId: values.WECHAT_MERCHANT_ID,
      serial: text('WECHAT_CERT_SERIAL'),
      privateKeyPem: settings.file('WECHAT_PRIVATE_KEY_FILE'),
      platformKeys: platformKeys(settings),
      apiV3Key: settings.file('WECHAT_API_V3_KEY_FILE', { check }).trim(),
      endpoint: text('WECHAT_ENDPOINT'),
    }
  }
  if (!simulator) return null
  return {
    appId: 'wx2026000000000001',
    merchantId: '1900000001',
    serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    privateKeyPem: settings.demoFile('wechat-merchant-private.pem'),
    platformKeys: { PUB_KEY_ID_0119000000012026000000000001: settings.demoFile('wechat-provider-public.pem') },
    apiV3Key: settings.demoFile('wechat-api-v3.key').trim().slice(0, 32),
    endpoint: `http://localhost:${simulatorPort}/wechat/`,
  }
}

/** As many ids as files, in the same order. */
function platformKeys(settings: SettingsReader): Record<string, string> {
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
    )
    return {}
  }
  return Object.fromEntries(
    ids.map((id, index) => [id, settings.fileAt('WECHAT_PLATFORM_KEY_FILE', files[index] ?? '')]),
  )
}

function unionpay(settings: SettingsReader, { simulator, simulatorPort }: Simulator): UnionpayConfig | null {
  const { text, values } = settings
  if (values.UNIONPAY_MERCHANT_ID)
    return {
      merchantId: values.UNIONPAY_MERCHANT_ID,
      certId: text('UNIONPAY_CERT_ID'),
      privateKeyPem: settings.file('UNIONPAY_PRIVATE_KEY_FILE'),
      rootCertPem: settings.file('UNIONPAY_ROOT_CERT_FILE'),
      middleCertPem: values.UNIONPAY_MIDDLE_CERT_FILE ? settings.file('UNIONPAY_MIDDLE_CERT_FILE') : null,
      signerName: '中国银联股份有限公司',
      endpoint: text('UNIONPAY_ENDPOINT'),
      fileUrl: text('UNIONPAY_FILE_URL'),
    }
  if (!simulator) return null
  return {
    merchantId: '777290058110001',
    certId: '68759663125',
    privateKeyPem: settings.demoFile('unionpay-merchant-private.pem'),
    rootCertPem: settings.demoFile('unionpay-root.pem'),
    middleCertPem: null,
    signerName: '中国银联股份有限公司',
    endpoint: `http://localhost:${simulatorPort}/unionpay/`,
    fileUrl: `http://localhost:${simulatorPort}/unionpay/fileTransfer.do`,
  }
}

function stripe(settings: SettingsReader, { simulator, simulatorPort }: Simulator): StripeConfig | null {
  if (settings.values.STRIPE_SECRET_KEY_FILE) {
    // A test key would sell for no money, and its notifications would be believed.
    const check = (key: string) =>
      settings.production && !/^(sk|rk)_live_/.test(key.trim())
        ? 'does not hold a live key, which APP_ENV=PROD needs'
        : null
    return {
      secretKey: settings.file('STRIPE_SECRET_KEY_FILE', { check }).trim(),
      webhookSecret: settings.file('STRIPE_WEBHOOK_SECRET_FILE').trim(),
      endpoint: settings.text('STRIPE_ENDPOINT'),
    }
  }
  if (!simulator) return null
  return {
    secretKey: `sk_test_${settings.demoFile('stripe-secret.key').trim()}`,
    webhookSecret: `whsec_${settings.demoFile('stripe-webhook.key').trim()}`,
    endpoint: `http://localhost:${simulatorPort}`,
  }
}
