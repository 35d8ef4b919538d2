import { apiCallsPerMinute } from '#shared/contract/operator/api-keys.ts'

/** Limit: at most `max` attempts per subject within any period of `seconds` seconds. */
export type Limit = {
  readonly max: number
  readonly seconds: number
  /** Limits of the surrounding networks: first /24 or /64, then /16 or /48. */
  readonly wider?: readonly [number, number]
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * All limits on attempts, except those on orders, which are among the rules of orders. Attempts for an account are
 * counted by caller: known device, session, ticket, or else network. A stranger can therefore not use up the owner's
 * attempts. Endings of names:
 *
 * - `-strangers`: attempts of all unknown callers together. Beyond it each attempt needs a proof of work.
 * - `-bound`: absolute maximum of the attempts of all unknown callers, against distributed guessing.
 *
 * Limits of a network stop a machine that tries many accounts. Beyond them an attempt needs a proof of work, because a
 * town or a VPN exit may share an address.
 */
export const limits = {
  'password-asker': { max: 10, seconds: 15 * minute },
  /**
   * Wrong passwords for all identifiers of an account together. Sign-in does not reveal when it is reached, which would
   * show that identifiers belong together.
   */
  'password-account': { max: 10, seconds: 15 * minute },
  /**
   * Wrong attempts for an operator's name, and wrong codes for money commands, in the terminal. These need access to
   * the database and its keys, so strangers cannot lock operators out.
   */
  'operator-sign-in': { max: 10, seconds: 15 * minute },
  'operator-factor': { max: 10, seconds: 15 * minute },
  /**
   * Wrong attempts of operators in the browser, counted like customers' passwords: by caller, name, network and known
   * device.
   */
  'console-asker': { max: 10, seconds: 15 * minute },
  'console-strangers': { max: 60, seconds: hour },
  'console-bound': { max: 300, seconds: hour },
  'console-known': { max: 10, seconds: 15 * minute },
  'console-known-all': { max: 60, seconds: hour },
  'console-network': { max: 10, seconds: 15 * minute, wider: [30, 120] },
  /** Passkey challenges of operators, separate from those of customers behind the same exit. */
  'console-passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  'password-strangers': { max: 150, seconds: hour },
  'password-bound': { max: 300, seconds: hour },
  'password-known': { max: 10, seconds: 15 * minute },
  'password-known-all': { max: 100, seconds: hour },
  'password-session': { max: 10, seconds: 15 * minute },
  'password-network': { max: 100, seconds: 15 * minute, wider: [300, 2_000] },
  /**
   * Wrong passwords of a network, up to which a proof of work can unlock a network that the neighbours' attempts have
   * blocked.
   */
  'password-neighbours': { max: 10, seconds: 15 * minute },
  /** Wrong authenticator codes after a correct password, counted like passwords. */
  'factor-asker': { max: 10, seconds: 15 * minute },
  'factor-strangers': { max: 20, seconds: hour },
  'factor-bound': { max: 30, seconds: hour },
  'factor-known': { max: 10, seconds: 15 * minute },
  'factor-known-all': { max: 40, seconds: hour },
  'factor-session': { max: 10, seconds: 15 * minute },
  /** Attempts with recovery codes. They have 80 bits and cannot be guessed, so these limits never lock an account. */
  'recovery-asker': { max: 5, seconds: hour },
  'recovery-network': { max: 60, seconds: hour, wider: [200, 1_000] },
  'register-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Passkey challenges. Every login page requests one, which is stored for five minutes. */
  'passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  /** Sign-ins with codes and secrets of 256 bits, which open an account without anything else. */
  'login-code-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Sign-ins with an app password. Each attempt costs a password hash. */
  'app-password': { max: 10, seconds: day },
  /** Pages of the entitlement feed, by token. Allows a full read of 300,000 users in a minute. */
  'tunnel-feed': { max: 300, seconds: minute },
  /** Calls of the operator's own systems, by API key. */
  'operator-api': { max: apiCallsPerMinute, seconds: minute },
  /** Changes of an account's name. Each one sends a message to the owner. */
  'rename-account': { max: 10, seconds: day },
  /**
   * Messages to an address by purpose and caller, at most one a minute. `…-strangers`: messages for all strangers
   * together, beyond which each needs a proof of work. `…-bound`: absolute maximum, so that no mailbox is flooded.
   * Known devices have their own limit.
   */
  'code-resend': { max: 1, seconds: minute },
  'code-asker-hour': { max: 5, seconds: hour },
  'code-asker-day': { max: 10, seconds: day },
  'code-strangers-day': { max: 20, seconds: day },
  'code-bound-hour': { max: 20, seconds: hour },
  'code-bound-day': { max: 60, seconds: day },
  'code-known-day': { max: 10, seconds: day },
  'code-has-account': { max: 1, seconds: day },
  'code-network': { max: 60, seconds: hour, wider: [120, 600] },
  /** SMS from a network. `spend-sms` sets the maximum to a share of the day's budget. */
  'sms-network': { max: 0, seconds: day },
  /** Wrong codes from a network. In addition each caller has five attempts per code. */
  'code-tries-network': { max: 100, seconds: hour, wider: [300, 2_000] },
  /**
   * Proofs of work that were used, because each can be used once. They are remembered at least as long as their
   * challenge is valid.
   */
  'work-spent': { max: 1, seconds: 10 * minute },
  'redeem-account': { max: 20, seconds: hour },
  'redeem-network': { max: 20, seconds: hour, wider: [60, 200] },
  'promo-account': { max: 20, seconds: hour },
  'promo-network': { max: 60, seconds: hour, wider: [120, 600] },
  /** Promo codes are short words. A proof of work allows more guesses, up to this limit. */
  'promo-bound': { max: 240, seconds: hour, wider: [480, 2_400] },
  /** New accounts for an inviter from one network. Further ones are reviewed before they earn anything. */
  'referral-network': { max: 5, seconds: day, wider: [15, 60] },
  /** Trials from a /24 or /64. Further ones need a proof of work, and stay short until an address is verified. */
  'trial-range': { max: 3, seconds: day },
  /** Exports of personal data, because each one reads a dozen tables. */
  'export-account': { max: 5, seconds: day },
  /** Fetches of a subscription link by apps, which normally ask every twelve hours. */
  'link-token': { max: 30, seconds: hour },
  /** Fetches of unknown subscription links. Their tokens have 128 bits. */
  'link-network': { max: 20, seconds: hour, wider: [60, 600] },
  /** Messages to support, because an operator reads each one. */
  'support-hour': { max: 20, seconds: hour },
  'support-day': { max: 60, seconds: day },
  'support-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  /** Support replies by mail, by account, because anybody with a forwarded mail has its reply address. */
  'support-mail-hour': { max: 10, seconds: hour },
  'support-mail-day': { max: 30, seconds: day },
  /** Images for support. Each is decoded in its own process. A failure counts `failedImageTries` times. */
  'support-image-hour': { max: 15, seconds: hour },
  'support-image-day': { max: 40, seconds: day },
  'support-image-network': { max: 40, seconds: hour, wider: [120, 400] },
  'application-account': { max: 5, seconds: day },
  'visit-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  /** Affiliate links. The limit prevents enumeration of codes. */
  'destination-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  'greeting-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  'error-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  'error-kinds-network': { max: 20, seconds: day, wider: [60, 200] },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
export type NetworkLimitName = {
  [Name in LimitName]: (typeof limits)[Name] extends { wider: unknown } ? Name : never
}[LimitName]

/** Factor by which limits are higher for exits of the operator's own VPN, which many customers share. */
const exitFactor = 10

/**
 * Counter for an attempt. `max` overrides the limit of the rule. `width` of a network: 0 for an address, 2 for the
 * widest.
 */
export type Slot = {
  readonly rule: LimitName
  readonly subject: string
  readonly max?: number
  readonly width?: number
}

/**
 * Locking order of an attempt's counters: the caller's own, then the address, shared subjects, and wider networks. A
 * queue for a name therefore blocks no network, and each caller has only one place in it.
 */
export function rankOf({ rule, width }: { readonly rule: LimitName; readonly width?: number | undefined }): number {
  if (/-(asker|session|known)(-hour|-day)?$/.test(rule)) return 0
  return width === undefined ? 2 : width === 0 ? 1 : 2 + width
}

export const trialSlot = ([network = '', range = network]: readonly string[], isExit: boolean): Slot =>
  isExit
    ? { rule: 'trial-range', subject: network, max: limits['trial-range'].max * exitFactor }
    : { rule: 'trial-range', subject: range }

/** Counters of a network. An exit counts as a single network, without those around it. */
export function networkSlots(rule: NetworkLimitName, widths: readonly string[], isExit: boolean): Slot[] {
  const { max, wider } = limits[rule]
  if (isExit) return widths.slice(0, 1).map((subject, width) => ({ rule, subject, max: max * exitFactor, width }))
  const numbers = [max, ...wider]
  return widths.map((subject, width) => ({ rule, subject, max: numbers[width] ?? max, width }))
}

/** Attempts that a failed image counts for, because it may have used the full time limit. */
export const failedImageTries = 5
