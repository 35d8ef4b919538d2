import { epayGateways } from '#shared/providers.ts'

/**
 * Job queues with their own slots, so that slow jobs only delay their own lane. A new lane needs a migration that
 * creates it.
 */
export const lanes = [
  'messages',
  'settlement',
  'receipts',
  'alipay',
  'wechat',
  'unionpay',
  'stripe',
  ...epayGateways,
  'crypto',
  'tunnels',
  'exports',
  'alerts',
  'mailings',
  'webhooks',
  'housekeeping',
] as const
export type Lane = (typeof lanes)[number]

export const isLane = (name: string): name is Lane => (lanes as readonly string[]).includes(name)

/**
 * Limits of a job lane. `slots`: parallel jobs per process. `seconds`: maximum run time before a job is aborted and
 * retried.
 */
type LaneLimits = { readonly slots: number; readonly seconds: number }

const provider: LaneLimits = { slots: 4, seconds: 60 }
export const laneLimits: Readonly<Record<Lane, LaneLimits>> = {
  messages: { slots: 4, seconds: 30 },
  settlement: { slots: 8, seconds: 30 },
  // A second slot would be idle: its job would wait for the first one, which has locked the series of receipt numbers.
  receipts: { slots: 1, seconds: 30 },
  alipay: provider,
  wechat: provider,
  unionpay: provider,
  stripe: provider,
  epay1: provider,
  epay2: provider,
  epay3: provider,
  crypto: provider,
  tunnels: { slots: 6, seconds: 150 },
  exports: { slots: 1, seconds: 1_800 },
  // Lane of alerts to webhook receivers of operators. A receiver that hangs occupies a slot for five seconds per
  // attempt.
  alerts: { slots: 4, seconds: 60 },
  mailings: { slots: 2, seconds: 60 },
  // The lane runs eleven jobs at once: one for each of ten endpoints, and the job that starts deliveries. A slow
  // endpoint therefore delays no other.
  webhooks: { slots: 11, seconds: 60 },
  housekeeping: { slots: 2, seconds: 60 },
}
