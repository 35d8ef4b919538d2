import { deriveEntitlement, type Entitlement, type Terms } from '../entitlement.rules.ts'

export type Plan = Entitlement['plan']

/** Entitlement of a person as one provider is told it, limited to the plans that it serves. */
export type Told = Entitlement

/** Plans that a provider serves, and the number of times its settings were saved. */
export type Serving = { readonly serves: readonly Plan[]; readonly revision: number }

export type View = {
  readonly told: Told
  /** Time at which the told entitlement changes by the clock alone: from paid time to trial. */
  readonly nextAt: Date | null
}

/**
 * Computes the entitlement for a provider at this moment. Receivers keep the highest version, so a change of served
 * plans raises it. It is doubled because the change from paid time to trial happens by the clock alone.
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
  // The provider ends it by its own clock, even if we are down.
  const validUntil = goesOver && !serves.includes('trial') ? trialFrom : entitlement.validUntil
  return { told: { ...entitlement, version, validUntil }, nextAt: goesOver ? trialFrom : null }
}

/**
 * True if a trial provider hands the person over to a paid one because they bought during the trial. The trial provider
 * closes them at the trial's end.
 */
export function isHandedOver(terms: Terms, serves: readonly Plan[], now: Date): boolean {
  const { state, plan } = deriveEntitlement('', terms, now)
  return state === 'active' && plan === 'paid' && serves.includes('trial') && !serves.includes('paid')
}

/** Differences between a panel and what it was told. */
export const drifts = [
  'open there',
  'a later end there',
  'an earlier end there',
  'closed there',
  'missing there',
  'another number of devices',
] as const
export type Drift = (typeof drifts)[number]

/** Compares a person's state at the panel with what it was told. Panels store whole seconds. */
export function findDrift(
  told: Told,
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
 * Seconds until the next attempt. Short if the panel is down, because its breaker pauses it as a whole; up to an hour
 * after refusals, which rarely resolve themselves.
 */
export const retrySeconds = (failures: number, isAway: boolean): number =>
  isAway ? Math.min(5 * 2 ** Math.min(failures, 4), 60) : Math.min(10 * 2 ** Math.min(failures, 9), 3_600)

/** Form in the webhook and the feed. */
export const showTold = ({ subject, version, state, validUntil, maxDevices, plan }: Told) => ({
  subject,
  version,
  state,
  validUntil: validUntil?.toISOString() ?? null,
  maxDevices,
  plan,
})
