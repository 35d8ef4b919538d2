import { heldByRule, readRiskTerms, type RiskSettings } from '#shared/risk-rules.ts'
import { findAffiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { readSettings } from '#server/modules/catalog/catalog.service.ts'
import { listGroupmates, listPaidOrders } from '#server/modules/orders/orders.queries.ts'
import { countTakenBack, setRuleReview } from '#server/modules/payouts/commissions.queries.ts'
import { moveBlocks } from '#server/modules/payments/blocked-payers.queries.ts'
import { monthOf } from '#server/modules/payouts/commissions.rules.ts'
import { listHolders } from '#server/modules/payouts/payouts.queries.ts'
import { addressKey, listEarlier } from '#server/modules/payouts/payouts.rules.ts'
import { judgeReferral, listReferredUsers, lockReferral } from '#server/modules/referrals/referrals.queries.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { listPayerTies } from '#server/modules/referrals/referrals.service.ts'
import { addEvents } from '#server/modules/risk/cases.service.ts'
import { findLastDue, forgetDues, listDues, putOff, takeTurn } from '#server/modules/risk/events.queries.ts'
import {
  judgeAffiliate,
  judgeFriend,
  reasonOf,
  type FriendView,
  type RiskEvent,
} from '#server/modules/risk/events.rules.ts'
import { listCluster, listTies, relate, type Tie } from '#server/modules/risk/relations.queries.ts'
import type { Shared } from '#server/modules/risk/signal-weights.rules.ts'
import { listPayoutSharers } from '#server/modules/risk/signals.queries.ts'
import type { Database, Queryable, Transaction } from '#server/platform/database.ts'
import { notifyHeld } from '#server/workflows/payments/apply/hold-commission.ts'
import { lockOrders } from '#server/workflows/payments/apply/lock-order.ts'
import { countBought } from './count-bought.ts'

const batch = 200

/**
 * Applies the risk rules to every person with new facts, each in its own transaction. Idempotent. A person whose check
 * fails moves to the end of the queue for the next run; the first error is thrown at the end of this run.
 */
export async function runDueRiskChecks(database: Database, signal?: AbortSignal): Promise<void> {
  // Stops at the row that is last now, because postponed persons are queued after it and would make the run endless.
  const { id: last } = await findLastDue(database)
  const errors: unknown[] = []
  let isOver = false
  while (!isOver) {
    const dues = await listDues(database, last, batch)
    isOver = dues.length < batch
    const terms = dues.length > 0 ? await readTerms(database) : undefined
    const people = new Map<string, number[]>()
    for (const { id, userId } of dues) people.set(userId, [...(people.get(userId) ?? []), id])
    for (const [userId, ids] of people) {
      isOver ||= signal?.aborted === true
      if (signal?.aborted) break
      try {
        await repeatRiskCheck(database, userId, terms)
      } catch (error) {
        errors.push(error)
        await putOff(database, ids, userId)
        continue
      }
      await forgetDues(database, ids)
    }
  }
  if (errors.length > 0) throw errors[0]
}

type Terms = { readonly settings: RiskSettings; readonly termsVersion: number }

async function readTerms(database: Database): Promise<Terms> {
  const { risk, version } = (await readSettings(database)).affiliateTerms
  return { settings: readRiskTerms(risk), termsVersion: version }
}

/** Applies the risk rules to one person. `terms`: those of a batch, which are read once. */
export async function repeatRiskCheck(database: Database, userId: string, terms?: Terms): Promise<RiskEvent[]> {
  const { settings, termsVersion } = terms ?? (await readTerms(database))
  const ties = await listTies(database, userId)
  const concerned = await listConcerned(database, userId, ties)
  const found: RiskEvent[] = []
  for (const friend of concerned) found.push(...(await judgeOne(database, friend, { userId, ties, settings })))
  found.push(...(await judgeOwnConduct(database, userId, settings)))
  if (found.length === 0) return []
  return database.transaction((tx) => writeEvents(tx, userId, found, termsVersion))
}

async function listConcerned(db: Queryable, userId: string, ties: readonly Tie[]): Promise<Referral[]> {
  const brought = await listReferredUsers(db, [userId, ...new Set(ties.map((tie) => tie.userId))])
  const own = brought.find((referral) => referral.userId === userId)
  return brought.filter(
    (referral) =>
      referral === own ||
      referral.inviterId === userId ||
      // Skip referrals that are already held, so that a ring of n accounts costs n checks, not n².
      (own !== undefined &&
        referral.inviterId === own.inviterId &&
        referral.userId > userId &&
        referral.verdict === 'counted'),
  )
}

type Looked = { readonly userId: string; readonly ties: readonly Tie[]; readonly settings: RiskSettings }

async function judgeOne(db: Queryable, friend: Referral, { userId, ties, settings }: Looked): Promise<RiskEvent[]> {
  // An operator's decision about a referral is final, and refused referrals earn nothing.
  if (friend.isDecided || friend.verdict === 'refused') return []
  const isSelf = friend.userId === userId
  const orders = await listPaidOrders(db, friend.userId)
  // A referred customer without a purchase has earned no reward yet; the first purchase triggers the check.
  if (orders.length === 0) return []
  const sharedWith = (id: string) => ties.filter((tie) => tie.userId === id)
  const payerTies = await listPayerTies(db, friend.userId, friend.inviterId)
  // A shared wallet is evidence only if both accounts paid from it, because customers of a crypto exchange share its
  // wallet.
  const isTelling = ({ kind }: Shared, otherId: string) => kind !== 'wallet' || payerTies.has(otherId)
  const own = (isSelf ? ties : await listTies(db, friend.userId)).filter((tie) => isTelling(tie, tie.userId))
  const siblings = (await listReferredUsers(db, [...new Set(own.map((tie) => tie.userId))])).filter(
    ({ inviterId }) => inviterId === friend.inviterId,
  )
  const mates = await listGroupmates(db, friend.userId)
  const view: FriendView = {
    userId: friend.userId,
    inviterId: friend.inviterId,
    heldFor: friend.verdict === 'held' ? friend.reason : null,
    hasPaid: true,
    withInviter: (isSelf || userId !== friend.inviterId
      ? await relate(db, friend.userId, friend.inviterId)
      : sharedWith(friend.userId)
    ).filter((shared) => isTelling(shared, friend.inviterId)),
    siblings: siblings.map((sibling) => ({
      userId: sibling.userId,
      shared: own.filter((tie) => tie.userId === sibling.userId),
      isEarlier: sibling.userId < friend.userId,
    })),
    groupmates: mates.map(({ userId: mate }) => ({
      userId: mate,
      isTied: own.some((tie) => tie.userId === mate),
    })),
  }
  return judgeFriend(view, settings)
}

async function judgeOwnConduct(db: Queryable, userId: string, settings: RiskSettings): Promise<RiskEvent[]> {
  const affiliate = await findAffiliate(db, userId)
  if (!affiliate) return []
  const [sharers, { now, ...takenBack }, holders] = await Promise.all([
    listPayoutSharers(db, userId),
    countTakenBack(db, userId),
    affiliate.payoutAddress === null ? [] : listHolders(db, [addressKey(affiliate.payoutAddress)]),
  ])
  // A shared payout wallet address counts against its later holders, never against the first.
  const earlier = new Set(listEarlier(holders, userId).map((holder) => holder.userId))
  const payoutSharers = sharers.filter(({ id, isFormer }) => !isFormer && earlier.has(id)).map(({ id }) => id)
  const bought = await countBought(db, userId, now)
  const month = monthOf(now).slice(0, 7)
  return judgeAffiliate({ userId, month, payoutSharers, ...bought, ...takenBack }, settings)
}

/**
 * Stores new risk events and holds the earnings that they concern, if their rule says so. Waits for other risk jobs
 * first, then locks orders, then referrals.
 */
async function writeEvents(
  tx: Transaction,
  userId: string,
  found: readonly RiskEvent[],
  termsVersion: number,
): Promise<RiskEvent[]> {
  await takeTurn(tx)
  const near = (await listCluster(tx, userId)).map((member) => member.userId)
  // Referred customers who paid from one wallet form a case, although a shared wallet does not connect accounts
  // otherwise.
  const friendsOfPayer = found.flatMap(({ rule, otherIds }) => (rule === 'payer_shared_by_friends' ? otherIds : []))
  const cluster = [...new Set([...near, ...friendsOfPayer])]
  const brought = found.filter(({ inviterId, userId: friend }) => inviterId !== friend)
  const friends = [...new Set(brought.map((event) => event.userId))].toSorted()
  const orders = new Map<string, string[]>()
  for (const friend of friends)
    orders.set(
      friend,
      (await listPaidOrders(tx, friend)).map(({ id }) => id),
    )
  await lockOrders(tx, [...orders.values()].flat())
  const open = new Map<string, Referral>()
  for (const friend of friends) {
    const referral = await lockReferral(tx, friend)
    if (referral && !referral.isDecided && referral.verdict !== 'refused') open.set(friend, referral)
  }
  const { written, caseId, merged } = await addEvents(
    tx,
    found.filter(
      ({ userId: friend, inviterId }) =>
        !friends.includes(friend) || inviterId === friend || open.get(friend)?.inviterId === inviterId,
    ),
    { cluster, termsVersion },
  )
  if (caseId !== null && merged.length > 0) await moveBlocks(tx, merged, caseId)
  const waits = new Map<string, string>()
  for (const { rule, act, userId: friend, inviterId } of written) {
    const referral = inviterId === friend ? undefined : open.get(friend)
    if (act !== 'hold' || !referral) continue
    if (referral.verdict === 'counted')
      await judgeReferral(tx, friend, {
        verdict: 'held',
        reason: reasonOf(rule),
        decidedBy: 'rules',
        isByPerson: false,
      })
    for (const orderId of orders.get(friend) ?? [])
      if ((await setRuleReview(tx, orderId, heldByRule(rule))) > 0 && inviterId !== null)
        waits.set(inviterId, heldByRule(rule))
  }
  for (const [affiliateId, reason] of waits) await notifyHeld(tx, affiliateId, reason)
  return written
}
