import { deriveEntitlement, type Entitlement, type Terms } from '../entitlement.rules.ts'

export type Plan = Entitlement['plan']

/** What a provider is told of a person: their entitlement, as far as it serves them. */
export type Told = Entitlement

/** Which plans a provider serves, and how often its settings were written. */
export type Serving = { readonly serves: readonly Plan[]; readonly revision: number }

export type View = {
  readonly told: Told
  /** When another thing is to be told though nothing was changed: a paid time that goes over into a trial. */
  readonly nextAt: Date | null
}

/**
 * What a provider that serves these plans is told of a person at this moment. A receiver keeps the greatest version: other plans
 * that it serves raise it, and it is doubled, because a paid time that goes over into a trial changes by the clock alone.
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
  // It ends there by the provider's own clock, whether or not we are there to say so.
  const validUntil = goesOver && !serves.includes('trial') ? trialFrom : entitlement.validUntil
  return { told: { ...entitlement, version, validUntil }, nextAt: goesOver ? trialFrom : null }
}

/**
 * Whether a provider for trials hands the person over to one for those who pay: they bought during their trial. It has an end of
 * its own for them, the trial's.
 */
export function isHandedOver(terms: Terms, serves: readonly Plan[], now: Date): boolean {
  const { state, plan } = deriveEntitlement('', terms, now)
  return state === 'active' && plan === 'paid' && serves.includes('trial') && !serves.includes('paid')
}

/** What a panel has otherwise than it was told. */
export const drifts = [
  'open there',
  'a later end there',
  'an earlier end there',
  'closed there',
  'missing there',
  'another number of devices',
] as const
export type Drift = (typeof drifts)[number]

/** Whether what was seen of a person there is what they were told to be. Panels keep whole seconds. */
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
