/** How often something may happen to one subject: at most `most` times in any `seconds`. */
export type Limit = {
  readonly max: number
  readonly seconds: number
  /** By network: how often in its /24 or /64, and in its /16 or /48. */
  readonly wider?: readonly [number, number]
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Every limit on tries in one place; how many orders a buyer may have is among the rules of orders.
 *
 * Tries of one account are counted by asker: a device that has signed in to it before, a session, a ticket, or else the
 * network. So a stranger's tries are not the owner's. `…-strangers` is what all askers that the account does not know may
 * try together before each try costs them a proof of work, `…-bound` what they may try at all: guessing stays hopeless
 * from however many networks. By network limits stop one machine that goes through many accounts; beyond them a try costs
 * a proof of work, because a whole town, or an exit of a VPN, may share one address.
 */
export const limits = {
  /** Wrong passwords of one asker for one name, address or number, whether or not an account has it. */
  'password-asker': { max: 10, seconds: 15 * minute },
  /** The same for all identifiers of an account. Signing in never shows it: it would tell which belong together. */
  'password-account': { max: 10, seconds: 15 * minute },
  /**
   * Wrong tries for one operator's name, and wrong codes for money commands. They can be made only by who has the database and
   * its keys, so that no stranger keeps an operator out by them.
   */
  'operator-sign-in': { max: 10, seconds: 15 * minute },
  'operator-factor': { max: 10, seconds: 15 * minute },
  /** The same in a browser, where anyone may try, counted as passwords of customers are: by asker, name, network and known device. */
  'console-asker': { max: 10, seconds: 15 * minute },
  'console-strangers': { max: 60, seconds: hour },
  'console-bound': { max: 300, seconds: hour },
  'console-known': { max: 10, seconds: 15 * minute },
  'console-known-all': { max: 60, seconds: hour },
  'console-network': { max: 10, seconds: 15 * minute, wider: [30, 120] },
  /** Challenges for passkeys of operators; customers behind the same exit have their own. */
  'console-passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  'password-strangers': { max: 150, seconds: hour },
  'password-bound': { max: 300, seconds: hour },
  /** Wrong passwords from a device that has signed in to the account before, and from all such devices. */
  'password-known': { max: 10, seconds: 15 * minute },
  'password-known-all': { max: 100, seconds: hour },
  /** Wrong passwords of a signed-in person, by session. */
  'password-session': { max: 10, seconds: 15 * minute },
  'password-network': { max: 100, seconds: 15 * minute, wider: [300, 2_000] },
  /** From so many wrong passwords on, an answer to a network offers work, for what a neighbour's tries may have shut. */
  'password-neighbours': { max: 10, seconds: 15 * minute },
  /** Wrong codes of an authenticator app: the password was right before. In the same ways. */
  'factor-asker': { max: 10, seconds: 15 * minute },
  'factor-strangers': { max: 20, seconds: hour },
  'factor-bound': { max: 30, seconds: hour },
  'factor-known': { max: 10, seconds: 15 * minute },
  'factor-known-all': { max: 40, seconds: hour },
  'factor-session': { max: 10, seconds: 15 * minute },
  /** Recovery codes have 80 bits: no tries of strangers add up to one, so no account is ever shut for them. */
  'recovery-asker': { max: 5, seconds: hour },
  'recovery-network': { max: 60, seconds: hour, wider: [200, 1_000] },
  /** Sign-ups, and looks at whether a name can still be had. */
  'register-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Challenges to sign in with a passkey; every login page asks for one, and each is a row for five minutes. */
  'passkey-network': { max: 200, seconds: 15 * minute, wider: [600, 4_000] },
  /** Codes and secrets that open an account by themselves; they have 256 bits. */
  'login-code-network': { max: 200, seconds: hour, wider: [400, 2_000] },
  /** Each try to make an app's password is a hashing. */
  'app-password': { max: 10, seconds: day },
  /** Pages of the feed of entitlements, by its token: a full reading of 300,000 people in a minute. */
  'tunnel-feed': { max: 300, seconds: minute },
  /** Each change of the account name is a message to the owner. */
  'rename-account': { max: 10, seconds: day },
  /**
   * Messages to one address, for each purpose by itself and by asker: a person waits a minute. All strangers together can
   * have so many sent before each costs work, and no more than `…-bound`, so that no mailbox is flooded. A device that the
   * account knows has its own, which no stranger uses up.
   */
  'code-resend': { max: 1, seconds: minute },
  'code-asker-hour': { max: 5, seconds: hour },
  'code-asker-day': { max: 10, seconds: day },
  'code-strangers-day': { max: 20, seconds: day },
  'code-bound-hour': { max: 20, seconds: hour },
  'code-bound-day': { max: 60, seconds: day },
  'code-known-day': { max: 10, seconds: day },
  /** "You have an account already", to its owner, however many want to register with that address. */
  'code-has-account': { max: 1, seconds: day },
  'code-network': { max: 60, seconds: hour, wider: [120, 600] },
  /** SMS from one network; `spend-sms` makes the number a share of the day's budget. */
  'sms-network': { max: 0, seconds: day },
  /** Wrong codes from one network; each code has five tries of its asker besides. */
  'code-tries-network': { max: 100, seconds: hour, wider: [300, 2_000] },
  /** A solved proof of work counts once; nothing lives longer than its challenge. */
  'work-spent': { max: 1, seconds: 10 * minute },
  /** Promo and redeem codes that turned out to be none. */
  'redeem-account': { max: 20, seconds: hour },
  'redeem-network': { max: 20, seconds: hour, wider: [60, 200] },
  'promo-account': { max: 20, seconds: hour },
  'promo-network': { max: 60, seconds: hour, wider: [120, 600] },
  /** Promo codes are short words: work buys more guesses, and not without end. */
  'promo-bound': { max: 240, seconds: hour, wider: [480, 2_400] },
  /** New accounts by one inviter's code from one network; more are looked at before they earn anything. */
  'referral-network': { max: 5, seconds: day, wider: [15, 60] },
  /** Trials asked for from one /24 or /64 within a day; more cost a browser work, and are the short one until an address is verified. */
  'trial-range': { max: 3, seconds: day },
  /** Downloads of everything that is kept about a person: each reads a dozen tables. */
  'export-account': { max: 5, seconds: day },
  /** Looks at one link for apps; they come every twelve hours. */
  'link-token': { max: 30, seconds: hour },
  /** Looks at links that are none. They have 128 bits. */
  'link-network': { max: 20, seconds: hour, wider: [60, 600] },
  /** Messages to support: each is read by a person. */
  'support-hour': { max: 20, seconds: hour },
  'support-day': { max: 60, seconds: day },
  'support-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  /** Answers by mail, by person: anyone whom a mail was handed on to has its address for them. */
  'support-mail-hour': { max: 10, seconds: hour },
  'support-mail-day': { max: 30, seconds: day },
  /** Pictures for support: each is decoded in a process of its own. One that fails counts `failedImageTries` times. */
  'support-image-hour': { max: 15, seconds: hour },
  'support-image-day': { max: 40, seconds: day },
  'support-image-network': { max: 40, seconds: hour, wider: [120, 400] },
  'application-account': { max: 5, seconds: day },
  'visit-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  /** Links of affiliates that are looked up: which codes there are is not to be tried out. */
  'destination-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  'greeting-network': { max: 120, seconds: hour, wider: [360, 2_400] },
  /** Errors that browsers tell of, and those among them that were not known. */
  'error-network': { max: 60, seconds: hour, wider: [180, 1_000] },
  'error-kinds-network': { max: 20, seconds: day, wider: [60, 200] },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
export type NetworkLimitName = {
  [Name in LimitName]: (typeof limits)[Name] extends { wider: unknown } ? Name : never
}[LimitName]

/** Behind one exit of the operator's own VPN are so many customers. */
const exitFactor = 10

/** A try that counts for a subject; `max` where it is not the rule's own; `width` of a network: 0 for an address, 2 for the widest. */
export type Slot = {
  readonly rule: LimitName
  readonly subject: string
  readonly max?: number
  readonly width?: number
}

/**
 * Where a try of several slots stands first: what is an asker's own, then an address, then what many askers try, then the
 * networks around the address. Who waits for a name so holds up no network, and has one place there.
 */
export function rankOf({ rule, width }: { readonly rule: LimitName; readonly width?: number | undefined }): number {
  if (/-(asker|session|known)(-hour|-day)?$/.test(rule)) return 0
  return width === undefined ? 2 : width === 0 ? 1 : 2 + width
}

/** What a trial counts for: the range around its network, and at an exit of the operator's own, which many share, that alone. */
export const trialSlot = ([network = '', range = network]: readonly string[], isExit: boolean): Slot =>
  isExit
    ? { rule: 'trial-range', subject: network, max: limits['trial-range'].max * exitFactor }
    : { rule: 'trial-range', subject: range }

/** What a try from a network counts for. An exit is one network, and says nothing about those around it. */
export function networkSlots(rule: NetworkLimitName, widths: readonly string[], isExit: boolean): Slot[] {
  const { max, wider } = limits[rule]
  if (isExit) return widths.slice(0, 1).map((subject, width) => ({ rule, subject, max: max * exitFactor, width }))
  const numbers = [max, ...wider]
  return widths.map((subject, width) => ({ rule, subject, max: numbers[width] ?? max, width }))
}

/** A picture that cannot be decoded may have taken all the time that one may take, and nobody needs it. */
export const failedImageTries = 5
