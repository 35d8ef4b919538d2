import type { Language } from '#shared/language.ts'
import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './referrals.repo.ts'
import { findCheat, findFaultAtArrival, type DeviceSharer, type Finding, type Referral } from './referrals.rules.ts'
import * as ties from './ties.repo.ts'
import { judgeReferral } from './referrals.queries.ts'
import { countDistinctPayers } from './ties.queries.ts'

const nothing = { invited: 0, paid: 0, rewarded: 0, bonusSeconds: 0 }
const nothingFound = { verdict: 'counted', reason: null } as const
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

type Arrival = Omit<repo.NewReferral, 'verdict' | 'reason'> & {
  readonly sharers: readonly DeviceSharer[]
  /** True if more of the inviter's friends signed up from this network than chance would explain. */
  readonly isCrowd: boolean
}

/** Stores the inviter of a new user and what was found at sign-up. Later visits do not change the inviter. */
export async function recordReferral(tx: Transaction, { sharers, isCrowd, ...arrival }: Arrival): Promise<void> {
  const others = sharers.filter(({ id }) => id !== arrival.userId)
  const { verdict, reason } = findFaultAtArrival({ sharers: others, isCrowd }) ?? nothingFound
  if ((await repo.insertReferral(tx, { ...arrival, verdict, reason })) === 0) return
  await repo.addTotals(tx, arrival.inviterId, { ...nothing, invited: 1 })
}

/**
 * Judges a referral again at a purchase, with the devices and payers known by then. `byDevice`: accounts that share a
 * device. The caller must hold the lock `queuePayers`, so that the later of two concurrent purchases sees the earlier.
 */
export async function judgePurchase(
  tx: Transaction,
  { userId, inviterId }: Pick<Referral, 'userId' | 'inviterId'>,
  byDevice: readonly DeviceSharer[],
): Promise<Finding | null> {
  const [payers, ancestors, siblings] = await Promise.all([
    ties.listPayerSharers(tx, userId, inviterId),
    repo.listAncestors(tx, inviterId),
    repo.listSiblings(tx, inviterId, ids(byDevice)),
  ])
  const known = [...siblings, ...payers.filter(({ isSibling }) => isSibling)]
  return findCheat(
    inviterId,
    { ancestors: ids(ancestors), siblings: ids(known) },
    {
      byDevice,
      byPayer: ids(payers.filter(({ isWallet }) => !isWallet)),
      byWallet: ids(payers.filter(({ isWallet }) => isWallet)),
    },
  )
}

/**
 * Users who paid with the same card, account or wallet as this user. Leaves out public wallets, such as those of
 * exchanges.
 */
export const listPayerTies = async (db: Queryable, userId: string, inviterId: string): Promise<Set<string>> =>
  new Set(ids(await ties.listPayerSharers(db, userId, inviterId)))

/**
 * Saves the changes that a purchase makes to a referral, and updates the inviter's totals. The caller must hold the
 * referral's lock.
 */
export async function saveReferral(tx: Transaction, before: Referral, after: Referral): Promise<void> {
  const { userId, inviterId, verdict, reason, outcome } = after
  if (verdict !== before.verdict || reason !== before.reason)
    await judgeReferral(tx, userId, { verdict, reason, decidedBy: 'purchase', isByPerson: false })
  if (after.firstOrderId !== before.firstOrderId) await repo.saveFirstOrder(tx, userId, after.firstOrderId)
  const isSettled = after.bonusGrant !== before.bonusGrant || after.bonusSeconds !== before.bonusSeconds
  if (outcome !== null && (outcome !== before.outcome || isSettled))
    await repo.saveOutcome(tx, userId, { outcome, bonusSeconds: after.bonusSeconds, bonusGrant: after.bonusGrant })
  const change = {
    paid: count(after.firstOrderId !== null) - count(before.firstOrderId !== null),
    rewarded: count(after.bonusSeconds > 0) - count(before.bonusSeconds > 0),
    bonusSeconds: after.bonusSeconds - before.bonusSeconds,
  }
  if (Object.values(change).some((more) => more !== 0)) await repo.addTotals(tx, inviterId, { ...nothing, ...change })
}
const count = (is: boolean): number => (is ? 1 : 0)

export const isReferredBy = async (tx: Transaction, inviterId: string, userId: string): Promise<boolean> =>
  ids(await repo.listAncestors(tx, inviterId)).includes(userId)

/**
 * New inviter of a user, or null to remove the inviter. `language`: the user's language, saved for the affiliate's
 * figures by language.
 */
type Correction = { inviterId: string; campaignId: string | null; decidedBy: string; language: Language } | null

/**
 * Sets, replaces or removes the inviter of a user and updates the totals of both inviters. The caller must hold the
 * referral's lock, reverse its earnings before, and evaluate the user's purchases again afterwards.
 */
export async function correctReferral(
  tx: Transaction,
  userId: string,
  before: Referral | undefined,
  after: Correction,
): Promise<void> {
  if (before)
    await repo.addTotals(tx, before.inviterId, { ...nothing, invited: -1, paid: -count(before.firstOrderId !== null) })
  if (!after) await repo.deleteReferral(tx, userId)
  else if (before) await repo.setInviter(tx, userId, after)
  else
    await repo.insertReferral(tx, { ...after, userId, via: 'typed', visitedAt: null, verdict: 'counted', reason: null })
  if (after) await repo.addTotals(tx, after.inviterId, { ...nothing, invited: 1 })
}

export function listReferrals(
  db: Queryable,
  inviterId: string,
  filter: repo.ReferralFilter,
  before: string,
  limit: number,
): Promise<repo.ReferralLine[]> {
  const { isPaid, campaignId, from, to } = filter
  const isWide = campaignId === null && from === null && to === null
  if (isWide && isPaid === null) return repo.listAll(db, inviterId, before, limit)
  if (isWide && isPaid) return repo.listPaid(db, inviterId, before, limit)
  return repo.listFiltered(db, inviterId, filter, before, limit)
}

type PaidFrom = { readonly provider: string; readonly payer?: string }

/**
 * Stores keyed digests (hex) of the payers that payment providers report, such as card fingerprints, to detect payers
 * shared by accounts. They are deleted with the account. Returns true if a payer is new.
 */
export async function rememberPayers(tx: Transaction, userId: string, payments: readonly PaidFrom[]): Promise<boolean> {
  let added = 0
  for (const { payer, provider } of payments)
    if (payer) added += await ties.insertPayer(tx, Buffer.from(payer, 'hex'), userId, provider === 'crypto')
  return added > 0
}

/**
 * Number of paying customers that decides about an inviter's tier. Customers with the same payer count once. Reads
 * enough friends for the highest automatic tier, even if several share a payer.
 */
export async function countForTier(db: Queryable, inviterId: string, { tiers }: AffiliateTerms): Promise<number> {
  const highest = Math.max(...tiers.filter(({ byOperator }) => !byOperator).map((tier) => tier.fromPaidReferrals))
  return highest === 0 ? 0 : (await countDistinctPayers(db, inviterId, highest * 4)).payers
}
