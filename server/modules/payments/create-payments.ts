import { currencies, type Currency } from '#shared/money.ts'
import { epayGateways, type EpayGateway } from '#shared/providers.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { guardProvider, type Guard, type GuardOptions } from './guard-provider.ts'
import { closedVault, createNotificationVault, type NotificationVault } from './notification-vault.ts'
import { savePayersSecret } from './payer-digest.ts'
import type { Account } from './routes.rules.ts'
import { createAlipay, type AlipayConfig } from './providers/alipay.ts'
import { createCrypto } from './providers/crypto.ts'
import { createEpay, type EpayConfig } from './providers/epay.ts'
import type { PaymentProvider, ProviderId, ReturnUrl } from './providers/port.ts'
import type { Method } from '#shared/method.ts'
import { validateStatements } from './providers/validate-statements.ts'
import { createStripe, type StripeConfig } from './providers/stripe.ts'
import { createUnionpay, type UnionpayConfig } from './providers/unionpay.ts'
import { createWechat, type WechatConfig } from './providers/wechat.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

export type MethodOffer = { readonly method: Method; readonly currencies: readonly Currency[] }
export type Route = { readonly method: Method; readonly currency: Currency; readonly provider: ProviderId }
export type Payments = {
  readonly offers: readonly MethodOffer[]
  readonly ids: readonly ProviderId[]
  /** All providers, with the payment methods of those that serve several. */
  readonly accounts: readonly Account<ProviderId>[]
  byMethod(method: Method, currency: Currency): PaymentProvider | undefined
  /**
   * Finds a payment provider. Throws if it is not configured, for example because it was removed from the
   * configuration.
   */
  byId(id: ProviderId): PaymentProvider
  /** Providers whose circuit breaker is open because they do not answer. */
  silent(): readonly ProviderId[]
  /** Number of jobs that may start in a queue lane. Lanes without a provider may use all free slots. */
  admit(lane: string, free: number, running: number): number
  readonly vault: NotificationVault
}
export type PaymentConfig = {
  /** Secret of 32 bytes, from which the keys for payer digests and encrypted notifications are derived. */
  readonly secretKey: SecretKeys
  readonly publicOrigin: string
  readonly alipay: AlipayConfig | null
  readonly wechat: WechatConfig | null
  readonly unionpay: UnionpayConfig | null
  readonly stripe: StripeConfig | null
  readonly epay: Readonly<Record<EpayGateway, EpayConfig | null>>
  readonly paymentRoutes: readonly Route[]
  readonly cryptoCurrencies: readonly Currency[]
}

/** Creates all configured providers with circuit breakers. A payment method without a provider is not offered. */
export function createPayments(config: PaymentConfig, options?: GuardOptions): Payments {
  const guarded = createProviders(config).map((provider) => guardProvider(provider, options))
  return routePayments(
    guarded.map(({ provider }) => provider),
    [...config.paymentRoutes, ...cryptoRoutes(config.cryptoCurrencies)],
    { guards: guarded.map(({ guard }) => guard), vault: createNotificationVault(config.secretKey) },
  )
}

export const cryptoRoutes = (currenciesWithRate: readonly Currency[]): Route[] =>
  currenciesWithRate.map((currency) => ({ method: 'crypto', currency, provider: 'crypto' }))

export function createProviders(config: PaymentConfig & { readonly timeoutMs?: number }): PaymentProvider[] {
  const { publicOrigin, secretKey, alipay, wechat, unionpay, stripe, epay, cryptoCurrencies } = config
  const digest = createKeyedDigest(secretKey)
  const returnUrl: ReturnUrl = (orderId, isUnpaid) =>
    `${publicOrigin}/purchased?order=${orderId}&back=${isUnpaid ? 1 : 0}`
  const notifyUrl = (provider: ProviderId) => `${publicOrigin}/webhooks/${provider}`
  const timeout = config.timeoutMs === undefined ? {} : { timeoutMs: config.timeoutMs }
  const providers = [
    ...(alipay ? [createAlipay({ config: alipay, notifyUrl: notifyUrl('alipay'), returnUrl, ...timeout })] : []),
    ...(wechat ? [createWechat({ config: wechat, notifyUrl: notifyUrl('wechat'), returnUrl, ...timeout })] : []),
    ...(unionpay ? [createUnionpay({ config: unionpay, notifyUrl: notifyUrl('unionpay'), ...timeout })] : []),
    ...(stripe ? [createStripe({ config: stripe, returnUrl, ...timeout })] : []),
    ...epayGateways.flatMap((id) => {
      const account = epay[id]
      return account ? [createEpay({ id, config: account, notifyUrl: notifyUrl(id), returnUrl, ...timeout })] : []
    }),
    // Cryptocurrency is always a provider, even if no longer offered, so that its orders can end.
    createCrypto(cryptoCurrencies),
  ]
  return providers.map((provider) => savePayersSecret(validateStatements(provider), digest))
}

/** Maps methods to providers. A provider without a route takes no new orders but still serves its existing ones. */
export function routePayments(
  providers: readonly PaymentProvider[],
  routes: readonly Route[],
  { guards = [], vault = closedVault }: { guards?: readonly Guard[]; vault?: NotificationVault } = {},
): Payments {
  const find = (id: ProviderId) => providers.find((provider) => provider.id === id)
  const served = routes.filter(({ provider, currency }) => find(provider)?.caps.currencies.includes(currency))
  const methods = [...new Set(served.map(({ method }) => method))]
  return {
    offers: methods.map((method) => ({
      method,
      currencies: currencies.filter((currency) =>
        served.some((route) => route.method === method && route.currency === currency),
      ),
    })),
    vault,
    ids: providers.map(({ id }) => id),
    accounts: providers.map(({ id, caps: { methods: own } }) => ({ id, ...(own && { methods: own }) })),
    silent: () => guards.filter((guard) => guard.isSilent()).map(({ id }) => id),
    admit: (lane, free, running) => guards.find(({ id }) => id === lane)?.admit(free, running) ?? free,
    byMethod(method, currency) {
      const route = served.find((candidate) => candidate.method === method && candidate.currency === currency)
      return route && find(route.provider)
    },
    byId(id) {
      const found = find(id)
      if (!found) throw new Error(`the payment provider ${id} is not configured`)
      return found
    },
  }
}
