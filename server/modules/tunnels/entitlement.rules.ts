export type EntitlementState = 'active' | 'expired' | 'blocked' | 'erased'

/**
 * Right of a person to use tunnels, as VPN panels and nodes receive it. Contains no name, email address or internal id.
 */
export type Entitlement = {
  readonly subject: string
  /** Version of the entitlement, which increases with every change. Panels and nodes keep the highest version. */
  readonly version: number
  readonly state: EntitlementState
  readonly validUntil: Date | null
  readonly maxDevices: number
  readonly plan: 'trial' | 'paid'
}

/**
 * Membership data from which an entitlement is derived. `trialFrom`: start of the free trial, which follows all paid
 * time.
 */
export type Terms = {
  readonly version: number
  readonly expiresAt: Date | null
  readonly maxDevices: number
  readonly trialFrom: Date | null
  readonly blockedAt: Date | null
  readonly erasedAt: Date | null
}

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

/** Computes the entitlement at `now`. No job is needed when membership time ends: `expired` follows from the clock. */
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
