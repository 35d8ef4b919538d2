import type { Language } from '#shared/language.ts'
import type { Queryable, Transaction } from '#server/platform/database.ts'
import * as repo from './referrals.repo.ts'
import { findCheat, findFaultAtArrival, type DeviceSharer, type Finding, type Referral } from './referrals.rules.ts'
import * as ties from './ties.repo.ts'
import { judgeReferral } from './referrals.queries.ts'

const nothing = { invited: 0, paid: 0, rewarded: 0, bonusSeconds: 0 }
const nothingFound = { verdict: 'counted', reason: null } as const
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

export type Arrival = Omit<repo.NewReferral, 'verdict' | 'reason'> & {
  /** Who has the device that registers, or had it. */
  readonly sharers: readonly DeviceSharer[]
  /** More came from this network for this inviter than chance would bring. */
  readonly isCrowd: boolean
}

/** Writes down who brought a new user, with what speaks against it. Nothing that comes later changes who it was. */
export async function recordReferral(tx: Transaction, { sharers, isCrowd, ...arrival }: Arrival): Promise<void> {
  const others = sharers.filter(({ id }) => id !== arrival.userId)
  const { verdict, reason } = findFaultAtArrival({ sharers: others, isCrowd }) ?? nothingFound
  if ((await repo.insertReferral(tx, { ...arrival, verdict, reason })) === 0) return
  await repo.addTotals(tx, arrival.inviterId, { ...nothing, invited: 1 })
}

/**
 * Looks again, now that there is money: devices that were added and accounts that were paid from tell more. `byDevice`: who else
 * has a device of the user, or had it. The caller has `queuePayers`, so that of two friends who pay at once the later sees the
 * earlier.
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

/** Users who paid from the same payer, or from the same wallet if that is not public. */
export const listPayerTies = async (db: Queryable, userId: string, inviterId: string): Promise<Set<string>> =>
  new Set(ids(await ties.listPayerSharers(db, userId, inviterId)))

/** Writes what a purchase changed about a referral, and counts it for the inviter. The caller holds the referral. */
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

/** Whether whom this inviter was brought by, and those by, and so on, are this user. */
export const isBroughtBy = async (tx: Transaction, inviterId: string, userId: string): Promise<boolean> =>
  ids(await repo.listAncestors(tx, inviterId)).includes(userId)

/** Null: no one. `language`: what they speak, for a referral that there was not. */
type Correction = { inviterId: string; campaignId: string | null; decidedBy: string; language: Language } | null

/**
 * Someone else brought this user, or no one, or someone where no one had: counts of both follow. The caller holds the referral, and has
 * taken back what was earned by it; purchases are looked at anew after this.
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

/** A page of whom someone brought, newest first. */
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
 * From which accounts someone paid, by the keyed digests (hexadecimal) that tell two of them apart, where a provider
 * names them. Looked at when a referral earns something, and forgotten with the account. True if one of them is new.
 */
export async function rememberPayers(tx: Transaction, userId: string, payments: readonly PaidFrom[]): Promise<boolean> {
  let added = 0
  for (const { payer, provider } of payments)
    if (payer) added += await ties.insertPayer(tx, Buffer.from(payer, 'hex'), userId, provider === 'crypto')
  return added > 0
}

/**
 * Brings up to `limit` digests that were made without a key under it. Returns how many there were; a repeated call goes on
 * with the next ones.
 */
export async function keyPayers(tx: Transaction, keyed: (plain: Uint8Array) => Buffer, limit: number): Promise<number> {
  const plain = await ties.listPlainPayers(tx, limit)
  for (const { payer, userId } of plain) await ties.replacePayer(tx, { payer, userId, keyed: keyed(payer) })
  return plain.length
}
