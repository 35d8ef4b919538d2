/** At most `max` tries per subject in any `seconds`. */
export type Limit = {
  readonly max: number
  readonly seconds: number
  /** Limits of wider networks: /24 or /64, and /16 or /48. */
  readonly wider?: readonly [number, number]
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * All limits on tries; limits on orders are among the rules of orders. Tries for an account are counted by asker: known
 * device, session, ticket, or else network, so that a stranger cannot use up the owner's tries. `…-strangers`: tries of
 * all unknown askers before each needs a proof of work; `…-bound`: their absolute maximum, which defeats distributed
 * guessing. Network limits stop a machine that goes through many accounts; beyond them a try needs a proof of work,
 * because a town or a VPN exit may share an address.
 */
export const limits = {
  /** Wrong passwords of an asker for an identifier, existing or not. */
  'password-asker': { max: 10, seconds: 15 * minute },
  /** Wrong passwords for all identifiers of an account together. Sign-in never reveals it, which would link identifiers. */
  'password-account': { max: 10, seconds: 15 * minute },
  /**
   * Wrong tries for an operator's name, and wrong codes for money commands, in the terminal. They require access to the
   * database and its keys, so strangers cannot lock operators out.
   */
  'operator-sign-in': { max: 10, seconds: 15 * minute },
  'operator-factor': { max: 10, seconds: 15 * minute },
  /** Wrong tries of operators in the browser, counted like customers' passwords: by asker, name, network and known device. */
  'console-asker': { max: 10, seconds: 15 * minute },
  'console-strangers': { max: 60, seconds: hour },
  'console-bound': { max: 300, seconds: hour },
  'console-known': { max: 10, seconds: 15 * minute },
  'console-known-all': { max: 60, seconds: hour },
  'console-network': { max: 10, seconds: 15 * minute, wider: [30, 120] },
  /** Passkey challenges of operators, separate from customers behind the same exit. */
  'console-passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  'password-strangers': { max: 150, seconds: hour },
  'password-bound': { max: 300, seconds: hour },
  /** Wrong passwords from a known device, and from all known devices of the account. */
  'password-known': { max: 10, seconds: 15 * minute },
  'password-known-all': { max: 100, seconds: hour },
  /** Wrong passwords of a signed-in user, by session. */
  'password-session': { max: 10, seconds: 15 * minute },
  'password-network': { max: 100, seconds: 15 * minute, wider: [300, 2_000] },
  /** Wrong passwords of a network from which on it may unlock by work what neighbours' tries have blocked. */
  'password-neighbours': { max: 10, seconds: 15 * minute },
  /** Wrong authenticator codes, counted like passwords; the password was correct. */
  'factor-asker': { max: 10, seconds: 15 * minute },
  'factor-strangers': { max: 20, seconds: hour },
  'factor-bound': { max: 30, seconds: hour },
  'factor-known': { max: 10, seconds: 15 * minute },
  'factor-known-all': { max: 40, seconds: hour },
  'factor-session': { max: 10, seconds: 15 * minute },
  /** Recovery codes have 80 bits and cannot be guessed, so these limits never lock an account. */
  'recovery-asker': { max: 5, seconds: hour },
  'recovery-network': { max: 60, seconds: hour, wider: [200, 1_000] },
  /** Sign-ups and checks of available names. */
  'register-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Passkey challenges. Every login page requests one, and each is a row for five minutes. */
  'passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  /** Codes and secrets of 256 bits that open an account on their own. */
  'login-code-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Each try costs a password hash. */
  'app-password': { max: 10, seconds: day },
  /** Pages of the entitlement feed, by token: allows a full read of 300,000 users in a minute. */
  'tunnel-feed': { max: 300, seconds: minute },
  /** Each change sends a message to the owner. */
  'rename-account': { max: 10, seconds: day },
  /**
   * Messages to an address, by purpose and asker, at most one a minute. `…-strangers`: messages for all strangers
   * together before each needs work; `…-bound`: absolute maximum, so that no mailbox is flooded. Known devices have
   * their own limit.
   */
  'code-resend': { max: 1, seconds: minute },
  'code-asker-hour': { max: 5, seconds: hour },
  'code-asker-day': { max: 10, seconds: day },
  'code-strangers-day': { max: 20, seconds: day },
  'code-bound-hour': { max: 20, seconds: hour },
  'code-bound-day': { max: 60, seconds: day },
  'code-known-day': { max: 10, seconds: day },
  /** Messages "You have an account already" to an address. */
  'code-has-account': { max: 1, seconds: day },
  'code-network': { max: 60, seconds: hour, wider: [120, 600] },
  /** SMS from a network; `spend-sms` sets the maximum to a share of the day's budget. */
  'sms-network': { max: 0, seconds: day },
  /** Wrong codes from a network; in addition, each asker has five tries per code. */
  'code-tries-network': { max: 100, seconds: hour, wider: [300, 2_000] },
  /** Single use of a proof of work; lives at least as long as its challenge. */
  'work-spent': { max: 1, seconds: 10 * minute },
  /** Unknown promo and redeem codes. */
  'redeem-account': { max: 20, seconds: hour },
  'redeem-network': { max: 20, seconds: hour, wider: [60, 200] },
  'promo-account': { max: 20, seconds: hour },
  'promo-network': { max: 60, seconds: hour, wider: [120, 600] },
  /** Promo codes are short words: work buys more guesses, up to this limit. */
  'promo-bound': { max: 240, seconds: hour, wider: [480, 2_400] },
  /** New accounts for an inviter from one network; further ones are reviewed before they earn anything. */
  'referral-network': { max: 5, seconds: day, wider: [15, 60] },
  /** Trials from a /24 or /64. Further ones need a proof of work, and stay short until an address is verified. */
  'trial-range': { max: 3, seconds: day },
  /** Exports of personal data; each reads a dozen tables. */
  'export-account': { max: 5, seconds: day },
  /** Fetches of a link by apps, which normally ask every twelve hours. */
  'link-token': { max: 30, seconds: hour },
  /** Fetches of unknown links. Tokens have 128 bits. */
  'link-network': { max: 20, seconds: hour, wider: [60, 600] },
  /** Messages to support; each is read by an operator. */
  'support-hour': { max: 20, seconds: hour },
  'support-day': { max: 60, seconds: day },
  'support-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  /** Answers by mail, by account: anyone with a forwarded mail has its reply address. */
  'support-mail-hour': { max: 10, seconds: hour },
  'support-mail-day': { max: 30, seconds: day },
  /** Images for support; each is decoded in its own process. A failure counts `failedImageTries` times. */
  'support-image-hour': { max: 15, seconds: hour },
  'support-image-day': { max: 40, seconds: day },
  'support-image-network': { max: 40, seconds: hour, wider: [120, 400] },
  'application-account': { max: 5, seconds: day },
  'visit-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  /** Affiliate links: codes must not be enumerable. */
  'destination-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  'greeting-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  /** Error reports of browsers, and unknown kinds of errors among them. */
  'error-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  'error-kinds-network': { max: 20, seconds: day, wider: [60, 200] },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
export type NetworkLimitName = {
  [Name in LimitName]: (typeof limits)[Name] extends { wider: unknown } ? Name : never
}[LimitName]

/** Factor for the operator's own VPN exits, which many customers share. */
const exitFactor = 10

/**
 * A slot that a try counts against. `max`: overrides the rule; `width` of a network: 0 for an address, 2 for the
 * widest.
 */
export type Slot = {
  readonly rule: LimitName
  readonly subject: string
  readonly max?: number
  readonly width?: number
}

/**
 * Locking order of a try's slots: the asker's own, then the address, shared subjects, and wider networks. So a queue
 * for a name blocks no network, and each asker has one place in it.
 */
export function rankOf({ rule, width }: { readonly rule: LimitName; readonly width?: number | undefined }): number {
  if (/-(asker|session|known)(-hour|-day)?$/.test(rule)) return 0
  return width === undefined ? 2 : width === 0 ? 1 : 2 + width
}

/** Slot of a trial: the range around the network, or the address alone for a shared exit. */
export const trialSlot = ([network = '', range = network]: readonly string[], isExit: boolean): Slot =>
  isExit
    ? { rule: 'trial-range', subject: network, max: limits['trial-range'].max * exitFactor }
    : { rule: 'trial-range', subject: range }

/** Slots of a network. An exit counts as a single network, without the ones around it. */
export function networkSlots(rule: NetworkLimitName, widths: readonly string[], isExit: boolean): Slot[] {
  const { max, wider } = limits[rule]
  if (isExit) return widths.slice(0, 1).map((subject, width) => ({ rule, subject, max: max * exitFactor, width }))
  const numbers = [max, ...wider]
  return widths.map((subject, width) => ({ rule, subject, max: numbers[width] ?? max, width }))
}

/** An undecodable image may have used the full time limit. */
export const failedImageTries = 5
