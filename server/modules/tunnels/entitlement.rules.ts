export type EntitlementState = 'active' | 'expired' | 'blocked' | 'erased'

/** Entitlement of a person as panels and nodes receive it: without name, address or internal id. */
export type Entitlement = {
  readonly subject: string
  /** Increases with every change: the higher version wins. */
  readonly version: number
  readonly state: EntitlementState
  readonly validUntil: Date | null
  readonly maxDevices: number
  readonly plan: 'trial' | 'paid'
}

/** Terms from the membership's row. `trialFrom`: start of the free trial, after all paid time. */
export type Terms = {
  readonly version: number
  readonly expiresAt: Date | null
  readonly maxDevices: number
  readonly trialFrom: Date | null
  readonly blockedAt: Date | null
  readonly erasedAt: Date | null
}

/** Terms of a user who was never a member. */
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

/** Derives the entitlement. No job ends time: `expired` follows from the clock. */
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
