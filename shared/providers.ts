/** Configurable EPay gateways. Each has its own settings, notification URL and queue of jobs. */
export const epayGateways = ['epay1', 'epay2', 'epay3'] as const
export type EpayGateway = (typeof epayGateways)[number]

/** Payment providers to which a route (method and currency) may lead. */
export const routedProviders = ['alipay', 'wechat', 'unionpay', 'stripe', ...epayGateways] as const
export type RoutedProvider = (typeof routedProviders)[number]
