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
 * Rate limits of all kinds of attempts, except orders. Attempts at an account are counted per caller (known device,
 * session, ticket, or else network), so that a stranger cannot use up the owner's attempts. Limits of a network stop a
 * machine that tries many accounts; beyond them a proof of work is enough, because a town or a VPN exit may share an IP
 * address.
 * - `-strangers`: attempts of all unknown callers together. Beyond it each attempt needs a proof of work.
 * - `-bound`: absolute maximum for all unknown callers together, against distributed guessing.
 */
export const limits = {
  'password-asker': { max: 10, seconds: 15 * minute },
  /**
   * Wrong passwords for all names, email addresses and phone numbers of an account together. The answer of a sign-in
   * does not reveal this limit, because it would show that two of them belong to the same account.
   */
  'password-account': { max: 10, seconds: 15 * minute },
  /**
   * Wrong passwords of an operator, and wrong codes for money commands, in the terminal. Such attempts need access to
   * the database and its keys, so strangers cannot lock operators out.
   */
  'operator-sign-in': { max: 10, seconds: 15 * minute },
  'operator-factor': { max: 10, seconds: 15 * minute },
  /**
   * Wrong attempts of operators in the browser. They are counted like customers' passwords: by caller, name, network
   * and known device.
   */
  'console-asker': { max: 10, seconds: 15 * minute },
  'console-strangers': { max: 60, seconds: hour },
  'console-bound': { max: 300, seconds: hour },
  'console-known': { max: 10, seconds: 15 * minute },
  'console-known-all': { max: 60, seconds: hour },
  'console-network': { max: 10, seconds: 15 * minute, wider: [30, 120] },
  /** Passkey challenges of operators. Counted separately from those of customers, who may share the same VPN exit. */
  'console-passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  'password-strangers': { max: 150, seconds: hour },
  'password-bound': { max: 300, seconds: hour },
  'password-known': { max: 10, seconds: 15 * minute },
  'password-known-all': { max: 100, seconds: hour },
  'password-session': { max: 10, seconds: 15 * minute },
  'password-network': { max: 100, seconds: 15 * minute, wider: [300, 2_000] },
  /**
   * Wrong passwords up to which a caller may still sign in with a proof of work, although neighbours in the same
   * network have used up its limit.
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
  /** Sign-ins with a login code or device secret of 256 bits, which opens an account without a password. */
  'login-code-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Creations of a first password for apps without passkey support. Each one costs the server a slow password hash. */
  'app-password': { max: 10, seconds: day },
  /** Requests for pages of the entitlement feed, by token. Allows a full read of 300,000 users in a minute. */
  'tunnel-feed': { max: 300, seconds: minute },
  /** Calls of the operator's own systems, by API key. */
  'operator-api': { max: apiCallsPerMinute, seconds: minute },
  /** Changes of an account's name. Each one sends a message to the owner. */
  'rename-account': { max: 10, seconds: day },
  /**
   * Messages with codes to one email address or phone number, at most one a minute. `…-strangers`: all strangers
   * together, beyond which each message needs a proof of work. `…-bound`: absolute maximum, so that no mailbox is
   * flooded.
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
  /** Wrong verification codes from a network. In addition each caller has five attempts per code. */
  'code-tries-network': { max: 100, seconds: hour, wider: [300, 2_000] },
  /**
   * Proofs of work that were already used, because each is valid once. They are remembered at least as long as their
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
  /**
   * Trials from a /24 or /64 network. Further ones need a proof of work, and stay short until an email address or phone
   * number is verified.
   */
  'trial-range': { max: 3, seconds: day },
  /** Exports of personal data, because each one reads a dozen tables. */
  'export-account': { max: 5, seconds: day },
  /** Fetches of a subscription link by apps, which normally ask every twelve hours. */
  'link-token': { max: 30, seconds: hour },
  /**
   * Fetches of subscription links with unknown tokens, per network. The limit only saves work: tokens have 128 random
   * bits, so they cannot be guessed anyway.
   */
  'link-network': { max: 20, seconds: hour, wider: [60, 600] },
  /** Messages to support, because an operator reads each one. */
  'support-hour': { max: 20, seconds: hour },
  'support-day': { max: 60, seconds: day },
  'support-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  /** Support replies by email per account, because anybody who gets a forwarded email can write to its reply address. */
  'support-mail-hour': { max: 10, seconds: hour },
  'support-mail-day': { max: 30, seconds: day },
  /**
   * Images for support. Each is decoded in a process of its own, which is expensive. A failure counts
   * `failedImageTries` times.
   */
  'support-image-hour': { max: 15, seconds: hour },
  'support-image-day': { max: 40, seconds: day },
  'support-image-network': { max: 40, seconds: hour, wider: [120, 400] },
  'application-account': { max: 5, seconds: day },
  'visit-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  /** Look-ups of affiliate links. The limit prevents the enumeration of referral codes. */
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
 * Rate limit counter of an attempt. `max` overrides the rule's limit. `width`: 0 for an IP address, up to 2 for the
 * widest network around it.
 */
export type Slot = {
  readonly rule: LimitName
  readonly subject: string
  readonly max?: number
  readonly width?: number
}

/**
 * Order in which an attempt's rate limit counters are locked: the caller's own, the IP address, shared subjects, wider
 * networks. Many attempts that wait for one account's counter therefore do not block a network, and each caller waits
 * only once.
 */
export function rankOf({ rule, width }: { readonly rule: LimitName; readonly width?: number | undefined }): number {
  if (/-(asker|session|known)(-hour|-day)?$/.test(rule)) return 0
  return width === undefined ? 2 : width === 0 ? 1 : 2 + width
}

export const trialSlot = ([network = '', range = network]: readonly string[], isExit: boolean): Slot =>
  isExit
    ? { rule: 'trial-range', subject: network, max: limits['trial-range'].max * exitFactor }
    : { rule: 'trial-range', subject: range }

/**
 * Rate limit counters of a network. The exit of our own VPN counts as a single network, without the wider ones around
 * it.
 */
export function networkSlots(rule: NetworkLimitName, widths: readonly string[], isExit: boolean): Slot[] {
  const { max, wider } = limits[rule]
  if (isExit) return widths.slice(0, 1).map((subject, width) => ({ rule, subject, max: max * exitFactor, width }))
  const numbers = [max, ...wider]
  return widths.map((subject, width) => ({ rule, subject, max: numbers[width] ?? max, width }))
}

/** Number of attempts that a failed image counts for, because decoding it may have used the full time limit. */
export const failedImageTries = 5
