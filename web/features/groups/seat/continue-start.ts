import { api } from '#web/client/api.ts'
import { serverNow } from '#web/client/server-clock.ts'
import type { MyGroup } from '#web/features/groups/base/groups.queries.ts'
import { isPayableBy, reopenPayment } from '#web/payment/continue-order.ts'
import type { Order } from '#web/payment/order.ts'
import type { PlannedOrder } from '#web/payment/place-order.ts'

type Start = Pick<MyGroup, 'size' | 'paymentType'> & Pick<MyGroup['mine'], 'listed'>

/**
 * Goes on with the group that this creator has started with the same choices and not paid yet, so that a creator who
 * comes back and starts again does not pay for two groups. Returns null if there is none: a new group is needed.
 */
export async function continueStart(
  uid: number,
  { size, paymentType, listed }: Start,
  purchase: PlannedOrder,
): Promise<{ group: MyGroup; order: Order } | null> {
  const { list } = await api('/api/payment/payment_joint_purchase_created', {}, { handlesErrors: true })
  for (const group of list) {
    const isSame =
      group.state === 'creator_unpaid' &&
      group.goodsId === purchase.goodsId &&
      group.currency === purchase.currency &&
      group.size === size &&
      group.paymentType === paymentType &&
      group.mine.listed === listed
    const known = group.mine.orders.find(
      (order) => order.amountMinor === purchase.expectedTotalMinor && isPayableBy(order, purchase.method, serverNow()),
    )
    const order = isSame && known ? await reopenPayment(uid, purchase, known) : null
    if (order) return { group, order }
  }
  return null
}
