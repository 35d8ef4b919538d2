import { inviteCodeLength } from '#shared/account-rules.ts'

/** What an address or a cookie carries: an invite code, and an affiliate's campaign behind a dash. */
export type ReferralCode = { readonly inviteCode: string; readonly slug: string }

const pattern = new RegExp(
  `^([0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{${inviteCodeLength}})(?:-([a-z0-9][a-z0-9-]{0,22}[a-z0-9]))?$`,
)

/** Null for what is no such code; nothing about a registration depends on it then. */
export function readReferralCode(value: string | undefined): ReferralCode | null {
  const match = pattern.exec(value ?? '')
  return match ? { inviteCode: (match[1] as string).toUpperCase(), slug: match[2] ?? '' } : null
}

/** A link of an inviter or of a campaign: what `readReferralCode` reads again. */
export const referralCode = (inviteCode: string, slug = ''): string => (slug ? `${inviteCode}-${slug}` : inviteCode)

const dayMs = 86_400_000

/** The last referral counts for so many days. A visit that no one recorded is as old as the browser says: it keeps no older one. */
export const isInTime = (visitedAt: Date | null, now: Date, attributionDays: number): boolean =>
  visitedAt === null || now.getTime() - visitedAt.getTime() <= attributionDays * dayMs

export type RefusalReason = 'device' | 'payer' | 'cycle' | 'velocity' | 'operator'

export type Verdict = 'counted' | 'held' | 'refused'
export type Outcome = 'rewarded' | 'reversed' | 'no_membership' | 'commission'

/** Who brought whom, and what came of it. */
export type Referral = {
  readonly userId: string
  readonly inviterId: string
  readonly campaignId: string | null
  readonly visitedAt: Date | null
  readonly verdict: Verdict
  readonly reason: RefusalReason | null
  readonly referredAt: Date
  readonly firstOrderId: string | null
  readonly outcome: Outcome | null
  readonly bonusSeconds: number
  readonly bonusGrant: string | null
}

/** People who share a device or a payer with someone, as far as this is known. */
export type Ties = { readonly byDevice: readonly string[]; readonly byPayer: readonly string[] }

/**
 * Why a referral earns nothing, or null. `ancestors`: who brought the inviter, and so on upwards. Someone who is tied to
 * the inviter brought themselves; someone tied to one further up closes a circle.
 */
export function findTie(inviterId: string, ancestors: readonly string[], ties: Ties): RefusalReason | null {
  if (ties.byDevice.includes(inviterId)) return 'device'
  if (ties.byPayer.includes(inviterId)) return 'payer'
  return ancestors.some((id) => ties.byDevice.includes(id) || ties.byPayer.includes(id)) ? 'cycle' : null
}

/** What may be said to the inviter: a shared payer or an operator's finding would only teach the next try. */
export const publicReason = (reason: RefusalReason | null): 'device' | 'cycle' | 'velocity' | 'rules' | null =>
  reason === null ? null : reason === 'payer' || reason === 'operator' ? 'rules' : reason

/** "li•••": enough for a friend to be recognised by who invited them, and for no one else. */
export function maskName(value: string | null): string | null {
  if (value === null) return null
  const name = [...(value.split('@', 1)[0] ?? '')]
  return `${name.slice(0, Math.min(2, Math.max(1, name.length - 2))).join('')}•••`
}

/** Bonus time in seconds, rounded down. */
export const bonusSeconds = (boughtSeconds: number, rateBps: number): number =>
  Math.floor((boughtSeconds * rateBps) / 10_000)
