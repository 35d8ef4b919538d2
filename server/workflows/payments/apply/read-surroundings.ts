import type { Group } from '#server/modules/groups/groups.service.ts'
import { findOrder, type Order } from '#server/modules/orders/orders.queries.ts'
import type { OrderMoney } from '#server/modules/payments/order-money.rules.ts'
import { readMoney } from '#server/modules/payments/read-money.ts'
import { listReferredOrders } from '#server/modules/referrals/ties.queries.ts'
import type { Transaction } from '#server/platform/database.ts'
import type { Effects } from './decide-change.rules.ts'
import { nextStanding, type Surroundings } from './decide-payment.rules.ts'
import type { Purchase, ActivePurchase } from './decide-referral.rules.ts'
import { readChange, totalOf } from './read-change.ts'
import { noReferral, readPurchases, type Referred } from './read-purchases.ts'

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
 * Reads the rewards for the order, or for all orders of its group, because completing the group grants time to each.
 * `isPayerAwaited`: the same facts will come again with the payer, so the referral is judged only then.
 */
export async function readReferred(
  tx: Transaction,
  order: Order,
  effects: Effects<Group>,
  isPayerAwaited: boolean,
): Promise<Referred> {
  const { money } = effects.change ?? {}
  const paidAt = money?.paymentOutcome.paidAt ?? null
  if (!money || (effects.group === null && order.paidAt === null && paidAt === null)) return noReferral
  const ids = (await listReferredOrders(tx, order.id)).map(({ id }) => id)
  const standings = await Promise.all(
    ids.map(async (id): Promise<[string, ActivePurchase]> => {
      const own = id === order.id ? order : await findOrder(tx, id)
      if (!own) throw new Error(`no order ${id}`)
      return [id, await standingOf(tx, own, effects, id === order.id ? money : null)]
    }),
  )
  const paid = order.paidAt === null && paidAt !== null ? { order, at: paidAt } : null
  const referred = await readPurchases(tx, ids, new Map(standings), paid)
  return isPayerAwaited ? { ...referred, purchases: [] } : referred
}

async function standingOf(
  tx: Transaction,
  order: Order,
  effects: Effects<Group>,
  known: OrderMoney | null,
): Promise<ActivePurchase> {
  const after = nextStanding(order, effects)
  return { order, ...after, money: after.isActive ? (known ?? (await readMoney(tx, totalOf(order)))) : null }
}
