import type { FirstRide, RideKind } from '#web/client/first-ride-query.ts'
import type { Links } from './connect.queries.ts'

export type Standing = RideKind | 'blocked'

export function standingOf(
  { state }: Pick<Links, 'state'>,
  kind: RideKind,
  { expiresAt }: Pick<FirstRide, 'expiresAt'>,
): Standing {
  if (state === 'blocked' || state === 'erased') return 'blocked'
  // Tells a former member first that the plan ended, even if a trial is still available.
  return kind === 'offer' && expiresAt !== null ? 'ended' : kind
}

/** True if the note only says to buy a plan. Somebody whose paid seat waits for a group to fill does not need that. */
export const isReplacedBySeat = (standing: Standing): boolean => standing === 'none' || standing === 'ended'

/**
 * Plan that a subscription link of this account would use; null if there is neither paid time nor a waiting or running
 * trial. A trial refused for a device in our own app would not start by a link either.
 */
export function planOf(standing: Standing, { plan }: Pick<Links, 'plan'>): 'trial' | 'paid' | null {
  if (standing === 'armed' || standing === 'running') return 'trial'
  return standing === 'paid' ? plan : null
}

export function freeName(wanted: string, links: readonly { readonly name: string | null }[]): string {
  const taken = new Set(links.map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  let count = 2
  while (taken.has(`${wanted} ${count}`)) count++
  return `${wanted} ${count}`
}

const seconds = 1_000
const minutes = 60 * seconds

/**
 * Milliseconds until the next check whether an app has fetched the shown link. False, to stop checking, once one has,
 * after 15 minutes, or without a link.
 */
export const linkPollMs = (awaited: { readonly fetchedAt: number | null } | undefined, watchedMs: number) =>
  awaited && awaited.fetchedAt === null && watchedMs < 15 * minutes
    ? (watchedMs < 2 * minutes ? 3 : 10) * seconds
    : false
