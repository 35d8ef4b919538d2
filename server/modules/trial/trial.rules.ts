export type TrialClaim = {
  readonly claimedAt: Date
  readonly minutes: number
  /**
   * Time until which an app must sign in or fetch a subscription link for the first time. After it the trial lapses.
   */
  readonly lapsesAt: Date
  readonly startedAt: Date | null
  /** End of the trial. Null until the trial starts. */
  readonly endsAt: Date | null
  /** True if many others in the same network had requested a trial before this user, which may be abuse. */
  readonly isCrowded: boolean
}
/**
 * State of a trial. `armed`: waits until an app signs in or fetches a subscription link. `lapsed`: the deadline for
 * that has passed.
 */
export type TrialStand = 'none' | 'armed' | 'lapsed' | 'running' | 'over'

export function trialStand(claim: TrialClaim | undefined, now: Date): TrialStand {
  if (!claim) return 'none'
  if (claim.endsAt) return claim.endsAt > now ? 'running' : 'over'
  return claim.lapsesAt > now ? 'armed' : 'lapsed'
}

type Offer = { readonly short: number; readonly long: number }

/**
 * Length of a trial in minutes. Invited users get the longer one; in a network with many trials, only with a verified
 * email address or phone number.
 */
export const minutesOf = (
  { short, long }: Offer,
  who: { readonly isInvited: boolean; readonly isCrowded: boolean; readonly hasAddress: boolean },
): number => (who.isInvited && (!who.isCrowded || who.hasAddress) ? Math.max(short, long) : short)

/**
 * Minutes of trial to grant at its start: at least those promised, and more if it turns out that the user was invited.
 */
export const armedMinutes = (promised: number, offered: number): number => Math.max(promised, offered)

type Surroundings = { readonly membershipEndsAt: Date | null; readonly offered: number; readonly now: Date }

/**
 * Length and end of a trial that starts now. Null if no trial is waiting, or if other membership time makes it
 * unnecessary.
 */
export function trialStart(
  claim: TrialClaim | undefined,
  { membershipEndsAt, offered, now }: Surroundings,
): { minutes: number; endsAt: Date } | null {
  if (!claim || trialStand(claim, now) !== 'armed' || (membershipEndsAt && membershipEndsAt > now)) return null
  const minutes = armedMinutes(claim.minutes, offered)
  return { minutes, endsAt: new Date(now.getTime() + minutes * 60_000) }
}
