import { AppError } from '#shared/errors.ts'
import { findGroup, wasMember, lockGroup, checkLeaveLimit } from '#server/modules/groups/groups.service.ts'
import { leave } from '#server/modules/groups/group-steps.rules.ts'
import { refuseLeave } from '#server/modules/groups/groups.rules.ts'
import { cancelOrder } from '#server/workflows/orders/cancel-order.ts'
import { changeGroup } from '#server/workflows/payments/apply/change-group.ts'
import type { PaymentDeps } from '#server/deps/payment-deps.ts'

/** Number of attempts: a payment may arrive during the first cancellation, and the second attempt refunds it. */
const looks = 2

/**
 * Gives up a seat before the group is complete and refunds it; the creator ends the group by leaving. Errors: NotFound
 * (never a member), GroupFinished, GroupExpired, GroupClosed, GroupLeavePause, OrderOver, ProviderUnavailable (payment
 * state unknown).
 */
export async function leaveGroup(deps: PaymentDeps, userId: string, groupId: string): Promise<void> {
  const { database } = deps
  for (let look = 1; look <= looks; look++) {
    const group = await findGroup(database, groupId)
    const own = group.seats.find((seat) => seat.userId === userId)
    if (!own) {
      if (look === 1 && !(await wasMember(database, groupId, userId))) throw new AppError('NotFound')
      return
    }
    const refusal = refuseLeave(group)
    // The first attempt cancelled the creator's order and so ended the group, as intended.
    if (refusal && look > 1) return
    if (refusal) throw new AppError(refusal)
    if (own.state === 'held') await cancelOrder(deps, userId, own.orderId)
    else
      return database.transaction(async (tx) => {
        const locked = await lockGroup(tx, groupId)
        const late = refuseLeave(locked)
        if (late) throw new AppError(late)
        if (own.payerId === userId) await checkLeaveLimit(tx, userId)
        await changeGroup(tx, locked, leave(locked, userId), 'buyer')
      })
  }
}
