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

/** `friends_payer`: another friend of the same inviter pays from it, too. `shared_device`: no one's own, or handed on. `self_group`: one person's group. */
export type RefusalReason =
  | 'device'
  | 'payer'
  | 'cycle'
  | 'velocity'
  | 'operator'
  | 'friends_payer'
  | 'shared_device'
  | 'self_group'

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
  /** An operator decided: nothing that shows later changes it. */
  readonly isDecided: boolean
  readonly referredAt: Date
  readonly firstOrderId: string | null
  readonly outcome: Outcome | null
  readonly bonusSeconds: number
  readonly bonusGrant: string | null
}

/** An operator looked at it and lets it earn: a decision about a whole case passes it by. */
export const isCountedByPerson = ({ verdict, isDecided }: Pick<Referral, 'verdict' | 'isDecided'>): boolean =>
  isDecided && verdict === 'counted'

/** People who share a device or a payer with someone, as far as this is known. */
export type Ties = {
  readonly byDevice: readonly DeviceSharer[]
  readonly byPayer: readonly string[]
  /** By a wallet alone. */
  readonly byWallet?: readonly string[]
}
/**
 * Accounts outside an inviter's circle that make a wallet public: neither the inviter's own nor brought by the inviter. A public
 * wallet is an exchange's and ties nobody to that circle.
 */
export const publicWalletAccounts = 5
/** Someone else with a device of this person. `isFormer`: one of the two has it no more. */
export type DeviceSharer = { readonly id: string; readonly isFormer: boolean }

/** What speaks against a referral: it earns nothing, or waits for a person to look. */
export type Finding = { readonly verdict: 'held' | 'refused'; readonly reason: RefusalReason }

/**
 * What speaks against a referral, or null. `ancestors`: who brought the inviter, and so on upwards; `siblings`: whom else the
 * inviter brought. Someone who is tied to the inviter brought themselves; someone tied to one further up closes a circle. Friends
 * who share something with each other alone may be one person or a family, and a device that was handed on may be a present:
 * someone has to look. So has someone at a shared wallet, also with the inviter: strangers send from one wallet of an exchange.
 */
export function findCheat(
  inviterId: string,
  { ancestors, siblings }: { readonly ancestors: readonly string[]; readonly siblings: readonly string[] },
  ties: Ties,
): Finding | null {
  const refused = (reason: RefusalReason): Finding => ({ verdict: 'refused', reason })
  const held = (reason: RefusalReason): Finding => ({ verdict: 'held', reason })
  const ofDevice = new Map(ties.byDevice.map(({ id, isFormer }) => [id, isFormer]))
  if (ofDevice.get(inviterId) === false) return refused('device')
  if (ties.byPayer.includes(inviterId)) return refused('payer')
  if (ancestors.some((id) => ofDevice.get(id) === false || ties.byPayer.includes(id))) return refused('cycle')
  const { byWallet = [] } = ties
  if ([inviterId, ...ancestors].some((id) => byWallet.includes(id))) return held('payer')
  if (siblings.some((id) => ties.byPayer.includes(id) || byWallet.includes(id))) return held('friends_payer')
  return [inviterId, ...ancestors, ...siblings].some((id) => ofDevice.has(id)) ? held('shared_device') : null
}

/**
 * What speaks against a referral when the account is made. A device that someone else has is no new customer's, no matter who
 * that is; one that someone gave away may be.
 */
export function findFaultAtArrival({
  sharers,
  isCrowd,
}: {
  readonly sharers: readonly DeviceSharer[]
  readonly isCrowd: boolean
}): Finding | null {
  if (sharers.some(({ isFormer }) => !isFormer)) return { verdict: 'refused', reason: 'device' }
  if (sharers.length > 0) return { verdict: 'held', reason: 'shared_device' }
  return isCrowd ? { verdict: 'held', reason: 'velocity' } : null
}

/** What may be said to the inviter: a shared payer or an operator's finding would only teach the next try. */
export const publicReason = (reason: RefusalReason | null): 'device' | 'cycle' | 'velocity' | 'rules' | null => {
  if (reason === null || reason === 'device' || reason === 'cycle' || reason === 'velocity') return reason
  return reason === 'shared_device' ? 'device' : 'rules'
}

/** "li•••": enough for a friend to be recognised by who invited them, and for no one else. */
export function maskName(value: string | null): string | null {
  if (value === null) return null
  const name = [...(value.split('@', 1)[0] ?? '')]
  return `${name.slice(0, Math.min(2, Math.max(1, name.length - 2))).join('')}•••`
}

/** Bonus time in seconds, rounded down. */
export const bonusSeconds = (boughtSeconds: number, rateBps: number): number =>
  Math.floor((boughtSeconds * rateBps) / 10_000)
