/** A trial that was asked for. Null in a row of before: it ran at once, for the minutes of that day. */
export type TrialClaim = {
  readonly claimedAt: Date
  readonly minutes: number | null
  /** Until when it waits for its first sign-in. */
  readonly lapsesAt: Date | null
  readonly startedAt: Date | null
  /** Null while it waits. */
  readonly endsAt: Date | null
  /** It came after many others from its network. */
  readonly isCrowded: boolean
}
/** `armed`: it waits for the first sign-in of an app. `lapsed`: it waited for too long. */
export type TrialStand = 'none' | 'armed' | 'lapsed' | 'running' | 'over'

export function trialStand(claim: TrialClaim | undefined, now: Date): TrialStand {
  if (!claim) return 'none'
  if (claim.endsAt) return claim.endsAt > now ? 'running' : 'over'
  return claim.lapsesAt && claim.lapsesAt > now ? 'armed' : 'lapsed'
}

export type Offer = { readonly short: number; readonly long: number }

/** The longer trial is for who was invited; out of a crowd it takes an address that was verified. */
export const minutesOf = (
  { short, long }: Offer,
  who: { readonly isInvited: boolean; readonly isCrowded: boolean; readonly hasAddress: boolean },
): number => (who.isInvited && (!who.isCrowded || who.hasAddress) ? Math.max(short, long) : short)

/** What is granted is never less than what was promised, and more for someone who proves to be invited meanwhile. */
export const armedMinutes = (promised: number | null, offered: number): number => Math.max(promised ?? 0, offered)

type Surroundings = { readonly membershipEndsAt: Date | null; readonly offered: number; readonly now: Date }

/** How a trial that waits begins at this sign-in. Null: it doesn't, because none waits, or time runs that needs no trial. */
export function trialStart(
  claim: TrialClaim | undefined,
  { membershipEndsAt, offered, now }: Surroundings,
): { minutes: number; endsAt: Date } | null {
  if (trialStand(claim, now) !== 'armed' || (membershipEndsAt && membershipEndsAt > now)) return null
  const minutes = armedMinutes(claim?.minutes ?? null, offered)
  return { minutes, endsAt: new Date(now.getTime() + minutes * 60_000) }
}
