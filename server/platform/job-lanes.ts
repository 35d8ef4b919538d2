/**
 * Work waits only for work of its own lane: each is a queue with slots of its own. The queues are made by a migration; a
 * new lane needs one, too.
 */
export const lanes = [
  'messages',
  'settlement',
  'alipay',
  'wechat',
  'unionpay',
  'stripe',
  'crypto',
  'tunnels',
  'exports',
  'alerts',
  'mailings',
  'housekeeping',
] as const
export type Lane = (typeof lanes)[number]

export const isLane = (name: string): name is Lane => (lanes as readonly string[]).includes(name)

/** `slots`: jobs at the same time in one process. `seconds`: how long one may run before it is stopped and tried again. */
export type LaneLimits = { readonly slots: number; readonly seconds: number }

const provider: LaneLimits = { slots: 4, seconds: 60 }
export const laneLimits: Readonly<Record<Lane, LaneLimits>> = {
  messages: { slots: 4, seconds: 30 },
  // Its jobs wait for the database alone, a dozen times each.
  settlement: { slots: 8, seconds: 30 },
  alipay: provider,
  wechat: provider,
  unionpay: provider,
  stripe: provider,
  crypto: provider,
  // A whole panel is read in one go.
  tunnels: { slots: 6, seconds: 150 },
  // A list of millions is one read.
  exports: { slots: 1, seconds: 1_800 },
  // Receivers of operators: one that hangs keeps a slot for five seconds at each try.
  alerts: { slots: 4, seconds: 60 },
  mailings: { slots: 2, seconds: 60 },
  housekeeping: { slots: 2, seconds: 60 },
}
