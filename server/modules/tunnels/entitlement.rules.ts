export type EntitlementState = 'active' | 'expired' | 'blocked' | 'erased'

/** What a person may use, as whatever opens tunnels is told: no name, no address, no id of ours. */
export type Entitlement = {
  readonly subject: string
  /** Greater after every change: of two the one with the greater version is true. */
  readonly version: number
  readonly state: EntitlementState
  readonly validUntil: Date | null
  readonly maxDevices: number
  readonly plan: 'trial' | 'paid'
}

/** What the row of a membership says; `trialFrom`: from then on nothing but the free trial is left. */
export type Terms = {
  readonly version: number
  readonly expiresAt: Date | null
  readonly maxDevices: number
  readonly trialFrom: Date | null
  readonly blockedAt: Date | null
  readonly erasedAt: Date | null
}

/** Of someone who never was a member. */
export const noTerms: Terms = {
  version: 0,
  expiresAt: null,
  maxDevices: 0,
  trialFrom: null,
  blockedAt: null,
  erasedAt: null,
}

const stateOf = ({ erasedAt, blockedAt, expiresAt }: Terms, now: Date): EntitlementState => {
  if (erasedAt) return 'erased'
  if (blockedAt) return 'blocked'
  return expiresAt && expiresAt > now ? 'active' : 'expired'
}

/** Nothing has to run for time to end: `expired` follows from the clock. */
export function deriveEntitlement(subject: string, terms: Terms, now: Date): Entitlement {
  const { version, expiresAt, maxDevices, trialFrom } = terms
  const state = stateOf(terms, now)
  return {
    subject,
    version,
    state,
    validUntil: state === 'erased' ? null : expiresAt,
    maxDevices: Math.max(maxDevices, 1),
    plan: trialFrom && trialFrom <= now ? 'trial' : 'paid',
  }
}
