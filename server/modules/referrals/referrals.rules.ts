import { inviteCodeLength } from '#shared/account-rules.ts'

/** Referral code in a link or cookie: the invite code, and the campaign after a dash. */
type ReferralCode = { readonly inviteCode: string; readonly slug: string }

const pattern = new RegExp(
  `^([0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{${inviteCodeLength}})(?:-([a-z0-9][a-z0-9-]{0,22}[a-z0-9]))?$`,
)

/** Parses a referral code. Returns null if it is malformed; registration then continues without a referral. */
export function readReferralCode(value: string | undefined): ReferralCode | null {
  const match = pattern.exec(value ?? '')
  return match ? { inviteCode: (match[1] as string).toUpperCase(), slug: match[2] ?? '' } : null
}

export const referralCode = (inviteCode: string, slug = ''): string => (slug ? `${inviteCode}-${slug}` : inviteCode)

const dayMs = 86_400_000

/**
 * True if a visit by an inviter's link is recent enough to count. `visitedAt` is null if the visit was not recorded; it
 * then counts, because the browser keeps no older referral code.
 */
export const isInTime = (visitedAt: Date | null, now: Date, attributionDays: number): boolean =>
  visitedAt === null || now.getTime() - visitedAt.getTime() <= attributionDays * dayMs

/**
 * Reason to refuse or hold a referral. `friends_payer`: pays with the same card or account as another friend of the
 * inviter. `shared_device`: shared or second-hand device. `self_group`: all members of a group are the same person.
 */
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

export type Referral = {
  readonly userId: string
  readonly inviterId: string
  readonly campaignId: string | null
  readonly visitedAt: Date | null
  readonly verdict: Verdict
  readonly reason: RefusalReason | null
  /** True if an operator has decided about the referral. Later findings do not change the decision. */
  readonly isDecided: boolean
  readonly referredAt: Date
  readonly firstOrderId: string | null
  readonly outcome: Outcome | null
  readonly bonusSeconds: number
  readonly bonusGrant: string | null
}

/** True if an operator has approved this referral by itself. Decisions about a whole risk case skip it. */
export const isCountedByPerson = ({ verdict, isDecided }: Pick<Referral, 'verdict' | 'isDecided'>): boolean =>
  isDecided && verdict === 'counted'

type Ties = {
  readonly byDevice: readonly DeviceSharer[]
  readonly byPayer: readonly string[]
  readonly byWallet?: readonly string[]
}
/**
 * Number of unrelated accounts from which on a wallet counts as public. Such a wallet probably belongs to an exchange,
 * so it does not prove that its users are related.
 */
export const publicWalletAccounts = 5
export type DeviceSharer = { readonly id: string; readonly isFormer: boolean }

export type Finding = { readonly verdict: 'held' | 'refused'; readonly reason: RefusalReason }

/**
 * Finds a reason against a referral, or null. Refuses friends who are related to the inviter (self-referral) or to the
 * inviter's own inviters `ancestors` (cycle). Holds friends who are related to other friends of the inviter
 * (`siblings`), use second-hand devices or share wallets, because there may be an innocent explanation.
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
 * Finds a reason against a referral at sign-up. A device that another account still uses does not belong to a new
 * customer; a second-hand device may.
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

/**
 * Reason against a referral as shown to the inviter. Shared payers and operators' findings stay hidden, because they
 * would teach how to cheat.
 */
export const publicReason = (reason: RefusalReason | null): 'device' | 'cycle' | 'velocity' | 'rules' | null => {
  if (reason === null || reason === 'device' || reason === 'cycle' || reason === 'velocity') return reason
  return reason === 'shared_device' ? 'device' : 'rules'
}

export const bonusSeconds = (boughtSeconds: number, rateBps: number): number =>
  Math.floor((boughtSeconds * rateBps) / 10_000)

/** Days for which payer digests of erased accounts are kept: as long as a bank can reverse a payment. */
export const formerPayerDays = 180
