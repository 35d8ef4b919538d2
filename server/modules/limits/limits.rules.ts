/** How often something may happen to one subject: at most `most` times in any `seconds`. */
export type Limit = { readonly most: number; readonly seconds: number }

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/**
 * Every limit on tries in one place; how many orders a buyer may have is among the rules of orders. By account or address they stop guessing; by network they stop one machine
 * that goes through many, and are wide, because a whole town may share one address.
 */
export const limits = {
  /** Wrong passwords for one name, address or number, whether or not anybody has it. */
  'password-identifier': { most: 10, seconds: 15 * minute },
  /** The same over all identifiers of an account. Signing in never shows it: it would tell which belong together. */
  'password-account': { most: 10, seconds: 15 * minute },
  /** Wrong codes of an authenticator app, over all sign-ins that are under way. */
  'factor-account': { most: 10, seconds: 15 * minute },
  /**
   * Wrong tries for one operator's name, and wrong codes for money commands. They can be made only by who has the database and
   * its keys, so that no stranger keeps an operator out by them.
   */
  'operator-sign-in': { most: 10, seconds: 15 * minute },
  'operator-factor': { most: 10, seconds: 15 * minute },
  /** Recovery codes, in the same two ways. */
  'recovery-identifier': { most: 5, seconds: hour },
  'recovery-account': { most: 5, seconds: hour },
  'recovery-network': { most: 60, seconds: hour },
  'password-network': { most: 100, seconds: 15 * minute },
  'register-network': { most: 200, seconds: hour },
  /** Challenges to sign in with a passkey; every login page asks for one, and each is a row for five minutes. */
  'passkey-network': { most: 200, seconds: 15 * minute },
  /** Each change of the account name is a message to the owner. */
  'rename-account': { most: 10, seconds: day },
  /**
   * Messages to one address, for each purpose by itself: a person waits a minute, and nobody is flooded. Resetting has
   * more, so that nobody can keep an owner out by asking in the owner's place.
   */
  'code-resend': { most: 1, seconds: minute },
  'code-target-hour': { most: 5, seconds: hour },
  'code-target-day': { most: 10, seconds: day },
  'code-reset-hour': { most: 10, seconds: hour },
  'code-reset-day': { most: 30, seconds: day },
  /** "You have an account already", to its owner, however many want to register with that address. */
  'code-has-account': { most: 1, seconds: day },
  'code-network': { most: 60, seconds: hour },
  /** Wrong codes from one network; one address has its five tries for each code besides. */
  'code-tries-network': { most: 100, seconds: hour },
  /** Promo and redeem codes that turned out to be none. */
  'redeem-account': { most: 20, seconds: hour },
  'redeem-network': { most: 20, seconds: hour },
  'promo-account': { most: 20, seconds: hour },
  'promo-network': { most: 60, seconds: hour },
  /** New accounts by one inviter's code from one network; more are looked at before they earn anything. */
  'referral-network': { most: 5, seconds: day },
  /** Downloads of everything that is kept about a person: each reads a dozen tables. */
  'export-account': { most: 5, seconds: day },
  'application-account': { most: 5, seconds: day },
  'visit-network': { most: 120, seconds: hour },
  /** Errors that browsers tell of, and those among them that were not known. */
  'error-network': { most: 60, seconds: hour },
  'error-kinds-network': { most: 20, seconds: day },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits
