import { epayGateways, routedProviders, type EpayGateway } from './providers.ts'

/** Connections to payment, mail and SMS services whose keys can be entered in the console. */
export const connectionIds = [...routedProviders, 'mail', 'aliyun', 'twilio'] as const
export type ConnectionId = (typeof connectionIds)[number]
export const isConnectionId = (name: string): name is ConnectionId => connectionIds.some((id) => id === name)

/**
 * Input field of a connection. `id`: account number or name at the service. `secret`: one line that is never shown
 * again. `privateKey`, `publicKey`: several lines. `url`: web address. `choice`: one of `choices`.
 */
export type ConnectionField = {
  readonly name: string
  readonly kind: 'id' | 'secret' | 'privateKey' | 'publicKey' | 'url' | 'choice'
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

/**
 * Fields of each connection, named like its environment variables; a test compares them. A variable that ends in
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
}

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
