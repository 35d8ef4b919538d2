import { money as moneyOf } from '#shared/money.ts'
import type { Group } from '#server/modules/groups/groups.service.ts'
import { lockLedgers } from '#server/modules/membership/membership.service.ts'
import { findOrder, type Order } from '#server/modules/orders/orders.queries.ts'
import { lockOrderInGroup } from '#server/modules/orders/orders.service.ts'
import type { OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { listReferredOrders } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import { readPlanRates } from '#server/workflows/membership/read-plan-rates.ts'
import { ordersToRefund, standingAfter, type Surroundings, type Worth } from './decide-payment.rules.ts'
import type { Purchase, Standing } from './decide-referral.rules.ts'
import { noReferral, readPurchases, type Referred } from './read-purchases.ts'

/**
 * What a decision needs besides the money or the step that it begins with. Locks come in one order everywhere: the group, its
 * orders, referrals by user id, their affiliates, their counts, memberships by user id.
 */
export async function readSurroundings(
  tx: Transaction,
  worth: Worth<Group>,
  referred: Referred = noReferral,
): Promise<Surroundings> {
  const refunded = []
  for (const id of ordersToRefund(worth)) {
    const order = await lockOrderInGroup(tx, id)
    refunded.push({ order, money: await readMoney(tx, totalOf(order)) })
  }
  const people = peopleOf(worth, referred)
  const currency = worth.change?.order.currency ?? worth.group?.before.currency
  const [ledgers, rates] = await Promise.all([
    people.members.length + people.others.length > 0 ? lockLedgers(tx, people.members, people.others) : new Map(),
    worth.times.length > 0 && currency ? readPlanRates(tx, currency) : [],
  ])
  return { refunded, ledgers, rates, ...referred }
}

/** Everyone whose time the decision may change, or looks at: they take turns. */
function peopleOf({ times }: Pick<Worth, 'times'>, { purchases, referrals, freezing }: Referred) {
  const mayEarnTime = ({ order, reward, commissions }: Purchase): boolean => {
    if (referrals.get(order.userId)?.outcome === 'rewarded') return true
    if (commissions.length > 0) return false
    return reward ? reward.kind !== 'commission' : freezing?.orderId === order.id && freezing.inviter.affiliate === null
  }
  const earning = purchases
    .filter((purchase) => mayEarnTime(purchase) || (purchase.next && mayEarnTime(purchase.next)))
    .flatMap(({ order }) => [order.userId, referrals.get(order.userId)?.inviterId ?? order.userId])
  const freezingInviter = freezing && freezing.inviter.affiliate === null ? [freezing.inviterId] : []
  const granted = times.filter(({ kind }) => kind === 'grant')
  return {
    members: [...new Set(granted.map(({ userId }) => userId))],
    others: [...new Set([...times.map(({ userId }) => userId), ...earning, ...freezingInviter])],
  }
}

export const totalOf = ({ id, totalMinor, currency }: Pick<Order, 'id' | 'totalMinor' | 'currency'>) => ({
  id,
  total: moneyOf(totalMinor, currency),
})

/**
 * What the inviters earn by a payment: of the order, or of all orders of its group, because what completes a group gives time
 * to every one of them. Each stands as it will once the decision is written. `isPayerAwaited`: the same facts come again once
 * it is known who paid; no one's referral is judged before.
 */
export async function readReferred(
  tx: Transaction,
  order: Order,
  worth: Worth<Group>,
  isPayerAwaited: boolean,
): Promise<Referred> {
  const { money } = worth.change ?? {}
  const paidAt = money?.paymentOutcome.paidAt ?? null
  if (!money || (worth.group === null && order.paidAt === null && paidAt === null)) return noReferral
  const ids = (await listReferredOrders(tx, order.id)).map(({ id }) => id)
  const standings = await Promise.all(
    ids.map(async (id): Promise<[string, Standing]> => {
      const own = id === order.id ? order : await findOrder(tx, id)
      if (!own) throw new Error(`no order ${id}`)
      return [id, await standingOf(tx, own, worth, id === order.id ? money : null)]
    }),
  )
  const paid = order.paidAt === null && paidAt !== null ? { order, at: paidAt } : null
  const referred = await readPurchases(tx, ids, new Map(standings), paid)
  return isPayerAwaited ? { ...referred, purchases: [] } : referred
}

async function standingOf(
  tx: Transaction,
  order: Order,
  worth: Worth<Group>,
  known: OrderMoney | null,
): Promise<Standing> {
  const after = standingAfter(order, worth)
  return { order, ...after, money: after.stands ? (known ?? (await readMoney(tx, totalOf(order)))) : null }
}
