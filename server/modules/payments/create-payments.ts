import { currencies, type Currency } from '#shared/money.ts'
import { routedProviders, type EpayGateway, type RoutedProvider } from '#shared/providers.ts'
import { createKeyedDigest } from '#server/platform/keyed-digest.ts'
import { guardProvider, type Guard, type Guarded, type GuardOptions } from './guard-provider.ts'
import { closedVault, createNotificationVault, type NotificationVault } from './notification-vault.ts'
import { savePayersSecret } from './payer-digest.ts'
import type { Account } from './routes.rules.ts'
import { createAlipay, type AlipayConfig } from './providers/alipay.ts'
import { createCrypto } from './providers/crypto.ts'
import { createEpay, type EpayConfig } from './providers/epay.ts'
import { withFormerAccounts } from './providers/former-account.ts'
import type { PaymentProvider, ProviderId, ReturnUrl } from './providers/port.ts'
import type { Method } from '#shared/method.ts'
import { validateStatements } from './providers/validate-statements.ts'
import { createStripe, type StripeConfig } from './providers/stripe.ts'
import { createUnionpay, type UnionpayConfig } from './providers/unionpay.ts'
import { createWechat, type WechatConfig } from './providers/wechat.ts'
import type { SecretKeys } from '#server/platform/secret-keys.ts'

export type MethodOffer = { readonly method: Method; readonly currencies: readonly Currency[] }
type Route = { readonly method: Method; readonly currency: Currency; readonly provider: ProviderId }
export type Payments = {
  readonly offers: readonly MethodOffer[]
  readonly ids: readonly ProviderId[]
  /** Merchant accounts at the providers, with the payment methods of those that serve several. */
  readonly accounts: readonly Account<ProviderId>[]
  byMethod(method: Method, currency: Currency): PaymentProvider | undefined
  /**
   * Finds a payment provider. Throws if it is not configured, for example because it was removed from the
   * configuration.
   */
  byId(id: ProviderId): PaymentProvider
  /** Providers whose circuit breaker is open because they do not answer. */
  silent(): readonly ProviderId[]
  /** Number of jobs that may start in a lane of the job queue. Lanes without a provider may use all free slots. */
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
  /** Former API keys of merchant accounts that were changed in the console. */
  readonly connections?: { readonly former: Former }
}
type Former = Readonly<Partial<Record<RoutedProvider, readonly { readonly account: object; readonly endedAt: Date }[]>>>

/**
 * Creates all configured providers with circuit breakers. A payment method without a provider is not offered. Merchant
 * accounts in `config` may be replaced at any time: the next use creates the changed providers anew, and calls that
 * have begun finish on the old ones.
 */
export function createPayments(config: PaymentConfig, options?: GuardOptions): Payments {
  const vault = createNotificationVault(config.secretKey)
  let made: Made | null = null
  let payments = routePayments([], [], { vault })
  function now(): Payments {
    const accounts = accountsOf(config)
    const sources = [config.paymentRoutes, ...accounts.flatMap(sourcesOf)]
    if (made && isSame(made.sources, sources)) return payments
    const before = made?.each ?? []
    const each = accounts.map((source) => {
      const kept = before.find((one) => isSame(sourcesOf(one.source), sourcesOf(source)))
      return kept ?? { source, guarded: guardProvider(createProvider(config, source), options) }
    })
    for (const one of before)
      if (!each.includes(one) && one.guarded.guard.isSilent()) options?.onChange?.(one.source.id, false)
    made = { sources, each }
    payments = routePayments(
      each.map(({ guarded }) => guarded.provider),
      [...config.paymentRoutes, ...cryptoRoutes(config.cryptoCurrencies)],
      {
        guards: each.map(({ guarded }) => guarded.guard),
        vault,
        leaving: accounts.flatMap(({ id, account }) => (account === null ? [id] : [])),
      },
    )
    return payments
  }
  return {
    get offers() {
      return now().offers
    },
    get ids() {
      return now().ids
    },
    get accounts() {
      return now().accounts
    },
    vault,
    byMethod: (method, currency) => now().byMethod(method, currency),
    byId: (id) => now().byId(id),
    silent: () => now().silent(),
    admit: (lane, free, running) => now().admit(lane, free, running),
  }
}

type Made = {
  readonly sources: readonly unknown[]
  readonly each: readonly { readonly source: Source; readonly guarded: Guarded }[]
}

const sourcesOf = ({ id, account, former }: Source): unknown[] => [id, account, ...former.map((each) => each.account)]
const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, index) => each === b[index])

export const cryptoRoutes = (currenciesWithRate: readonly Currency[]): Route[] =>
  currenciesWithRate.map((currency) => ({ method: 'crypto', currency, provider: 'crypto' }))

type Source = {
  readonly id: ProviderId
  /** Merchant account at the provider. Null if the account was removed, so that only earlier payments are served. */
  readonly account: object | null
  readonly former: readonly { readonly account: object; readonly endedAt: Date }[]
}

/**
 * Merchant accounts for which a provider is created. A provider with only former accounts is included, and
 * cryptocurrency even if it is no longer offered, so that their open orders can end.
 */
function accountsOf({
  alipay,
  wechat,
  unionpay,
  stripe,
  epay,
  cryptoCurrencies,
  connections,
}: PaymentConfig): Source[] {
  const own = { alipay, wechat, unionpay, stripe, ...epay }
  return [
    ...routedProviders.flatMap((id) => {
      const former = connections?.former[id] ?? []
      return own[id] || former.length > 0 ? [{ id, account: own[id], former }] : []
    }),
    { id: 'crypto', account: cryptoCurrencies, former: [] },
  ]
}

type Timed = PaymentConfig & { readonly timeoutMs?: number }

export const createProviders = (config: Timed): PaymentProvider[] =>
  accountsOf(config).map((source) => createProvider(config, source))

function createProvider(config: Timed, { id, account, former }: Source): PaymentProvider {
  const current = account && adapterOf(config, id, account)
  const provider =
    current && former.length === 0
      ? current
      : withFormerAccounts(
          current,
          former.map((each) => ({
            provider: adapterOf(config, id, each.account),
            endedAt: each.endedAt,
            isSameShop: account !== null && isSameShop(account, each.account),
          })),
        )
  return savePayersSecret(validateStatements(provider), createKeyedDigest(config.secretKey))
}

/** Settings that name the shop at a provider. Stripe's keys do not, so each of them counts as another shop. */
const shopNames = ['appId', 'merchantId', 'pid'] as const
/** Settings with the address of the provider. A shop of the same name at another address is another shop. */
const addressNames = ['gateway', 'endpoint'] as const

/** True if both accounts are the same shop at the same provider, so that only its keys have changed. */
export const isSameShop = (a: object, b: object): boolean =>
  shopNames.some((name) => name in a) &&
  [...shopNames, ...addressNames].every((name) => (a as Shop)[name] === (b as Shop)[name])
type Shop = Readonly<Partial<Record<(typeof shopNames)[number] | (typeof addressNames)[number], unknown>>>

function adapterOf({ publicOrigin, timeoutMs }: Timed, id: ProviderId, account: object): PaymentProvider {
  const returnUrl: ReturnUrl = (orderId, isUnpaid) =>
    `${publicOrigin}/purchased?order=${orderId}&back=${isUnpaid ? 1 : 0}`
  const options = { notifyUrl: notifyUrlOf(publicOrigin, id), returnUrl, ...(timeoutMs !== undefined && { timeoutMs }) }
  if (id === 'alipay') return createAlipay({ config: account as AlipayConfig, ...options })
  if (id === 'wechat') return createWechat({ config: account as WechatConfig, ...options })
  if (id === 'unionpay') return createUnionpay({ config: account as UnionpayConfig, ...options })
  if (id === 'stripe') return createStripe({ config: account as StripeConfig, ...options })
  return id === 'crypto'
    ? createCrypto(account as readonly Currency[])
    : createEpay({ id, config: account as EpayConfig, ...options })
}

export const notifyUrlOf = (publicOrigin: string, id: ProviderId): string => `${publicOrigin}/webhooks/${id}`

/**
 * Chooses the provider of each payment method and currency. A provider that no method uses takes no new orders but
 * still serves its existing ones.
 */
export function routePayments(
  providers: readonly PaymentProvider[],
  routes: readonly Route[],
  {
    guards = [],
    vault = closedVault,
    leaving = [],
  }: { guards?: readonly Guard[]; vault?: NotificationVault; leaving?: readonly ProviderId[] } = {},
): Payments {
  const find = (id: ProviderId) => providers.find((provider) => provider.id === id)
  const served = routes.filter(
    ({ provider, currency }) => !leaving.includes(provider) && find(provider)?.caps.currencies.includes(currency),
  )
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
    accounts: providers
      .filter(({ id }) => !leaving.includes(id))
      .map(({ id, caps: { methods: own } }) => ({ id, ...(own && { methods: own }) })),
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
