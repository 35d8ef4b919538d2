import { epayGateways, routedProviders, type EpayGateway } from './providers.ts'

/** Connections to payment, mail and SMS services and to blockchains whose keys can be entered in the console. */
export const connectionIds = [...routedProviders, 'mail', 'aliyun', 'twilio', 'crypto'] as const
export type ConnectionId = (typeof connectionIds)[number]
export const isConnectionId = (name: string): name is ConnectionId => connectionIds.some((id) => id === name)

/**
 * Input field of a connection. `id`: account number or name at the service. `secret`: one line that is never shown
 * again. `privateKey`, `publicKey`: several lines. `url`: web address. `choice`: one of `choices`. `number`: a number
 * or a word that replaces it. `nodes`: web addresses, one per line, which may contain keys and are never shown again.
 */
export type ConnectionField = {
  readonly name: string
  readonly kind: 'id' | 'secret' | 'privateKey' | 'publicKey' | 'url' | 'choice' | 'number' | 'nodes'
  readonly isOptional?: true
  readonly choices?: readonly string[]
}

const field = (name: string, kind: ConnectionField['kind']): ConnectionField => ({ name, kind })
const optional = (name: string, kind: ConnectionField['kind']): ConnectionField => ({ name, kind, isOptional: true })
const choice = (name: string, ...choices: readonly string[]): ConnectionField => ({
  name,
  kind: 'choice',
  isOptional: true,
  choices,
})

const epayFields = (id: EpayGateway): readonly ConnectionField[] => {
  const prefix = id.toUpperCase()
  return [
    field(`${prefix}_GATEWAY`, 'url'),
    field(`${prefix}_PID`, 'id'),
    choice(`${prefix}_VERSION`, 'V1', 'V2'),
    optional(`${prefix}_KEY_FILE`, 'secret'),
    choice(`${prefix}_KEY_STYLE`, 'plain', 'named'),
    optional(`${prefix}_PRIVATE_KEY_FILE`, 'privateKey'),
    optional(`${prefix}_PLATFORM_KEY_FILE`, 'publicKey'),
    choice(`${prefix}_METHODS`, 'alipay,wechat', 'alipay', 'wechat'),
    choice(`${prefix}_OPENS`, 'page', 'api'),
    choice(`${prefix}_REFUNDS`, 'off', 'on'),
  ]
}

/** Networks with a form in the console, and their own coins. The server knows the rest (`networkPresets`). */
export const cryptoNetworks = {
  ethereum: 'ETH',
  bsc: 'BNB',
  polygon: 'POL',
  arbitrum: 'ETH',
  base: 'ETH',
  tron: 'TRX',
} as const
export type CryptoNetwork = keyof typeof cryptoNetworks
export const cryptoNetworkIds = Object.keys(cryptoNetworks) as readonly CryptoNetwork[]

/** Beginning of the names of a network's fields in the form of cryptocurrency. */
export const cryptoPrefix = (network: CryptoNetwork): string => `CRYPTO_${network.toUpperCase()}_`

function networkFields(network: CryptoNetwork): readonly ConnectionField[] {
  const prefix = cryptoPrefix(network)
  const coin = cryptoNetworks[network]
  const isTron = network === 'tron'
  const tokens = isTron ? ['USDT', `USDT,${coin}`] : ['USDT,USDC', 'USDT', 'USDC', `USDT,USDC,${coin}`]
  const ofAddresses = network === 'ethereum' ? ['pool', 'derived'] : ['derived', 'pool']
  return [
    optional(`${prefix}NODES`, 'nodes'),
    choice(`${prefix}TOKENS`, ...tokens, 'off'),
    optional(`${prefix}CONFIRMATIONS`, 'number'),
    ...(isTron ? [] : [choice(`${prefix}ADDRESSES`, ...ofAddresses)]),
    optional(`${prefix}BATCH`, 'number'),
    choice(`${prefix}STRAYS`, 'on', 'off'),
  ]
}

/**
 * Fields of each connection, named like its environment variables; a test compares them. Those of cryptocurrency have
 * no such variables, because the environment names a file with all of them (`environmentSetting`). A variable that ends in
 * `_FILE` names a file, while the field here holds that file's text. The first field decides whether the connection
 * counts as configured.
 */
export const connectionFields: Readonly<Record<ConnectionId, readonly ConnectionField[]>> = {
  alipay: [
    field('ALIPAY_APP_ID', 'id'),
    field('ALIPAY_SELLER_ID', 'id'),
    field('ALIPAY_PRIVATE_KEY_FILE', 'privateKey'),
    field('ALIPAY_PUBLIC_KEY_FILE', 'publicKey'),
    optional('ALIPAY_GATEWAY', 'url'),
  ],
  wechat: [
    field('WECHAT_MERCHANT_ID', 'id'),
    field('WECHAT_APP_ID', 'id'),
    field('WECHAT_CERT_SERIAL', 'id'),
    field('WECHAT_PRIVATE_KEY_FILE', 'privateKey'),
    field('WECHAT_PLATFORM_KEY_ID', 'id'),
    field('WECHAT_PLATFORM_KEY_FILE', 'publicKey'),
    field('WECHAT_API_V3_KEY_FILE', 'secret'),
    optional('WECHAT_ENDPOINT', 'url'),
  ],
  unionpay: [
    field('UNIONPAY_MERCHANT_ID', 'id'),
    field('UNIONPAY_CERT_ID', 'id'),
    field('UNIONPAY_PRIVATE_KEY_FILE', 'privateKey'),
    field('UNIONPAY_ROOT_CERT_FILE', 'publicKey'),
    optional('UNIONPAY_MIDDLE_CERT_FILE', 'publicKey'),
    optional('UNIONPAY_ENDPOINT', 'url'),
    optional('UNIONPAY_FILE_URL', 'url'),
  ],
  stripe: [
    field('STRIPE_SECRET_KEY_FILE', 'secret'),
    field('STRIPE_WEBHOOK_SECRET_FILE', 'secret'),
    optional('STRIPE_ENDPOINT', 'url'),
  ],
  ...(Object.fromEntries(epayGateways.map((id) => [id, epayFields(id)])) as Record<
    EpayGateway,
    readonly ConnectionField[]
  >),
  mail: [field('SMTP_URL', 'secret'), field('MAIL_FROM', 'id')],
  aliyun: [
    field('ALIYUN_SMS_ACCESS_KEY_ID', 'id'),
    field('ALIYUN_SMS_ACCESS_KEY_SECRET', 'secret'),
    field('ALIYUN_SMS_SIGN_NAME', 'id'),
    field('ALIYUN_SMS_CODE_TEMPLATE', 'id'),
    optional('ALIYUN_SMS_NOTICE_TEMPLATE', 'id'),
    optional('ALIYUN_SMS_ENDPOINT', 'url'),
  ],
  twilio: [
    field('TWILIO_ACCOUNT_SID', 'id'),
    field('TWILIO_AUTH_TOKEN', 'secret'),
    field('TWILIO_FROM', 'id'),
    optional('TWILIO_ENDPOINT', 'url'),
  ],
  crypto: [
    optional('CRYPTO_XPUB', 'id'),
    choice('CRYPTO_RATES', 'fixed', 'http'),
    optional('CRYPTO_CNY_PER_USD', 'number'),
    optional('CRYPTO_RATES_URL', 'nodes'),
    optional('CRYPTO_RATES_MAX_AGE', 'number'),
    optional('CRYPTO_SPREAD', 'number'),
    optional('CRYPTO_TWO_NODES_FROM', 'number'),
    optional('CRYPTO_REST_DAYS', 'number'),
    ...cryptoNetworkIds.flatMap(networkFields),
  ],
}

/** Environment variable that decides whether the environment sets a connection. */
export const environmentSetting = (id: ConnectionId): string =>
  id === 'crypto' ? 'CRYPTO_CONFIG_FILE' : (connectionFields[id][0]?.name ?? '')

/** Events that Stripe must send to the endpoint of the shop. */
export const stripeEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const
