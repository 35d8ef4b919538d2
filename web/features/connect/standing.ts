import type { FirstRide, RideKind } from '#web/client/first-ride-query.ts'
import type { Links } from './connect.queries.ts'

/** How someone stands, as the page says it in words. */
export type Standing = RideKind | 'blocked'

export function standingOf(
  { state }: Pick<Links, 'state'>,
  kind: RideKind,
  { expiresAt }: Pick<FirstRide, 'expiresAt'>,
): Standing {
  if (state === 'blocked' || state === 'erased') return 'blocked'
  // Who had a plan hears first that it ended, also where a trial is left to be had.
  return kind === 'offer' && expiresAt !== null ? 'ended' : kind
}

/**
 * What a link of theirs would open: nothing where there is no time to use, and none that waits for it. A trial that an app of
 * ours could not begin, because its device had one, would not begin by a link of this account either.
 */
export function planOf(standing: Standing, { plan }: Pick<Links, 'plan'>): 'trial' | 'paid' | null {
  if (standing === 'armed' || standing === 'running') return 'trial'
  return standing === 'paid' ? plan : null
}

/** A name that tells the new link from the ones that are there. */
export function freeName(wanted: string, links: readonly { readonly name: string | null }[]): string {
  const taken = new Set(links.map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  let count = 2
  while (taken.has(`${wanted} ${count}`)) count++
  return `${wanted} ${count}`
}

const seconds = 1_000
const minutes = 60 * seconds

/** After how long it is looked at anew whether an app fetched the link that is shown; false: it did, or it was waited for long enough. */
export const lookAgainAfter = (awaited: { readonly fetchedAt: number | null } | undefined, watchedMs: number) =>
  awaited && awaited.fetchedAt === null && watchedMs < 15 * minutes
    ? (watchedMs < 2 * minutes ? 3 : 10) * seconds
    : false
