import type { Group } from '#server/modules/groups/groups.service.ts'
import { lockLedgers } from '#server/modules/membership/membership.service.ts'
import { lockOrderInGroup } from '#server/modules/orders/orders.service.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { ordersToRefund, type ChangeSurroundings, type Effects, type Surroundings } from './decide-payment.rules.ts'
import type { Purchase } from './decide-referral.rules.ts'
import type { Referred } from './read-purchases.ts'

/** Adds to the referrals, which must be locked first, what else the effects need: other orders and memberships. */
export async function readSurroundings(
  tx: Transaction,
  effects: Effects<Group>,
  referred: Referred,
): Promise<Surroundings> {
  return { ...(await readChange(tx, effects, peopleOf(referred))), ...referred }
}

function peopleOf({ purchases, referrals, freezing }: Referred): string[] {
  const mayEarnTime = ({ order, reward, commissions }: Purchase): boolean => {
    if (referrals.get(order.userId)?.outcome === 'rewarded') return true
    if (commissions.length > 0) return false
    return reward ? reward.kind !== 'commission' : freezing?.orderId === order.id && freezing.inviter.affiliate === null
  }
  const earning = purchases
    .filter((purchase) => mayEarnTime(purchase) || (purchase.next && mayEarnTime(purchase.next)))
    .flatMap(({ order }) => [order.userId, referrals.get(order.userId)?.inviterId ?? order.userId])
  return freezing && freezing.inviter.affiliate === null ? [...earning, freezing.inviterId] : earning
}

/**
 * Reads the further data that a change needs. Locks in the global order: group, orders, referrals by user id,
 * affiliates, counters, memberships by user id. `others`: additional users whose time may change.
 */
export async function readChange(
  tx: Transaction,
  effects: Effects<Group>,
  others: readonly string[] = [],
): Promise<ChangeSurroundings> {
  const refunded = []
  for (const id of ordersToRefund(effects)) {
    const order = await lockOrderInGroup(tx, id)
    refunded.push({ order, money: await readMoney(tx, order) })
  }
  const { times, change, group } = effects
  const granted = times.filter(({ kind }) => kind === 'grant').map(({ userId }) => userId)
  const known = [...times.map(({ userId }) => userId), ...others]
  const currency = change?.order.currency ?? group?.before.currency
  const [ledgers, rates] = await Promise.all([
    known.length > 0 ? lockLedgers(tx, [...new Set(granted)], [...new Set(known)]) : new Map(),
    times.length > 0 && currency ? readPlanRates(tx, currency) : [],
  ])
  return { refunded, ledgers, rates }
}
