import path from 'node:path'
import { currencies, type Currency } from '#shared/money.ts'
import { ConfigError, keysDir, missing, secretFile, urlOf, type Env } from './read-setting.ts'

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

type AccountContext = { production: boolean; simulator: boolean; simulatorPort: number; dataDir: string }

/** The accounts at payment providers. Without one, outside PROD, the simulator's demo account stands in. */
export function readPaymentAccounts(env: Env, context: AccountContext): PaymentAccounts {
  const accounts = {
    alipay: alipay(env, context),
    wechat: wechat(env, context),
    unionpay: unionpay(env, context),
    stripe: stripe(env, context),
  }
  return { ...accounts, paymentRoutes: routes(env, accounts) }
}

const defaultRoutes =
  'alipay:CNY=alipay,wechat:CNY=wechat,unionpay:CNY=unionpay,card:CNY=stripe,card:USD=stripe,alipay:USD=stripe,wechat:USD=stripe,unionpay:USD=stripe'

/** `method:CURRENCY=provider`, by commas. A route that was asked for needs its account; a default one is left out without. */
function routes(env: Env, accounts: Record<PaymentRoute['provider'], unknown>): PaymentRoute[] {
  const asked = Boolean(env.PAYMENT_ROUTES)
  const parsed = (env.PAYMENT_ROUTES || defaultRoutes).split(',').map((text) => parseRoute(text.trim()))
  for (const { provider } of parsed)
    if (asked && !accounts[provider]) throw new ConfigError(`PAYMENT_ROUTES names ${provider}, which has no account.`)
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

const secure = (production: boolean) => ['https:', ...(production ? [] : ['http:'])]

function alipay(env: Env, { production, simulator, simulatorPort, dataDir }: AccountContext): AlipayConfig | null {
  if (env.ALIPAY_APP_ID) {
    const file = (name: string) => secretFile(name, env[name] || missing(name), { production })
    return {
      appId: env.ALIPAY_APP_ID,
      sellerId: env.ALIPAY_SELLER_ID || missing('ALIPAY_SELLER_ID'),
      privateKeyPem: file('ALIPAY_PRIVATE_KEY_FILE'),
      alipayPublicKeyPem: file('ALIPAY_PUBLIC_KEY_FILE'),
      gateway:
        urlOf(env, 'ALIPAY_GATEWAY', ['https:', ...(production ? [] : ['http:'])]) ??
        'https://openapi.alipay.com/gateway.do',
    }
  }
  if (!simulator) return null
  const key = (file: string) => secretFile('DATA_DIR', path.join(keysDir(dataDir), file), { production })
  return {
    appId: '2026000000000001',
    sellerId: '2088000000000001',
    privateKeyPem: key('alipay-merchant-private.pem'),
    alipayPublicKeyPem: key('alipay-provider-public.pem'),
    gateway: `http://localhost:${simulatorPort}/alipay/gateway.do`,
  }
}

function wechat(env: Env, { production, simulator, simulatorPort, dataDir }: AccountContext): WechatConfig | null {
  const file = (name: string, place: string) => secretFile(name, place, { production })
  if (env.WECHAT_MERCHANT_ID) {
    const own = (name: string) => file(name, env[name] || missing(name))
    const apiV3Key = own('WECHAT_API_V3_KEY_FILE').trim()
    if (apiV3Key.length !== 32) throw new ConfigError('WECHAT_API_V3_KEY_FILE does not hold 32 characters.')
    return {
      appId: env.WECHAT_APP_ID || missing('WECHAT_APP_ID'),
      merchantId: env.WECHAT_MERCHANT_ID,
      serial: env.WECHAT_CERT_SERIAL || missing('WECHAT_CERT_SERIAL'),
      privateKeyPem: own('WECHAT_PRIVATE_KEY_FILE'),
      platformKeys: platformKeys(env, file),
      apiV3Key,
      endpoint: urlOf(env, 'WECHAT_ENDPOINT', secure(production)) ?? 'https://api.mch.weixin.qq.com/',
    }
  }
  if (!simulator) return null
  const demo = (name: string) => file('DATA_DIR', path.join(keysDir(dataDir), name))
  return {
    appId: 'wx2026000000000001',
    merchantId: '1900000001',
    serial: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
    privateKeyPem: demo('wechat-merchant-private.pem'),
    platformKeys: { PUB_KEY_ID_0119000000012026000000000001: demo('wechat-provider-public.pem') },
    apiV3Key: demo('wechat-api-v3.key').trim().slice(0, 32),
    endpoint: `http://localhost:${simulatorPort}/wechat/`,
  }
}

/** As many ids as files, in the same order. */
function platformKeys(env: Env, file: (name: string, place: string) => string): Record<string, string> {
  const list = (text: string) => text.split(',').map((part) => part.trim())
  const ids = list(env.WECHAT_PLATFORM_KEY_ID || missing('WECHAT_PLATFORM_KEY_ID'))
  const files = list(env.WECHAT_PLATFORM_KEY_FILE || missing('WECHAT_PLATFORM_KEY_FILE'))
  if (ids.length !== files.length || ids.includes('') || new Set(ids).size !== ids.length)
    throw new ConfigError(
      'WECHAT_PLATFORM_KEY_ID and WECHAT_PLATFORM_KEY_FILE name as many keys, each once, in the same order.',
    )
  return Object.fromEntries(ids.map((id, index) => [id, file('WECHAT_PLATFORM_KEY_FILE', files[index] ?? '')]))
}

function unionpay(env: Env, { production, simulator, simulatorPort, dataDir }: AccountContext): UnionpayConfig | null {
  const file = (name: string, place: string) => secretFile(name, place, { production })
  if (env.UNIONPAY_MERCHANT_ID) {
    const own = (name: string) => file(name, env[name] || missing(name))
    return {
      merchantId: env.UNIONPAY_MERCHANT_ID,
      certId: env.UNIONPAY_CERT_ID || missing('UNIONPAY_CERT_ID'),
      privateKeyPem: own('UNIONPAY_PRIVATE_KEY_FILE'),
      rootCertPem: own('UNIONPAY_ROOT_CERT_FILE'),
      middleCertPem: env.UNIONPAY_MIDDLE_CERT_FILE ? own('UNIONPAY_MIDDLE_CERT_FILE') : null,
      signerName: '中国银联股份有限公司',
      endpoint: urlOf(env, 'UNIONPAY_ENDPOINT', secure(production)) ?? 'https://gateway.95516.com/',
      fileUrl: urlOf(env, 'UNIONPAY_FILE_URL', secure(production)) ?? 'https://filedownload.95516.com/',
    }
  }
  if (!simulator) return null
  const demo = (name: string) => file('DATA_DIR', path.join(keysDir(dataDir), name))
  return {
    merchantId: '777290058110001',
    certId: '68759663125',
    privateKeyPem: demo('unionpay-merchant-private.pem'),
    rootCertPem: demo('unionpay-root.pem'),
    middleCertPem: null,
    signerName: '中国银联股份有限公司',
    endpoint: `http://localhost:${simulatorPort}/unionpay/`,
    fileUrl: `http://localhost:${simulatorPort}/unionpay/fileTransfer.do`,
  }
}

function stripe(env: Env, { production, simulator, simulatorPort, dataDir }: AccountContext): StripeConfig | null {
  const file = (name: string, place: string) => secretFile(name, place, { production }).trim()
  if (env.STRIPE_SECRET_KEY_FILE) {
    const secretKey = file('STRIPE_SECRET_KEY_FILE', env.STRIPE_SECRET_KEY_FILE)
    // A test key would sell for no money, and its notifications would be believed.
    if (production && !/^(sk|rk)_live_/.test(secretKey))
      throw new ConfigError('STRIPE_SECRET_KEY_FILE does not hold a live key, which APP_ENV=PROD needs.')
    const name = 'STRIPE_WEBHOOK_SECRET_FILE'
    return {
      secretKey,
      webhookSecret: file(name, env[name] || missing(name)),
      endpoint: urlOf(env, 'STRIPE_ENDPOINT', secure(production)) ?? 'https://api.stripe.com',
    }
  }
  if (!simulator) return null
  const demo = (name: string) => file('DATA_DIR', path.join(keysDir(dataDir), name))
  return {
    secretKey: `sk_test_${demo('stripe-secret.key')}`,
    webhookSecret: `whsec_${demo('stripe-webhook.key')}`,
    endpoint: `http://localhost:${simulatorPort}`,
  }
}
