import { deriveEntitlement, type Entitlement, type Terms } from '../entitlement.rules.ts'

export type Plan = Entitlement['plan']

/** Entitlement as it is sent to one tunnel provider, limited to the plans that the provider serves. */
export type DeliveredTerms = Entitlement

/** Plans that a provider serves. `revision` counts how often its settings were saved. */
type Serving = { readonly serves: readonly Plan[]; readonly revision: number }

export type View = {
  readonly told: DeliveredTerms
  /**
   * Time at which the sent entitlement changes from paid time to trial, without any write that would trigger a
   * delivery.
   */
  readonly nextAt: Date | null
}

/**
 * Computes the entitlement to send to a tunnel provider now. Providers keep the highest version, so a change of served
 * plans raises the version. The version is doubled to leave a number for the change from paid time to trial, which
 * happens without a write.
 */
export function viewOf(subject: string, terms: Terms, { serves, revision }: Serving, now: Date): View {
  const entitlement = deriveEntitlement(subject, terms, now)
  const { trialFrom } = terms
  const inTrial = trialFrom !== null && trialFrom <= now
  const version = (terms.version + revision) * 2 + (inTrial ? 1 : 0)
  const isActive = entitlement.state === 'active'
  if (isActive && !serves.includes(entitlement.plan))
    return {
      told: { ...entitlement, version, state: 'expired', validUntil: null },
      nextAt: trialFrom !== null && trialFrom > now && serves.includes('trial') ? trialFrom : null,
    }
  const goesOver = isActive && trialFrom !== null && trialFrom > now
  // The provider can then end the paid access by its own clock, even while our servers are down.
  const validUntil = goesOver && !serves.includes('trial') ? trialFrom : entitlement.validUntil
  return { told: { ...entitlement, version, validUntil }, nextAt: goesOver ? trialFrom : null }
}

/**
 * True if a provider that serves only trials must hand the person over to a provider of paid plans, because the person
 * has bought a plan.
 */
export function isHandedOver(terms: Terms, serves: readonly Plan[], now: Date): boolean {
  const { state, plan } = deriveEntitlement('', terms, now)
  return state === 'active' && plan === 'paid' && serves.includes('trial') && !serves.includes('paid')
}

export const drifts = [
  'open there',
  'a later end there',
  'an earlier end there',
  'closed there',
  'missing there',
  'another number of devices',
] as const
export type Drift = (typeof drifts)[number]

/**
 * Compares a person's state at the panel with what the panel was sent. Ends that differ by less than two seconds count
 * as equal, because panels store no fractions.
 */
export function findDrift(
  told: DeliveredTerms,
  seen: { isOpen: boolean; validUntil: Date | null; maxDevices: number | null } | null,
): Drift | null {
  const open = told.state === 'active'
  if (seen === null) return open ? 'missing there' : null
  if (told.state === 'erased') return 'open there'
  if (seen.isOpen !== open) return open ? 'closed there' : 'open there'
  if (!open) return null
  const [there, here] = [seen.validUntil?.getTime() ?? Infinity, told.validUntil?.getTime() ?? Infinity]
  if (there !== here && !(Math.abs(there - here) < 2_000))
    return there > here ? 'a later end there' : 'an earlier end there'
  return seen.maxDevices !== null && seen.maxDevices !== told.maxDevices ? 'another number of devices' : null
}

/**
 * Seconds until the next attempt to send a person's state. Short if the panel is down, because its circuit breaker
 * already limits calls. Up to an hour after a refusal, which is rarely temporary.
 */
export const retrySeconds = (failures: number, isAway: boolean): number =>
  isAway ? Math.min(5 * 2 ** Math.min(failures, 4), 60) : Math.min(10 * 2 ** Math.min(failures, 9), 3_600)

export const describeDelivered = ({ subject, version, state, validUntil, maxDevices, plan }: DeliveredTerms) => ({
  subject,
  version,
  state,
  validUntil: validUntil?.toISOString() ?? null,
  maxDevices,
  plan,
})
