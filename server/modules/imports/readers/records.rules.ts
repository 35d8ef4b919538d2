/** VPN panel, or kind of file, from which people are imported. */
export const importSources = ['xboard', 'v2board', 'sspanel', 'csv'] as const
export type ImportSource = (typeof importSources)[number]

/**
 * Algorithms of imported password hashes. `php`: bcrypt or argon2 as PHP's password_hash writes them; such a hash
 * names its algorithm.
 */
export type HashAlgorithm = 'php' | 'md5' | 'md5salt' | 'sha256' | 'sha256salt' | 'sha3salt'
export type ImportedHash = { readonly algorithm: HashAlgorithm; readonly hash: string; readonly salt: string }

/** End of an imported membership. `never`: the panel sold traffic without an end. `none`: no time is left. */
export type ImportedExpiry =
  | { readonly kind: 'never' }
  | { readonly kind: 'none' }
  /** The membership ends at `at`, in seconds since 1970. */
  | { readonly kind: 'at'; readonly at: number }

/** Person as read from a file of any supported kind. */
export type PersonRecord = {
  /**
   * Id in the old system. In CSV files without ids the normalised email address, or the line number if the address is
   * invalid.
   */
  readonly oldId: string
  /** Email address as written in the file, not yet normalised. */
  readonly email: string
  readonly password: ImportedHash | null
  readonly expiry: ImportedExpiry
  /** Id, level or name of the old plan; null if there is none. */
  readonly plan: string | null
  readonly maxDevices: number | null
  readonly balanceMinor: number
  readonly commissionMinor: number
  readonly isBanned: boolean
  /** Token of the old subscription URL. */
  readonly token: string | null
  readonly inviterId: string | null
  /** Time of registration in seconds since 1970; null if unknown. */
  readonly createdAt: number | null
}
/** Order of the old system, kept as history. */
export type OrderRecord = {
  readonly personId: string
  readonly number: string
  readonly plan: string
  readonly period: string
  readonly amountMinor: number
  readonly status: 'open' | 'paid' | 'cancelled'
  readonly createdAt: number
  readonly paidAt: number | null
}
export type PlanRecord = { readonly id: string; readonly name: string }

/** Reason why a row cannot be read: key and values of a message `import.<code>`. */
export type RowFault = {
  readonly code: 'rounded' | 'ambiguous' | 'unreadable' | 'noId' | 'manyCells' | 'fewCells' | 'strayQuote'
  /** Column of the value; empty if the whole row cannot be read. */
  readonly column: string
}
export type UnreadRow = RowFault & { readonly what: 'person' | 'order'; readonly oldId: string }

export type SourceFile = {
  readonly people: readonly PersonRecord[]
  readonly orders: readonly OrderRecord[]
  readonly plans: readonly PlanRecord[]
  readonly unread: readonly UnreadRow[]
  /** Number of unused gift cards. Cards are not imported, because redeem codes of this shop have another form. */
  readonly unusedCards: number
  /** True if the file is complete. False if its end is missing. */
  readonly isWhole: boolean
}
