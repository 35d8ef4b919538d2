import type { AffiliateTerms } from '#shared/affiliate-terms.ts'
import { listSuspensions, lockAffiliatesShared, type Affiliate } from '#server/modules/affiliates/affiliates.queries.ts'
import { readTermsAt } from '#server/modules/catalog/affiliate-terms.service.ts'
import { findSeatsOf } from '#server/modules/groups/groups.queries.ts'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { findOrder, listPaidOrders, type Order } from '#server/modules/orders/orders.queries.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { lockReferrals } from '#server/modules/referrals/referrals.queries.ts'
import type { Referral } from '#server/modules/referrals/referrals.rules.ts'
import { judgePurchase, countForTier } from '#server/modules/referrals/referrals.service.ts'
import { listReferredOrders, queuePayers } from '#server/modules/referrals/ties.queries.ts'
import { listRewards, lockPaid } from '#server/modules/referrals/rewards.queries.ts'
import { findTell, listDeviceSharers } from '#server/modules/risk/signals.queries.ts'
import { hadStarted, wasSuspended } from '#server/modules/referrals/rewards.rules.ts'
import { listOfOrders } from '#server/modules/payouts/commissions.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { keptAmount, nextStanding, type Freezing, type OrderEffects } from './decide-payment.rules.ts'
import type { Purchase, ActivePurchase } from './decide-referral.rules.ts'

export type Referred = {
  readonly referrals: ReadonlyMap<string, Referral>
  readonly purchases: readonly Purchase[]
  readonly freezing: Freezing | null
}
const noReferral: Referred = { referrals: new Map(), purchases: [], freezing: null }

/**
 * Reads the rewards for the order, or for all orders of its group, because completing the group grants time to each.
 * `isPayerAwaited`: the same facts will come again with the payer, so the referral is judged only then.
 */
export async function readReferred(
  tx: Transaction,
  order: Order,
  effects: OrderEffects<Group>,
  isPayerAwaited: boolean,
): Promise<Referred> {
  const { money } = effects.change
  const { paidAt } = money.paymentOutcome
  if (effects.group === null && order.paidAt === null && paidAt === null) return noReferral
  const ids = (await listReferredOrders(tx, order.id)).map(({ id }) => id)
  const moneyOf = (own: Order) => (own.id === order.id ? money : readMoney(tx, own))
  const standings = await Promise.all(
    ids.map(async (id): Promise<[string, ActivePurchase]> => {
      const own = id === order.id ? order : await findOrder(tx, id)
      if (!own) throw new Error(`no order ${id}`)
      const after = nextStanding(own, effects)
      return [id, { order: own, ...after, money: after.isActive ? await moneyOf(own) : null }]
    }),
  )
  const paid = order.paidAt === null && paidAt !== null ? { order, at: paidAt } : null
  const referred = await readPurchases(tx, ids, new Map(standings), paid)
  return isPayerAwaited ? { ...referred, purchases: [] } : referred
}

/**
 * Reads the possible rewards for the inviters of the buyers of these orders. Locks referrals and affiliates (shared)
 * against approval, payout or suspension until the commit. The caller must hold the lock of the orders or of their
 * group. `known`: orders being decided. `paid`: the order just paid.
 */
export async function readPurchases(
  tx: Transaction,
  orderIds: readonly string[],
  known: ReadonlyMap<string, ActivePurchase> = new Map(),
  paid: { order: Order; at: Date } | null = null,
): Promise<Referred> {
  if (orderIds.length === 0) return noReferral
  const standings = await Promise.all(orderIds.map(async (id) => known.get(id) ?? readActivePurchase(tx, id)))
  const buyers = [...new Set(standings.map(({ order }) => order.userId))]
  const referrals = new Map((await lockReferrals(tx, buyers)).map((referral) => [referral.userId, referral]))
  const inviters = [...new Set([...referrals.values()].map(({ inviterId }) => inviterId))]
  const [shared, terms] = await Promise.all([
    lockAffiliatesShared(tx, inviters),
    paid && inviters.length > 0 ? readTermsAt(tx, paid.order.createdAt) : null,
    queuePayers(tx, [...referrals.keys()]),
  ])
  const affiliates = new Map(shared.map((affiliate) => [affiliate.userId, affiliate]))
  const purchases: Purchase[] = []
  for (const standing of standings) {
    const referral = referrals.get(standing.order.userId)
    if (referral) purchases.push(await readPurchase(tx, standing, referral, affiliates.get(referral.inviterId), known))
  }
  const bought = paid && purchases.find(({ order, reward }) => order.id === paid.order.id && reward === null)
  const referral = bought && referrals.get(bought.order.userId)
  const freezing =
    paid && referral && terms
      ? await readFreezing(tx, paid, terms, referral.inviterId, affiliates.get(referral.inviterId))
      : null
  return { referrals, purchases, freezing }
}

async function readActivePurchase(tx: Transaction, id: string): Promise<ActivePurchase> {
  const order = await findOrder(tx, id)
  if (!order) throw new Error(`no order ${id}`)
  const { userId, groupId } = order
  const seats = groupId === null ? null : await findSeatsOf(tx, id, userId)
  const sourceId = seats ? seats.standingGrant : order.standingGrant
  const isActive = seats ? seats.isFinished : sourceId !== null
  return {
    order,
    isActive,
    money: isActive ? await readMoney(tx, order) : null,
    grant: sourceId === null ? null : { source: seats ? 'group' : 'order', sourceId },
  }
}

async function readPurchase(
  tx: Transaction,
  standing: ActivePurchase,
  referral: Referral,
  affiliate: Affiliate | undefined,
  known: ReadonlyMap<string, ActivePurchase>,
): Promise<Purchase> {
  const { order, grant } = standing
  const [[frozen = null], commissions] = await Promise.all([listRewards(tx, [order.id]), listOfOrders(tx, [order.id])])
  // The reward was fixed for the inviter of that time, so an inviter who was corrected later does not earn from it.
  const reward = frozen?.inviterId === referral.inviterId ? frozen : null
  const kept = keptAmount(standing)
  const isJudged = commissions.length > 0 || (referral.outcome === 'rewarded' && referral.firstOrderId === order.id)
  const isOfCrowd = referral.verdict === 'held' && referral.reason === 'velocity'
  const isDoubtful = !isJudged && kept > 0 && !referral.isDecided && (referral.verdict === 'counted' || isOfCrowd)
  const [cheat, tell] = isDoubtful ? await judge(tx, referral) : [null, null]
  const isGone = kept === 0 && referral.firstOrderId === order.id
  return {
    order,
    keptMinor: kept,
    grant,
    reward,
    isSuspended: affiliate?.state === 'suspended',
    commissions,
    cheat,
    isCleared: isOfCrowd && tell !== null && cheat === null && (tell.hasPayer || !tell.sharesNetwork),
    next: isGone ? await readNext(tx, order, { ...referral, firstOrderId: null }, affiliate, known) : null,
  }
}

async function judge(tx: Transaction, { userId, inviterId }: Referral) {
  const [sharers, tell] = await Promise.all([listDeviceSharers(tx, userId), findTell(tx, userId, inviterId)])
  return [await judgePurchase(tx, { userId, inviterId }, sharers), tell] as const
}

async function readNext(
  tx: Transaction,
  { id: gone, userId }: ActivePurchase['order'],
  referral: Referral,
  affiliate: Affiliate | undefined,
  known: ReadonlyMap<string, ActivePurchase>,
): Promise<Purchase | null> {
  for (const { id } of await listPaidOrders(tx, userId)) {
    const standing = id === gone ? null : (known.get(id) ?? (await readActivePurchase(tx, id)))
    if (standing && keptAmount(standing) > 0) return readPurchase(tx, standing, referral, affiliate, known)
  }
  return null
}

/**
 * Reads the inviter's terms, which are fixed at payment. An inviter who is suspended, or not yet an affiliate, earns no
 * commission on the order, whatever changes later.
 */
async function readFreezing(
  tx: Transaction,
  { order: { id: orderId, method }, at: paidAt }: { order: Order; at: Date },
  terms: AffiliateTerms,
  inviterId: string,
  affiliate: Affiliate | undefined,
): Promise<Freezing> {
  // Locks the count of paying customers, so that two first purchases for one inviter follow each other. The count runs
  // after the lock, because SQL statements of a transaction run in the order in which they are sent.
  const [suspensions, , paidBefore] = await Promise.all([
    listSuspensions(tx, inviterId),
    lockPaid(tx, inviterId),
    countForTier(tx, inviterId, terms),
  ])
  const isSuspended = affiliate !== undefined && (affiliate.state === 'suspended' || wasSuspended(suspensions, paidAt))
  const wasAffiliate = affiliate !== undefined && (isSuspended || hadStarted(affiliate.since, paidAt))
  const inviter = {
    affiliate: wasAffiliate ? { tier: affiliate.tier, isSuspended, since: affiliate.since } : null,
    paidBefore,
  }
  return { orderId, inviterId, inviter, paid: { paidAt, byCard: method === 'card' }, terms }
}
